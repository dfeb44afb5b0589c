//! `tengen games`: the library of games, listed, shown, replayed, deleted from, converted and
//! reviewed.
//!
//! Damaged rows of the file are reported on stderr with their lines and skipped; they stay in the
//! file.

mod convert;
mod library;
mod review;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use self::convert::ConvertArgs;
use self::library::{ListedGame, chosen, each};
use self::review::ReviewArgs;
use super::confirm::confirm;
use super::game_file::{GameArgs, GameLimit};
use super::statuses::{self, after_reading};
use crate::interrupt;
use tengen_boards::replay::{self, GameReplay, ReplayedGame};
use tengen_boards::{replay_screen, terminal};
use tengen_records::GameRecord;
use tengen_records::library::store::{self, DEFAULT_FILE};
use tengen_util::count::counted;
use tengen_util::date::Date;

/// Arguments of `tengen games`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 success, 1 not confirmed or a part of a file cannot be read, 2 bad input, 130 ended by \
                  Ctrl-C."
)]
pub(super) struct GamesArgs {
    /// The library, a CSV file of games, or for list, show and replay any file of games [default: games.csv]
    #[arg(long, short, global = true, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(subcommand)]
    command: GamesCommand,
}

#[derive(Debug, Subcommand)]
enum GamesCommand {
    /// List all games, one per line
    #[command(after_help = statuses::READING)]
    List {
        #[command(flatten)]
        limit: GameLimit,
        #[command(flatten)]
        reading: GameArgs,
    },
    /// Show games: players, moves, final position, result
    #[command(after_help = statuses::READING)]
    Show {
        /// Numbers of games
        #[arg(required = true, value_name = "N")]
        games: Vec<u64>,
        #[command(flatten)]
        reading: GameArgs,
    },
    /// Replay games: controlled by keys in a terminal, as text through a pipe
    #[command(after_help = statuses::READING_INTERRUPTIBLE)]
    Replay {
        /// Numbers of games
        #[arg(required = true, value_name = "N")]
        games: Vec<u64>,
        /// Moves per second [default: 1 in a terminal, no delay through a pipe]
        #[arg(long, value_name = "N", value_parser = parse_speed)]
        speed: Option<f64>,
        /// Print without colors, as with the variable NO_COLOR
        #[arg(long)]
        no_color: bool,
        #[command(flatten)]
        reading: GameArgs,
    },
    /// Delete games from the library after a confirmation
    #[command(after_help = statuses::CONFIRMED)]
    Delete {
        /// Numbers of games
        #[arg(required = true, value_name = "N")]
        games: Vec<u64>,
        /// Delete without asking
        #[arg(long, short)]
        yes: bool,
    },
    /// Convert between the formats of games, see --from
    #[command(after_help = statuses::CONVERTED)]
    Convert(ConvertArgs),
    /// Review a finished game: the evaluation curve, mistakes, missed forced wins
    Review(ReviewArgs),
}

/// Runs the command.
///
/// # Errors
/// For missing games, files that cannot be read or written, and text that is not a game.
pub(super) fn run(args: &GamesArgs) -> Result<ExitCode> {
    let library = args.file.as_deref().unwrap_or(Path::new(DEFAULT_FILE));
    match &args.command {
        GamesCommand::List { limit, reading } => list(library, *limit, *reading),
        GamesCommand::Show { games, reading } => show(library, games, *reading),
        GamesCommand::Replay { games, speed, no_color, reading } => {
            replay(library, games, (*speed, *no_color), *reading)
        }
        GamesCommand::Delete { games, yes } => delete(library, games, *yes),
        GamesCommand::Convert(convert) => convert::run(convert),
        GamesCommand::Review(review) => review::run(review, library, args.file.is_some()),
    }
}

