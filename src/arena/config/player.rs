//! From a player as users define it to one that can be started.

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use super::engine::EngineSettings;
use super::settings::GivenSettings;
use crate::player::{PlayLimits, PlayerSpec, process_group};

/// An invalid setting of a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("key '{key}': {problem}")]
pub struct PlayerError {
    /// The key, as in `--engine` and in TOML.
    pub key: &'static str,
    /// What was seen and what was expected.
    pub problem: String,
}

fn wrong(key: &'static str, problem: impl Into<String>) -> PlayerError {
    PlayerError { key, problem: problem.into() }
}

/// Checks one player, for a match or on its own. The settings of the match are checked elsewhere.
///
/// # Errors
/// If there is no such executable or folder, or a name, a key or a limit is not valid.
pub fn player(
    engine: &EngineSettings,
    settings: &GivenSettings,
) -> Result<PlayerSpec, PlayerError> {
    let program = find_program(&engine.cmd)?;
    let has_folder = engine.cmd.components().count() > 1;
    let own_folder = program.parent().filter(|_| has_folder).map(Path::to_owned);
    if let Some(folder) = engine.cwd.as_ref().filter(|folder| !folder.is_dir()) {
        let folder = folder.display();
        return Err(wrong("cwd", format!("no folder '{folder}', expected one that exists")));
    }
    if let Some((key, _)) = engine.info.0.iter().find(|(key, value)| {
        key.is_empty() || key.contains(char::is_whitespace) || value.contains(char::is_control)
    }) {
        let problem = format!(
            "'{key}' cannot be sent, expected a word, with a value without control characters"
        );
        return Err(wrong("info", problem));
    }
    Ok(PlayerSpec {
        name: name(engine, &program)?,
        limits: limits(engine, settings)?,
        program,
        arguments: engine.args.iter().map(Into::into).collect(),
        folder: engine.cwd.clone().or(own_folder),
        info: engine.info.0.clone(),
        settle: Duration::from_millis(engine.settle_ms.unwrap_or(0)),
    })
}

/// The name as given, or that of the executable.
fn name(engine: &EngineSettings, program: &Path) -> Result<String, PlayerError> {
    let (key, name) = match &engine.name {
        Some(name) => ("name", name.clone()),
        None => ("cmd", program.file_stem().unwrap_or_default().to_string_lossy().into_owned()),
    };
    if name.trim().is_empty() || name.contains(char::is_control) {
        let problem = format!(
            "'{name}' is not a valid name, expected visible text without control characters"
        );
        return Err(wrong(key, problem));
    }
    Ok(name)
}

/// The player's own limits, and those of the match for the others.
fn limits(engine: &EngineSettings, settings: &GivenSettings) -> Result<PlayLimits, PlayerError> {
    let own = [
        ("match-ms", engine.match_ms),
        ("nodes", engine.nodes),
        ("depth", engine.depth.map(u64::from)),
    ];
    if let Some((key, _)) = own.into_iter().find(|(_, limit)| *limit == Some(0)) {
        return Err(wrong(key, "seen 0, expected at least 1"));
    }
    let memory = engine.max_memory_mb.or(settings.max_memory_mb).filter(|&mb| mb > 0);
    if engine.max_memory_mb.is_some() && memory.is_some() && !process_group::CAN_MEASURE {
        return Err(wrong("max-memory-mb", NOT_MEASURED));
    }
    let millis = |own: Option<u64>, all: Option<u64>| own.or(all).map(Duration::from_millis);
    let game = millis(engine.match_ms, settings.match_ms);
    if engine.increment_ms.is_some_and(|ms| ms > 0) && game.is_none() {
        let problem = "given without match-ms, expected match-ms, the time that it is added to";
        return Err(wrong("increment-ms", problem));
    }
    Ok(PlayLimits {
        turn: millis(engine.turn_ms, settings.turn_ms),
        game,
        increment: millis(engine.increment_ms, settings.increment_ms).unwrap_or_default(),
        tolerance: millis(engine.tolerance_ms, settings.tolerance_ms)
            .unwrap_or(PlayLimits::TOLERANCE),
        nodes: engine.nodes.or(settings.nodes),
        depth: engine.depth.or(settings.depth),
        memory: memory.map(|mb| mb.saturating_mul(1 << 20)),
        memory_cap: None,
    })
}

/// Why a memory limit is refused.
pub(super) const NOT_MEASURED: &str = "this system cannot measure the memory of processes, \
     expected 0; info.max_memory=BYTES of a player sends the limit without enforcing it";

