//! The grammar of SGF: trees of nodes with properties. Knows nothing of any game. Values are slices
//! of the text: whatever a file contains, reading it takes no memory.

use std::borrow::Cow;

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
    /// Another game begins inside a tree.
    #[error("another game begins before the ')' of the last")]
    NextGame,
    /// Nodes that belong to no tree: a `)` too many stands before them.
    #[error("a node outside of a game tree, expected '(;'")]
    Outside,
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

/// One value of a property.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SgfValue<'a> {
    /// As in the file, with its escapes.
    raw: &'a str,
    /// The byte of the file where it begins.
    pub byte: usize,
}

impl<'a> SgfValue<'a> {
    /// The text. A backslash escapes the next character, and removes a line break. Every line break
    /// becomes a line feed.
    pub(crate) fn text(&self) -> Cow<'a, str> {
        if !self.raw.contains(['\\', '\r']) {
            return Cow::Borrowed(self.raw);
        }
        let mut text = String::with_capacity(self.raw.len());
        let mut chars = self.raw.chars().peekable();
        while let Some(c) = chars.next() {
            let is_escaped = c == '\\';
            match if is_escaped { chars.next() } else { Some(c) } {
                Some('\r') => {
                    chars.next_if_eq(&'\n');
                    text.extend((!is_escaped).then_some('\n'));
                }
                Some('\n') if is_escaped => {}
                other => text.extend(other),
            }
        }
        Cow::Owned(text)
    }
}

/// A property: its name (capital letters) and at least one value. It is read again whenever it is
/// needed: a list of all would take many times the size of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SgfProperty<'a> {
    /// As in the file.
    raw_name: &'a str,
    text: &'a str,
    /// The byte of the file where the name begins.
    pub byte: usize,
}

impl<'a> SgfProperty<'a> {
    /// The name in capital letters. Old files have long names, `Black`, in which the small letters
    /// say nothing. Others have names in small letters, `b`, or with one capital, `Ab`.
    pub(crate) fn name(&self) -> Cow<'a, str> {
        /// The names of one letter.
        const SINGLE: &str = "BWCNVTML";
        let is_lower = |c: char| c.is_ascii_lowercase();
        if !self.raw_name.contains(is_lower) {
            return Cow::Borrowed(self.raw_name);
        }
        let capitals = self.raw_name.replace(is_lower, "");
        Cow::Owned(match capitals.len() {
            0 => long_name(self.raw_name)
                .map_or_else(|| self.raw_name.to_ascii_uppercase(), str::to_owned),
            1 if !SINGLE.contains(&capitals) => self.raw_name.to_ascii_uppercase(),
            _ => capitals,
        })
    }

    /// Whether the name is in small letters alone.
    pub(crate) fn is_small(&self) -> bool {
        !self.raw_name.contains(|c: char| c.is_ascii_uppercase())
    }

    /// The values, at least one.
    pub(crate) fn values(&self) -> impl Iterator<Item = SgfValue<'a>> + use<'a> {
        let mut reader = SgfReader { text: self.text, at: self.byte + self.raw_name.len() };
        std::iter::from_fn(move || reader.next_value()?.ok())
    }

    /// The first value.
    pub(crate) fn first(&self) -> Cow<'a, str> {
        self.values().next().map(|value| value.text()).unwrap_or_default()
    }
}

/// The property that a long name in small letters means.
fn long_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "black" => "B",
        "white" => "W",
        "addblack" => "AB",
        "addwhite" => "AW",
        "addempty" => "AE",
        "size" => "SZ",
        "game" => "GM",
        "rules" => "RU",
        "result" => "RE",
        "date" => "DT",
        "comment" => "C",
        "playerblack" => "PB",
        "playerwhite" => "PW",
        _ => return None,
    })
}

/// A node: properties in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SgfNode<'a> {
    text: &'a str,
    /// The bytes of the file where its properties begin and end.
    start: usize,
    end: usize,
    /// Whether it begins with a `;`. Properties after a `(` or `)` do not.
    pub has_sign: bool,
}

impl<'a> SgfNode<'a> {
    /// A node without properties.
    pub(crate) const EMPTY: SgfNode<'static> =
        SgfNode { text: "", start: 0, end: 0, has_sign: true };

    pub(crate) fn properties(&self) -> impl Iterator<Item = SgfProperty<'a>> + use<'a> {
        let Self { text, start, end, .. } = *self;
        let mut reader = SgfReader { text: &text[..end], at: start };
        std::iter::from_fn(move || {
            reader.next_sign()?;
            reader.property().ok()
        })
    }