fn list(path: &Path, limit: GameLimit, reading: GameArgs) -> Result<ExitCode> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    let is_damaged = each(path, reading, limit, |game| {
        written = list_game(&mut out, &game);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    out.flush()?;
    Ok(after_reading(is_damaged))
}

/// The row of a game: of its stones those that are set up, if it has some, and its moves.
fn list_game(out: &mut impl Write, game: &ListedGame) -> io::Result<()> {
    let (head, number, moves, start) = match game {
        ListedGame::Moves(ReplayedGame { record, .. }) => {
            (record, record.game, record.length(), None)
        }
        ListedGame::Other(number, tree) => {
            (tree.head(), *number, tree.path(tree.end()).len(), Some(tree.start()))
        }
    };
    let GameRecord { rule, size, started_ms, black, white, .. } = head;
    let outcome = match game {
        // One that was saved without a result has that of the board.
        ListedGame::Moves(game) => game.record.outcome_or_end(),
        ListedGame::Other(..) => head.outcome,
    };
    let date = started_ms.map(|ms| Date::from_unix_ms(ms).to_string());
    let date = date.unwrap_or_else(|| "-".to_owned());
    let (black, white) = (&black.name, &white.name);
    let moves = counted(moves as u64, "move");
    let content = match start.map(|start| start.stones().len() as u64) {
        None => moves,
        Some(0) => format!("{moves} out of turn"),
        Some(stones) => format!("{} set up, {moves}", counted(stones, "stone")),
    };
    writeln!(out, "{number:>4}  {date:<19}  {black} - {white}  {rule} {size}  {content}  {outcome}")
}

fn show(path: &Path, numbers: &[u64], reading: GameArgs) -> Result<ExitCode> {
    let (games, is_damaged) = chosen(path, numbers, reading)?;
    let mut out = io::stdout().lock();
    for game in games {
        out.write_all(replay::summary(&game.record).as_bytes())?;
    }
    out.flush()?;
    Ok(after_reading(is_damaged))
}

fn replay(
    path: &Path,
    numbers: &[u64],
    (speed, no_color): (Option<f64>, bool),
    reading: GameArgs,
) -> Result<ExitCode> {
    let (games, is_damaged) = chosen(path, numbers, reading)?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let mut terminal = terminal::take_standard(no_color).context("cannot use the terminal")?;
        let mut replay = GameReplay::new(games, speed.unwrap_or(GameReplay::SPEED));
        return match replay_screen::run(&mut replay, &mut terminal) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                Ok(ExitCode::from(interrupt::EXIT_STATUS))
            }
            other => other.context("the terminal").map(|()| after_reading(is_damaged)),
        };
    }
    let pause = speed.map(|speed| Duration::from_secs_f64(1.0 / speed));
    let mut wait = || {
        if let Some(pause) = pause {
            thread::sleep(pause);
        }
    };
    replay::write(&games, &mut io::stdout().lock(), &mut wait)?;
    Ok(after_reading(is_damaged))
}

fn delete(path: &Path, numbers: &[u64], is_sure: bool) -> Result<ExitCode> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let (games, _) = chosen(path, &numbers, GameArgs::default())?;
    let mut out = io::stdout().lock();
    if !is_sure {
        for ReplayedGame { record: game, .. } in &games {
            let moves = counted(game.length() as u64, "move");
            writeln!(out, "{}, {moves}", replay::headline(game))?;
        }
        let count = counted(games.len() as u64, "game");
        let question = format!("Delete {count} from {}?", path.display());
        if !confirm(&mut out, &question)? {
            writeln!(out, "Nothing was deleted.")?;
            return Ok(ExitCode::from(1));
        }
    }
    store::delete(path, &numbers)?;
    writeln!(out, "{} deleted.", games.len())?;
    Ok(ExitCode::SUCCESS)
}

fn parse_speed(text: &str) -> Result<f64> {
    let speed: Option<f64> = text.parse().ok();
    match speed.filter(|speed| GameReplay::SPEEDS.contains(speed)) {
        Some(speed) => Ok(speed),
        None => bail!("'{text}' is not a speed, expected 0.01 to 1000 moves per second"),
    }
}
