//! Runs `tengen match` on mock brains and reads its journal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tengen_records::{GameRecord, jsonl};

use super::common;

/// A folder for one test, and the commands in it.
pub(crate) struct Field {
    pub folder: tempfile::TempDir,
}

impl Field {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The value of `--engine` for a mock with these faults.
    pub(crate) fn mock(name: &str, faults: &[&str]) -> String {
        let program = std::env::current_exe().unwrap();
        let faults: String = faults.iter().map(|fault| format!(",arg={fault}")).collect();
        format!("cmd={},name={name},arg=mock-brain{faults}", program.display())
    }

    /// `tengen match` with two mocks, a good one and one with faults, and more arguments, which may
    /// replace the short limits that hold here.
    pub(crate) fn command(&self, faults: &[&str], more: &[&str]) -> Command {
        let mut command = tengen("match");
        command.args(["--engine", &Self::mock("good", &[])]);
        command.args(["--engine", &Self::mock("other", faults)]);
        let defaults = [
            ("--turn-ms", "300"),
            ("--tolerance-ms", "200"),
            ("--start-ms", "3000"),
            ("--end-ms", "200"),
        ];
        for (flag, value) in defaults.into_iter().filter(|(flag, _)| !more.contains(flag)) {
            command.args([flag, value]);
        }
        command.arg("--out").arg(self.path("out")).args(more);
        command
    }

    pub(crate) fn journal(&self) -> Vec<GameRecord> {
        read_journal(&self.path("out"))
    }
}

pub(crate) fn tengen(subcommand: &str) -> Command {
    let mut command = common::tengen();
    command.arg(subcommand).stdin(Stdio::null());
    command
}

/// Runs to the end and returns the exit status with both outputs.
pub(crate) fn run(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

pub(crate) fn read_journal(folder: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut games = jsonl::read(&text).unwrap();
    games.sort_by_key(|game| game.game);
    games
}

/// What must be equal between two runs of the same match: everything but times and dates.
pub(crate) fn essence(games: &[GameRecord]) -> Vec<String> {
    let line = |game: &GameRecord| {
        let stones: Vec<String> = game.coords().map(|coord| coord.to_string()).collect();
        let (number, verdict) = (game.game, game.verdict().unwrap());
        let (black, white) = (&game.black.name, &game.white.name);
        format!("{number} {black}-{white} {verdict} {:?} {}", game.winner(), stones.join(" "))
    };
    games.iter().map(line).collect()
}
