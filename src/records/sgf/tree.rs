//! The grammar of SGF: trees of nodes with properties. Knows nothing of any game.

use thiserror::Error;

use crate::located::Located;

/// Text that is not SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SyntaxError {
    /// No `(;` anywhere.
    #[error("no game tree, expected '(;'")]
    NoTree,
    /// The text ends inside a value or a tree.
    #[error("the text ends before its '{missing}'")]
    End {
        /// The sign that is missing.
        missing: char,
    },
    /// A sign where something else is expected.
    #[error("'{seen}', expected a property like B[hh] or one of ; ( )")]
    Sign {
        /// The sign.
        seen: char,
    },
    /// A property name without a value.
    #[error("a property without a value, expected '['")]
    NoValue,
}

/// One value of a property, its escapes resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SgfValue {
    /// The text.
    pub text: String,
    /// The byte of the file where it begins.
    pub byte: usize,
}

/// A property: its name (capital letters) and at least one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SgfProperty {
    /// The name; lower-case letters, which old files have, are dropped.
    pub name: String,
    /// The values, at least one.
    pub values: Vec<SgfValue>,
    /// The byte of the file where the name begins.
    pub byte: usize,
}

impl SgfProperty {
    /// The first value.
    pub(crate) fn first(&self) -> &str {
        self.values.first().map_or("", |value| &value.text)
    }
}

/// A node: properties in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SgfNode {
    /// The index of the node before it in [`SgfTree::nodes`]; `None` for the first.
    pub parent: Option<usize>,
    /// The properties.
    pub properties: Vec<SgfProperty>,
}

impl SgfNode {
    /// The first property of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&SgfProperty> {
        self.properties.iter().find(|property| property.name == name)
    }
}

/// A tree: its nodes in the order of the file, so that a node comes before its successors and a
/// branch before the branches beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SgfTree {
    /// The nodes.
    pub nodes: Vec<SgfNode>,
}

/// All trees, at least one.
///
/// # Errors
/// If the text is not SGF up to the end of the last tree.
pub(crate) fn trees(text: &str) -> Result<Vec<SgfTree>, Located<SyntaxError>> {
    let trees: Vec<_> = Trees(SgfReader { text, at: 0 }).collect::<Result<_, _>>()?;
    match trees.is_empty() {
        true => Err(Located::byte(text, 0, SyntaxError::NoTree)),
        false => Ok(trees),
    }
}

/// The first tree.
///
/// # Errors
/// If the text is not SGF up to the end of the first tree.
pub(crate) fn first_tree(text: &str) -> Result<SgfTree, Located<SyntaxError>> {
    let first = Trees(SgfReader { text, at: 0 }).next();
    first.unwrap_or_else(|| Err(Located::byte(text, 0, SyntaxError::NoTree)))
}

/// Reads tree after tree, up to the first broken one.
struct Trees<'a>(SgfReader<'a>);

impl Iterator for Trees<'_> {
    type Item = Result<SgfTree, Located<SyntaxError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let SgfReader { text, at } = self.0;
        self.0.at = at + tree_start(&text[at..])?;
        Some(self.0.tree().map_err(|(byte, error)| Located::byte(text, byte, error)))
    }
}

/// The first `(` that a `;` follows: mail headers and other text before it are allowed.
pub(crate) fn tree_start(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|&at| text[at + 1..].trim_start().starts_with(';'))
}

struct SgfReader<'a> {
    text: &'a str,
    at: usize,
}

type Spotted<T> = Result<T, (usize, SyntaxError)>;

