//! One player as users define it: `cmd=PATH,name=N,arg=A,info.KEY=VALUE` on the command line, a
//! table `[[engine]]` in TOML.

use std::collections::HashSet;
use std::path::PathBuf;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use thiserror::Error;

use tengen_util::spelling::hint;

/// A player, not yet checked. Limits that are not given are those of the match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EngineSettings {
    /// The executable: a path, or a name that is searched as a shell does.
    pub cmd: PathBuf,
    /// The name in tables; the file name of the executable if not given.
    pub name: Option<String>,
    /// Arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// The folder to start in; that of the executable if not given.
    pub cwd: Option<PathBuf>,
    /// INFO lines to send.
    #[serde(default)]
    pub info: Infos,
    /// Time for one move.
    pub turn_ms: Option<u64>,
    /// Time for a game.
    pub match_ms: Option<u64>,
    /// Time added after every move.
    pub increment_ms: Option<u64>,
    /// Overrun that is forgiven.
    pub tolerance_ms: Option<u64>,
    /// Nodes for one move.
    pub nodes: Option<u64>,
    /// Depth of one search.
    pub depth: Option<u32>,
    /// Memory in MiB; 0 = unlimited.
    pub max_memory_mb: Option<u64>,
    /// Pause after each of its answers before the next command is sent.
    pub settle_ms: Option<u64>,
}

/// The keys of a player on the command line.
const KEYS: [&str; 13] = [
    "cmd",
    "name",
    "arg",
    "cwd",
    "dir",
    "turn-ms",
    "match-ms",
    "increment-ms",
    "tolerance-ms",
    "nodes",
    "depth",
    "max-memory-mb",
    "settle-ms",
];

/// INFO keys and values in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Infos(pub Vec<(String, String)>);

impl<'de> Deserialize<'de> for Infos {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InfosVisitor)
    }
}

struct InfosVisitor;

impl<'de> Visitor<'de> for InfosVisitor {
    type Value = Infos;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a table of INFO keys with a string or number each")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Infos, A::Error> {
        let mut infos = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let text = match map.next_value::<toml::Value>()? {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Float(number) => number.to_string(),
                toml::Value::Boolean(flag) => u8::from(flag).to_string(),
                other => {
                    let kind = other.type_str();
                    return Err(de::Error::custom(format!(
                        "INFO {key}: seen a value of type {kind}, expected a string or a number"
                    )));
                }
            };
            infos.push((key, text));
        }
        Ok(Infos(infos))
    }
}

/// Text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// A part that is not `key=value`.
    #[error("seen '{seen}', expected key=value as in cmd=./engine (,, is a comma inside a value)")]
    NoPair {
        /// The part.
        seen: String,
    },
    /// A key that does not exist.
    #[error(
        "unknown key '{seen}'{}, expected cmd, name, arg, cwd or dir, info.KEY, turn-ms, match-ms, \
         increment-ms, tolerance-ms, nodes, depth, max-memory-mb or settle-ms",
        hint(seen, &KEYS)
    )]
    Key {
        /// The key.
        seen: String,
    },
    /// A value that is not a number.
    #[error("key '{key}' has '{seen}', expected a whole number")]
    Number {
        key: String,
        /// The value.
        seen: String,
    },
    /// A key that is given twice.
    #[error("key '{seen}' given twice, expected once (only arg is repeatable, dir is cwd)")]
    Twice {
        /// The key.
        seen: String,
    },
    /// No executable.
    #[error("no cmd given, expected cmd=PATH")]
    NoCommand,
}

impl FromStr for EngineSettings {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        let mut engine = EngineSettings::default();
        let parts = split_at_commas(text);
        let mut seen = HashSet::new();
        for part in &parts {
            let (key, value) =
                part.split_once('=').ok_or_else(|| EngineError::NoPair { seen: part.clone() })?;
            let key = match key.trim() {
                "dir" => "cwd",
                key => key,
            };
            if key != "arg" && !seen.insert(key) {
                return Err(EngineError::Twice { seen: key.to_owned() });
            }
            engine.set(key, value)?;
        }
        if engine.cmd.as_os_str().is_empty() {
            return Err(EngineError::NoCommand);
        }
        Ok(engine)
    }
}

