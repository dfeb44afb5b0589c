//! A game: the model of which every format, table and report is a view. It records what happened,
//! without judging it. As JSON, one object per line, it is lossless.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::serde_as;
use thiserror::Error;

use super::ending::GameEnd;
use super::outcome::GameOutcome;
use super::serde_text::{PointPair, RuleText};
use super::verdict::Verdict;
use super::words::dates::date_words;
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, ByColor, Color, Coord, Rule};
use tengen_util::date::{Date, DateError};

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSide {
    /// Which player of the match, counted from 0 in the order in which the players were named.
    pub player: usize,
    /// The player's name.
    pub name: String,
}

/// The stones on the board before the players began.
#[serde_as]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Its name, such as `12` or `12 symmetry 3`; empty for an empty board.
    pub name: String,
    /// The stones, black first.
    #[serde_as(as = "Vec<PointPair>")]
    pub moves: Vec<Coord>,
}

/// A move of a player, with what the player reported about it. In JSON the point is `"x":7,"y":7`,
/// zero-based from the upper left; a pass is `"pass":true` instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "MoveKeys", try_from = "MoveKeys")]
pub struct PlayedMove {
    /// The point of the stone; `None` for a pass.
    pub point: Option<Coord>,
    /// Time for the move in milliseconds, if it was measured.
    pub time_ms: Option<u64>,
    /// Reported depth in plies.
    pub depth: Option<u32>,
    /// Reported value from the mover's view, on the scale of [`tengen_engine::types::Score`]: a win in `n`
    /// plies is `30000 - n`. Ordinary values keep the player's own scale.
    pub value: Option<i32>,
    /// Reported nodes.
    pub nodes: Option<u64>,
}

impl PlayedMove {
    /// A stone of which only the point and possibly the time are known.
    pub const fn new(coord: Coord, time_ms: Option<u64>) -> Self {
        Self::plain(Some(coord), time_ms)
    }

    /// A stone, or a pass without a point, of which possibly the time is known.
    pub const fn plain(point: Option<Coord>, time_ms: Option<u64>) -> Self {
        Self { point, time_ms, depth: None, value: None, nodes: None }
    }
}

/// How the colors were chosen under the swap2 opening. Its stones are [`GameRecord::opening`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap2 {
    /// The player who placed the first three stones.
    pub proposer: usize,
    /// Whether the other player placed two more stones and returned the choice.
    pub put_two: bool,
    /// Whether the chooser took black (answered SWAP where the board had white to move); `false` as
    /// long as it has not answered.
    pub swapped: bool,
    /// Time of each step in milliseconds: three stones, the answer, and the answer to two more; after
    /// a fault those before it.
    pub times_ms: Vec<u64>,
}

/// A game, finished or not.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in its match or library, counted from 1.
    pub game: u64,
    /// The round of the match, counted from 1.
    pub round: u64,
    /// Games with the same number are one pair: the same two players and the same opening with the
    /// colors swapped. Counted from 1.
    pub pair: u64,
    /// The player of the black stones.
    pub black: GameSide,
    /// The player of the white stones.
    pub white: GameSide,
    #[serde_as(as = "RuleText")]
    pub rule: Rule,
    /// The board; in JSON `"width"` and `"height"`.
    #[serde(flatten, with = "board_sides")]
    pub size: BoardSize,
    /// The stones on the board before the players began.
    pub opening: Opening,
    /// How the opening came about, if the players made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap2: Option<Swap2>,
    /// The moves after the opening. An illegal last move of the loser is not among them.
    pub moves: Vec<PlayedMove>,
    /// Whether it has ended, who won, and why.
    #[serde(flatten)]
    pub outcome: GameOutcome,
    /// A point on the board that was played against the rules (forbidden or occupied) and is not
    /// among the moves.
    #[serde_as(as = "Option<PointPair>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Coord>,
    /// For people: what exactly happened, if a fault ended the game; before that, what a player said
    /// about how it was started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it began, in milliseconds since 1970 UTC, see [`tengen_util::date::Date`]; `None` if
    /// not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_ms: Option<u64>,
    /// The days on which it was played as SGF writes them, `2026-11` or `2026-11-02,03`, if they are
    /// not one whole day since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dates: Option<String>,
    /// How long it took in milliseconds, start-up included; 0 if not measured.
    pub duration_ms: u64,
    /// Peak memory of each player's processes in KiB: black, white. Only when it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_kib: Option<[u64; 2]>,
}

