//! Reading a tree: indented text or JSON, depending on the first character.
//!
//! ```text
//! a                     {"name": "a", "children": [
//!   2a                    {"name": "2a", "children": [-1, 1]},
//!     -1                  {"name": "2b", "children": [2, {"name": "bad", "value": -4}, 5]}
//!     1                 ]}
//!   2b
//!     2                 or without names:  [[-1, 1], [2, -4, 5]]
//!     bad -4
//!     5                 # begins a comment in text
//! ```

use serde_json::Value;
use thiserror::Error;

use super::{GivenTree, TreeNode, TreeNodeId};
use tengen_util::excerpt::excerpt;
use tengen_util::json_syntax::JsonSyntax;
use tengen_util::serde_words::without_place;

/// A text that is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct TreeError {
    /// The line, from 1, if the problem is in one line.
    pub line: Option<usize>,
    pub problem: Problem,
}

/// What is wrong with a tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Nothing but blanks and comments.
    #[error("seen an empty text, expected a tree")]
    Empty,
    /// A line whose indentation lies between the levels of the lines above.
    #[error("the indentation of '{0}' matches no line above it")]
    Indent(String),
    /// A second line without indentation.
    #[error("'{0}' would be a second root: indent it")]
    SecondRoot(String),
    /// A leaf without a number.
    #[error("'{0}' has neither children nor a value: expected one of them")]
    NoValue(String),
    /// A number at a node that has children.
    #[error("'{0}' has children and a value, expected one of them: a parent's value is computed")]
    Both(String),
    /// A number out of range or with a fraction.
    #[error("the value is {0}, expected a whole number from -1000000 to 1000000")]
    Range(String),
    /// Too many levels.
    #[error("the tree is deeper than 100 levels")]
    TooDeep,
    /// Brackets within brackets, more than the parser reads.
    #[error(
        "seen more than 127 lists and objects within each other, expected fewer; as indented text a tree may have 100 levels"
    )]
    Nested,
    /// Not JSON.
    #[error("not JSON{}: {message}", JsonSyntax::place(*column))]
    Json {
        /// The column in characters, counted from 1; `None` where the text ends too early.
        column: Option<usize>,
        /// What was seen and what was expected.
        message: String,
    },
    /// JSON, but not a tree.
    #[error(
        "the node {path}: seen {seen}, expected a number, a list or an object with children or value and perhaps a name"
    )]
    Shape {
        /// The place, as a generated name such as `root.2.1`.
        path: String,
        /// The text there, shortened.
        seen: String,
    },
}

impl Problem {
    fn at(self, line: usize) -> TreeError {
        TreeError { line: Some(line), problem: self }
    }

    fn nowhere(self) -> TreeError {
        TreeError { line: None, problem: self }
    }
}

impl GivenTree {
    /// Reads a tree from text or JSON.
    ///
    /// # Errors
    /// If it is not a tree; see [`Problem`].
    pub fn read(text: &str) -> Result<GivenTree, TreeError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with(['{', '[']) { read_json(text) } else { read_text(text) }
    }

    /// Adds a node below `parent` (or the root) and names it.
    fn add(&mut self, parent: Option<TreeNodeId>, name: &str, leaf: Option<i32>) -> TreeNodeId {
        let id = TreeNodeId(self.nodes.len());
        let made_up = match parent {
            None => "root".to_owned(),
            Some(parent) => {
                let siblings = &mut self.nodes[parent.0].children;
                siblings.push(id);
                let number = siblings.len();
                format!("{}.{number}", self.nodes[parent.0].name)
            }
        };
        let is_named = !name.is_empty();
        let name = if is_named { name.to_owned() } else { made_up };
        self.nodes.push(TreeNode { name, is_named, leaf, children: Vec::new() });
        id
    }
}

/// A line of text: its indentation, content and number.
struct TextLine<'a> {
    indent: &'a str,
    content: &'a str,
    number: usize,
}