impl EngineSettings {
    fn set(&mut self, key: &str, value: &str) -> Result<(), EngineError> {
        let number = || {
            let error = EngineError::Number { key: key.to_owned(), seen: value.to_owned() };
            value.trim().parse::<u64>().map_err(|_| error)
        };
        match key {
            "cmd" => self.cmd = value.into(),
            "name" => self.name = Some(value.to_owned()),
            "arg" => self.args.push(value.to_owned()),
            "cwd" => self.cwd = Some(value.into()),
            "turn-ms" => self.turn_ms = Some(number()?),
            "match-ms" => self.match_ms = Some(number()?),
            "increment-ms" => self.increment_ms = Some(number()?),
            "tolerance-ms" => self.tolerance_ms = Some(number()?),
            "nodes" => self.nodes = Some(number()?),
            "depth" => self.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "max-memory-mb" => self.max_memory_mb = Some(number()?),
            "settle-ms" => self.settle_ms = Some(number()?),
            key => match key.strip_prefix("info.") {
                Some(info) => self.info.0.push((info.to_owned(), value.to_owned())),
                None => return Err(EngineError::Key { seen: key.to_owned() }),
            },
        }
        Ok(())
    }
}

/// Splits at single commas; a double comma is a comma inside a value.
fn split_at_commas(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign == ',' && signs.next_if_eq(&',').is_none() {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(sign);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_read_from_one_argument() {
        let text = "cmd=/bin/x,name=X 1,arg=-a,arg=b=c,,d,info.thread_num=2,turn-ms=50,depth=7";
        let engine: EngineSettings = text.parse().unwrap();
        assert_eq!(engine.cmd, PathBuf::from("/bin/x"));
        assert_eq!(engine.name.as_deref(), Some("X 1"));
        assert_eq!(engine.args, ["-a", "b=c,d"]);
        assert_eq!(engine.info.0, [("thread_num".to_owned(), "2".to_owned())]);
        assert_eq!((engine.turn_ms, engine.depth), (Some(50), Some(7)));
        let elsewhere: EngineSettings = "cmd=x,dir=/d".parse().unwrap();
        assert_eq!(elsewhere.cwd, Some(PathBuf::from("/d")));
    }

    #[test]
    fn a_wrong_argument_says_which_part() {
        let error = |text: &str| text.parse::<EngineSettings>().unwrap_err().to_string();
        assert!(error("x").contains("seen 'x', expected key=value"));
        assert!(
            error("cmd=x,nmae=y").contains("unknown key 'nmae' (did you mean 'name'?), expected ")
        );
        for key in KEYS {
            let read = format!("cmd=x,{key}=7").parse::<EngineSettings>();
            assert!(key == "cmd" || read.is_ok(), "{key}: {read:?}");
        }
        assert!(error("cmd=x,nodes=1k").contains("'nodes' has '1k'"));
        assert_eq!(error("name=x"), "no cmd given, expected cmd=PATH");
        assert!(error("cmd=x,nodes=5,nodes=6").starts_with("key 'nodes' given twice"));
        assert!(error("cmd=x,cwd=/a,dir=/b").starts_with("key 'cwd' given twice"));
        assert!(error("cmd=x,dri=/a").contains("cwd or dir, info.KEY"));
        assert!(error("cmd=x,info.a=1,info.a=1").starts_with("key 'info.a' given twice"));
    }

    #[test]
    fn a_table_says_the_same() {
        let text = "cmd = '/bin/x'\nargs = ['-a']\nturn-ms = 50\n[info]\nhash_size = 1024\n";
        let engine: EngineSettings = toml::from_str(text).unwrap();
        let argument: EngineSettings =
            "cmd=/bin/x,arg=-a,turn-ms=50,info.hash_size=1024".parse().unwrap();
        assert_eq!(engine, argument);
        assert!(toml::from_str::<EngineSettings>("cmd = 'x'\n[info]\na = [1]").is_err());
    }
}