/// The keys of a move in JSON.
#[derive(Serialize, Deserialize)]
struct MoveKeys {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    y: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pass: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl From<PlayedMove> for MoveKeys {
    fn from(PlayedMove { point, time_ms, depth, value, nodes }: PlayedMove) -> Self {
        let (x, y) = (point.map(|at| at.x), point.map(|at| at.y));
        Self { x, y, pass: point.is_none(), time_ms, depth, value, nodes }
    }
}

/// A move that names neither a point nor a pass, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a move that is not one of a point `x`, `y` and `pass`")]
pub struct MoveKeysError;

impl TryFrom<MoveKeys> for PlayedMove {
    type Error = MoveKeysError;

    fn try_from(keys: MoveKeys) -> Result<Self, MoveKeysError> {
        let MoveKeys { x, y, pass, time_ms, depth, value, nodes } = keys;
        let point = match (x.zip(y), pass) {
            (Some((x, y)), false) => Some(Coord::new(x, y)),
            (None, true) if x.is_none() && y.is_none() => None,
            _ => return Err(MoveKeysError),
        };
        Ok(Self { point, time_ms, depth, value, nodes })
    }
}

/// A board size as two keys.
mod board_sides {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Sides {
        width: u64,
        height: u64,
    }

    pub(super) fn serialize<S: Serializer>(size: &BoardSize, s: S) -> Result<S::Ok, S::Error> {
        Sides { width: size.width().into(), height: size.height().into() }.serialize(s)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<BoardSize, D::Error> {
        let Sides { width, height } = Sides::deserialize(d)?;
        BoardSize::new(width, height).map_err(serde::de::Error::custom)
    }
}

/// A record whose stones cannot have been played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number} of game {game}: {error}")]
pub struct ReplayError {
    pub game: u64,
    /// The move, counted from 1, opening included.
    pub number: usize,
    pub error: PlaceError,
}

impl GameRecord {
    /// An unfinished game without moves outside any match, its players named after their colors.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self {
            game: 1,
            round: 1,
            pair: 1,
            black: GameSide { player: 0, name: "black".to_owned() },
            white: GameSide { player: 1, name: "white".to_owned() },
            rule,
            size,
            opening: Opening::default(),
            swap2: None,
            moves: Vec::new(),
            outcome: GameOutcome::Unfinished,
            attempt: None,
            note: None,
            started_ms: None,
            dates: None,
            duration_ms: 0,
            memory_kib: None,
        }
    }

    /// Names the players; a name without a visible character stays as it was.
    pub fn set_names(&mut self, black: &str, white: &str) {
        for (side, name) in [(&mut self.black, black), (&mut self.white, white)] {
            let name = plain_name(name);
            if !name.is_empty() {
                side.name = name;
            }
        }
    }

    /// When it began: `2026-11-20 23:16:05` in UTC, the day alone, or the days as SGF writes them.
    pub fn date(&self) -> Option<String> {
        let began = self.started_ms.map(|ms| Date::from_unix_ms(ms).to_string());
        began.or_else(|| self.dates.clone())
    }

    /// Sets when it began.
    ///
    /// # Errors
    /// If the text is none of those; nothing changes.
    pub fn set_date(&mut self, date: &str) -> Result<(), DateError> {
        (self.started_ms, self.dates) = match date.parse::<Date>() {
            Ok(date) => (Some(date.unix_ms()), None),
            Err(error) => match date_words(date).filter(|days| !days.is_cut).ok_or(error)? {
                days if days.day_ms().is_some() => (days.day_ms(), None),
                days => (None, Some(days.text)),
            },
        };
        Ok(())
    }

    /// Who won, if the game has ended and was not drawn.
    pub fn winner(&self) -> Option<Color> {
        self.outcome.winner()
    }

    /// Why the game ended, if it did.
    pub fn verdict(&self) -> Option<Verdict> {
        self.outcome.verdict()
    }

