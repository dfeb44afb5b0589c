//! Rules of the architecture that the compiler does not enforce: the order of modules inside a
//! crate, no circles of files, no file or function beyond reading, a tidy top level. The order of the
//! crates is in their `Cargo.toml`s, and the compiler's business.
//!
//! The sources are read as syntax trees ([`source`]). Comments are not code, so documentation may
//! point upward.

mod circles;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use self::source::{ModulePath, Source};

/// The modules of the crates that have layers inside, from the lowest. A module may use itself and
/// lower layers; two modules of one layer know nothing of each other.
const LAYERS: &[(&str, &[&[&str]])] = &[
    (
        "engine",
        &[
            &["util"],
            &["types"],
            &["board"],
            &["rules"],
            &["threats", "eval"],
            &["search", "classic"],
            &["engine"],
            &["bench"],
        ],
    ),
    ("brain", &[&["wire", "guarded_engine"], &["protocol"], &["gtp"], &["command"]]),
    (
        "study",
        &[&["board_svg"], &["explain", "prove"], &["book_claims", "puzzle"], &["review"], &["api"]],
    ),
];

/// Lines of a file from which on it is reported, and from which on it fails.
const FILE_LINES: [usize; 2] = [700, 1000];

/// Lines of a function from which on it is reported, and from which on it fails.
const FUNCTION_LINES: [usize; 2] = [60, 100];

/// The most type names that more than one file may define for others to use.
const SHARED_NAMES: usize = 6;

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

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// One crate of `src`.
struct Crate {
    name: String,
    sources: Vec<Source>,
}

/// Every folder of `src` with a `Cargo.toml`.
fn crates() -> Vec<Crate> {
    let folders = fs::read_dir(root().join("src")).expect("the sources can be read");
    let mut found: Vec<Crate> = folders
        .map(|folder| folder.expect("the sources can be read").path())
        .filter(|folder| folder.join("Cargo.toml").is_file())
        .map(|folder| Crate {
            name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            sources: source::read_all(&folder),
        })
        .collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(found.len() >= 5, "only {} crates under src", found.len());
    found
}

/// The layer of a module of a crate.
fn layer(layers: &[&[&str]], module: &str) -> Option<usize> {
    layers.iter().position(|layer| layer.contains(&module))
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
        write!(f, "{}: {} imports {}", self.line, self.from, self.to)
    }
}

/// The imports of a file that do not lead downward, in their order. Names at the crate's root are
/// free: they lead to modules, whose files are judged where they are.
fn wrong_imports(layers: &[&[&str]], source: &Source) -> Vec<WrongImport> {
    let Some(from) = source.module.first() else { return Vec::new() };
    let mut wrong: Vec<WrongImport> = source
        .imports
        .iter()
        .filter_map(|import| Some((import.line, import.path.first()?.clone())))
        .filter(|(_, to)| to != from)
        .filter(|(_, to)| match (layer(layers, from), layer(layers, to)) {
            (Some(from), Some(to)) => to >= from,
            (_, None) => to == "*",
            (None, Some(_)) => true,
        })
        .map(|(line, to)| WrongImport { line, from: from.clone(), to })
        .collect();
    wrong.sort_by_key(|import| import.line);
    wrong
}

#[test]
fn modules_import_only_from_lower_layers() {
    let mut wrong = Vec::new();
    for each in crates() {
        let Some((name, layers)) = LAYERS.iter().find(|(name, _)| *name == each.name) else {
            continue;
        };
        for source in &each.sources {
            let place = |import| format!("src/{name}/{}:{import}", source.file.display());
            wrong.extend(wrong_imports(layers, source).into_iter().map(place));
            let is_known = |module: &String| layer(layers, module).is_some();
            assert!(source.module.first().is_none_or(is_known), "in no layer: {:?}", source.file);
        }
    }
    assert!(wrong.is_empty(), "{} imports against the layers:\n{}", wrong.len(), wrong.join("\n"));
}

