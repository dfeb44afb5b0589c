//! Kept games shown again, move by move: the state of it as a pure machine, and the plain text for
//! pipes. The terminal stands in [`replay_screen`](super::replay_screen).

use std::io::{self, Write};
use std::time::Duration;

use super::board::{self, Marks};
use super::game::capital;
use crate::board::{Position, notation};
use crate::records::library::{KeptGame, Outcome};
use crate::rules::reference;
use crate::types::Color;
use crate::util::date::Date;

/// Several games, one of them after some of its moves. A replay of no games is at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    games: Vec<(u64, KeptGame)>,
    game: usize,
    ply: usize,
    /// Whether time stands still.
    pub is_paused: bool,
    speed: f64,
}

/// What somebody who looks on can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One move on; at the end of a game, to the next.
    Forward,
    /// One move back.
    Back,
    /// The next game.
    NextGame,
    /// The beginning of this game, or the game before.
    PreviousGame,
    /// Stop or go on.
    Pause,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
}

impl Replay {
    /// Moves a second if nobody says otherwise.
    pub const SPEED: f64 = 1.0;
    /// Slowest and fastest.
    pub const SPEEDS: std::ops::RangeInclusive<f64> = 0.01..=1000.0;

    /// Games with their numbers, at the beginning of the first. `speed` in moves a second.
    pub fn new(games: Vec<(u64, KeptGame)>, speed: f64) -> Self {
        let speed = speed.clamp(*Self::SPEEDS.start(), *Self::SPEEDS.end());
        Self { games, game: 0, ply: 0, is_paused: false, speed }
    }

    /// The game that is shown, with its number; `None` if there are none.
    pub fn shown(&self) -> Option<(u64, &KeptGame)> {
        self.games.get(self.game).map(|(number, game)| (*number, game))
    }

    /// The moves of it that are on the board.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Moves a second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Time from one move to the next.
    pub fn interval(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.speed)
    }

    /// Whether the last move of the last game is on the board.
    pub fn is_at_end(&self) -> bool {
        let is_last = self.game + 1 >= self.games.len();
        is_last && self.shown().is_none_or(|(_, game)| self.ply >= game.moves.len())
    }

    /// Time for the next move has come.
    pub fn tick(&mut self) {
        if !self.is_paused {
            self.forward();
        }
    }

    /// Does what was asked for. Stepping by hand stops the time.
    pub fn take(&mut self, step: Step) {
        match step {
            Step::Forward => {
                self.is_paused = true;
                self.forward();
            }
            Step::Back => {
                self.is_paused = true;
                self.back();
            }
            Step::NextGame if self.game + 1 < self.games.len() => self.go_to(self.game + 1),
            Step::NextGame => {}
            Step::PreviousGame if self.ply > 0 => self.ply = 0,
            Step::PreviousGame => self.go_to(self.game.saturating_sub(1)),
            Step::Pause => self.is_paused = !self.is_paused,
            Step::Faster => self.speed = (self.speed * 2.0).min(*Self::SPEEDS.end()),
            Step::Slower => self.speed = (self.speed / 2.0).max(*Self::SPEEDS.start()),
        }
    }

    fn forward(&mut self) {
        match self.shown() {
            Some((_, game)) if self.ply < game.moves.len() => self.ply += 1,
            Some(_) if !self.is_at_end() => self.go_to(self.game + 1),
            _ => {}
        }
    }

    fn back(&mut self) {
        if self.ply > 0 {
            self.ply -= 1;
        } else if self.game > 0 {
            self.go_to(self.game - 1);
            self.ply = self.shown().map_or(0, |(_, game)| game.moves.len());
        }
    }

    fn go_to(&mut self, game: usize) {
        self.game = game;
        self.ply = 0;
    }
}

/// `game 3: alpha (black) - beta (white), renju 15x15, 2026-11-20 23:16:05`.
pub fn headline(number: u64, game: &KeptGame) -> String {
    let date = game.started_ms.map(|ms| format!(", {}", Date::from_unix_ms(ms)));
    let KeptGame { black, white, rule, size, .. } = game;
    let date = date.unwrap_or_default();
    format!("game {number}: {black} (black) - {white} (white), {rule} {size}{date}")
}

/// `7. h8, black, 120 ms`; for 0 that nothing was played yet.
pub fn move_line(game: &KeptGame, ply: usize) -> String {
    let moved = ply.checked_sub(1).and_then(|index| game.moves.get(index));
    let Some(moved) = moved else { return "no move yet".to_owned() };
    let color = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
    let name = notation::name(moved.coord, game.size);
    let time = moved.time_ms.map(|ms| format!(", {ms} ms")).unwrap_or_default();
    format!("{ply}. {} {name}{time}", capital(color))
}