    /// The side that plays `color`.
    pub fn side(&self, color: Color) -> &GameSide {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// A player with the color, `alpha (black)`; a name that only says the color says it once.
    pub fn player_named(&self, color: Color) -> String {
        let name = &self.side(color).name;
        match name.eq_ignore_ascii_case(&color.to_string()) {
            true => name.clone(),
            false => format!("{name} ({color})"),
        }
    }

    /// Both players, `alpha (black) - beta (white)`.
    pub fn players_named(&self) -> String {
        Color::BOTH.map(|color| self.player_named(color)).join(" - ")
    }

    /// The players' numbers by color.
    pub fn players(&self) -> ByColor<usize> {
        ByColor::new(self.black.player, self.white.player)
    }

    /// The points of all stones in order, opening first. Passes are left out, so the place in this
    /// list is not the number of the move.
    pub fn coords(&self) -> impl Iterator<Item = Coord> + '_ {
        self.points().flatten()
    }

    /// The points of all moves in order, opening first; `None` for a pass.
    pub fn points(&self) -> impl Iterator<Item = Option<Coord>> + '_ {
        self.all_moves().map(|played| played.point)
    }

    /// All moves in order: the stones of the opening without any details, then the others.
    pub fn all_moves(&self) -> impl Iterator<Item = PlayedMove> + '_ {
        let opening = self.opening.moves.iter().map(|&coord| PlayedMove::new(coord, None));
        opening.chain(self.moves.iter().copied())
    }

    /// Whether a side passed.
    pub fn has_pass(&self) -> bool {
        self.moves.iter().any(|played| played.point.is_none())
    }

    /// How many moves were made, opening and passes included.
    pub fn length(&self) -> usize {
        self.opening.moves.len() + self.moves.len()
    }

    /// The color that plays the move `index` of [`GameRecord::moves`]: black has the even moves.
    pub fn mover(&self, index: usize) -> Color {
        if (self.opening.moves.len() + index).is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Twice the points of `player`: 2 for a win, 1 for a draw, 0 for a loss; `None` if the player
    /// did not take part or the game is unfinished.
    pub fn half_points(&self, player: usize) -> Option<u32> {
        let color = Color::BOTH.into_iter().find(|&c| self.side(c).player == player)?;
        match self.outcome {
            GameOutcome::Unfinished => None,
            GameOutcome::Ended { winner: None, .. } => Some(1),
            GameOutcome::Ended { winner: Some(winner), .. } if winner == color => Some(2),
            GameOutcome::Ended { .. } => Some(0),
        }
    }

    /// How the board ended the game, whatever [`GameRecord::outcome`] says.
    pub fn end_on_board(&self) -> GameEnd {
        let turns = Color::BOTH.into_iter().cycle();
        GameEnd::of_line(&Position::new(self.rule, self.size), turns.zip(self.points()))
    }

    /// How it ended: as it says, or as the board does if it was saved without a result.
    pub fn outcome_or_end(&self) -> GameOutcome {
        match self.outcome {
            GameOutcome::Unfinished => self.end_on_board().outcome,
            said => said,
        }
    }

    /// The final position.
    ///
    /// # Errors
    /// If a stone cannot be placed.
    pub fn final_position(&self) -> Result<Position, ReplayError> {
        self.position_after(self.length())
    }

    /// The position after the first `count` moves.
    ///
    /// # Errors
    /// If a stone cannot be placed.
    pub fn position_after(&self, count: usize) -> Result<Position, ReplayError> {
        let mut position = Position::new(self.rule, self.size);
        for (point, number) in self.points().take(count).zip(1..) {
            let placed = position.play_or_pass(point);
            placed.map_err(|error| ReplayError { game: self.game, number, error })?;
        }
        Ok(position)
    }
}