    /// Whether it says what only the first node of a game says.
    fn begins_game(&self) -> bool {
        let of_game = |name: &str| matches!(name, "GM" | "FF" | "SZ");
        self.has_sign && self.properties().any(|property| of_game(&property.name()))
    }

    /// The first property of this name.
    pub(crate) fn get(&self, name: &str) -> Option<SgfProperty<'a>> {
        self.properties().find(|property| property.name() == name)
    }
}

/// What comes next in a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SgfStep<'a> {
    /// A branch begins.
    Open,
    /// A node. Properties without a `;` before them are one, too.
    Node(SgfNode<'a>),
    /// A branch ends.
    Close,
}

/// A tree of a file: its nodes in the order of the file, so that a node comes before its successors
/// and a branch before the branches beside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SgfTree<'a> {
    /// The file, up to the end of the tree.
    text: &'a str,
    /// The byte of its `(`.
    start: usize,
    /// Where and why it is not SGF to its end.
    pub fault: Option<(usize, SyntaxError)>,
}

impl<'a> SgfTree<'a> {
    /// The tree that begins at a byte, to the `)` that closes it, or as far as it may belong
    /// together.
    fn at(file: &'a str, start: usize) -> Self {
        let whole = Self { text: file, start, fault: None };
        let mut steps = whole.steps();
        let mut open = start;
        loop {
            let before = steps.reader.at;
            match steps.next() {
                None => return Self { text: &file[..steps.reader.at], ..whole },
                Some(Ok(SgfStep::Open)) => open = steps.reader.at - 1,
                Some(Ok(SgfStep::Node(node))) if open > start && node.begins_game() => {
                    let fault = Some((open, SyntaxError::NextGame));
                    return Self { text: &file[..open], start, fault };
                }
                // The `(` of this branch lies behind.
                Some(Ok(SgfStep::Node(_) | SgfStep::Close)) => open = start,
                Some(Err((byte, error))) => {
                    let end = after_damage(file, byte.max(before), steps.depth);
                    return Self { text: &file[..end], start, fault: Some((byte, error)) };
                }
            }
        }
    }

    /// Whether the tree is one of which the end is missing: what stands before is whole.
    pub(crate) fn is_cut(&self) -> bool {
        let end = |error| matches!(error, SyntaxError::End { .. } | SyntaxError::NextGame);
        self.fault.is_some_and(|(_, error)| end(error))
    }

    /// Its parts, up to the `)` that closes it or the first error.
    pub(crate) fn steps(&self) -> SgfSteps<'a> {
        SgfSteps { reader: SgfReader { text: self.text, at: self.start }, depth: 0, is_over: false }
    }

    /// Its nodes, up to the first error.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = SgfNode<'a>> + use<'a> {
        self.steps().map_while(Result::ok).filter_map(|step| match step {
            SgfStep::Node(node) => Some(node),
            SgfStep::Open | SgfStep::Close => None,
        })
    }
}

/// The byte after a damaged tree: where the branches that are open are closed, or where another game
/// begins.
fn after_damage(file: &str, byte: usize, mut depth: usize) -> usize {
    let mut reader = SgfReader { text: file, at: byte };
    while let Some(sign) = reader.next_sign() {
        let at = reader.at;
        match sign {
            '[' => {
                reader.at += 1;
                if reader.value().is_err() {
                    break;
                }
                continue;
            }
            '(' => {
                let mut steps = SgfTree { text: file, start: at, fault: None }.steps();
                let first = steps.nth(1).and_then(Result::ok);
                if matches!(first, Some(SgfStep::Node(node)) if node.begins_game()) {
                    return at;
                }
                depth += 1;
            }
            ')' if depth <= 1 => return at + 1,
            ')' => depth -= 1,
            _ => {}
        }
        reader.at += sign.len_utf8();
    }
    file.len()
}

/// All trees, at least one.
///
/// # Errors
/// If there is none.
pub(crate) fn trees(text: &str) -> Result<SgfTrees<'_>, Located<SyntaxError>> {
    first_start(text)?;
    Ok(SgfTrees { text, at: 0, is_first: true })
}

/// The first tree.
///
/// # Errors
/// If the text is not SGF up to the end of the first tree.
pub(crate) fn first_tree(text: &str) -> Result<SgfTree<'_>, Located<SyntaxError>> {
    let first = SgfTree::at(text, first_start(text)?);
    match first.fault {
        Some((byte, error)) => Err(Located::byte(text, byte, error)),
        None => Ok(first),
    }
}

/// Where the first tree begins.
fn first_start(text: &str) -> Result<usize, Located<SyntaxError>> {
    tree_start(text).ok_or_else(|| Located::byte(text, 0, SyntaxError::NoTree))
}

