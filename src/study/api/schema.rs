//! The messages as JSON Schema, generated from their types.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::answer::Answer;
use super::request::Request;

/// A schema with two definitions that matter: `Request` and `Answer`.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let request = generator.subschema_for::<Request>();
    let answer = generator.subschema_for::<Answer>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of tengen api",
        "description": "A line of input is a Request, a line of output an Answer.",
        "anyOf": [request, answer],
        "$defs": generator.take_definitions(true),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_schema_is_that_of_the_types() {
        let committed: Value = serde_json::from_str(include_str!("schema.json")).unwrap();
        assert!(
            committed == schema(),
            "src/study/api/schema.json is old: run `tengen api --schema >src/study/api/schema.json`"
        );
    }
}