fn read_text(text: &str) -> Result<GivenTree, TreeError> {
    let lines: Vec<TextLine<'_>> = text.lines().enumerate().filter_map(text_line).collect();
    let mut tree = GivenTree { nodes: Vec::new() };
    // The open nodes from the root to the last line, with their indentation.
    let mut open: Vec<(&str, TreeNodeId)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let mut closed = None;
        while let Some(&(indent, _)) = open.last().filter(|(up, _)| !is_deeper(line.indent, up)) {
            closed = Some(indent);
            open.pop();
        }
        check_level(line, closed, open.len()).map_err(|problem| problem.at(line.number))?;
        // A deeper line right after this one is a child.
        let is_leaf = !lines.get(index + 1).is_some_and(|next| is_deeper(next.indent, line.indent));
        let (name, leaf) = if is_leaf { leaf_of(line)? } else { (inner_name(line)?, None) };
        let id = tree.add(open.last().map(|&(_, id)| id), &name, leaf);
        open.push((line.indent, id));
    }
    if tree.nodes.is_empty() { Err(Problem::Empty.nowhere()) } else { Ok(tree) }
}

fn text_line((index, line): (usize, &str)) -> Option<TextLine<'_>> {
    let line = line.split('#').next().unwrap_or("").trim_end();
    let content = line.trim_start();
    let indent = &line[..line.len() - content.len()];
    (!content.is_empty()).then_some(TextLine { indent, content, number: index + 1 })
}

/// Deeper means: the same blanks and tabs, and more of them.
fn is_deeper(indent: &str, than: &str) -> bool {
    indent.len() > than.len() && indent.starts_with(than)
}

/// Whether the indentation of a line is valid: `closed` is the indentation of the outermost node
/// that it closes, `depth` the number of nodes still open above it.
fn check_level(line: &TextLine<'_>, closed: Option<&str>, depth: usize) -> Result<(), Problem> {
    let seen = line.content.to_owned();
    match closed {
        Some(indent) if indent != line.indent => Err(Problem::Indent(seen)),
        Some(_) if depth == 0 => Err(Problem::SecondRoot(seen)),
        _ if depth > GivenTree::MAX_DEPTH => Err(Problem::TooDeep),
        _ => Ok(()),
    }
}

/// `name value`, `name: value`, `name = value` or the value alone.
fn leaf_of(line: &TextLine<'_>) -> Result<(String, Option<i32>), TreeError> {
    let (name, word) = split_value(line.content)
        .ok_or_else(|| Problem::NoValue(line.content.to_owned()).at(line.number))?;
    let value = parse_value(&word).map_err(|problem| problem.at(line.number))?;
    Ok((name, Some(value)))
}

/// The name of a node with children: the whole line, which must not also end in a value.
fn inner_name(line: &TextLine<'_>) -> Result<String, TreeError> {
    match split_value(line.content) {
        Some((name, _)) if !name.is_empty() => {
            Err(Problem::Both(line.content.to_owned()).at(line.number))
        }
        _ => Ok(line.content.to_owned()),
    }
}

/// The name and the number at the end of a line. A typographic minus (−) counts as a minus.
fn split_value(content: &str) -> Option<(String, String)> {
    let content = content.replace('\u{2212}', "-");
    let start = content.rfind([' ', '\t', ':', '=']).map_or(0, |blank| blank + 1);
    let word = &content[start..];
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let name = content[..start].trim_end_matches([' ', '\t', ':', '=']).to_owned();
    is_number.then(|| (name, word.to_owned()))
}

fn parse_value(word: &str) -> Result<i32, Problem> {
    word.parse()
        .ok()
        .filter(|value| (-GivenTree::MAX_VALUE..=GivenTree::MAX_VALUE).contains(value))
        .ok_or_else(|| Problem::Range(word.to_owned()))
}

fn read_json(text: &str) -> Result<GivenTree, TreeError> {
    let value: Value = serde_json::from_str(text).map_err(|error| not_json(text, &error))?;
    let mut tree = GivenTree { nodes: Vec::new() };
    add_json(&mut tree, None, &value, 0)?;
    Ok(tree)
}

/// What is wrong with a text that the parser refused.
fn not_json(text: &str, error: &serde_json::Error) -> TreeError {
    if without_place(&error.to_string()) == "recursion limit exceeded" {
        return Problem::Nested.nowhere();
    }
    let JsonSyntax { line, column, message } = JsonSyntax::of(text, error);
    let problem = Problem::Json { column, message };
    // The end has no place worth naming.
    if column.is_some() { problem.at(line) } else { problem.nowhere() }
}

