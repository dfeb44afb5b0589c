//! The house rules that a compiler does not keep: a module imports only from lower layers, no file
//! grows beyond reading, and the repository's top stays tidy.
//!
//! The sources are read as tokens, not as syntax trees: every path that begins at the crate's root
//! (`crate::`, `tengen::`, or enough `super::`) names the module it leads to, inside `use` groups as
//! well as in expressions. Comments and strings are no code, so documentation may point upward.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every module under the crate's root with its layer. A module may use itself and lower layers; two
/// modules of one layer know nothing of each other.
const LAYERS: &[(&str, u32)] = &[
    ("util", 0),
    ("types", 1),
    ("demos", 1),
    ("board", 2),
    ("rules", 3),
    ("wire", 3),
    ("threats", 4),
    ("eval", 4),
    ("search", 5),
    ("classic", 5),
    ("engine", 6),
    ("records", 6),
    ("protocol", 7),
    ("arena", 7),
    ("training", 7),
    ("ui", 8),
    ("cli", 9),
];

/// The files that stand above all layers and put them together.
const ROOTS: &[&str] = &["lib.rs", "main.rs"];

/// More lines than this is two rooms.
const MAX_LINES: usize = 600;

/// Files of nothing but data, which may be longer.
const DATA_TABLES: &[&str] = &[];

/// What may stand at the top of the repository.
const TOP: &[&str] = &[
    ".cargo",
    ".ci",
    ".config",
    ".gitattributes",
    ".gitignore",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "clippy.toml",
    "protocol-tests",
    "rustfmt.toml",
    "src",
    "tournaments",
];

fn layer(module: &str) -> Option<u32> {
    LAYERS.iter().find(|(name, _)| *name == module).map(|&(_, layer)| layer)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file under `src` as its path from there, with its text.
fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the sources can be read") {
            let path = entry.expect("the sources can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("the sources are UTF-8");
                let inside = path.strip_prefix(root().join("src")).expect("it was found there");
                found.push((inside.to_owned(), text));
            }
        }
    }
    found.sort();
    assert!(found.len() > 10, "only {} files under src", found.len());
    found
}

/// The modules that lead to a file: `rules/reference.rs` is `["rules", "reference"]`.
fn module_path(file: &Path) -> Vec<String> {
    let mut path: Vec<String> = file
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    path
}

