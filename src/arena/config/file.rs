//! Reads settings from TOML and says where in the file something is wrong.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::settings::GivenSettings;
use tengen_util::serde_words::plain;

/// Options of `tengen match` that are no settings.
const ONLY_FLAGS: [&str; 5] = ["resume", "dry-run", "quiet", "record", "fail-on-fault"];

/// Why a file is not a settings file.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        error: std::io::Error,
    },
    /// A line is wrong.
    #[error("{}:{line}: {}{problem}", path.display(), key_prefix(key))]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The key on that line, if there is one.
        key: Option<String>,
        /// What is wrong and what was expected.
        problem: String,
    },
}

fn key_prefix(key: &Option<String>) -> String {
    key.as_ref().map_or_else(String::new, |key| format!("key '{key}': "))
}

/// A settings file that was read, for messages about its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsFile {
    path: PathBuf,
    text: String,
}

impl SettingsFile {
    /// Reads the settings of a file; its paths are relative to its folder.
    ///
    /// # Errors
    /// If the file cannot be read or contains something unknown.
    pub fn read(path: &Path) -> Result<(GivenSettings, SettingsFile), FileError> {
        let text = fs::read_to_string(path)
            .map_err(|error| FileError::Read { path: path.to_owned(), error })?;
        let settings = parse(&text, path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Ok((settings.relative_to(folder), SettingsFile { path: path.to_owned(), text }))
    }

    /// `file:line` of a key of the match, or the file if no line is that key's. The keys of a
    /// player come after the `[[engine]]` of its table.
    pub fn place_of(&self, key: &str) -> String {
        let mut lines = self.lines().take_while(|(_, line)| !is_header(line));
        match lines.find(|(_, line)| sets(line, key)) {
            Some((number, _)) => self.place(number),
            None => self.path.display().to_string(),
        }
    }

    /// `file:line` of a key of a player, who is counted from 1.
    ///
    /// # Errors
    /// With the place of the player's table, or of all players, if no line is that key's.
    pub(crate) fn place_of_player(&self, key: &str, player: usize) -> Result<String, String> {
        let mut heads = self.lines().filter(|(_, line)| is_player(line));
        let Some((head, _)) = heads.nth(player - 1) else { return Err(self.place_of("engine")) };
        let mut own = self.lines().skip(head).take_while(|(_, line)| !is_header(line));
        match own.find(|(_, line)| sets(line, key)) {
            Some((number, _)) => Ok(self.place(number)),
            None => Err(self.place(head)),
        }
    }

    /// The lines, counted from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.path.display())
    }
}

