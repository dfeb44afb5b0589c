//! The clocks of the two players.
//!
//! A clock has a main time and then, again and again, an overtime for a number of stones. The
//! controller's `time_left` is authoritative; between two of them the own moves are counted.

use std::time::Duration;

use tengen_engine::search::Limits;
use tengen_engine::types::{ByColor, Color};

/// What follows the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overtime {
    /// Nothing: the game is lost.
    None,
    /// A time for so many stones together, then the next one (Canadian).
    Stones(Duration, u32),
    /// A time for each stone (Japanese byo-yomi).
    EachStone(Duration),
}

/// The times of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeSettings {
    /// The main time.
    pub main: Duration,
    /// What follows it.
    pub overtime: Overtime,
}

/// What a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// So much of the main time.
    Main(Duration),
    /// So much of an overtime, for so many stones.
    Overtime(Duration, u32),
}

/// The clocks of a game; without settings there is no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GtpClock {
    settings: Option<TimeSettings>,
    left: Option<ByColor<Left>>,
}

impl Overtime {
    /// A new one, as it is left.
    fn begun(self) -> Left {
        match self {
            Overtime::None => Left::Main(Duration::ZERO),
            Overtime::Stones(time, stones) => Left::Overtime(time, stones),
            Overtime::EachStone(time) => Left::Overtime(time, 1),
        }
    }

    fn time(self) -> Duration {
        match self {
            Overtime::None => Duration::ZERO,
            Overtime::Stones(time, _) | Overtime::EachStone(time) => time,
        }
    }
}

impl GtpClock {
    /// Sets the times of the games to come, and of the running one; `None`: no limit.
    pub(super) fn set(&mut self, settings: Option<TimeSettings>) {
        self.settings = settings;
        self.restart();
    }

    /// A new game.
    pub(super) fn restart(&mut self) {
        self.left = self.settings.map(|TimeSettings { main, overtime }| {
            let left = if main.is_zero() { overtime.begun() } else { Left::Main(main) };
            ByColor::new(left, left)
        });
    }

    /// What the controller says: `stones` is 0 in the main time.
    pub(super) fn state(&mut self, color: Color, time: Duration, stones: u32) {
        let now = match (stones, self.settings.map(|settings| settings.overtime)) {
            (0, _) => Left::Main(time),
            // The number is that of the periods left, each for one stone.
            (_, Some(Overtime::EachStone(_))) => Left::Overtime(time, 1),
            (stones, _) => Left::Overtime(time, stones),
        };
        let full = Left::Main(Duration::from_secs(86_400));
        let left = self.left.get_or_insert(ByColor::new(full, full));
        left[color] = now;
    }

    /// A player has made a move in this time.
    pub(super) fn spend(&mut self, color: Color, used: Duration) {
        let overtime = self.settings.map_or(Overtime::None, |settings| settings.overtime);
        let Some(left) = &mut self.left else { return };
        left[color] = match left[color] {
            Left::Main(time) if used < time => Left::Main(time.saturating_sub(used)),
            Left::Main(_) => overtime.begun(),
            Left::Overtime(time, stones) if stones > 1 => {
                Left::Overtime(time.saturating_sub(used), stones.saturating_sub(1))
            }
            Left::Overtime(..) => overtime.begun(),
        };
    }

    /// The limits of a player's next move.
    pub(super) fn limit(&self, color: Color, limits: &mut Limits) {
        let overtime = self.settings.map_or(Duration::ZERO, |settings| settings.overtime.time());
        match self.left.as_ref().map(|left| left[color]) {
            None => {}
            Some(Left::Main(time)) => limits.left = Some(time.saturating_add(overtime)),
            Some(Left::Overtime(time, stones)) => {
                let each = time.checked_div(stones).unwrap_or(time);
                limits.turn = Some(limits.turn.map_or(each, |turn| turn.min(each)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::Color::{Black, White};

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clock(main: u64, overtime: Overtime) -> GtpClock {
        let mut clock = GtpClock::default();
        clock.set(Some(TimeSettings { main: s(main), overtime }));
        clock
    }

    /// The time of the next move and of the rest of the game.
    fn limits(clock: &GtpClock, color: Color) -> (Option<Duration>, Option<Duration>) {
        let mut limits = Limits::default();
        clock.limit(color, &mut limits);
        (limits.turn, limits.left)
    }

    #[test]
    fn main_time_is_spent_by_each_player() {
        let mut clock = clock(60, Overtime::None);
        clock.spend(Black, s(10));
        assert_eq!(limits(&clock, Black), (None, Some(s(50))));
        assert_eq!(limits(&clock, White), (None, Some(s(60))));
        clock.spend(Black, s(70));
        assert_eq!(limits(&clock, Black), (None, Some(s(0))));
        clock.restart();
        assert_eq!(limits(&clock, Black), (None, Some(s(60))));
    }

    #[test]
    fn overtime_is_shared_by_its_stones() {
        let mut clock = clock(5, Overtime::Stones(s(30), 3));
        assert_eq!(limits(&clock, White), (None, Some(s(35))));
        clock.spend(White, s(6));
        assert_eq!(limits(&clock, White), (Some(s(10)), None));
        clock.spend(White, s(20));
        assert_eq!(limits(&clock, White), (Some(s(5)), None));
        clock.spend(White, s(1));
        clock.spend(White, s(1));
        assert_eq!(limits(&clock, White), (Some(s(10)), None), "the next overtime");
    }

    #[test]
    fn the_controller_knows_better() {
        let mut unlimited = GtpClock::default();
        assert_eq!(limits(&unlimited, Black), (None, None));
        unlimited.state(Black, s(7), 0);
        assert_eq!(limits(&unlimited, Black), (None, Some(s(7))));
        let mut japanese = clock(0, Overtime::EachStone(s(30)));
        assert_eq!(limits(&japanese, Black), (Some(s(30)), None));
        japanese.state(Black, s(30), 5);
        assert_eq!(limits(&japanese, Black), (Some(s(30)), None), "five periods, not stones");
        let mut canadian = clock(0, Overtime::Stones(s(300), 25));
        canadian.state(White, s(100), 20);
        assert_eq!(limits(&canadian, White), (Some(s(5)), None));
    }
}
