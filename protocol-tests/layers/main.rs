//! Rules of the architecture that the compiler does not enforce: a module imports only from lower
//! layers, files import each other without circles, no file or function grows beyond reading, and
//! the repository's top level stays tidy.
//!
//! The sources are read as syntax trees ([`source`]). Comments are not code, so documentation may
//! point upward.

mod circles;
mod source;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::source::{ModulePath, Source};

/// Every module under the crate's root with its layer. A module may use itself and lower layers;
/// two modules of one layer know nothing of each other.
const LAYERS: &[(&str, u32)] = &[
    ("util", 0),
    ("types", 1),
    ("demos", 1),
    ("board", 2),
    ("rules", 3),
    ("wire", 3),
    ("threats", 4),
    ("eval", 4),
    ("book", 4),
    ("search", 5),
    ("classic", 5),
    ("engine", 6),
    ("explain", 6),
    ("records", 6),
    ("protocol", 7),
    ("api", 8),
    ("arena", 7),
    ("training", 7),
    ("prove", 7),
    ("review", 7),
    ("ui", 9),
    ("cli", 10),
    ("fuzz", 10),
];

/// The files above all layers, which put them together.
const ROOTS: &[&str] = &["lib.rs", "main.rs"];

/// The most lines of a file.
const MAX_LINES: usize = 600;

/// Files that contain only data, which may be longer.
const DATA_TABLES: &[&str] = &[];

/// The most lines of a function.
const MAX_FUNCTION_LINES: usize = 40;

/// Longer functions with the most lines that each may have: those of the search's nodes. Lower these
/// numbers, do not raise them.
const LONG_FUNCTIONS: &[(&str, usize)] = &[("src/search/node.rs", 65)];

/// What may be at the top of the repository.
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

fn sources() -> Vec<Source> {
    source::read_all(&root().join("src"))
}

fn is_root(file: &Path) -> bool {
    ROOTS.iter().any(|root| file == Path::new(root))
}

/// An import that leads where it must not.
#[derive(Debug, PartialEq)]
struct WrongImport {
    line: usize,
    from: String,
    to: String,
}

impl fmt::Display for WrongImport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |module: &str| match layer(module) {
            Some(layer) => format!("{module} (layer {layer})"),
            None => format!("{module} (in no layer)"),
        };
        write!(f, "{}: {} imports {}", self.line, named(&self.from), named(&self.to))
    }
}

/// The imports of a file that do not lead downward, in their order.
fn wrong_imports(source: &Source) -> Vec<WrongImport> {
    let from = source.module.first().cloned().unwrap_or_default();
    let mut wrong: Vec<WrongImport> = source
        .imports
        .iter()
        .filter_map(|import| Some((import.line, import.path.first()?.clone())))
        .filter(|(_, to)| *to != from)
        .filter(|(_, to)| match (layer(&from), layer(to)) {
            (Some(from), Some(to)) => to >= from,
            _ => true,
        })
        .map(|(line, to)| WrongImport { line, from: from.clone(), to })
        .collect();
    wrong.sort_by_key(|import| import.line);
    wrong
}

