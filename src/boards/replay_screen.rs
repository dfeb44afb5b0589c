//! A [`GameReplay`] in a terminal, controlled by keys.

use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers};

use super::board::{self, ScreenArea};
use super::glyphs::Glyphs;
use super::replay::{self, GameReplay, ReplayStep};
use super::style::{self, Style, StyledLine};
use super::terminal::{Input, Picture, Terminal};

/// The keys, for people.
const HELP: &str = "space pause  right left step  n next game  p previous game  + - speed  q quit";

/// Longest wait for a key.
const TICK: Duration = Duration::from_millis(100);

/// The meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReplayAction {
    Step(ReplayStep),
    Quit,
    Interrupt,
}

/// Shows the games until the viewer quits.
///
/// # Errors
/// If the terminal is gone, or [`ErrorKind::Interrupted`](io::ErrorKind) after Ctrl-C or a signal.
pub fn run(replay: &mut GameReplay, terminal: &mut dyn Terminal) -> io::Result<()> {
    let mut last_move = Instant::now();
    loop {
        terminal.show(&Picture::of(lines(replay, terminal.area())))?;
        let left = replay.interval().saturating_sub(last_move.elapsed());
        match terminal.input(left.min(TICK))?.and_then(pressed) {
            Some(ReplayAction::Quit) => return Ok(()),
            Some(ReplayAction::Interrupt) => return Err(io::ErrorKind::Interrupted.into()),
            Some(ReplayAction::Step(step)) => {
                replay.take(step);
                last_move = Instant::now();
            }
            None if last_move.elapsed() >= replay.interval() => {
                replay.tick();
                last_move = Instant::now();
            }
            None => {}
        }
    }
}

fn pressed(input: Input) -> Option<ReplayAction> {
    let Input::Key(key) = input else { return None };
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(ReplayAction::Interrupt);
    }
    Some(match key.code {
        KeyCode::Char(' ') => ReplayAction::Step(ReplayStep::Pause),
        KeyCode::Right | KeyCode::Enter => ReplayAction::Step(ReplayStep::Forward),
        KeyCode::Left | KeyCode::Backspace => ReplayAction::Step(ReplayStep::Back),
        KeyCode::Char('n') | KeyCode::PageDown => ReplayAction::Step(ReplayStep::NextGame),
        KeyCode::Char('p') | KeyCode::PageUp => ReplayAction::Step(ReplayStep::PreviousGame),
        KeyCode::Char('+' | '=') => ReplayAction::Step(ReplayStep::Faster),
        KeyCode::Char('-') => ReplayAction::Step(ReplayStep::Slower),
        KeyCode::Char('q') | KeyCode::Esc => ReplayAction::Quit,
        _ => return None,
    })
}

fn lines(replay: &GameReplay, area: ScreenArea) -> Vec<StyledLine> {
    let Some(replayed) = replay.game() else {
        return vec![StyledLine::of("no games", Style::Message)];
    };
    let ply = replay.ply();
    let game = &replayed.record;
    let (position, marks) = replayed.position(ply);
    let is_over = ply == game.length();
    let state = if replay.is_paused { "paused" } else { "playing" };
    let moved = replay::move_line(game, ply);
    let legend = replay::legend(&position, &marks).unwrap_or_default();
    let end = match is_over {
        true if legend.is_empty() => replay::result_line(game),
        true => format!("{}  {legend}", replay::result_line(game)),
        false => legend,
    };
    let mut below = vec![
        StyledLine::of(replay::headline(game), Style::Plain),
        StyledLine::of(
            format!("{moved} of {}, {} moves/s, {state}", game.length(), replay.speed()),
            Style::Plain,
        ),
        StyledLine::of(end, Style::Message),
    ];
    below.extend(
        style::wrap_keys(HELP, area.columns)
            .into_iter()
            .map(|line| StyledLine::of(line, Style::Faint)),
    );
    let rows = area.rows.saturating_sub(below.len());
    let mut lines =
        board::draw(&position, &marks, &Glyphs::ASCII, ScreenArea { rows, ..area }).lines;
    lines.extend(below);
    lines.iter().take(area.rows).map(|line| line.cut(area.columns)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::replay::ReplayedGame;
    use super::super::terminal::fake::Script;
    use super::*;
    use tengen_engine::types::{BoardSize, Coord, Rule};
    use tengen_records::txt;

    #[test]
    fn keys_step_through_the_games_until_quit() {
        let lines = "c3a1\nb1a5b2e5b3a4b4e4b5\n";
        let games = txt::read(lines, Rule::Freestyle, BoardSize::square(5).unwrap()).unwrap();
        let mut games: Vec<ReplayedGame> = games.into_iter().map(ReplayedGame::from).collect();
        games[1].better = vec![(3, Coord::new(2, 2))];
        let mut replay = GameReplay::new(games, 0.01);
        let mut script = Script::new(" > >>n>>>p~q");
        run(&mut replay, &mut script).unwrap();
        let shown = &script.shown;
        assert!(shown[2].contains("1. Black c3 of 2, 0.01 moves/s, paused"), "{}", shown[2]);
        assert!(
            shown
                .iter()
                .any(|shown| shown.contains("game 2:") && shown.contains("3. Black b2 of 9"))
        );
        assert!(shown.iter().any(|shown| shown.contains("@ the better move: c3")));
        assert!(shown.last().unwrap().contains("no move yet"));
        let mut endless = Script::new("^");
        let error = run(&mut replay, &mut endless).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    }

    #[test]
    fn the_better_move_is_explained_at_the_end_of_a_game_as_well() {
        let games = txt::read("c3a1\n", Rule::Freestyle, BoardSize::square(5).unwrap()).unwrap();
        let mut games: Vec<ReplayedGame> = games.into_iter().map(ReplayedGame::from).collect();
        games[0].better = vec![(2, Coord::new(2, 1))];
        let mut replay = GameReplay::new(games, 0.01);
        let mut script = Script::new(">>~q");
        run(&mut replay, &mut script).unwrap();
        let shown = script.shown.last().unwrap();
        assert!(shown.contains("2. White a1 of 2") && shown.contains('@'), "{shown}");
        assert!(shown.contains("  @ the better move: c4"), "{shown}");
    }

    #[test]
    fn the_replay_advances_by_itself() {
        let games = txt::read("c3a1\n", Rule::Freestyle, BoardSize::square(5).unwrap()).unwrap();
        let games = games.into_iter().map(ReplayedGame::from).collect();
        let mut replay = GameReplay::new(games, 1000.0);
        // The fake terminal does not wait, but real time has to pass.
        let start = Instant::now();
        while !replay.is_at_end() && start.elapsed() < Duration::from_secs(20) {
            let result = run(&mut replay, &mut Script::new("~~~~~~~~~~"));
            assert!(result.is_err(), "the script ends without q");
        }
        assert!(replay.is_at_end());
    }
}
