//! The messages as JSON Schema, generated from their types.
//!
//! Every message is one object with a name of its own, such as `SolveRequest`, `DepthAnswer` or
//! `SolveResult`, and the unions of them have a `discriminator` as
//! [OpenAPI](https://spec.openapis.org/oas/v3.1.0#discriminator-object) defines it. What the types
//! derive says the same about a message, but in unnamed alternatives and references with keys beside
//! them, of which generators of clients make classes such as `Answer7`.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::request::Request;

/// Where definitions stand, before their names.
const DEFINITIONS: &str = "#/$defs/";

/// A schema with two definitions that matter: `Request` and `Answer`.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<Request>();
    generator.subschema_for::<Answer>();
    let mut messages = Messages { derived: generator.take_definitions(true), named: Map::new() };
    for root in ["Request", "Answer"] {
        let derived = messages.derived[root].clone();
        messages.name(root, root, object(derived));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of tengen api",
        "description": "A line of input is a Request, a line of output an Answer.",
        "anyOf": [reference("Request"), reference("Answer")],
        "$defs": messages.finish(),
    })
}

/// The definitions, while messages are named.
struct Messages {
    /// As derived from the types.
    derived: Map<String, Value>,
    /// Of messages and their unions.
    named: Map<String, Value>,
}

impl Messages {
    /// Defines a message by a name, or a union of messages, whose names end with `ending`.
    fn name(&mut self, name: &str, ending: &str, schema: Map<String, Value>) {
        let mut whole = self.without_reference(schema);
        if let Some(Value::Array(alternatives)) = whole.shift_remove("oneOf") {
            whole = self.union(name, ending, &whole, alternatives);
        } else if ending.ends_with("Request") {
            // Unknown keys of a request are errors; the types lose this where `action` tells them apart.
            whole.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
        let before = self.named.insert(name.to_owned(), Value::Object(whole));
        assert!(before.is_none(), "two messages have the name {name}");
    }

    /// Names the alternatives of a union; each has the keys that `shared` describes, too.
    fn union(
        &mut self,
        name: &str,
        ending: &str,
        shared: &Map<String, Value>,
        alternatives: Vec<Value>,
    ) -> Map<String, Value> {
        let known = constants(shared);
        let (mut references, mut mapping, mut tag) = (Vec::new(), Map::new(), String::new());
        for alternative in alternatives {
            let alternative = object(alternative);
            let own = constants(&alternative).into_iter().find(|key| !known.contains(key));
            tag = own.unwrap_or_else(|| panic!("a union {name} without a tag"));
            let word = alternative["properties"][&tag]["const"].as_str().unwrap_or_default();
            let child = format!("{}{ending}", in_capitals(word));
            // What a request has found is named by the request.
            let below = if child == "DoneAnswer" { "Result" } else { &child };
            references.push(reference(&child));
            mapping.insert(word.to_owned(), Value::String(format!("{DEFINITIONS}{child}")));
            self.name(&child, below, merged(alternative, shared));
        }
        let discriminator = json!({ "propertyName": tag, "mapping": mapping });
        let mut union = Map::new();
        if let Some(description) = shared.get("description") {
            union.insert("description".to_owned(), description.clone());
        }
        union.insert("oneOf".to_owned(), Value::Array(references));
        union.insert("discriminator".to_owned(), discriminator);
        union
    }

    /// A schema with what it refers to beside its other keys as one object.
    fn without_reference(&self, mut schema: Map<String, Value>) -> Map<String, Value> {
        while let Some(Value::String(path)) = schema.shift_remove("$ref") {
            let referred = object(self.derived[path.trim_start_matches(DEFINITIONS)].clone());
            schema = merged(schema, &referred);
        }
        schema
    }

    /// The messages and what they refer to.
    fn finish(self) -> Map<String, Value> {
        let Self { derived, mut named } = self;
        let mut wanted = BTreeSet::new();
        named.values().for_each(|schema| references(schema, &mut wanted));
        while let Some(name) = wanted.pop_first() {
            if !named.contains_key(&name) {
                let schema = words(object(derived[&name].clone()));
                references(&schema, &mut wanted);
                named.insert(name, schema);
            }
        }
        named.values_mut().for_each(part_references);
        named
    }
}

/// Puts references that have keys such as `description` beside them into an `allOf`: generators
/// make a type anew for each of them otherwise.
fn part_references(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            keys.values_mut().for_each(part_references);
            if keys.len() > 1
                && let Some(path @ Value::String(_)) = keys.shift_remove("$ref")
            {
                keys.insert("allOf".to_owned(), json!([{ "$ref": path }]));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(part_references),
        _ => {}
    }
}

/// Two descriptions of one object: the properties of both. Of other keys, such as `description`, the
/// first is kept.
fn merged(mut first: Map<String, Value>, second: &Map<String, Value>) -> Map<String, Value> {
    for (key, value) in second {
        match (first.get_mut(key), value) {
            (Some(Value::Object(ours)), Value::Object(theirs)) => {
                theirs.iter().for_each(|(key, value)| {
                    ours.insert(key.clone(), value.clone());
                });
            }
            (Some(Value::Array(ours)), Value::Array(theirs)) => {
                let new = theirs.iter().filter(|value| !ours.contains(value)).cloned();
                let new: Vec<Value> = new.collect();
                ours.extend(new);
            }
            (Some(_), _) => {}
            (None, value) => {
                first.insert(key.clone(), value.clone());
            }
        }
    }
    first
}

/// A choice among words that are described one by one as an `enum`, of which generators make one type.
fn words(mut schema: Map<String, Value>) -> Value {
    let alternatives = schema.get("oneOf").and_then(Value::as_array);
    let word = |alternative: &Value| alternative["const"].as_str().map(str::to_owned);
    let words: Option<Vec<String>> = alternatives.and_then(|all| all.iter().map(word).collect());
    let Some(words) = words else { return Value::Object(schema) };
    let alternatives = schema.shift_remove("oneOf").unwrap_or_default();
    let mut text = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    for alternative in alternatives.as_array().into_iter().flatten() {
        let about = alternative["description"].as_str().unwrap_or_default();
        text += &format!("\n* `{}`: {about}", alternative["const"].as_str().unwrap_or_default());
    }
    schema.insert("description".to_owned(), Value::String(text));
    schema.insert("type".to_owned(), Value::from("string"));
    schema.insert("enum".to_owned(), Value::from(words));
    Value::Object(schema)
}

/// The properties of an object that have one value.
fn constants(schema: &Map<String, Value>) -> Vec<String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let constant = |(key, value): (&String, &Value)| value.get("const").map(|_| key.clone());
    properties.into_iter().flatten().filter_map(constant).collect()
}