fn add_json(
    tree: &mut GivenTree,
    parent: Option<TreeNodeId>,
    value: &Value,
    depth: usize,
) -> Result<(), TreeError> {
    if depth > GivenTree::MAX_DEPTH {
        return Err(Problem::TooDeep.nowhere());
    }
    let node = JsonNode::of(value).ok_or_else(|| {
        let path = match parent {
            None => "root".to_owned(),
            Some(id) => format!("{}.{}", tree.name(id), tree.children(id).len() + 1),
        };
        Problem::Shape { path, seen: excerpt(&value.to_string(), 40) }.nowhere()
    })?;
    let leaf = match node.value {
        Some(number) => Some(parse_value(&number.to_string()).map_err(Problem::nowhere)?),
        None => None,
    };
    let id = tree.add(parent, node.name, leaf);
    let problem = match (leaf, node.children.is_empty()) {
        (None, true) => Problem::NoValue(tree.name(id).to_owned()),
        (Some(_), false) => Problem::Both(tree.name(id).to_owned()),
        _ => {
            return node
                .children
                .iter()
                .try_for_each(|child| add_json(tree, Some(id), child, depth + 1));
        }
    };
    Err(problem.nowhere())
}

/// A node, from any of its three notations.
#[derive(Default)]
struct JsonNode<'a> {
    name: &'a str,
    value: Option<&'a Value>,
    children: &'a [Value],
}

