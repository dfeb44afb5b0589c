//! Tests the built brain over real pipes: one test per transcript in `cases/`, per dialogue of the Go Text
//! Protocol in `gtp/` (which the lean brain lacks) and per whole game in `games/`. `README.md` beside this
//! file describes the formats.

mod common;
mod floods;
#[cfg(target_os = "linux")]
mod load;
mod runner;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

use runner::game::GameFile;
use runner::script::Script;

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests");
    let mut trials = runner::self_tests();
    trials.extend(floods::trials());
    #[cfg(target_os = "linux")]
    trials.push(load::trial());
    for folder in ["cases", "gtp"] {
        trials.extend(texts(&root.join(folder)).into_iter().map(|path| case(&root, &path)));
    }
    trials.extend(texts(&root.join("games")).into_iter().map(|path| game(&root, &path)));
    libtest_mimic::run(&arguments, trials).exit();
}

fn case(root: &Path, path: &Path) -> Trial {
    let name = name(root, path);
    let script = read(path).and_then(|text| Script::parse(&text));
    let run = move || script.and_then(|script| runner::play::run(&script)).map_err(Failed::from);
    Trial::test(name, run)
}

fn game(root: &Path, path: &Path) -> Trial {
    let name = name(root, path);
    let game = read(path).and_then(|text| GameFile::parse(&text));
    Trial::test(name, move || game.and_then(|game| game.play()).map_err(Failed::from))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The path below `protocol-tests`, without its end.
fn name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).with_extension("").to_string_lossy().replace('\\', "/")
}

/// All `.txt` files below a folder, in a fixed order.
fn texts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(texts(&path));
        } else if path.extension().is_some_and(|end| end == "txt") {
            found.push(path);
        }
    }
    found.sort();
    found
}