/// The trees of a text.
pub(crate) struct SgfTrees<'a> {
    text: &'a str,
    at: usize,
    is_first: bool,
}

impl<'a> Iterator for SgfTrees<'a> {
    /// A tree, or the place of nodes between two.
    type Item = Result<SgfTree<'a>, (usize, SyntaxError)>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        let next = tree_start(rest);
        let between = &rest[..next.unwrap_or(rest.len())];
        // Anything may stand before the first tree: mails have a head.
        if !std::mem::take(&mut self.is_first)
            && let Some(node) = between.find(';').filter(|&at| between[at..].contains('['))
        {
            let byte = self.at + node;
            self.at += between.len();
            return Some(Err((byte, SyntaxError::Outside)));
        }
        let tree = SgfTree::at(self.text, self.at + next?);
        self.at = tree.text.len();
        Some(Ok(tree))
    }
}

/// The first `(` that a `;` follows: mail headers and other text before it are allowed.
pub(crate) fn tree_start(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|&at| text[at + 1..].trim_start().starts_with(';'))
}

/// See [`SgfTree::steps`]. Counts the open branches instead of recursion, so that no file can
/// exhaust the stack.
#[derive(Clone, Debug)]
pub(crate) struct SgfSteps<'a> {
    reader: SgfReader<'a>,
    depth: usize,
    is_over: bool,
}

impl<'a> Iterator for SgfSteps<'a> {
    type Item = Spotted<SgfStep<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let step = self.step();
        self.is_over = step.is_err() || self.depth == 0;
        Some(step)
    }
}

impl<'a> SgfSteps<'a> {
    fn step(&mut self) -> Spotted<SgfStep<'a>> {
        let reader = &mut self.reader;
        match reader.next_sign().ok_or((reader.at, SyntaxError::End { missing: ')' }))? {
            '(' => {
                reader.at += 1;
                self.depth += 1;
                Ok(SgfStep::Open)
            }
            ')' => {
                reader.at += 1;
                self.depth -= 1;
                Ok(SgfStep::Close)
            }
            c if c == ';' || c.is_ascii_alphabetic() => {
                reader.at += usize::from(c == ';');
                let start = reader.at;
                while reader.next_sign().is_some_and(|c| c.is_ascii_alphabetic()) {
                    let property = reader.at;
                    if let Err(error) = reader.property() {
                        // Those before it are whole; the next step returns the error.
                        reader.at = property;
                        if property == start && c != ';' {
                            return Err(error);
                        }
                        break;
                    }
                }
                let (text, end) = (reader.text, reader.at);
                Ok(SgfStep::Node(SgfNode { text, start, end, has_sign: c == ';' }))
            }
            seen => Err((reader.at, SyntaxError::Sign { seen })),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct SgfReader<'a> {
    text: &'a str,
    at: usize,
}

type Spotted<T> = Result<T, (usize, SyntaxError)>;

impl<'a> SgfReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character that is not a blank.
    fn next_sign(&mut self) -> Option<char> {
        let rest = self.rest();
        let signs = rest.trim_start();
        self.at += rest.len() - signs.len();
        signs.chars().next()
    }