impl<'a> JsonNode<'a> {
    fn of(value: &'a Value) -> Option<Self> {
        let mut node = JsonNode::default();
        match value {
            Value::Number(_) => node.value = Some(value),
            Value::Array(children) => node.children = children,
            Value::Object(fields) => {
                for (key, field) in fields {
                    match (key.as_str(), field) {
                        ("name", Value::String(name)) => node.name = name,
                        ("value", Value::Number(_)) => node.value = Some(field),
                        ("children", Value::Array(children)) => node.children = children,
                        _ => return None,
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => return None,
        }
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The tree on one line: `a(2a(-1 1) …)`.
    fn flat(tree: &GivenTree, node: TreeNodeId) -> String {
        let own = &tree.nodes[node.0];
        let name = if own.is_named { own.name.as_str() } else { "" };
        let children: Vec<String> = own.children.iter().map(|&child| flat(tree, child)).collect();
        match own.leaf {
            Some(value) if name.is_empty() => value.to_string(),
            Some(value) => format!("{name}={value}"),
            None => format!("{name}({})", children.join(" ")),
        }
    }

    fn read(text: &str) -> Result<String, TreeError> {
        GivenTree::read(text).map(|tree| flat(&tree, tree.root()))
    }

    #[test]
    fn text_and_json_give_the_same_tree() {
        let expected = "a(2a(-1 1) 2b(2 bad=-4 5))";
        let text = "# a comment\na\n\n  2a\n\t\n    -1  # lost\n    +1\n  2b\n    2\n    bad: \u{2212}4\n    5";
        assert_eq!(read(text).unwrap(), expected);
        assert_eq!(read(&text.replace("  ", "\t").replace('\n', "\r\n")).unwrap(), expected);
        let json = r#"{"name":"a","children":[{"name":"2a","children":[-1,1]},
            {"name":"2b","children":[2,{"name":"bad","value":-4},5]}]}"#;
        assert_eq!(read(json).unwrap(), expected);
        assert_eq!(read(" [[-1,1],[2,-4,5]]").unwrap(), "((-1 1) (2 -4 5))");
        assert_eq!(read("7").unwrap(), "7");
        assert_eq!(read("only = 7").unwrap(), "only=7");
    }

    #[test]
    fn nodes_without_names_are_called_after_their_parents() {
        let tree = GivenTree::read("[[-1,1],[2,-4,5]]").unwrap();
        let second = tree.children(tree.root())[1];
        assert_eq!(tree.name(tree.children(second)[2]), "root.2.3");
    }

    #[test]
    fn bad_text_is_refused_with_its_line() {
        for (text, line, start) in [
            ("", None, "seen an empty text, expected a tree"),
            ("# nothing\n\n", None, "seen an empty text, expected a tree"),
            ("a\n 1\nb\n 2", Some(3), "'b' would be a second root"),
            ("a\n    1\n  2", Some(3), "the indentation of '2' matches no line"),
            ("  a\n    1\n 2", Some(3), "the indentation of '2' matches no line"),
            ("a\n  b\n  1", Some(2), "'b' has neither children nor a value"),
            ("a\n  b 3\n    1", Some(2), "'b 3' has children and a value"),
            ("a\n  1000001", Some(2), "the value is 1000001, expected a whole"),
            ("a\n  99999999999999999999", Some(2), "the value is 999"),
        ] {
            let error = GivenTree::read(text).unwrap_err();
            assert_eq!(error.line, line, "{text:?}: {error}");
            assert!(error.to_string().starts_with(start), "{text:?}: {error}");
        }
    }

    #[test]
    fn bad_json_is_refused() {
        for (json, part) in [
            ("[]", "'root' has neither children nor a value"),
            ("[1.5]", "the value is 1.5, expected a whole number"),
            ("[1e99]", "the value is 1e+99"),
            ("[[1,\"x\"]]", "the node root.1.2"),
            ("{\"name\":\"a\",\"value\":1,\"children\":[2]}", "'a' has children and a value"),
            ("{\"nam\":\"a\"}", "the node root: seen {\"nam\":\"a\"}, expected"),
            ("[null]", "seen null, expected a number, a list"),
        ] {
            let error = GivenTree::read(json).unwrap_err().to_string();
            assert!(error.contains(part), "{json}: {error}");
        }
    }

    #[test]
    fn text_that_is_not_json_is_refused_with_what_was_seen_and_where() {
        let objects = |depth| r#"{"children":["#.repeat(depth) + "1" + &"]}".repeat(depth);
        let nested = "seen more than 127 lists and objects within each other, expected fewer; \
            as indented text a tree may have 100 levels";
        for (json, line, expected) in [
            ("[1,\n2", None, "not JSON: seen the end within a list, expected a comma or ]"),
            ("[1,\n2\n\n", None, "not JSON: seen the end within a list, expected a comma or ]"),
            ("[[1,2],\n [3 4]]", Some(2), "not JSON at column 5: seen '4', expected a comma or ]"),
            ("[1,,2]", Some(1), "not JSON at column 4: seen ',', expected a value"),
            ("{a: 1}", Some(1), "not JSON at column 2: seen 'a', expected a key in double quotes"),
            (
                "[1,]",
                Some(1),
                "not JSON at column 4: seen the end of a list or object after a comma, expected a value",
            ),
            (
                "[1] 2",
                Some(1),
                "not JSON at column 5: seen more text after the value, expected the end",
            ),
            ("[".repeat(1000).as_str(), None, nested),
            (&objects(64), None, nested),
            (&("[".repeat(110) + &"]".repeat(110)), None, "the tree is deeper than 100 levels"),
        ] {
            let error = GivenTree::read(json).unwrap_err();
            assert_eq!((error.line, error.to_string()), (line, expected.to_owned()));
        }
        assert!(GivenTree::read(&objects(63)).is_ok());
    }

    #[test]
    fn a_very_deep_tree_is_refused_and_not_followed() {
        let text: String = (0..5_000).map(|depth| format!("{}n\n", " ".repeat(depth))).collect();
        assert_eq!(GivenTree::read(&text).unwrap_err(), Problem::TooDeep.at(102));
        assert!(GivenTree::read(&"[".repeat(100_000)).is_err());
        let deepest: String = (0..100).map(|depth| format!("{}n\n", " ".repeat(depth))).collect();
        assert!(GivenTree::read(&format!("{deepest}{}1", " ".repeat(100))).is_ok());
    }

    proptest! {
        #[test]
        fn tree_read_survives_any_text(text in "([ \\t\\n:=#a-c0-9{}\\[\\],\"+-]|\\PC){0,80}") {
            let _ = read(&text);
        }

        // A tree of any shape and values survives a round trip as JSON arrays.
        #[test]
        fn tree_read_finds_every_leaf(leaves in proptest::collection::vec(
            proptest::collection::vec(-1_000_000..=1_000_000i32, 1..5), 1..5,
        )) {
            let expected: Vec<String> = leaves
                .iter()
                .map(|leaves| leaves.iter().map(i32::to_string).collect::<Vec<_>>().join(" "))
                .map(|children| format!("({children})"))
                .collect();
            let json = serde_json::to_string(&leaves).unwrap();
            prop_assert_eq!(read(&json).unwrap(), format!("({})", expected.join(" ")));
        }
    }
}