/// Adds the names of the definitions that a schema refers to.
fn references(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(keys) => keys.iter().for_each(|(key, value)| match value {
            Value::String(path) if key == "$ref" => {
                names.insert(path.trim_start_matches(DEFINITIONS).to_owned());
            }
            value => references(value, names),
        }),
        Value::Array(values) => values.iter().for_each(|value| references(value, names)),
        _ => {}
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{DEFINITIONS}{name}") })
}

fn object(value: Value) -> Map<String, Value> {
    let Value::Object(object) = value else { panic!("seen {value}, expected an object") };
    object
}

/// `new_game` as `NewGame`.
fn in_capitals(word: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
    };
    word.split('_').map(part).collect::<Vec<String>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition of a name, or of a reference to it.
    fn definition<'a>(schema: &'a Value, name: &str) -> &'a Value {
        let found = &schema["$defs"][name.trim_start_matches(DEFINITIONS)];
        assert!(found.is_object(), "no definition {name}");
        found
    }

    /// The messages of a union: what its tags say, and the name of the definition.
    fn messages(schema: &Value, union: &str) -> Vec<(String, String)> {
        let union = definition(schema, union);
        let tag = union["discriminator"]["propertyName"].as_str().unwrap();
        let mapping = union["discriminator"]["mapping"].as_object().unwrap();
        let alternatives = union["oneOf"].as_array().unwrap();
        assert_eq!(alternatives.len(), mapping.len());
        let mut found = Vec::new();
        for (alternative, (word, path)) in alternatives.iter().zip(mapping) {
            let name = path.as_str().unwrap();
            assert_eq!(alternative["$ref"], name);
            if definition(schema, name)["discriminator"].is_null() {
                let message = definition(schema, name);
                assert_eq!(message["properties"][tag]["const"], *word, "{name}");
                let required = message["required"].as_array().unwrap();
                assert!(required.contains(&json!(tag)), "{name}");
                assert!(message["$ref"].is_null() && message["oneOf"].is_null(), "{message}");
                found.push((word.clone(), name.trim_start_matches(DEFINITIONS).to_owned()));
            } else {
                let below = messages(schema, name).into_iter();
                found.extend(below.map(|(words, name)| (format!("{word} {words}"), name)));
            }
        }
        found
    }

    #[test]
    fn every_message_is_an_object_with_a_telling_name() {
        let schema = schema();
        let requests = messages(&schema, "Request");
        let answers = messages(&schema, "Answer");
        for (found, words, name) in [
            (&requests, "solve", "SolveRequest"),
            (&requests, "new_game", "NewGameRequest"),
            (&requests, "games list", "ListGamesRequest"),
            (&requests, "puzzles hint", "HintPuzzlesRequest"),
            (&answers, "depth", "DepthAnswer"),
            (&answers, "error", "ErrorAnswer"),
            (&answers, "done solve", "SolveResult"),
            (&answers, "done games load", "LoadGamesResult"),
        ] {
            let expected = (words.to_owned(), name.to_owned());
            assert!(found.contains(&expected), "{expected:?} is not in {found:?}");
        }
        let solved = definition(&schema, "SolveResult")["properties"].as_object().unwrap();
        for key in ["id", "event", "request", "result", "line"] {
            assert!(solved.contains_key(key), "{solved:?}");
        }
        let mut wanted = BTreeSet::new();
        references(&schema, &mut wanted);
        wanted.iter().for_each(|name| _ = definition(&schema, name));
        let all = schema["$defs"].as_object().unwrap().len();
        assert_eq!(all, wanted.len(), "each definition is referred to");
    }

    #[test]
    fn the_committed_schema_is_that_of_the_types() {
        let committed: Value = serde_json::from_str(include_str!("schema.json")).unwrap();
        assert!(
            committed == schema(),
            "src/study/api/schema.json is old: run `tengen api --schema >src/study/api/schema.json`"
        );
    }
}