#[test]
fn modules_import_only_from_lower_layers() {
    let wrong: Vec<String> = sources()
        .iter()
        .filter(|source| !is_root(&source.file))
        .flat_map(|source| {
            let place = |import| format!("src/{}:{import}", source.file.display());
            wrong_imports(source).into_iter().map(place).collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{} imports against the layers:\n{}", wrong.len(), wrong.join("\n"));
}

/// The circles, each as its files and the imports between them.
fn described_circles(sources: &[Source]) -> Vec<String> {
    let graph = circles::graph(sources);
    let name = |module: &ModulePath| module.join("/");
    let mut found = Vec::new();
    for circle in &circles::circles(&graph) {
        let mut text = format!("{} files:", circle.len());
        for file in circle {
            for (to, line) in graph[file].iter().filter(|(to, _)| circle.contains(*to)) {
                text += &format!("\n  {}:{line} imports {}", name(file), name(to));
            }
        }
        found.push(text);
    }
    found
}

#[test]
fn files_import_each_other_without_circles() {
    let circles = described_circles(&sources());
    assert!(circles.is_empty(), "{} circles of files:\n{}", circles.len(), circles.join("\n"));
}

#[test]
#[expect(clippy::print_stdout, reason = "the report is for people (--nocapture)")]
fn files_and_functions_are_short() {
    let sources = sources();
    let is_data = |file: &Path| DATA_TABLES.iter().any(|table| file == Path::new(table));
    let mut files: Vec<(usize, &PathBuf)> = sources
        .iter()
        .filter(|source| !is_data(&source.file))
        .map(|source| (source.lines, &source.file))
        .collect();
    files.sort_by(|one, other| other.cmp(one));
    let mut functions: Vec<(usize, String)> = Vec::new();
    for source in &sources {
        for function in &source.functions {
            let place =
                format!("src/{}:{} {}", source.file.display(), function.line, function.name);
            functions.push((function.lines, place));
        }
    }
    functions.sort_by(|one, other| other.cmp(one));
    let over = functions.iter().filter(|(lines, _)| *lines > MAX_FUNCTION_LINES).count();
    println!("{} files, longest {:?}", files.len(), files[0]);
    println!("{} functions, {over} over {MAX_FUNCTION_LINES} lines, longest:", functions.len());
    for (lines, place) in functions.iter().take(over.max(5)) {
        println!("{lines:5} {place}");
    }
    let long: Vec<_> = files.iter().filter(|(lines, _)| *lines > MAX_LINES).collect();
    assert!(long.is_empty(), "expected at most {MAX_LINES} lines: {long:?}");
    let is_allowed = |lines: usize, place: &str| {
        let allowed = LONG_FUNCTIONS.iter().find(|(name, _)| place.contains(name));
        lines <= allowed.map_or(MAX_FUNCTION_LINES, |(_, most)| *most)
    };
    let long: Vec<_> =
        functions.iter().filter(|(lines, place)| !is_allowed(*lines, place)).collect();
    assert!(long.is_empty(), "expected at most {MAX_FUNCTION_LINES} lines: {long:#?}");
}

#[test]
fn top_of_the_repository_holds_what_belongs_there() {
    let git = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let Some(git) = git.ok().filter(|git| git.status.success()) else {
        return; // Not a checkout: the files here are not those of the repository.
    };
    let files = String::from_utf8_lossy(&git.stdout);
    let mut strangers: Vec<&str> = files
        .split('\0')
        .filter_map(|path| path.split('/').next())
        .filter(|name| !name.is_empty() && !TOP.contains(name))
        .collect();
    strangers.dedup();
    assert!(strangers.is_empty(), "at the top, but not in the plan: {strangers:?}");
}

/// `line:module` for every wrong import of a text in `rules/reference.rs`.
fn found_in(text: &str) -> Vec<String> {
    let source = Source::parse(Path::new("rules/reference.rs"), text);
    let wrong = wrong_imports(&source);
    wrong.into_iter().map(|import| format!("{}:{}", import.line, import.to)).collect()
}

#[test]
fn upward_paths_are_found_wherever_they_are() {
    assert_eq!(found_in("use crate::search::Limits;"), ["1:search"]);
    assert_eq!(found_in("use crate::{board::{Position, x}, eval, types};"), ["1:eval"]);
    assert_eq!(found_in("use crate::{\n    arena,\n    cli::{self},\n};"), ["2:arena", "3:cli"]);
    assert_eq!(
        found_in("fn f() {\n\n    tengen::engine::go(crate::ui::X) }"),
        ["3:engine", "3:ui"]
    );
    assert_eq!(found_in("fn f() { println!(\"{}\", crate::ui::X) }"), ["1:ui"]);
    assert_eq!(found_in("use super::super::search;"), ["1:search"]);
    assert_eq!(found_in("mod tests { use super::super::super::search; }"), ["1:search"]);
    assert_eq!(found_in("use super::super::{board, protocol::run};"), ["1:protocol"]);
    assert_eq!(found_in("use crate::*; use crate::unknown::X;"), ["1:*", "1:unknown"]);
    assert_eq!(found_in("const A: char = '\"'; const B: &str = crate::cli::NAME;"), ["1:cli"]);
}

#[test]
fn downward_paths_comments_and_strings_are_free() {
    assert_eq!(found_in("use crate::{board::Position, rules::win, types::*, util};"), [""; 0]);
    assert_eq!(found_in("mod tests { use super::super::search; use super::*; }"), [""; 0]);
    assert_eq!(found_in("use self::search::X; use super::eval; pub(crate) fn f() {}"), [""; 0]);
    assert_eq!(found_in("//! [`crate::search`]\n/* crate::cli /* */ crate::cli */"), [""; 0]);
    assert_eq!(
        found_in(r##"fn g() { f("\" crate::cli", r#"" crate::cli"#, b"crate::cli"); }"##),
        [""; 0]
    );
}

#[test]
fn modules_of_one_layer_may_not_know_each_other() {
    let source = |text| Source::parse(Path::new("eval/mod.rs"), text);
    let wrong = wrong_imports(&source("\nuse crate::threats::vcf;"));
    let shown: Vec<String> = wrong.iter().map(WrongImport::to_string).collect();
    assert_eq!(shown, ["2: eval (layer 4) imports threats (layer 4)"]);
    assert_eq!(wrong_imports(&source("use crate::eval::tables;")), []);
}

/// The circles of three files of a module.
fn circles_of(parent: &str, one: &str, two: &str) -> usize {
    let files = [("a/mod.rs", parent), ("a/one.rs", one), ("a/two.rs", two)];
    let sources = files.map(|(file, text)| Source::parse(Path::new(file), text));
    circles::circles(&circles::graph(&sources)).len()
}

#[test]
fn circles_between_files_are_found() {
    assert_eq!(circles_of("", "use super::two::X;", "use super::one::Y;"), 1);
    assert_eq!(circles_of("", "fn f() { super::two::x() }", "use crate::a::one::Y;"), 1);
    assert_eq!(circles_of("fn f() { one::g() }", "use super::f;", ""), 1);
    assert_eq!(circles_of("use one::X; pub use two::Z;", "use super::Z;", "use super::X;"), 1);
}

#[test]
fn circles_are_not_made_by_reexports_and_tests() {
    assert_eq!(circles_of("pub use one::X;", "use super::two::Y;", "use super::Z;"), 0);
    assert_eq!(circles_of("pub use one::X;", "", "use super::X;"), 0);
    assert_eq!(
        circles_of("", "#[cfg(test)] mod tests { use super::super::two; }", "use super::one::X;"),
        0
    );
}
