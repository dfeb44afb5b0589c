//! `tengen play`: a board in the terminal, or lines of text through a pipe.

mod start;
mod store;
mod unfinished;

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use self::start::StartArgs;
use self::store::Disk;
use super::outputs::check_library;
use super::strength::StrengthArgs;
use crate::interrupt;
use tengen_boards::engine_thread::{PlayThread, Strength};
use tengen_boards::game::{LiveGame, LiveGameSetup, Mover, PlayerNames, engine_name};
use tengen_boards::glyphs::{self, Glyphs};
use tengen_boards::table::GameTable;
use tengen_boards::{screen, terminal, text};
use tengen_engine::types::{BoardSize, ByColor, Color, Rule};
use tengen_records::game::plain_name;
use tengen_records::unfinished::PersonClock;
use tengen_records::words::rule::GivenRule;
use tengen_util::count::counted;

const EXIT_STATUSES: &str = "\
Exit status: 0 success, 2 bad input, 130 ended by a signal; the game stays on disk and --continue continues it.
On the screen Ctrl-C is a key: it leaves as q does, with status 0.";

/// Arguments of `tengen play`.
#[derive(Debug, Args)]
#[command(after_help = EXIT_STATUSES)]
pub(super) struct PlayArgs {
    /// Rule [default: freestyle]
    #[arg(long, value_parser = crate::values::rule())]
    rule: Option<Rule>,
    /// Board size, 5 to 181
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
    /// Who plays black
    #[arg(long, value_enum, default_value_t = SeatPlayer::Person)]
    black: SeatPlayer,
    /// Who plays white
    #[arg(long, value_enum, default_value_t = SeatPlayer::Engine)]
    white: SeatPlayer,
    #[command(flatten)]
    strength: StrengthArgs,
    /// Time per game of the engine, in milliseconds
    #[arg(long, value_name = "N")]
    match_ms: Option<u64>,
    /// Time per game of each person, in milliseconds; a player whose time runs out loses
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    person_match_ms: Option<u64>,
    /// Time per move of each person, in milliseconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    person_turn_ms: Option<u64>,
    /// Time added to --person-match-ms after each stone (not after the other choices of an opening), in milliseconds
    #[arg(long, value_name = "N", requires = "person_match_ms")]
    person_increment_ms: Option<u64>,
    /// Name of the person in game records [default: person]; of two persons each may have one
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Save every game in this CSV file as well [default: games.csv, with the command save]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    start: StartArgs,
    /// Draw with ASCII characters only [default: if the locale is not UTF-8]
    #[arg(long)]
    ascii: bool,
    /// Print without colors, as with the variable NO_COLOR
    #[arg(long)]
    no_color: bool,
    /// Read and write plain text, as through a pipe
    #[arg(long)]
    plain: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SeatPlayer {
    Person,
    Engine,
}

impl From<SeatPlayer> for Mover {
    fn from(player: SeatPlayer) -> Self {
        match player {
            SeatPlayer::Person => Mover::Person,
            SeatPlayer::Engine => Mover::Engine,
        }
    }
}

/// Plays games until the user quits.
///
/// # Errors
/// If the terminal or the library cannot be used, or reading or writing fails.
pub(super) fn run(args: &PlayArgs) -> Result<ExitCode> {
    if let Some(record) = &args.record {
        if record.extension().is_some_and(|ending| !ending.eq_ignore_ascii_case("csv")) {
            let seen = record.display();
            bail!(
                "--record: seen '{seen}', expected a .csv file; in a game, save NAME.sgf saves it"
            );
        }
        check_library(record).context("--record")?;
    }
    let wanted = strength(&args.strength, args.match_ms);
    let is_given = args.strength.is_given() || args.match_ms.is_some();
    let rule = GivenRule::from(args.rule.or(args.start.usual_rule()));
    let setup = LiveGameSetup {
        rule: rule.rule(),
        size: args.size,
        seats: ByColor::new(args.black.into(), args.white.into()),
        names: PlayerNames {
            given: args.names.iter().map(|name| plain_name(name)).collect(),
            engine: engine_name(wanted.options.level),
        },
        first: Color::Black,
        clock: PersonClock {
            match_ms: args.person_match_ms,
            turn_ms: args.person_turn_ms,
            increment_ms: args.person_increment_ms,
        },
    };
    let persons = Color::BOTH.into_iter().filter(|&color| setup.seats[color] == Mover::Person);
    let persons = persons.count().max(1);
    if args.names.len() > persons {
        let (seen, names) = (args.names.len(), counted(persons as u64, "name"));
        bail!("--name: seen {seen} names, expected at most {names}");
    }
    let mut store = Disk::new(args.record.clone()).reading(args.start.reading);
    let mut noted = wanted.clone();
    let mut game = args.start.game(setup, rule, &mut noted, &mut store)?;
    let mut strength = if is_given { wanted } else { noted };
    game.name_engine(strength.options.level);
    strength.book = args.strength.book.apply(&mut strength.options)?;
    let mut engine = PlayThread::start(strength).context("cannot start the engine")?;
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_terminal && !args.plain {
        return on_screen(args, &mut game, &mut engine, &mut store);
    }
    let table = GameTable::new(&mut game, &mut engine, &mut store);
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = io::stdout().lock();
    match text::run(table, &mut input, &mut output) {
        // The reader may close the pipe early.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        other => other?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays on the full screen; 130 after a signal.
fn on_screen(
    args: &PlayArgs,
    game: &mut LiveGame,
    engine: &mut PlayThread,
    store: &mut Disk,
) -> Result<ExitCode> {
    let mut terminal = terminal::take_standard(args.no_color).context("cannot use the terminal")?;
    let table = GameTable::new(game, engine, store)
        .keeping_strength(args.strength.is_given() || args.match_ms.is_some());
    let played = screen::run(table, &mut terminal, glyphs(args.ascii));
    drop(terminal);
    // Leaving the alternate screen has erased the last message.
    if !game.message().is_empty() {
        writeln!(io::stdout(), "{}", game.message())?;
    }
    match played {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            Ok(ExitCode::from(interrupt::EXIT_STATUS))
        }
        other => other.context("the terminal").map(|()| ExitCode::SUCCESS),
    }
}

/// The options and limits of the engine; `match_ms` is its time per game.
fn strength(args: &StrengthArgs, match_ms: Option<u64>) -> Strength {
    let mut limits = args.limits();
    if !args.is_limited() && match_ms.is_none() {
        limits.turn = Some(Strength::TURN);
    }
    let game = match_ms.map(Duration::from_millis);
    Strength { options: args.options(), limits, game, book: None }
}

/// The signs of the board: ASCII if requested, or if the locale is not known to be UTF-8.
fn glyphs(is_ascii: bool) -> &'static Glyphs {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| std::env::var(name).ok());
    let is_utf8 = cfg!(windows) || glyphs::is_utf8_locale(variables);
    if is_utf8 && !is_ascii { &Glyphs::UNICODE } else { &Glyphs::ASCII }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::eval::EvaluationKind;

    fn args() -> StrengthArgs {
        StrengthArgs { threads: 2, ..StrengthArgs::default() }
    }

    #[test]
    fn without_any_limit_a_move_takes_a_second() {
        let plain = strength(&args(), None);
        assert_eq!((plain.limits.turn, plain.options.threads), (Some(Strength::TURN), 2));
        let by_nodes = strength(&StrengthArgs { nodes: Some(9), ..args() }, None);
        assert_eq!((by_nodes.limits.turn, by_nodes.limits.nodes), (None, Some(9)));
        let by_match = strength(&args(), Some(60_000));
        let by_tables =
            strength(&StrengthArgs { evaluation: Some(EvaluationKind::Classical), ..args() }, None);
        assert_eq!(by_tables.options.evaluation, Some(EvaluationKind::Classical));
        assert_eq!((by_match.limits.turn, by_match.game), (None, Some(Duration::from_secs(60))));
    }
}
