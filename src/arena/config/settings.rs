//! Every setting of a match, defined once: with the same name as a command-line flag and as a TOML
//! key. Only the form of each value is checked here; missing settings are `None`.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;

use super::engine::EngineSettings;
use super::text::{CommaNumbers, Size, TimeControl, choice, rule, word};
use crate::player::{LineEnd, Order};
use crate::schedule::Format;
use crate::stats::sprt::{Counting, EloScale};
use tengen_engine::types::Rule;
use tengen_util::shard::Shard;

macro_rules! settings {
    ($($(#[$attribute:meta])* $name:ident: $type:ty,)*) => {
        /// The settings of a match as they were given.
        #[derive(Clone, Debug, Default, PartialEq, Args, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct GivenSettings {
            /// A player: its program, and what holds for it alone
            ///
            /// `cmd=PATH[,name=N][,arg=A…][,cwd=DIR][,info.KEY=VALUE…][,turn-ms=N][,nodes=N]…`
            #[arg(long = "engine", help_heading = "Players", value_name = "cmd=PATH,…")]
            #[serde(rename = "engine")]
            pub engines: Vec<EngineSettings>,
            $($(#[$attribute])* pub(crate) $name: Option<$type>,)*
        }

        impl GivenSettings {
            /// These settings, with `other` for those that are missing. Players are taken from one
            /// side only.
            pub fn over(self, other: GivenSettings) -> GivenSettings {
                let other = other.with_times_under(&self);
                GivenSettings {
                    engines: if self.engines.is_empty() { other.engines } else { self.engines },
                    $($name: self.$name.or(other.$name),)*
                }
            }

            /// Whether the setting with this name, which is its option and its key, is given.
            pub(super) fn has(&self, name: &str) -> bool {
                let all = [
                    ("engine", !self.engines.is_empty()),
                    $((stringify!($name), self.$name.is_some()),)*
                ];
                all.iter().any(|(other, is_given)| *is_given && other.replace('_', "-") == name)
            }
        }
    };
}

settings! {
    /// Rule [default: freestyle]
    #[arg(long, help_heading = "Games", value_name = "RULE")]
    #[serde(deserialize_with = "rule")]
    rule: Rule,
    /// Board: N or WxH [default: 15]
    #[arg(long, help_heading = "Games", value_name = "N|WxH")]
    size: Size,
    /// Time control in seconds, such as 10+0.1 or 180/30
    ///
    /// BASE+INCREMENT, or BASE/TURN; instead of --match-ms, --turn-ms and --increment-ms
    #[arg(long, help_heading = "Time", value_name = "BASE[/TURN][+INC]", conflicts_with_all = ["match_ms", "turn_ms", "increment_ms"])]
    tc: TimeControl,
    /// Time for one move in milliseconds
    #[arg(long, help_heading = "Time", value_name = "N", visible_alias = "time-ms")]
    turn_ms: u64,
    /// Time for a whole game in milliseconds
    #[arg(long, help_heading = "Time", value_name = "N")]
    match_ms: u64,
    /// Time added after every move, in milliseconds
    #[arg(long, help_heading = "Time", value_name = "N")]
    increment_ms: u64,
    /// Grace period in milliseconds [default: 1000]
    ///
    /// Per move, and once for the whole game
    #[arg(long, help_heading = "Time", value_name = "N")]
    tolerance_ms: u64,
    /// Nodes per move (INFO max_node)
    ///
    /// Without a time limit a move is lost after two minutes
    #[arg(long, help_heading = "Players", value_name = "N")]
    nodes: u64,
    /// Depth of a search (INFO max_depth)
    ///
    /// Without a time limit a move is lost after two minutes
    #[arg(long, help_heading = "Players", value_name = "N")]
    depth: u32,
    /// Memory of a player in MiB, 0 = unlimited
    ///
    /// With its children. By default players are not told a limit, and ended (verdict memory) at half
    /// of the machine's memory divided by the players at the same time, 525 MiB at least (Linux)
    #[arg(long, help_heading = "Players", value_name = "N", visible_alias = "memory-mb")]
    max_memory_mb: u64,
    /// Games of each pairing [default: 2]
    ///
    /// With --sprt until the test ends
    #[arg(long, help_heading = "Games", value_name = "N")]
    games: u64,
    /// Schedule of the pairings [default: round-robin]
    #[arg(long, help_heading = "Games", value_name = "WORD")]
    #[serde(deserialize_with = "choice")]
    schedule: Format,
    /// Rounds of a swiss tournament
    ///
    /// By default log2 of the players, rounded up, plus 1
    #[arg(long, help_heading = "Games", value_name = "N")]
    rounds: u64,
    /// File of openings, one per line
    ///
    /// Offsets (0,0, 1,-2), names (h8i9) or position JSON
    #[arg(long, help_heading = "Openings", value_name = "FILE")]
    openings: PathBuf,
    /// Shuffle the openings by the seed [default: true]
    ///
    /// Otherwise they are used in order
    #[arg(long, help_heading = "Openings", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    shuffle: bool,
    /// The players make the opening by swap2
    #[arg(long, help_heading = "Openings", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    swap2: bool,
    /// Random seed [default: 1]
    ///
    /// Of the openings and, sent as INFO seed before every game, of the players (not with --strict or
    /// --order judge)
    #[arg(long, help_heading = "Openings", value_name = "N")]
    seed: u64,
    /// Games at the same time [default: 1]
    ///
    /// At most the number of cores
    #[arg(long, help_heading = "Machine", value_name = "N")]
    concurrency: usize,
    /// Allow more of them than there are cores
    #[arg(long, help_heading = "Machine", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    oversubscribe: bool,
    /// A core of their own for the players of a game
    ///
    /// Only on Linux
    #[arg(long, help_heading = "Machine", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    pin: bool,
    /// Sequential test of the first two players
    ///
    /// `ELO0,ELO1[,ALPHA,BETA]`, of which the last two are 0.05 by default
    #[arg(long, help_heading = "Test", value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: CommaNumbers,
    /// What the test counts [default: pairs]
    #[arg(long, help_heading = "Test", value_name = "WORD")]
    #[serde(deserialize_with = "choice")]
    sprt_counts: Counting,
    /// What ELO0 and ELO1 measure [default: logistic]
    #[arg(long, help_heading = "Test", value_name = "WORD")]
    #[serde(deserialize_with = "choice")]
    sprt_scale: EloScale,
    /// Folder for the journal and all results
    #[arg(long, help_heading = "Results", value_name = "DIR")]
    out: PathBuf,
    /// The part of the match to play here: I/N
    #[arg(long, help_heading = "Machine", value_name = "I/N")]
    #[serde(deserialize_with = "word")]
    shard: Shard,
    /// Order of commands [default: gui]
    #[arg(long, help_heading = "Protocol", value_name = "WORD")]
    #[serde(deserialize_with = "choice")]
    order: Order,
    /// A line that is not an answer loses at once
    ///
    /// As under Piskvork; otherwise it is ignored
    #[arg(long, help_heading = "Protocol", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    strict: bool,
    /// Freeze players while their opponents think
    ///
    /// Only on Unix
    #[arg(long, help_heading = "Machine", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    suspend: bool,
    /// Charge the time until OK to the game clock
    ///
    /// As Piskvork does
    #[arg(long, help_heading = "Time", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    bill_start: bool,
    /// Reuse the processes for all games
    ///
    /// Instead of starting new ones for each
    #[arg(long, help_heading = "Machine", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    reuse: bool,
    /// End of the lines that are sent [default: crlf]
    #[arg(long, help_heading = "Protocol", value_name = "WORD")]
    #[serde(deserialize_with = "choice")]
    line_end: LineEnd,
    /// Value of INFO game_type [default: 2]
    #[arg(long, help_heading = "Protocol", value_name = "N")]
    game_type: u32,
    /// Longest time from START to OK [default: 10000]
    ///
    /// In milliseconds
    #[arg(long, help_heading = "Time", value_name = "N")]
    start_ms: u64,
    /// Longest time from END to the exit [default: 500]
    ///
    /// In milliseconds
    #[arg(long, help_heading = "Time", value_name = "N")]
    end_ms: u64,
    /// End a game as won by the reported values
    ///
    /// When, for MOVES moves of each player in a row, one player reports at least VALUE and the other at
    /// most -VALUE
    #[arg(long, help_heading = "Ends", value_name = "VALUE,MOVES")]
    adjudicate_win: CommaNumbers,
    /// End a game as drawn by the reported values
    ///
    /// When, for MOVES moves of each player in a row, both report values between -VALUE and VALUE, after
    /// FROM stones
    #[arg(long, help_heading = "Ends", value_name = "VALUE,MOVES,FROM")]
    adjudicate_draw: CommaNumbers,
    /// End a game as drawn when N points are empty
    ///
    /// Fewer points end it, too. By default 25 under renju, a ninth of the points on boards under 15x15; else 0
    #[arg(long, help_heading = "Ends", value_name = "N")]
    draw_at_empty: usize,
    /// End a game as drawn after N stones
    #[arg(long, help_heading = "Ends", value_name = "N")]
    max_stones: usize,
    /// Store the raw dialogue of every game
    #[arg(long, help_heading = "Results", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    dialogues: bool,
}

impl GivenSettings {
    /// Whether a time is given by a setting of its own.
    pub(super) fn has_times(&self) -> bool {
        [self.match_ms, self.turn_ms, self.increment_ms].iter().any(Option::is_some)
    }

    /// Replaces the time control by the times that it stands for.
    pub(super) fn with_times(mut self) -> Self {
        if let Some(control) = self.tc.take() {
            self.match_ms = Some(control.match_ms);
            self.turn_ms = control.turn_ms;
            self.increment_ms = control.increment_ms;
        }
        self
    }

    /// These settings without the times that `first` replaces: its time control replaces all of
    /// them, a single time only that part of a time control.
    fn with_times_under(mut self, first: &GivenSettings) -> Self {
        if first.tc.is_some() {
            (self.match_ms, self.turn_ms, self.increment_ms) = (None, None, None);
        } else if first.has_times() && !self.has_times() {
            self = self.with_times();
        }
        self
    }

    /// Resolves paths of a settings file relative to the file's folder. Program names without a
    /// separator stay names; the folder of the results stays relative to the caller's.
    pub(crate) fn relative_to(mut self, folder: &Path) -> Self {
        let place = |path: &mut PathBuf| *path = folder.join(&*path);
        self.openings.iter_mut().for_each(place);
        for engine in &mut self.engines {
            if engine.cmd.components().count() > 1 {
                place(&mut engine.cmd);
            }
            engine.cwd.iter_mut().for_each(place);
        }
        self
    }
}
