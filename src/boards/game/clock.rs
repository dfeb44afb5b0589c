//! The clock of the persons in a game. As on the page it runs only at the end of a line, and a player
//! whose time runs out loses. The game itself measures nothing: the screen and the lines of text say how
//! long the present turn has taken.

use super::surrender::Surrender;
use super::{LiveGame, Mover, capital};
use tengen_engine::rules::opening::OpeningPlayer;
use tengen_engine::types::Color;
use tengen_records::GameOutcome;
use tengen_records::unfinished::{PersonClock, stones_placed};

impl LiveGame {
    /// The clock of the persons.
    pub(crate) fn clock(&self) -> PersonClock {
        self.setup.clock
    }

    /// Whether a clock can run where the board is: not in an earlier position of a line, which a look
    /// back shows and a move would leave, nor where the game has a result.
    pub(crate) fn clock_runs(&self) -> bool {
        let is_end = self.undone.is_empty() && self.tree.first_after(self.at).is_none();
        // Choices that were taken back stay in the tree, and the opening goes on.
        self.setup.clock.is_set()
            && (is_end || self.opening.is_some())
            && !self.is_editing()
            && self.outcome_at(self.at) == GameOutcome::Unfinished
    }

    /// The time that a color has left, `turn_ms` after its turn began (0 if it is not its turn); `None`
    /// if no clock runs for it.
    pub(crate) fn left_ms(&self, color: Color, turn_ms: u64) -> Option<u64> {
        if self.seat(color) != Mover::Person {
            return None;
        }
        let path = self.tree.path(self.at).into_iter();
        let own = path.filter_map(|id| self.tree.node(id).played);
        let moves = own.filter(|(of, moved)| *of == color && moved.time_ms.is_some()).count();
        // A file may claim any number.
        let stones = self.opening_stones[color].saturating_add(moves as u64);
        self.setup.clock.left_ms(self.used_ms(color), stones, turn_ms)
    }

    /// As [`Self::left_ms`], for a participant of the opening.
    pub(crate) fn participant_left_ms(&self, player: OpeningPlayer, turn_ms: u64) -> Option<u64> {
        let opening = self.opening.as_ref()?;
        let is_person = opening.seated(player).mover == Mover::Person;
        let stones = || stones_placed(&opening.phase, player);
        let left = || self.setup.clock.left_ms(opening.used_ms(player), stones(), turn_ms);
        is_person.then(left).flatten()
    }

    /// Ends the game if the time of the person to move, or to choose, is over after this turn time;
    /// whether it did.
    pub(crate) fn end_if_late(&mut self, turn_ms: u64) -> bool {
        if !self.clock_runs() {
            return false;
        }
        let chooser = self.opening.as_ref().and_then(|opening| opening.phase.chooser());
        let mover = self.position.to_move();
        let left = match chooser {
            Some(player) => self.participant_left_ms(player, turn_ms),
            None => self.left_ms(mover, turn_ms),
        };
        if left != Some(0) {
            return false;
        }
        // The colors as they would be if nothing more were chosen.
        let color_of = |player| Some(self.opening.as_ref()?.phase.color_of(player));
        let loser = chooser.and_then(color_of).unwrap_or(mover);
        self.lose_opening();
        self.undone.clear();
        self.surrenders.push(Surrender { at: self.at, loser, is_late: true });
        self.update_head();
        self.message = format!("{}'s time is over: {} wins.", capital(loser), !loser);
        true
    }