/// A name without line breaks or other control characters.
pub fn plain_name(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    plain.extend(name.chars().map(|c| if c.is_control() { ' ' } else { c }));
    plain.truncate(plain.trim_end().len());
    plain.drain(..plain.len() - plain.trim_start().len());
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::DrawReason;
    use tengen_engine::types::ForbiddenKind;

    fn record() -> GameRecord {
        let moved = |x, y| PlayedMove::new(Coord::new(x, y), Some(3));
        GameRecord {
            game: 4,
            round: 2,
            pair: 2,
            black: GameSide { player: 1, name: "b".into() },
            white: GameSide { player: 0, name: "a".into() },
            rule: Rule::Renju,
            size: BoardSize::square(15).unwrap(),
            opening: Opening { name: "2".into(), moves: vec![Coord::new(7, 7)] },
            swap2: None,
            moves: vec![
                PlayedMove { depth: Some(9), value: Some(-12), nodes: Some(77), ..moved(7, 8) },
                moved(0, 14),
            ],
            outcome: GameOutcome::Ended {
                winner: Some(Color::White),
                verdict: Verdict::Forbidden(ForbiddenKind::DoubleThree),
            },
            attempt: Some(Coord::new(8, 8)),
            note: None,
            started_ms: Some(1_700_000_000_000),
            dates: None,
            duration_ms: 12,
            memory_kib: None,
        }
    }

    #[test]
    fn a_game_comes_back_from_json() {
        let mut game = record();
        let outcomes = [
            GameOutcome::Unfinished,
            GameOutcome::Ended { winner: Some(Color::Black), verdict: Verdict::Five },
            GameOutcome::Ended { winner: None, verdict: Verdict::Draw(DrawReason::FewEmpty) },
        ];
        for outcome in outcomes {
            game.outcome = outcome;
            let line = serde_json::to_string(&game).unwrap();
            assert!(!line.contains('\n'));
            assert_eq!(serde_json::from_str::<GameRecord>(&line).unwrap(), game);
        }
    }

    #[test]
    fn the_json_of_a_game_reads_as_documented() {
        let line = serde_json::to_string(&record()).unwrap();
        for part in [
            r#""rule":"renju","width":15,"height":15,"opening""#,
            r#""opening":{"name":"2","moves":[[7,7]]}"#,
            r#"{"x":7,"y":8,"time_ms":3,"depth":9,"value":-12,"nodes":77}"#,
            r#""verdict":"forbidden","reason":"double-three""#,
            r#""winner":"white""#,
            r#""attempt":[8,8]"#,
        ] {
            assert!(line.contains(part), "{part} in {line}");
        }
    }

    #[test]
    fn a_pass_comes_back_and_gives_the_turn_away() {
        let mut game = record();
        game.moves.insert(1, PlayedMove { depth: Some(2), ..PlayedMove::plain(None, Some(9)) });
        let line = serde_json::to_string(&game).unwrap();
        assert!(line.contains(r#"{"pass":true,"time_ms":9,"depth":2}"#), "{line}");
        assert_eq!(serde_json::from_str::<GameRecord>(&line).unwrap(), game);
        assert!(game.has_pass() && !record().has_pass());
        assert_eq!((game.length(), game.coords().count(), game.mover(2)), (4, 3, Color::White));
        let position = game.final_position().unwrap();
        assert_eq!(position.stone_at(Coord::new(0, 14)), Some(Color::White.into()));
        for wrong in [r#"{"x":7}"#, "{}", r#"{"x":7,"y":7,"pass":true}"#, r#"{"y":1,"pass":true}"#]
        {
            let error = serde_json::from_str::<PlayedMove>(wrong).unwrap_err().to_string();
            assert!(error.starts_with("a move that is not one of a point"), "{error}");
        }
    }

    #[test]
    fn a_game_on_an_impossible_board_is_refused() {
        let line =
            serde_json::to_string(&record()).unwrap().replace("15,\"height\"", "4,\"height\"");
        let error = serde_json::from_str::<GameRecord>(&line).unwrap_err().to_string();
        assert!(error.contains("board size 4x15 is outside"), "{error}");
    }

    #[test]
    fn points_and_colors_follow_from_the_stones() {
        let game = record();
        assert_eq!(game.half_points(0), Some(2));
        assert_eq!(game.half_points(1), Some(0));
        assert_eq!(game.half_points(2), None);
        assert_eq!(game.mover(0), Color::White);
        assert_eq!(game.final_position().unwrap().stones().len(), 3);
    }

    #[test]
    fn final_position_names_the_impossible_stone() {
        let mut game = record();
        game.moves[1] = game.moves[0];
        let error = game.final_position().unwrap_err();
        assert_eq!(
            error.to_string(),
            "move 3 of game 4: point h7 is occupied, expected an empty one"
        );
    }
}