/// The position after some moves with what is to be noticed on it.
pub fn position(game: &KeptGame, ply: usize) -> (Position, Marks) {
    // Kept games have only stones that fit.
    let empty = || Position::new(game.rule, game.size);
    let position = game.position_after(ply).unwrap_or_else(|_| empty());
    let last = position.stones().last().map(|&(last, _)| last);
    let win = last.and_then(|last| reference::winning_line(&position, last)).unwrap_or_default();
    let marks = Marks { last, win, ..Marks::default() };
    (position, marks)
}

/// The end of a game, as told behind its last move.
pub fn result_line(game: &KeptGame) -> String {
    match game.outcome {
        Outcome::Unfinished => "The game is unfinished.".to_owned(),
        outcome => {
            let text = outcome.to_string();
            let mut letters = text.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            format!("{}{}.", first.map(String::from).unwrap_or_default(), letters.as_str())
        }
    }
}

/// The whole of one game after its last move: who, the moves, the board, the end.
pub fn summary(number: u64, game: &KeptGame) -> String {
    let (position, marks) = position(game, game.moves.len());
    let moves: Vec<String> = game.coords().map(|coord| notation::name(coord, game.size)).collect();
    let moves: Vec<String> = moves.chunks(15).map(|line| line.join(" ") + "\n").collect();
    let (head, end) = (headline(number, game), result_line(game));
    format!("{head}\n{}{}{end}\n", moves.concat(), board::plain(&position, &marks))
}

/// Writes the games move by move with the board after each; `pause` is called between moves.
///
/// # Errors
/// If the output cannot be written.
pub fn write(
    games: &[(u64, KeptGame)],
    output: &mut dyn Write,
    pause: &mut dyn FnMut(),
) -> io::Result<()> {
    for (number, game) in games {
        writeln!(output, "{}", headline(*number, game))?;
        for ply in 1..=game.moves.len() {
            let (position, marks) = position(game, ply);
            write!(output, "{}\n{}", move_line(game, ply), board::plain(&position, &marks))?;
            output.flush()?;
            pause();
        }
        writeln!(output, "{}", result_line(game))?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::library::convert::from_lines;
    use crate::types::{BoardSize, Rule};

    fn games() -> Vec<(u64, KeptGame)> {
        let lines = "c3a1\nb1a5b2e5b3a4b4e4b5\n";
        let games = from_lines(lines, Rule::Freestyle, BoardSize::square(5).unwrap()).unwrap();
        (1..).zip(games).collect()
    }

    fn at(replay: &Replay) -> (u64, usize) {
        (replay.shown().unwrap().0, replay.ply())
    }

    #[test]
    fn games_run_one_after_the_other_to_the_last_move() {
        let mut replay = Replay::new(games(), 4.0);
        assert_eq!(replay.interval(), Duration::from_millis(250));
        let mut seen = vec![at(&replay)];
        while !replay.is_at_end() {
            replay.tick();
            seen.push(at(&replay));
        }
        assert_eq!(seen[..4], [(1, 0), (1, 1), (1, 2), (2, 0)]);
        assert_eq!(seen.last(), Some(&(2, 9)));
        replay.tick();
        assert_eq!(at(&replay), (2, 9));
    }

    #[test]
    fn steps_go_over_the_ends_of_games_and_stop_the_time() {
        let mut replay = Replay::new(games(), 1.0);
        replay.take(Step::Back);
        assert_eq!(at(&replay), (1, 0));
        for _ in 0..3 {
            replay.take(Step::Forward);
        }
        assert_eq!(at(&replay), (2, 0));
        replay.take(Step::Back);
        assert_eq!(at(&replay), (1, 2));
        replay.tick();
        assert_eq!(at(&replay), (1, 2), "stepping by hand stops the time");
        replay.take(Step::NextGame);
        replay.take(Step::NextGame);
        assert_eq!(at(&replay), (2, 0));
        replay.take(Step::PreviousGame);
        assert_eq!(at(&replay), (1, 0));
        replay.take(Step::Pause);
        replay.take(Step::Faster);
        replay.tick();
        assert_eq!((at(&replay), replay.speed()), ((1, 1), 2.0));
    }

    #[test]
    fn a_replay_of_nothing_is_over() {
        let mut replay = Replay::new(Vec::new(), f64::INFINITY);
        assert!(replay.is_at_end() && replay.shown().is_none());
        replay.take(Step::Back);
        replay.tick();
    }

    #[test]
    fn the_text_shows_every_move_of_every_game() {
        let mut text = Vec::new();
        let mut pauses = 0;
        write(&games(), &mut text, &mut || pauses += 1).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(pauses, 11);
        assert!(
            text.starts_with("game 1: black (black) - white (white), freestyle 5x5\n1. Black c3\n")
        );
        assert!(text.contains("2. White a1\n5 . . . . .\n"), "{text}");
        assert!(
            text.ends_with("1 O<X>. . .\n  a b c d e\nBlack wins: five.\n")
                || text.ends_with("1 .<X>. . .\n  a b c d e\nBlack wins: five.\n"),
            "{text}"
        );
    }
}