    /// The opening that is being played ends here by the clock.
    pub(super) fn lose_opening(&mut self) {
        self.lost_opening = self.opening.take().map(|opening| (self.at, opening));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::TableCommand;
    use crate::engine_thread::Strength;
    use crate::game::{GameEffect, LiveGameSetup};
    use crate::resume::Resume;
    use tengen_engine::rules::opening::OpeningRule;
    use tengen_engine::types::{BoardSize, Coord};

    fn game(clock: PersonClock, white: Mover) -> LiveGame {
        let size = BoardSize::square(9).unwrap();
        let small = LiveGameSetup::small(Mover::Person, white);
        LiveGame::new(LiveGameSetup { size, clock, ..small }, 0)
    }

    fn put(game: &mut LiveGame, x: u8, y: u8, time_ms: u64) {
        game.obey(TableCommand::Put(Coord::new(x, y)), Some(time_ms), 0);
    }

    #[test]
    fn the_time_of_a_person_runs_and_what_is_added_counts() {
        let clock = PersonClock { match_ms: Some(1000), increment_ms: Some(100), turn_ms: None };
        let mut game = game(clock, Mover::Person);
        put(&mut game, 4, 4, 300);
        put(&mut game, 4, 3, 50);
        assert_eq!(game.left_ms(Color::Black, 0), Some(800));
        assert_eq!(game.left_ms(Color::White, 0), Some(1050));
        assert!(!game.end_if_late(799) && !game.is_over());
        assert!(game.end_if_late(800));
        assert_eq!(game.message(), "Black's time is over: white wins.");
        assert_eq!(game.outcome().to_string(), "white wins: timeout");
        assert_eq!(game.tree().head().outcome, game.outcome());
        assert!(!game.end_if_late(5000), "only once");
        // Its file keeps the clock and the end.
        let text = Resume::new(&Strength::default(), &game).text();
        let mut back = self::game(PersonClock::default(), Mover::Person);
        back.continue_with(game.tree().clone(), &Resume::read(&text));
        assert_eq!((back.outcome(), back.setup.clock), (game.outcome(), clock));
        // A move that is taken back gives the turn again.
        assert_eq!(game.obey(TableCommand::Undo, None, 0), GameEffect::Stop);
        assert_eq!((game.outcome(), game.moves().len()), (GameOutcome::Unfinished, 2));
    }

    #[test]
    fn a_look_back_at_a_game_costs_no_time_and_keeps_its_result() {
        let clock = PersonClock { match_ms: Some(1000), ..PersonClock::default() };
        let mut game = game(clock, Mover::Person);
        put(&mut game, 4, 4, 300);
        put(&mut game, 4, 3, 50);
        assert!(game.clock_runs());
        game.obey(TableCommand::Resign, None, 0);
        for look in [TableCommand::Redo, TableCommand::First] {
            game.obey(look, None, 0);
            assert!(!game.clock_runs() && !game.end_if_late(5000), "{}", game.message());
        }
        let result = game.with_line_first().tree().head().outcome;
        assert_eq!(result.to_string(), "white wins: resigned");
        // Another move there begins a line with a clock of its own.
        put(&mut game, 0, 0, 100);
        assert!(game.clock_runs() && game.end_if_late(1000));
    }

    #[test]
    fn a_result_that_a_file_gives_stops_the_clock() {
        let clock = PersonClock { match_ms: Some(1000), ..PersonClock::default() };
        let mut game = game(clock, Mover::Person);
        put(&mut game, 4, 4, 300);
        let mut tree = game.tree().clone();
        let verdict = tengen_records::Verdict::Timeout;
        tree.edit_head(|head| {
            head.outcome = GameOutcome::Ended { winner: Some(Color::Black), verdict };
        });
        game.open(tree, 0);
        assert!(!game.clock_runs() && !game.end_if_late(5000));
    }

    #[test]
    fn the_time_of_a_move_is_another_limit_and_an_engine_has_none() {
        let clock = PersonClock { match_ms: Some(1000), turn_ms: Some(200), increment_ms: None };
        let mut game = game(clock, Mover::Engine);
        assert_eq!(game.left_ms(Color::Black, 50), Some(150));
        put(&mut game, 4, 4, 150);
        assert_eq!((game.left_ms(Color::White, 0), game.end_if_late(9999)), (None, false));
        assert_eq!(
            self::game(PersonClock::default(), Mover::Person).left_ms(Color::Black, 9),
            None
        );
    }

    /// First places three stones and second two more, then first takes black: of five choices each
    /// stone adds time, the words do not.
    #[test]
    fn stones_of_an_opening_add_time_and_its_other_choices_do_not() {
        let clock =
            PersonClock { match_ms: Some(1000), increment_ms: Some(100), ..PersonClock::default() };
        let mut game = game(clock, Mover::Person).with_opening(OpeningRule::Swap2).unwrap();
        let [first, second] = [OpeningPlayer::First, OpeningPlayer::Second];
        let both = |game: &LiveGame| [first, second].map(|of| game.participant_left_ms(of, 0));
        for (x, y) in [(4, 4), (4, 3), (5, 5)] {
            put(&mut game, x, y, 200);
        }
        assert_eq!(both(&game), [Some(700), Some(1000)]);
        game.obey(TableCommand::Choose("two".to_owned()), Some(100), 0);
        assert_eq!(both(&game), [Some(700), Some(900)]);
        put(&mut game, 0, 0, 50);
        put(&mut game, 8, 8, 50);
        assert_eq!(both(&game), [Some(700), Some(1000)]);
        game.obey(TableCommand::Choose("black".to_owned()), Some(100), 0);
        let colors = |game: &LiveGame| Color::BOTH.map(|color| game.left_ms(color, 0));
        assert_eq!(colors(&game), [Some(600), Some(1000)], "{}", game.message());
        // Its file keeps what was added.
        let text = Resume::new(&Strength::default(), &game).text();
        let mut back = self::game(PersonClock::default(), Mover::Person);
        back.continue_with(game.tree().clone(), &Resume::read(&text));
        assert_eq!(colors(&back), colors(&game));
    }

    #[test]
    fn the_time_of_an_opening_counts_and_can_be_over_in_it() {
        let clock = PersonClock { match_ms: Some(1000), ..PersonClock::default() };
        let mut game = game(clock, Mover::Person).with_opening(OpeningRule::Swap).unwrap();
        for (x, y) in [(4, 4), (4, 3), (5, 5)] {
            put(&mut game, x, y, 200);
        }
        let [first, second] = [OpeningPlayer::First, OpeningPlayer::Second];
        assert_eq!(game.participant_left_ms(first, 0), Some(400));
        assert_eq!(game.participant_left_ms(second, 100), Some(900));
        assert!(game.end_if_late(1000));
        assert_eq!(game.outcome().to_string(), "black wins: timeout", "{}", game.message());
        assert_eq!((game.opening().is_none(), game.moves().len()), (true, 3));
        // Its file keeps that, and the opening.
        let text = Resume::new(&Strength::default(), &game).text();
        let mut back = self::game(PersonClock::default(), Mover::Person);
        back.continue_with(game.tree().clone(), &Resume::read(&text));
        assert_eq!(back.outcome(), game.outcome());
        assert!(back.opening().is_none() && !back.clock_runs());
        // Taken back, the choice is asked again.
        for game in [&mut back, &mut game] {
            game.obey(TableCommand::Undo, None, 0);
            assert_eq!((game.outcome(), game.moves().len()), (GameOutcome::Unfinished, 3));
            assert!(game.opening().is_some());
        }
        assert_eq!(back.participant_left_ms(second, 100), Some(900));
        assert_eq!(game.participant_left_ms(second, 100), Some(900));
        game.obey(TableCommand::Choose("white".to_owned()), Some(100), 0);
        assert_eq!(game.opening_ms(), [600, 100], "{}", game.message());
    }
}