#[test]
fn modules_import_only_from_lower_layers() {
    let wrong: Vec<String> = sources()
        .iter()
        .filter(|(file, _)| !ROOTS.iter().any(|root| file == Path::new(root)))
        .flat_map(|(file, text)| {
            let place = |import: Import| format!("src/{}:{import}", file.display());
            wrong_imports(&module_path(file), text).into_iter().map(place).collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{} imports against the layers:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_source_file_is_too_long_to_read() {
    let long: Vec<String> = sources()
        .into_iter()
        .filter(|(file, _)| !DATA_TABLES.iter().any(|table| file == Path::new(table)))
        .map(|(file, text)| (file, text.lines().count()))
        .filter(|&(_, lines)| lines > MAX_LINES)
        .map(|(file, lines)| format!("src/{}: {lines} lines", file.display()))
        .collect();
    assert!(long.is_empty(), "expected at most {MAX_LINES} lines:\n{}", long.join("\n"));
}

#[test]
fn the_top_of_the_repository_holds_what_belongs_there() {
    let git = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let Some(git) = git.ok().filter(|git| git.status.success()) else {
        return; // Not a checkout: what lies here is not the repository.
    };
    let files = String::from_utf8_lossy(&git.stdout);
    let mut strangers: Vec<&str> = files
        .split('\0')
        .filter_map(|path| path.split('/').next())
        .filter(|name| !name.is_empty() && !TOP.contains(name))
        .collect();
    strangers.dedup();
    assert!(strangers.is_empty(), "at the top, but not in the plan of the house: {strangers:?}");
}

/// A path from the crate's root that leads where it must not.
#[derive(Debug, PartialEq)]
struct Import {
    line: usize,
    from: String,
    to: String,
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = |module: &str| match layer(module) {
            Some(layer) => format!("{module} (layer {layer})"),
            None => format!("{module} (in no layer)"),
        };
        write!(f, "{}: {} imports {}", self.line, told(&self.from), told(&self.to))
    }
}

/// The imports of a file that do not lead downward, in their order.
fn wrong_imports(file: &[String], text: &str) -> Vec<Import> {
    let from = file.first().cloned().unwrap_or_default();
    imports(file, &tokens(text))
        .into_iter()
        .filter(|(_, to)| *to != from)
        .filter(|(_, to)| match (layer(&from), layer(to)) {
            (Some(from), Some(to)) => to >= from,
            _ => true,
        })
        .map(|(line, to)| Import { line, from: from.clone(), to })
        .collect()
}

/// All modules under the crate's root that paths in the file name, with their lines.
fn imports(file: &[String], tokens: &[Token]) -> Vec<(usize, String)> {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text);
    let mut found = Vec::new();
    // For each open brace, the module that it opens, if it does.
    let mut braces: Vec<Option<&str>> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut base: Vec<&str> = file.iter().map(String::as_str).collect();
        base.extend(braces.iter().flatten());
        match text(at) {
            "mod" if text(at + 2) == "{" => {
                braces.push(Some(text(at + 1)));
                at += 3;
                continue;
            }
            "{" => braces.push(None),
            "}" => drop(braces.pop()),
            "crate" | "tengen" if text(at + 1) == "::" => {
                found.extend(heads(&tokens[at + 2..]));
            }
            "super" | "self" if text(at + 1) == "::" => {
                while matches!(text(at), "super" | "self") && text(at + 1) == "::" {
                    if text(at) == "super" {
                        base.pop();
                    }
                    at += 2;
                }
                if base.is_empty() {
                    found.extend(heads(&tokens[at..]));
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The first names of a path or of all paths of a group: `a::b` gives a, `{a, b::{c, d}}` a and b.
fn heads(tokens: &[Token]) -> Vec<(usize, String)> {
    let named = |token: &Token| (token.line, token.text.to_owned());
    let Some(first) = tokens.first().filter(|first| first.text == "{") else {
        return tokens.first().map(named).into_iter().collect();
    };
    let mut names = Vec::new();
    let mut depth = 1;
    let mut before = first.text;
    for token in &tokens[1..] {
        if depth == 1 && matches!(before, "{" | ",") && !matches!(token.text, "}" | "self") {
            names.push(named(token));
        }
        match token.text {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        before = token.text;
    }
    names
}

/// A word, `::`, or a single other sign, with its line counted from 1.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

/// The code of a file without comments, strings and characters.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut line = 1;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, is_code) = if let Some(length) = hidden(rest) {
            (length, false)
        } else if rest.starts_with("::") {
            (2, true)
        } else if is_word(first) {
            (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), true)
        } else {
            (first.len_utf8(), !first.is_whitespace())
        };
        if is_code {
            found.push(Token { text: &rest[..length], line });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the comment, string or character that the text begins with.
fn hidden(text: &str) -> Option<usize> {
    let until = |end: &str, from: usize| {
        text[from..].find(end).map_or(text.len(), |found| from + found + end.len())
    };
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text));
    }
    for prefix in ["r", "br", "cr"] {
        let Some(rest) = text.strip_prefix(prefix) else { continue };
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        if rest[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            return Some(until(&end, prefix.len() + hashes + 1));
        }
    }
    if text.starts_with('"') {
        return Some(quoted(text, '"'));
    }
    let mut after = text.strip_prefix('\'')?.chars();
    // 'a' is a character, 'a a lifetime.
    let is_character = after.next() == Some('\\') || after.next() == Some('\'');
    is_character.then(|| quoted(text, '\''))
}

/// The length of a block comment, which may hold others.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of what stands between two quotation marks, with them.
fn quoted(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        if c == mark && !is_escaped {
            return index + c.len_utf8();
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// `line:module` for every wrong import of a text that stands in `rules/reference.rs`.
fn found_in(text: &str) -> Vec<String> {
    let file = module_path(Path::new("rules/reference.rs"));
    let wrong = wrong_imports(&file, text);
    wrong.into_iter().map(|import| format!("{}:{}", import.line, import.to)).collect()
}

#[test]
fn upward_paths_are_found_wherever_they_stand() {
    assert_eq!(found_in("use crate::search::Limits;"), ["1:search"]);
    assert_eq!(found_in("use crate::{board::{Position, x}, eval, types};"), ["1:eval"]);
    assert_eq!(found_in("use crate::{\n    arena,\n    cli::{self},\n};"), ["2:arena", "3:cli"]);
    assert_eq!(
        found_in("fn f() {\n\n    tengen::engine::go(crate::ui::X) }"),
        ["3:engine", "3:ui"]
    );
    assert_eq!(found_in("use super::super::search;"), ["1:search"]);
    assert_eq!(found_in("mod tests { use super::super::super::search; }"), ["1:search"]);
    assert_eq!(found_in("use super::super::{board, protocol::run};"), ["1:protocol"]);
    assert_eq!(found_in("use crate::*; use crate::unknown::X;"), ["1:*", "1:unknown"]);
    assert_eq!(found_in("let a = '\"'; let b: &'static str = crate::cli::NAME;"), ["1:cli"]);
}

#[test]
fn downward_paths_comments_and_strings_are_free() {
    assert_eq!(found_in("use crate::{board::Position, rules::win, types::*, util};"), [""; 0]);
    assert_eq!(found_in("mod tests { use super::super::search; use super::*; }"), [""; 0]);
    assert_eq!(found_in("use self::search::X; use super::eval; pub(crate) fn f() {}"), [""; 0]);
    assert_eq!(found_in("//! [`crate::search`]\n/* crate::cli /* */ crate::cli */"), [""; 0]);
    assert_eq!(found_in(r##"f("\" crate::cli", r#"" crate::cli"#, b"crate::cli");"##), [""; 0]);
}

#[test]
fn modules_of_one_layer_may_not_know_each_other() {
    let wrong = wrong_imports(&module_path(Path::new("eval/mod.rs")), "\nuse crate::threats::vcf;");
    let told: Vec<String> = wrong.iter().map(Import::to_string).collect();
    assert_eq!(told, ["2: eval (layer 4) imports threats (layer 4)"]);
    let own = wrong_imports(&module_path(Path::new("eval/mod.rs")), "use crate::eval::tables;");
    assert_eq!(own, []);
}