impl SgfReader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// The next character that is not a blank.
    fn next_sign(&mut self) -> Option<char> {
        while self.peek().is_some_and(char::is_whitespace) {
            self.skip();
        }
        self.peek()
    }

    /// Reads from a `(` to its `)`. Uses a list instead of recursion, so that no file can exhaust
    /// the stack.
    fn tree(&mut self) -> Spotted<SgfTree> {
        let mut tree = SgfTree::default();
        // The node before the next one, and those before the branches that are open.
        let mut last: Option<usize> = None;
        let mut branches: Vec<Option<usize>> = Vec::new();
        loop {
            let sign = self.next_sign().ok_or((self.at, SyntaxError::End { missing: ')' }))?;
            match sign {
                '(' => {
                    self.skip();
                    branches.push(last);
                }
                ')' => {
                    self.skip();
                    last = branches.pop().flatten();
                    if branches.is_empty() {
                        return Ok(tree);
                    }
                }
                ';' => {
                    self.skip();
                    tree.nodes.push(SgfNode { parent: last, properties: Vec::new() });
                    last = Some(tree.nodes.len() - 1);
                }
                c if c.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    if let Some(node) = last.and_then(|last| tree.nodes.get_mut(last)) {
                        node.properties.push(property);
                    }
                }
                seen => return Err((self.at, SyntaxError::Sign { seen })),
            }
        }
    }

    fn property(&mut self) -> Spotted<SgfProperty> {
        let byte = self.at;
        let mut name = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphanumeric) {
            self.skip();
            if !c.is_ascii_lowercase() {
                name.push(c);
            }
        }
        let mut values = Vec::new();
        while self.next_sign() == Some('[') {
            self.skip();
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err((self.at, SyntaxError::NoValue));
        }
        Ok(SgfProperty { name, values, byte })
    }

    /// Reads from after a `[` to after its `]`. A backslash escapes the next character, and removes
    /// a line break. Every line break becomes a line feed.
    fn value(&mut self) -> Spotted<SgfValue> {
        let byte = self.at;
        let mut text = String::new();
        loop {
            let end = (self.at, SyntaxError::End { missing: ']' });
            match self.skip().ok_or(end)? {
                ']' => return Ok(SgfValue { text, byte }),
                '\\' => match self.skip().ok_or(end)? {
                    '\r' => self.skip_line_feed(),
                    '\n' => {}
                    escaped => text.push(escaped),
                },
                '\r' => {
                    self.skip_line_feed();
                    text.push('\n');
                }
                plain => text.push(plain),
            }
        }
    }

    /// The second half of a line break `\r\n`, if it is there.
    fn skip_line_feed(&mut self) {
        if self.peek() == Some('\n') {
            self.skip();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let line = |node: &SgfNode| {
            let list = node.properties.iter().map(|p| format!("{}{}", p.name, p.values.len()));
            list.collect::<Vec<_>>().join(" ")
        };
        first_tree(text).unwrap().nodes.iter().map(line).collect()
    }

    fn parents(tree: &SgfTree) -> Vec<Option<usize>> {
        tree.nodes.iter().map(|node| node.parent).collect()
    }

    #[test]
    fn nodes_come_in_the_order_of_the_file() {
        let branched = "(;A[1](;B[2];C[3](;D[4])(;E[5]))(;F[6](;G[7])))";
        assert_eq!(names(branched), ["A1", "B1", "C1", "D1", "E1", "F1", "G1"]);
        let expected = [None, Some(0), Some(1), Some(2), Some(2), Some(0), Some(5)];
        assert_eq!(parents(&first_tree(branched).unwrap()), expected);
        assert_eq!(names("(;A[1][2]\n[3] B[];)(;Z[])"), ["A3 B1", ""]);
        assert_eq!(names("Mail (not a tree) (\n;AaBb[])"), ["AB1"]);
    }

    #[test]
    fn trees_reads_tree_after_tree() {
        let trees = trees("(;A[(;](;B[1])(;C[1]))\n and (;D[1];E[1]) (").unwrap();
        assert_eq!(parents(&trees[0]), [None, Some(0), Some(0)]);
        assert_eq!(parents(&trees[1]), [None, Some(0)]);
        let error = super::trees("(;A[1]) (;B").unwrap_err().to_string();
        assert!(error.contains("line 1, column 12"), "{error}");
        assert!(super::trees("").unwrap_err().to_string().contains("no game tree"));
    }

    #[test]
    fn escapes_are_resolved() {
        let tree = first_tree("(;C[a\\]b\\\\c\\:d\\\r\ne\\\nf\ng])").unwrap();
        assert_eq!(tree.nodes[0].properties[0].values[0].text, "a]b\\c:def\ng");
    }

    #[test]
    fn all_line_breaks_become_line_feeds() {
        let tree = first_tree("(;C[a\r\nb\rc\n\r\n\\\rd])").unwrap();
        assert_eq!(tree.nodes[0].properties[0].values[0].text, "a\nb\nc\n\nd");
    }

    #[test]
    fn syntax_errors_name_the_place() {
        for (text, expected) in [
            ("no tree", "line 1, column 1: no game tree, expected '(;'"),
            ("(;A[1]", "line 1, column 7: the text ends before its ')'"),
            ("(;A[1\n", "line 2, column 1: the text ends before its ']'"),
            ("(;A)", "line 1, column 4: a property without a value, expected '['"),
            ("(;\n 7)", "line 2, column 2: '7', expected a property like B[hh] or one of ; ( )"),
        ] {
            assert_eq!(first_tree(text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn deep_nesting_does_not_exhaust_the_stack() {
        let text = format!("{}{}", "(;".repeat(200_000), ")".repeat(200_000));
        assert_eq!(first_tree(&text).unwrap().nodes.len(), 200_000);
    }
}
