//! `tengen games`: kept games, listed, shown, replayed, deleted and converted.
//!
//! Damaged rows of the file are told on stderr with their lines and skipped; the file keeps them.

mod convert;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use self::convert::ConvertArgs;
use super::play::take_terminal;
use crate::records::library::rows::StoredGame;
use crate::records::library::store::StoreError;
use crate::records::library::{KeptGame, store};
use crate::ui::replay::{self, Replay};
use crate::ui::replay_screen;
use crate::util::date::Date;

/// The file of kept games if none is named.
pub(super) const DEFAULT_FILE: &str = "games.csv";

/// Arguments of `tengen games`.
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// The file of kept games
    #[arg(long, short, global = true, value_name = "FILE", default_value = DEFAULT_FILE)]
    file: PathBuf,
    #[command(subcommand)]
    command: GamesCommand,
}

#[derive(Debug, Subcommand)]
enum GamesCommand {
    /// List all games, one a line
    List,
    /// Show games: who, the moves, the last position, the end
    Show {
        /// Numbers of games
        #[arg(required = true, value_name = "N")]
        games: Vec<u64>,
    },
    /// Play games again: in a terminal with pause, step and leave by keys, else as text
    Replay {
        /// Numbers of games
        #[arg(required = true, value_name = "N")]
        games: Vec<u64>,
        /// Moves a second; without it 1 in a terminal, and no waiting through a pipe
        #[arg(long, value_name = "MOVES_PER_S", value_parser = parse_speed)]
        speed: Option<f64>,
        /// No colors, as with the variable NO_COLOR
        #[arg(long)]
        no_color: bool,
    },
    /// Delete games from the file; asks before
    Delete {
        /// Numbers of games
        #[arg(required = true, value_name = "N")]
        games: Vec<u64>,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
    /// Convert between the file of kept games, psq, SGF and lines of moves such as h8i9
    Convert(ConvertArgs),
}

/// Runs the command.
///
/// # Errors
/// For games that are not there, files that cannot be read or written, and text that is no game.
pub fn run(args: &GamesArgs) -> Result<ExitCode> {
    match &args.command {
        GamesCommand::List => list(&args.file)?,
        GamesCommand::Show { games } => show(&args.file, games)?,
        GamesCommand::Replay { games, speed, no_color } => {
            replay(&args.file, games, *speed, *no_color)?;
        }
        GamesCommand::Delete { games, yes } => return delete(&args.file, games, *yes),
        GamesCommand::Convert(convert) => convert::run(convert)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The games of the file; what is damaged in it is told on stderr.
fn read(path: &Path) -> Result<Vec<StoredGame>> {
    let contents = store::read(path)?;
    for damage in &contents.damages {
        tell_damage(path, damage);
    }
    Ok(contents.games)
}

#[expect(clippy::print_stderr, reason = "stdout has the games; this is about the file")]
fn tell_damage(path: &Path, damage: &crate::records::library::rows::DamagedRow) {
    eprintln!("tengen: {}:{}: {}; the row is skipped", path.display(), damage.line, damage.error);
}

/// The games with these numbers, in this order.
fn chosen(path: &Path, numbers: &[u64]) -> Result<Vec<(u64, KeptGame)>> {
    let games = read(path)?;
    let find = |&number: &u64| {
        let entry = games.iter().find(|entry| entry.number == number);
        let none = || StoreError::NoGame { path: path.to_owned(), number, games: games.len() };
        entry.map(|entry| (number, entry.game.clone())).ok_or_else(none)
    };
    numbers.iter().map(|number| find(number).map_err(Into::into)).collect()
}

fn list(path: &Path) -> Result<()> {
    let mut out = io::stdout().lock();
    for StoredGame { number, game, .. } in read(path)? {
        let date = game.started_ms.map(|ms| Date::from_unix_ms(ms).to_string());
        let date = date.unwrap_or_else(|| "-".to_owned());
        let KeptGame { black, white, rule, size, outcome, moves, .. } = &game;
        let moves = moves.len();
        writeln!(
            out,
            "{number:>4}  {date:<19}  {black} - {white}  {rule} {size}  {moves} moves  {outcome}"
        )?;
    }
    Ok(out.flush()?)
}

fn show(path: &Path, numbers: &[u64]) -> Result<()> {
    let mut out = io::stdout().lock();
    for (number, game) in chosen(path, numbers)? {
        out.write_all(replay::summary(number, &game).as_bytes())?;
    }
    Ok(out.flush()?)
}

fn replay(path: &Path, numbers: &[u64], speed: Option<f64>, no_color: bool) -> Result<()> {
    let games = chosen(path, numbers)?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let mut terminal = take_terminal(no_color)?;
        let mut replay = Replay::new(games, speed.unwrap_or(Replay::SPEED));
        return replay_screen::run(&mut replay, &mut terminal).context("the terminal");
    }
    let pause = speed.map(|speed| Duration::from_secs_f64(1.0 / speed));
    let mut wait = || {
        if let Some(pause) = pause {
            thread::sleep(pause);
        }
    };
    Ok(replay::write(&games, &mut io::stdout().lock(), &mut wait)?)
}

fn delete(path: &Path, numbers: &[u64], is_sure: bool) -> Result<ExitCode> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let games = chosen(path, &numbers)?;
    let mut out = io::stdout().lock();
    if !is_sure {
        for (number, game) in &games {
            writeln!(out, "{}, {} moves", replay::headline(*number, game), game.moves.len())?;
        }
        write!(out, "Delete {} of the games in {}? [y/N] ", games.len(), path.display())?;
        out.flush()?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        if !matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
            writeln!(out, "Nothing is deleted.")?;
            return Ok(ExitCode::from(1));
        }
    }
    store::delete(path, &numbers)?;
    writeln!(out, "{} deleted.", games.len())?;
    Ok(ExitCode::SUCCESS)
}

fn parse_speed(text: &str) -> Result<f64> {
    let speed: Option<f64> = text.parse().ok();
    match speed.filter(|speed| Replay::SPEEDS.contains(speed)) {
        Some(speed) => Ok(speed),
        None => bail!("seen '{text}', expected moves a second from 0.01 to 1000"),
    }
}