/// Whether a line begins a table.
fn is_header(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

/// Whether a line begins the table of a player: `[[engine]]`.
fn is_player(line: &str) -> bool {
    let word = line.trim_start().strip_prefix("[[").and_then(|rest| rest.split_once("]]"));
    word.is_some_and(|(word, _)| word.trim() == "engine")
}

/// Whether a line sets a key, or a part of it: `info.max_memory = 1` sets `info`.
fn sets(line: &str, key: &str) -> bool {
    let rest = key_of(line).and_then(|seen| seen.strip_prefix(key).map(str::to_owned));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

pub fn parse(text: &str, path: &Path) -> Result<GivenSettings, FileError> {
    toml::from_str(text).map_err(|error| {
        // Whatever else this makes wrong.
        if let Some((line, _)) =
            (1..).zip(text.lines()).find(|(_, line)| line.trim_start().starts_with("[engine]"))
        {
            let problem = "seen [engine], expected [[engine]] for each player".to_owned();
            return FileError::Line { path: path.to_owned(), line, key: None, problem };
        }
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let problem = problem(&error.message().replace('\n', " "));
        // The message about an unknown key names the key.
        let names_key = problem.starts_with("unknown key ");
        let key = text.lines().nth(line - 1).and_then(key_of).filter(|_| !names_key);
        FileError::Line { path: path.to_owned(), line, key, problem }
    })
}

/// What the parser's message says, in our words.
fn problem(message: &str) -> String {
    let unknown = message.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
    if let Some(flag) = unknown.filter(|key| ONLY_FLAGS.contains(key)) {
        return format!("unknown key `{flag}`, expected it as an option of the command: --{flag}");
    }
    match message.starts_with("missing field `cmd`") {
        true => "no cmd given, expected cmd = 'PATH'".to_owned(),
        false => plain(message).into_owned(),
    }
}

/// The key that a line of TOML sets.
fn key_of(line: &str) -> Option<String> {
    let key = line.split_once('=')?.0.trim();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (!key.is_empty() && key.chars().all(is_word)).then(|| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::{ConfigError, timed};
    use super::*;
    use crate::schedule::Format;
    use tengen_engine::types::Rule;

    const GOOD: &str = "
        # a match
        rule = 'renju'
        size = 15
        games = 100
        sprt = [0, 10.5]
        shard = '2/3'
        openings = 'lists/a.txt'
        reuse = true

        [[engine]]
        cmd = '../bin/a'
        [[engine]]
        cmd = 'b'
        info = { thread_num = 2 }
    ";

    fn problem(text: &str) -> String {
        parse(text, Path::new("m.toml")).unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_read_and_its_paths_are_its_own() {
        let settings = parse(GOOD, Path::new("x/m.toml")).unwrap().relative_to(Path::new("x"));
        assert_eq!(settings.rule, Some(Rule::Renju));
        assert_eq!(settings.sprt.map(|numbers| numbers.0), Some(vec![0.0, 10.5]));
        assert_eq!(settings.openings, Some("x/lists/a.txt".into()));
        assert_eq!(settings.engines[0].cmd, PathBuf::from("x/../bin/a"));
        assert_eq!(settings.engines[1].cmd, PathBuf::from("b"));
        assert_eq!(settings.reuse, Some(true));
        for text in ["rule = 4", "rule = '4'"] {
            let settings = parse(text, Path::new("m.toml")).unwrap();
            assert_eq!(settings.rule, Some(Rule::Renju), "{text}");
        }
        let settings = parse("schedule = 'pair'", Path::new("m.toml")).unwrap();
        assert_eq!(settings.schedule, Some(Format::RoundRobin));
    }

    #[test]
    fn a_mistake_names_the_line_the_key_and_what_was_expected() {
        let unknown = problem("size = 15\ngmaes = 4\n");
        let meant = "m.toml:2: unknown key `gmaes` (did you mean `games`?), expected one of ";
        assert!(unknown.starts_with(meant), "{unknown}");
        let rule = problem("\n\nrule = 'gomoku'\n");
        let expected = "m.toml:3: key 'rule': seen 'gomoku', expected freestyle, standard, ";
        assert!(rule.starts_with(expected), "{rule}");
        let rule = problem("rule = true");
        assert_eq!(
            rule,
            "m.toml:1: key 'rule': seen true, expected the name or the number of a rule"
        );
        let flag = problem("resume = true");
        let expected = "unknown key `resume`, expected it as an option of the command: --resume";
        assert_eq!(flag, format!("m.toml:1: {expected}"));
        let player = problem("\n[[engine]]\nname = 'x'\n");
        assert_eq!(player, "m.toml:2: no cmd given, expected cmd = 'PATH'");
        let size = problem("size = '15x'");
        assert!(size.contains("expected a size from 5 to 181"), "{size}");
        let schedule = problem("schedule = 'ladder'");
        let expected = "key 'schedule': seen 'ladder', expected round-robin, gauntlet or swiss";
        assert!(schedule.contains(expected), "{schedule}");
        let kind = problem("games = 'many'");
        assert!(kind.starts_with("m.toml:1: key 'games': seen \"many\", expected "), "{kind}");
        let engine = problem("[[engine]]\ncmd = 'x'\nname = 3\n");
        assert!(engine.starts_with("m.toml:3: key 'name'"), "{engine}");
        assert!(problem("rule = ").starts_with("m.toml:1"));
        for text in
            ["size = 9\n[engine]\ncmd = 'x'\n", "#\n[engine]\ncmd = 'x'\n[engine]\ncmd = 'y'\n"]
        {
            let expected = "m.toml:2: seen [engine], expected [[engine]] for each player";
            assert_eq!(problem(text), expected);
        }
    }

    #[test]
    fn keys_of_a_player_are_not_those_of_the_match() {
        let text = "games = 2\n[[engine]]\nnodes = 4\n\n [[ engine ]] # two\nname = 'x'\n\
                    info.a = 1\n[engine.info]\ncmd = 'y'\n";
        let source = SettingsFile { path: "m.toml".into(), text: text.to_owned() };
        assert_eq!(source.place_of("games"), "m.toml:1");
        assert_eq!(source.place_of("nodes"), "m.toml");
        let place = |key, player| source.place_of_player(key, player);
        assert_eq!(place("nodes", 1), Ok("m.toml:3".to_owned()));
        assert_eq!(place("name", 1), Err("m.toml:2".to_owned()));
        assert_eq!(place("name", 2), Ok("m.toml:6".to_owned()));
        assert_eq!(place("info", 2), Ok("m.toml:7".to_owned()));
        assert_eq!(place("inf", 2), Err("m.toml:5".to_owned()));
        assert_eq!(place("cmd", 2), Err("m.toml:5".to_owned()), "a key of the table info");
        assert_eq!(place("cmd", 3), Err("m.toml".to_owned()));
        let text = "games = 2\nengine = [{ cmd = 'x' }, { cmd = 'y' }]".to_owned();
        let source = SettingsFile { path: "m.toml".into(), text };
        assert_eq!(source.place_of_player("cmd", 2), Err("m.toml:2".to_owned()));
    }

    #[test]
    fn what_the_command_line_says_goes_first() {
        let file = parse(GOOD, Path::new("m.toml")).unwrap();
        let line = GivenSettings { games: Some(7), reuse: Some(false), ..GivenSettings::default() };
        let both = line.over(file);
        assert_eq!((both.games, both.reuse, both.rule), (Some(7), Some(false), Some(Rule::Renju)));
        assert_eq!(both.engines.len(), 2);
    }

    #[test]
    fn times_of_the_command_line_replace_those_of_the_file() {
        let times = |line: &GivenSettings, file: &str| {
            let file = parse(file, Path::new("m.toml")).unwrap();
            let GivenSettings { tc, match_ms, turn_ms, increment_ms, .. } =
                timed(&line.clone().over(file))?;
            assert_eq!(tc, None);
            Ok::<_, ConfigError>((match_ms, turn_ms, increment_ms))
        };
        let control = GivenSettings { tc: "10+0.1".parse().ok(), ..GivenSettings::default() };
        let turn = GivenSettings { turn_ms: Some(700), ..GivenSettings::default() };
        let of_control = Ok((Some(10_000), None, Some(100)));
        for file in ["turn-ms = 500", "match-ms = 9\nincrement-ms = 5", "tc = '180/30'"] {
            assert_eq!(times(&control, file), of_control, "{file}");
        }
        let of_both = Ok((Some(180_000), Some(700), Some(500)));
        assert_eq!(times(&turn, "tc = '180/30+0.5'"), of_both);
        assert_eq!(times(&turn, "turn-ms = 5\nmatch-ms = 9"), Ok((Some(9), Some(700), None)));
        // What contradicts itself in one place is still refused.
        let twice = "tc = '180/30'\nmatch-ms = 9";
        assert!(times(&turn, twice).is_err() && times(&GivenSettings::default(), twice).is_err());
        assert_eq!(times(&control, twice), of_control);
    }
}
