//! Replay of recorded games, move by move: a pure state machine, and plain text for pipes.
//! [`replay_screen`](super::replay_screen) shows it in a terminal.

use std::io::{self, Write};
use std::time::Duration;

use super::board::{self, Marks};
use super::game::capital;
use super::glyphs::Glyphs;
use tengen_engine::board::{Position, notation};
use tengen_engine::rules::reference;
use tengen_engine::types::{Color, Coord};
use tengen_records::{GameOutcome, GameRecord};
use tengen_util::date::Date;
use tengen_util::sentence::sentence;

/// A game with what a review has noted in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedGame {
    pub record: GameRecord,
    /// The better moves at its mistakes, each with the number of the move that it is better than.
    pub better: Vec<(usize, Coord)>,
}

impl ReplayedGame {
    /// The better move at the mistake that is the last move of `ply`, else at the one to come.
    pub(crate) fn better_at(&self, ply: usize) -> Option<Coord> {
        let of = |number: usize| self.better.iter().find(|(at, _)| *at == number);
        of(ply).or_else(|| of(ply + 1)).map(|&(_, better)| better)
    }

    /// The position after `ply` moves with its marks.
    pub(crate) fn position(&self, ply: usize) -> (Position, Marks) {
        let (position, marks) = position(&self.record, ply);
        let better = self.better_at(ply).filter(|&better| position.is_empty_at(better));
        (position, Marks { better, ..marks })
    }
}

impl From<GameRecord> for ReplayedGame {
    fn from(record: GameRecord) -> Self {
        Self { record, better: Vec::new() }
    }
}

/// `@ the better move: k8`, for a marked one.
pub(crate) fn legend(position: &Position, marks: &Marks) -> Option<String> {
    let name = notation::name(marks.better?, position.size());
    Some(format!("{} the better move: {name}", Glyphs::ASCII.better))
}

/// A list of games and the current position in it. An empty list is at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReplay {
    games: Vec<ReplayedGame>,
    game: usize,
    ply: usize,
    /// Whether automatic playing is paused.
    pub is_paused: bool,
    speed: f64,
}

/// A request of the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayStep {
    /// One move forward; at the end of a game, to the next game.
    Forward,
    /// One move back.
    Back,
    NextGame,
    /// The beginning of this game, or the game before.
    PreviousGame,
    /// Pause or continue.
    Pause,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
}

impl GameReplay {
    /// Moves per second by default.
    pub const SPEED: f64 = 1.0;
    /// The slowest and the fastest speed.
    pub const SPEEDS: std::ops::RangeInclusive<f64> = 0.01..=1000.0;

    /// A replay at the beginning of the first game; `speed` in moves per second.
    pub fn new(games: Vec<ReplayedGame>, speed: f64) -> Self {
        let speed = speed.clamp(*Self::SPEEDS.start(), *Self::SPEEDS.end());
        Self { games, game: 0, ply: 0, is_paused: false, speed }
    }

    /// The game that is shown; `None` if there are none.
    pub fn shown(&self) -> Option<&GameRecord> {
        self.game().map(|game| &game.record)
    }

    /// The same with what a review has noted in it.
    pub(crate) fn game(&self) -> Option<&ReplayedGame> {
        self.games.get(self.game)
    }

    /// The number of its stones on the board.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Moves per second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Time from one move to the next.
    pub(crate) fn interval(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.speed)
    }

    /// Whether the last move of the last game is on the board.
    pub(crate) fn is_at_end(&self) -> bool {
        let is_last = self.game + 1 >= self.games.len();
        is_last && self.shown().is_none_or(|game| self.ply >= game.length())
    }

    /// Shows the next move, unless paused.
    pub fn tick(&mut self) {
        if !self.is_paused {
            self.forward();
        }
    }

    /// Executes a request. Single steps pause the replay.
    pub fn take(&mut self, step: ReplayStep) {
        match step {
            ReplayStep::Forward => {
                self.is_paused = true;
                self.forward();
            }
            ReplayStep::Back => {
                self.is_paused = true;
                self.back();
            }
            ReplayStep::NextGame if self.game + 1 < self.games.len() => self.go_to(self.game + 1),
            ReplayStep::NextGame => {}
            ReplayStep::PreviousGame if self.ply > 0 => self.ply = 0,
            ReplayStep::PreviousGame => self.go_to(self.game.saturating_sub(1)),
            ReplayStep::Pause => self.is_paused = !self.is_paused,
            ReplayStep::Faster => self.speed = (self.speed * 2.0).min(*Self::SPEEDS.end()),
            ReplayStep::Slower => self.speed = (self.speed / 2.0).max(*Self::SPEEDS.start()),
        }
    }

    fn forward(&mut self) {
        match self.shown() {
            Some(game) if self.ply < game.length() => self.ply += 1,
            Some(_) if !self.is_at_end() => self.go_to(self.game + 1),
            _ => {}
        }
    }

    fn back(&mut self) {
        if self.ply > 0 {
            self.ply -= 1;
        } else if self.game > 0 {
            self.go_to(self.game - 1);
            self.ply = self.shown().map_or(0, GameRecord::length);
        }
    }

    fn go_to(&mut self, game: usize) {
        self.game = game;
        self.ply = 0;
    }
}

/// `game 3: alpha (black) - beta (white), renju 15x15, 2026-11-20 23:16:05`.
pub fn headline(game: &GameRecord) -> String {
    let date = game.started_ms.map(|ms| format!(", {}", Date::from_unix_ms(ms)));
    let GameRecord { game: number, rule, size, .. } = game;
    let date = date.unwrap_or_default();
    format!("game {number}: {}, {rule} {size}{date}", game.players_named())
}