/// The circles, each as its files and the imports between them.
fn described_circles(sources: &[Source]) -> Vec<String> {
    let graph = circles::graph(sources);
    let name = |module: &ModulePath| match module.as_slice() {
        [] => "lib".to_owned(),
        _ => module.join("/"),
    };
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
    let mut circles = Vec::new();
    for each in crates() {
        let found = described_circles(&each.sources).into_iter();
        circles.extend(found.map(|circle| format!("tengen-{}: {circle}", each.name)));
    }
    assert!(circles.is_empty(), "{} circles of files:\n{}", circles.len(), circles.join("\n"));
}

#[test]
#[expect(clippy::print_stdout, reason = "the report is for people (--nocapture)")]
fn files_and_functions_can_be_read() {
    let mut long = Vec::new();
    for Crate { name, sources } in crates() {
        for source in &sources {
            let file = format!("src/{name}/{}", source.file.display());
            for function in &source.functions {
                let place = format!("{file}:{} {}", function.line, function.name);
                long.push((function.lines, FUNCTION_LINES, place));
            }
            long.push((source.lines, FILE_LINES, file));
        }
    }
    long.retain(|(lines, [reported, _], _)| lines > reported);
    long.sort_by(|one, other| other.cmp(one));
    for (lines, [most, _], place) in &long {
        println!("{lines:5} lines, expected at most {most}: {place}");
    }
    long.retain(|(lines, [_, failing], _)| lines > failing);
    assert!(long.is_empty(), "too long to be read: {long:#?}");
}

#[test]
fn type_names_mean_one_thing() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for Crate { name, sources } in crates() {
        for source in sources {
            let file = format!("src/{name}/{}", source.file.display());
            for defined in source.types {
                places.entry(defined).or_default().insert(file.clone());
            }
        }
    }
    places.retain(|_, files| files.len() > 1);
    assert!(places.len() <= SHARED_NAMES, "types of the same name: {places:#?}");
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
    let wrong = wrong_imports(LAYERS[0].1, &source);
    wrong.into_iter().map(|import| format!("{}:{}", import.line, import.to)).collect()
}

#[test]
fn upward_paths_are_found_wherever_they_are() {
    assert_eq!(found_in("use crate::search::Limits;"), ["1:search"]);
    assert_eq!(found_in("use crate::{board::{Position, x}, eval, types};"), ["1:eval"]);
    assert_eq!(
        found_in("use crate::{\n    eval,\n    search::{self},\n};"),
        ["2:eval", "3:search"]
    );
    assert_eq!(
        found_in("fn f() {\n\n    crate::engine::go(crate::bench::X) }"),
        ["3:engine", "3:bench"]
    );
    assert_eq!(found_in("fn f() { println!(\"{}\", crate::engine::X) }"), ["1:engine"]);
    assert_eq!(found_in("use super::super::search;"), ["1:search"]);
    assert_eq!(found_in("mod tests { use super::super::super::search; }"), ["1:search"]);
    assert_eq!(found_in("use super::super::{board, engine::run};"), ["1:engine"]);
    assert_eq!(found_in("use crate::*; use crate::unknown::X;"), ["1:*"]);
    assert_eq!(
        found_in("const A: char = '\"'; const B: &str = crate::engine::NAME;"),
        ["1:engine"]
    );
}

#[test]
fn downward_paths_comments_and_strings_are_free() {
    assert_eq!(found_in("use crate::{board::Position, rules::win, types::*, util};"), [""; 0]);
    assert_eq!(found_in("mod tests { use super::super::search; use super::*; }"), [""; 0]);
    assert_eq!(found_in("use self::search::X; use super::eval; pub(crate) fn f() {}"), [""; 0]);
    assert_eq!(found_in("//! [`crate::search`]\n/* crate::engine /* */ crate::engine */"), [""; 0]);
    assert_eq!(
        found_in(r##"fn g() { f("\" crate::bench", r#"" crate::bench"#, b"crate::bench"); }"##),
        [""; 0]
    );
}

#[test]
fn modules_of_one_layer_may_not_know_each_other() {
    let source = |text| Source::parse(Path::new("eval/mod.rs"), text);
    let engine = LAYERS[0].1;
    let wrong = wrong_imports(engine, &source("\nuse crate::threats::vcf;"));
    let shown: Vec<String> = wrong.iter().map(WrongImport::to_string).collect();
    assert_eq!(shown, ["2: eval imports threats"]);
    assert_eq!(wrong_imports(engine, &source("use crate::eval::tables;")), []);
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