    /// Reads a property to the end of its values.
    fn property(&mut self) -> Spotted<SgfProperty<'a>> {
        let byte = self.at;
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at += length;
        let mut has_value = false;
        while let Some(value) = self.next_value() {
            value?;
            has_value = true;
        }
        if !has_value {
            return Err((self.at, SyntaxError::NoValue));
        }
        Ok(SgfProperty { raw_name: &rest[..length], text: self.text, byte })
    }

    /// Reads the next value; `None` if there is none.
    fn next_value(&mut self) -> Option<Spotted<SgfValue<'a>>> {
        if self.next_sign() != Some('[') {
            return None;
        }
        self.at += 1;
        Some(self.value())
    }

    /// Reads from after a `[` to after its `]`.
    fn value(&mut self) -> Spotted<SgfValue<'a>> {
        let byte = self.at;
        let missing = SyntaxError::End { missing: ']' };
        let bytes = self.text.as_bytes();
        // Neither sign is a part of another character.
        loop {
            let next = bytes[self.at..].iter().position(|byte| matches!(byte, b']' | b'\\'));
            let found = self.at + next.ok_or((self.text.len(), missing))?;
            if bytes[found] == b']' {
                self.at = found + 1;
                return Ok(SgfValue { raw: &self.text[byte..found], byte });
            }
            if found + 1 == bytes.len() {
                return Err((found, missing));
            }
            self.at = found + 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let line = |node: SgfNode<'_>| {
            let list = node.properties().map(|p| format!("{}{}", p.name(), p.values().count()));
            list.collect::<Vec<_>>().join(" ")
        };
        first_tree(text).unwrap().nodes().map(line).collect()
    }

    /// The index of the node before each.
    fn parents(tree: SgfTree<'_>) -> Vec<Option<usize>> {
        let (mut parents, mut last, mut open) = (Vec::new(), None, Vec::new());
        for step in tree.steps() {
            match step.unwrap() {
                SgfStep::Open => open.push(last),
                SgfStep::Close => last = open.pop().flatten(),
                SgfStep::Node(_) => {
                    parents.push(last);
                    last = Some(parents.len() - 1);
                }
            }
        }
        parents
    }

    /// The first value of the first property.
    fn value(text: &str) -> String {
        let node = first_tree(text).unwrap().nodes().next().unwrap();
        node.properties().next().unwrap().first().into_owned()
    }

    #[test]
    fn nodes_come_in_the_order_of_the_file() {
        let branched = "(;A[1](;B[2];C[3](;D[4])(;E[5]))(;F[6](;G[7])))";
        assert_eq!(names(branched), ["A1", "B1", "C1", "D1", "E1", "F1", "G1"]);
        let expected = [None, Some(0), Some(1), Some(2), Some(2), Some(0), Some(5)];
        assert_eq!(parents(first_tree(branched).unwrap()), expected);
        assert_eq!(names("(;A[1][2]\n[3] B[];)(;Z[])"), ["A3 B1", ""]);
        assert_eq!(names("Mail (not a tree) (\n;AaBb[])"), ["AB1"]);
    }

    #[test]
    fn trees_reads_tree_after_tree() {
        let trees = trees("(;A[(;](;B[1])(;C[1]))\n and (;D[1];E[1]) (").unwrap();
        let trees: Vec<_> = trees.map(|tree| parents(tree.unwrap())).collect();
        assert_eq!(trees, [vec![None, Some(0), Some(0)], vec![None, Some(0)]]);
        assert!(super::trees("").err().unwrap().to_string().contains("no game tree"));
    }

    #[test]
    fn damaged_trees_do_not_spoil_the_others() {
        let seen = |text: &str| -> Vec<String> {
            let trees = trees(text).unwrap();
            let line = |tree: Result<SgfTree<'_>, (usize, SyntaxError)>| {
                let Ok(tree) = tree else { return "between".to_owned() };
                let nodes = tree.nodes().filter(|node| node.properties().next().is_some()).count();
                let kind = if tree.is_cut() { "cut" } else { "damaged" };
                let kind = tree.fault.map_or("whole", |_| kind);
                format!("{kind} {nodes}")
            };
            trees.map(line).collect()
        };
        assert_eq!(seen("(;A[1];B[2])(;A[1];B[2]C[3"), ["whole 2", "cut 2"]);
        assert_eq!(seen("(;GM[4];B[1];B[2](;GM[4];B[1])"), ["cut 3", "whole 2"]);
        assert_eq!(seen("(;GM[4];7(;B[1]C[)]))(;GM[4];B[1])"), ["damaged 1", "whole 2"]);
        assert_eq!(seen("(;GM[4];B(;B[1])\n(;GM[4];B[1])"), ["damaged 1", "whole 2"]);
        assert_eq!(seen("(;GM[4];B[1]);B[2])(;GM[4])"), ["whole 2", "between", "whole 1"]);
    }

    #[test]
    fn names_may_have_small_letters() {
        let text = "(;gm[4]Sz[15]AddBlack[hh]Ab[ii]black[x]b[jj]Player[y]PlayerBlack[z])";
        assert_eq!(names(text), ["GM1 SZ1 AB1 AB1 B1 B1 PLAYER1 PB1"]);
    }

    #[test]
    fn escapes_are_resolved() {
        let text = value("(;C[a\\]b\\\\c\\:d\\\r\ne\\\nf\ng])");
        assert_eq!(text, "a]b\\c:def\ng");
    }

    #[test]
    fn all_line_breaks_become_line_feeds() {
        let text = value("(;C[a\r\nb\rc\n\r\n\\\rd])");
        assert_eq!(text, "a\nb\nc\n\nd");
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
            assert_eq!(first_tree(text).err().unwrap().to_string(), expected);
        }
    }

    #[test]
    fn deep_nesting_does_not_exhaust_the_stack() {
        let text = format!("{}{}", "(;".repeat(200_000), ")".repeat(200_000));
        assert_eq!(first_tree(&text).unwrap().nodes().count(), 200_000);
    }
}