/// `7. Black h8, 120 ms`, or for 0 `no move yet`.
pub(crate) fn move_line(game: &GameRecord, ply: usize) -> String {
    let played = ply.checked_sub(1).and_then(|index| game.all_moves().nth(index));
    let Some(played) = played else { return "no move yet".to_owned() };
    let color = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
    let name = notation::move_name(played.point, game.size);
    let time = played.time_ms.map(|ms| format!(", {ms} ms")).unwrap_or_default();
    format!("{ply}. {} {name}{time}", capital(color))
}

/// The position after `ply` moves with its marks.
fn position(game: &GameRecord, ply: usize) -> (Position, Marks) {
    // The game readers accept only stones that can be placed.
    let empty = || Position::new(game.rule, game.size);
    let position = game.position_after(ply).unwrap_or_else(|_| empty());
    let last = ply.checked_sub(1).and_then(|index| game.points().nth(index)?);
    let win = last.and_then(|last| reference::winning_line(&position, last)).unwrap_or_default();
    let marks = Marks { last, win, ..Marks::default() };
    (position, marks)
}

/// The result, shown after the last move.
pub(crate) fn result_line(game: &GameRecord) -> String {
    match game.outcome {
        GameOutcome::Unfinished => "The game is unfinished.".to_owned(),
        outcome => sentence(&outcome.to_string()),
    }
}

/// One game: players, moves, final board, result.
pub fn summary(game: &GameRecord) -> String {
    let (position, marks) = position(game, game.length());
    let moves: Vec<String> = game.points().map(|at| notation::move_name(at, game.size)).collect();
    let moves: Vec<String> = moves.chunks(15).map(|line| line.join(" ") + "\n").collect();
    let (head, end) = (headline(game), result_line(game));
    format!("{head}\n{}{}{end}\n", moves.concat(), board::plain(&position, &marks))
}

/// Writes the games move by move with the board after each; `pause` is called between moves.
///
/// # Errors
/// If the output cannot be written.
pub fn write(
    games: &[ReplayedGame],
    output: &mut dyn Write,
    pause: &mut dyn FnMut(),
) -> io::Result<()> {
    for replayed in games {
        let game = &replayed.record;
        writeln!(output, "{}", headline(game))?;
        for ply in 1..=game.length() {
            let (position, marks) = replayed.position(ply);
            write!(output, "{}\n{}", move_line(game, ply), board::plain(&position, &marks))?;
            if let Some(legend) = legend(&position, &marks) {
                writeln!(output, "{legend}")?;
            }
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
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_records::txt;

    fn games() -> Vec<ReplayedGame> {
        let lines = "c3a1\nb1a5b2e5b3a4b4e4b5\n";
        let games = txt::read(lines, Rule::Freestyle, BoardSize::square(5).unwrap()).unwrap();
        games.into_iter().map(ReplayedGame::from).collect()
    }

    #[test]
    fn the_better_move_is_marked_before_and_at_a_mistake() {
        let mut games = games();
        games[1].better = vec![(4, Coord::new(2, 2))];
        let marked = |ply| games[1].position(ply).1.better.is_some();
        assert_eq!([2, 3, 4, 5].map(marked), [false, true, true, false]);
        let mut text = Vec::new();
        write(&games[1..], &mut text, &mut || {}).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.matches("@ the better move: c3\n").count(), 2, "{text}");
        assert_eq!(text.matches(" @").count(), 2, "{text}");
        // A stone hides the mark.
        games[1].better = vec![(4, Coord::new(1, 4))];
        assert_eq!(games[1].position(4).1.better, None);
    }

    fn at(replay: &GameReplay) -> (u64, usize) {
        (replay.shown().unwrap().game, replay.ply())
    }

    #[test]
    fn tick_shows_game_after_game_to_the_last_move() {
        let mut replay = GameReplay::new(games(), 4.0);
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
    fn steps_cross_the_ends_of_games_and_pause() {
        let mut replay = GameReplay::new(games(), 1.0);
        replay.take(ReplayStep::Back);
        assert_eq!(at(&replay), (1, 0));
        for _ in 0..3 {
            replay.take(ReplayStep::Forward);
        }
        assert_eq!(at(&replay), (2, 0));
        replay.take(ReplayStep::Back);
        assert_eq!(at(&replay), (1, 2));
        replay.tick();
        assert_eq!(at(&replay), (1, 2), "stepping by hand pauses");
        replay.take(ReplayStep::NextGame);
        replay.take(ReplayStep::NextGame);
        assert_eq!(at(&replay), (2, 0));
        replay.take(ReplayStep::PreviousGame);
        assert_eq!(at(&replay), (1, 0));
        replay.take(ReplayStep::Pause);
        replay.take(ReplayStep::Faster);
        replay.tick();
        assert_eq!((at(&replay), replay.speed()), ((1, 1), 2.0));
    }

    #[test]
    fn a_replay_of_no_games_is_at_its_end() {
        let mut replay = GameReplay::new(Vec::new(), f64::INFINITY);
        assert!(replay.is_at_end() && replay.shown().is_none());
        replay.take(ReplayStep::Back);
        replay.tick();
    }

    #[test]
    fn write_shows_every_move_of_every_game() {
        let mut text = Vec::new();
        let mut pauses = 0;
        write(&games(), &mut text, &mut || pauses += 1).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(pauses, 11);
        assert!(text.starts_with("game 1: black - white, freestyle 5x5\n1. Black c3\n"));
        assert!(text.contains("2. White a1\n5 . . . . .\n"), "{text}");
        assert!(text.ends_with("1 .<X>. . .\n  a b c d e\nBlack wins: five.\n"), "{text}");
    }
}