/// The executable behind a path, or behind a name in the folders of `PATH`.
fn find_program(cmd: &Path) -> Result<PathBuf, PlayerError> {
    program(cmd).map_err(|error| match with_arguments(cmd) {
        Some(settings) => {
            let cmd = cmd.display();
            let problem = format!(
                "no program '{cmd}', expected the program alone and each argument with a key of its \
                 own: {settings}"
            );
            wrong("cmd", problem)
        }
        None => error,
    })
}

/// What names a command line, `./tengen --level 3`, as a program with its arguments, if its first word
/// is a program.
fn with_arguments(cmd: &Path) -> Option<String> {
    let mut words = cmd.to_str()?.split_whitespace();
    let name = words.next()?;
    program(Path::new(name)).ok()?;
    let arguments: String = words.map(|word| format!(",arg={}", word.replace(',', ",,"))).collect();
    (!arguments.is_empty()).then(|| format!("cmd={name}{arguments}"))
}

fn program(cmd: &Path) -> Result<PathBuf, PlayerError> {
    if cmd.components().count() > 1 {
        let path = cmd.canonicalize().ok().filter(|path| is_executable(path));
        let cmd = cmd.display();
        let problem = || format!("no executable '{cmd}', expected a file that may be executed");
        return path.ok_or_else(|| wrong("cmd", problem()));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let suffix = std::env::consts::EXE_SUFFIX;
    let names = [cmd.to_owned(), PathBuf::from(format!("{}{suffix}", cmd.display()))];
    std::env::split_paths(&path)
        .flat_map(|folder| names.clone().map(|name| folder.join(name)))
        .find(|file| is_executable(file))
        .ok_or_else(|| {
            let cmd = cmd.display();
            wrong("cmd", format!("no program '{cmd}' in PATH (write ./{cmd} for a file)"))
        })
}

/// Whether a path is a file that somebody may execute.
fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        let engine: EngineSettings = text.parse().unwrap();
        player(&engine, &GivenSettings::default()).unwrap_err().to_string()
    }

    #[test]
    fn an_invalid_setting_of_a_player_is_named_with_its_key() {
        for (settings, expected) in [
            ("name= ", "key 'name': ' ' is not a valid name"),
            ("cwd=/no/folder", "key 'cwd': no folder '/no/folder'"),
            ("info.a b=1", "key 'info': 'a b' cannot be sent"),
            ("match-ms=0", "key 'match-ms': seen 0, expected at least 1"),
            ("nodes=0", "key 'nodes': seen 0, expected at least 1"),
            ("depth=0", "key 'depth': seen 0, expected at least 1"),
            ("increment-ms=5", "key 'increment-ms': given without match-ms"),
        ] {
            let seen = problem(&format!("cmd=/bin/sh,{settings}"));
            assert!(seen.starts_with(expected), "{settings}: {seen}");
        }
        let expected = "key 'cmd': no executable '/no/x', expected a file that may be executed";
        assert_eq!(problem("cmd=/no/x"), expected);
        assert!(problem("cmd=no-such-x").starts_with("key 'cmd': no program 'no-such-x' in PATH"));
        // A command line is no program; a file whose name has blanks is.
        assert_eq!(
            problem("cmd=/bin/sh -c a,,b"),
            "key 'cmd': no program '/bin/sh -c a,b', expected the program alone and each argument \
             with a key of its own: cmd=/bin/sh,arg=-c,arg=a,,b"
        );
        assert!(
            problem("cmd=/no/x --level 3").starts_with("key 'cmd': no executable '/no/x --lev")
        );
    }

    #[test]
    fn a_players_limits_take_precedence_over_those_of_the_match() {
        let engine: EngineSettings = "cmd=/bin/sh,name=x,increment-ms=5,nodes=7".parse().unwrap();
        let settings = GivenSettings {
            match_ms: Some(9),
            increment_ms: Some(1),
            nodes: Some(3),
            depth: Some(4),
            ..GivenSettings::default()
        };
        let spec = player(&engine, &settings).unwrap();
        let PlayLimits { game, increment, nodes, depth, .. } = spec.limits;
        assert_eq!((game, increment), (Some(Duration::from_millis(9)), Duration::from_millis(5)));
        assert_eq!((nodes, depth, spec.name.as_str()), (Some(7), Some(4), "x"));
    }
}
