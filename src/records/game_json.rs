//! A game with its variations and comments as one JSON object, for the API and its front ends.
//!
//! ```json
//! {"rule":"renju","size":15,"black":"Ann","white":"Bo","result":"black","reason":"five",
//!  "setup":{"white":["b2"],"to_move":"black"},
//!  "moves":[{"move":"h8","time_ms":1200},{"move":"i9","comment":"the best"},{"move":"g9"},
//!           {"move":"i10","after":1,"comment":"a variation"}]}
//! ```
//!
//! The moves are numbered from 1 as they are listed. A move follows the one with the number
//! `after`, 0 for the start; without it the one before it in the list. Of several moves after the
//! same move, the first one listed is the main line. Unknown keys are errors. Imports `board`,
//! `types`.

use serde::{Deserialize, Serialize};
use serde_with::{serde_as, skip_serializing_none};
use thiserror::Error;

use super::game::PlayedMove;
use super::game_tree::{GameTree, NodeId};
use super::marks_json::MarksSpec;
use super::outcome::GameOutcome;
use super::positions::{
    BoardSide, MoveWord, MoveWords, PointSpec, PositionError, PositionSpec, schema,
};
use super::serde_text::{ColorText, RuleText};
use super::tree_builder::TreeBuilder;
use super::unfinished::UnfinishedGame;
use tengen_engine::board::notation::NotationError;
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{Color, Coord, Rule, Stone};
use tengen_util::date::DateError;

/// A game as described by its JSON object, not yet checked against the board.
#[serde_as]
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GameSpec {
    /// The rule; freestyle by default.
    #[serde_as(as = "Option<RuleText>")]
    #[schemars(with = "Option<schema::RuleWord>")]
    pub rule: Option<Rule>,
    /// The side of a square board.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    pub size: Option<u64>,
    /// The number of columns; requires `height`.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    pub width: Option<u64>,
    /// The number of rows; requires `width`.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    pub height: Option<u64>,
    /// The player of the black stones.
    pub black: Option<String>,
    /// The player of the white stones.
    pub white: Option<String>,
    /// When the game began, in UTC: `2026-11-24 10:30:00`, the day alone, or days as SGF writes them: `2026-11`.
    pub date: Option<String>,
    /// `black`, `white`, `draw` or `unfinished`; if missing, the board of the main line decides.
    pub result: Option<String>,
    /// How the game ended: `five`, `forbidden (overline)`, `timeout` …
    pub reason: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// How many moves at the start belong to the opening.
    pub opening_stones: Option<usize>,
    /// A comment on the game.
    pub comment: Option<String>,
    /// Marks on the board before the first move.
    pub drawn: Option<MarksSpec>,
    /// One sentence about a fault that ended the game.
    pub note: Option<String>,
    /// The stones before the first move.
    pub setup: Option<SetupSpec>,
    /// What continues its opening and its clock, if it is not over; written in SGF alone.
    pub unfinished: Option<UnfinishedGame>,
    /// The moves, including variations.
    pub moves: Vec<MoveSpec>,
}

/// Stones before the first move.
#[serde_as]
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SetupSpec {
    /// Black stones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub black: Vec<PointSpec>,
    /// White stones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub white: Vec<PointSpec>,
    /// Points that neither side can use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<PointSpec>,
    /// The side to move; by default black unless white has fewer stones.
    #[serde_as(as = "Option<ColorText>")]
    #[schemars(with = "Option<schema::ColorWord>")]
    pub to_move: Option<Color>,
}

/// A move.
#[serde_as]
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveSpec {
    /// The point; `null` or `"--"` for a pass.
    #[serde(rename = "move")]
    pub point: MoveWord,
    /// The number of the move that it follows, 0 for the start; by default the previous move.
    #[serde(default)]
    pub after: Option<usize>,
    /// The color of the stone, if it was not that side's turn.
    #[serde_as(as = "Option<ColorText>")]
    #[schemars(with = "Option<schema::ColorWord>")]
    #[serde(default)]
    pub color: Option<Color>,
    /// A comment.
    #[serde(default)]
    pub comment: Option<String>,
    /// Time for the move in milliseconds.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// The value that its player reported.
    #[serde(default)]
    pub value: Option<i32>,
    /// The depth that its player reported.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The nodes that its player reported.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Marks on the board after the move.
    #[serde(default)]
    pub drawn: Option<MarksSpec>,
}

/// An object that does not describe a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {fault}")]
pub struct GameSpecError {
    /// The key, such as `moves[3].move`.
    pub place: String,
    /// What is wrong.
    pub fault: GameFault,
}

/// What is wrong with a key of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameFault {
    /// The board or the stones before the first move.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// Not a point.
    #[error(transparent)]
    Name(#[from] NotationError),
    /// A stone cannot be placed.
    #[error("{}", error.at(point))]
    Place {
        /// The point as it was written.
        point: MoveWord,
        /// Why not.
        error: PlaceError,
    },
    /// Not a date.
    #[error(transparent)]
    Date(#[from] DateError),
    /// Another value.
    #[error("seen {seen}, expected {expected}")]
    Value {
        /// What it is.
        seen: String,
        /// What it should be.
        expected: String,
    },
}

impl GameSpec {
    /// The game of a tree, its points written by `point`.
    pub fn of(tree: &GameTree, point: &dyn Fn(Coord) -> PointSpec) -> Self {
        let head = tree.head();
        let side = |side: u8| (!head.size.is_square()).then_some(side.into());
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Self {
            rule: Some(head.rule),
            size: head.size.is_square().then_some(head.size.width().into()),
            width: side(head.size.width()),
            height: side(head.size.height()),
            black: text(&head.black.name),
            white: text(&head.white.name),
            date: head.date(),
            result: text(head.outcome.result()),
            reason: head.verdict().map(|verdict| verdict.to_string()),
            opening: text(&head.opening.name),
            opening_stones: Some(tree.opening_stones()).filter(|&stones| stones > 0),
            comment: text(tree.node(GameTree::ROOT).comment),
            drawn: MarksSpec::of(tree.marks(GameTree::ROOT), point),
            note: head.note.clone(),
            setup: tree.has_setup().then(|| SetupSpec::of(tree.start(), point)),
            unfinished: None,
            moves: moves(tree, point),
        }
    }

    /// The game.
    ///
    /// # Errors
    /// If the board does not exist, a stone cannot be placed, or another value has no meaning.
    pub fn to_tree(&self) -> Result<GameTree, GameSpecError> {
        let mut builder = TreeBuilder::new(self.start()?);
        let mut made = vec![GameTree::ROOT];
        for (index, spec) in self.moves.iter().enumerate() {
            made.push(spec.add_to(&mut builder, &made).map_err(|(key, fault)| GameSpecError {
                place: format!("moves[{index}].{key}"),
                fault,
            })?);
        }
        let mut tree = builder.finish();
        tree.set_comment(GameTree::ROOT, self.comment.clone().unwrap_or_default());
        if let Some(drawn) = &self.drawn {
            drawn.put(&mut tree, GameTree::ROOT).map_err(|(key, error)| {
                let place = format!("drawn.{key}");
                GameSpecError { place, fault: error.into() }
            })?;
        }
        self.set_head(&mut tree)?;
        Ok(tree)
    }

    /// The board before the first move.
    fn start(&self) -> Result<Position, GameSpecError> {
        let mut spec = PositionSpec {
            rule: self.rule,
            size: self.size,
            width: self.width,
            height: self.height,
            ..PositionSpec::default()
        };
        match &self.setup {
            None => spec.moves = Some(MoveWords::default()),
            Some(setup) => {
                spec.black = Some(setup.black.clone());
                spec.white = Some(setup.white.clone());
                spec.blocked = Some(setup.blocked.clone());
                spec.to_move = setup.to_move;
            }
        }
        spec.to_position(Rule::Freestyle).map_err(|error| {
            let place = match &error {
                PositionError::Name { place, .. } | PositionError::Place { place, .. } => {
                    format!("setup.{place}")
                }
                _ => "size".to_owned(),
            };
            GameSpecError { place, fault: GameFault::Start(error) }
        })
    }

    /// Players, date, result and opening.
    fn set_head(&self, tree: &mut GameTree) -> Result<(), GameSpecError> {
        let wrong = |place: &str, fault| GameSpecError { place: place.to_owned(), fault };
        let outcome = match (&self.result, &self.reason) {
            (None, None) => tree.end_at(tree.end()).outcome,
            (result, reason) => {
                let (result, reason) = (result.as_deref(), reason.as_deref().unwrap_or(""));
                let read = GameOutcome::read(result.unwrap_or(""), reason);
                read.map_err(|(key, expected)| {
                    let seen = if key == "reason" { self.reason.as_deref() } else { result };
                    let seen = seen.map_or("nothing".to_owned(), |seen| format!("'{seen}'"));
                    let expected = expected.to_owned();
                    wrong(key, GameFault::Value { seen, expected })
                })?
            }
        };
        let date = self.date.as_deref();
        tree.edit_head(|head| date.map_or(Ok(()), |date| head.set_date(date)))
            .map_err(|error| wrong("date", error.into()))?;
        tree.edit_head(|head| {
            let name = |name: &Option<String>| name.clone().unwrap_or_default();
            head.set_names(&name(&self.black), &name(&self.white));
            head.outcome = outcome;
            head.note = self.note.clone();
        });
        let name = self.opening.as_deref().unwrap_or("");
        tree.mark_opening(name, self.opening_stones.unwrap_or(0));
        Ok(())
    }
}

impl SetupSpec {
    fn of(start: &Position, point: &dyn Fn(Coord) -> PointSpec) -> Self {
        let of = |wanted: Stone| {
            let stones = start.stones().iter().filter(|(_, stone)| *stone == wanted);
            stones.map(|&(coord, _)| point(coord)).collect()
        };
        Self {
            black: of(Stone::Black),
            white: of(Stone::White),
            blocked: of(Stone::Blocked),
            to_move: Some(start.to_move()),
        }
    }
}

impl MoveSpec {
    /// Adds the move to a tree with the nodes `made`; an error includes its key.
    fn add_to(
        &self,
        builder: &mut TreeBuilder,
        made: &[NodeId],
    ) -> Result<NodeId, (String, GameFault)> {
        let last = made.len() - 1;
        let after = self.after.unwrap_or(last);
        let Some(&parent) = made.get(after) else {
            let (seen, expected) = (after.to_string(), format!("0 to {last}"));
            return Err(("after".to_owned(), GameFault::Value { seen, expected }));
        };
        let tree = builder.tree();
        let coord = self.point.resolve(tree.head().size);
        let coord = coord.map_err(|error| ("move".to_owned(), error.into()))?;
        let color = self.color.unwrap_or_else(|| tree.turn(parent));
        let Self { time_ms, value, depth, nodes, .. } = *self;
        let played = PlayedMove { value, depth, nodes, ..PlayedMove::plain(coord, time_ms) };
        let node = builder.add(parent, color, played);
        let point = || self.point.clone();
        let fault = |error| ("move".to_owned(), GameFault::Place { point: point(), error });
        let node = node.map_err(fault)?;
        if let Some(comment) = &self.comment {
            builder.tree().set_comment(node, comment);
        }
        if let Some(drawn) = &self.drawn {
            let at = |(key, error)| (format!("drawn.{key}"), GameFault::from(error));
            drawn.put(builder.tree(), node).map_err(at)?;
        }
        Ok(node)
    }
}

/// The moves of a tree, every variation after the line from which it departs.
fn moves(tree: &GameTree, point: &dyn Fn(Coord) -> PointSpec) -> Vec<MoveSpec> {
    let mut moves: Vec<MoveSpec> = Vec::new();
    // The nodes left to write, the next last, with the number of the move before each.
    let mut left = vec![(GameTree::ROOT, 0)];
    while let Some((id, after)) = left.pop() {
        let node = tree.node(id);
        let mut number = 0;
        if let (Some(parent), Some((color, played))) = (node.parent, node.played) {
            let comment = Some(node.comment.to_owned()).filter(|comment| !comment.is_empty());
            moves.push(MoveSpec {
                point: played.point.map(point).into(),
                after: Some(after).filter(|&after| after != moves.len()),
                color: Some(color).filter(|&color| color != tree.turn(parent)),
                comment,
                time_ms: played.time_ms,
                value: played.value,
                depth: played.depth,
                nodes: played.nodes,
                drawn: MarksSpec::of(tree.marks(id), point),
            });
            number = moves.len();
        }
        let next: Vec<NodeId> = tree.after(id).collect();
        left.extend(next.into_iter().rev().map(|next| (next, number)));
    }
    moves
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::plain_name;
    use crate::sample::any_game_with_passes;
    use crate::sgf;

    const BRANCHED: &str = "(;GM[4]SZ[9]PB[Ann]C[the start]AW[aa]PL[B];B[ee](;W[ed]C[good](;B[fe])\
        (;B[de]MSEC[7];W[dd]))(;W[ab]C[a mistake];W[fe];B[ac]))";

    #[test]
    fn days_that_are_no_moment_come_back() {
        for days in ["1899-03", "2026-11-02,03", "2026", "2026-11-28"] {
            let tree =
                sgf::read_tree(&format!("(;GM[4]SZ[9]DT[{days}];B[ee])"), Rule::Freestyle).unwrap();
            let text = json(&tree);
            assert!(text.contains(&format!(r#""date":"{days}""#)), "{text}");
            let again: GameSpec = serde_json::from_str(&text).unwrap();
            assert_eq!(again.to_tree().unwrap().head().date().as_deref(), Some(days));
        }
    }

    fn json(tree: &GameTree) -> String {
        serde_json::to_string(&GameSpec::of(tree, &PointSpec::Coord)).unwrap()
    }

    fn error(text: &str) -> String {
        let spec: GameSpec = serde_json::from_str(text).unwrap();
        spec.to_tree().unwrap_err().to_string()
    }

    #[test]
    fn a_tree_comes_back_with_everything() {
        let tree = sgf::read_tree(BRANCHED, Rule::Freestyle).unwrap();
        let text = json(&tree);
        assert!(text.contains(r#"{"move":[3,4],"after":2,"time_ms":7}"#), "{text}");
        assert!(text.contains(r#"{"move":[5,4],"color":"white"}"#), "{text}");
        let back = serde_json::from_str::<GameSpec>(&text).unwrap().to_tree().unwrap();
        assert_eq!(back, tree);
        assert_eq!(sgf::write_tree(&back), sgf::write_tree(&tree));
    }

    #[test]
    fn errors_name_the_key() {
        let cases = [
            (r#"{"moves":[]}"#, "size: no 'size', expected 'size' or both 'width' and 'height'"),
            (
                r#"{"size":9,"moves":[{"move":"e5"},{"move":[4,4]}]}"#,
                "moves[1].move: point [4,4] is occupied, expected an empty one",
            ),
            (
                r#"{"size":9,"moves":[{"move":"e5","after":1}]}"#,
                "moves[0].after: seen 1, expected 0 to 0",
            ),
            (
                r#"{"size":9,"result":"luck"}"#,
                "result: seen 'luck', expected black, white, draw or unfinished",
            ),
            (
                r#"{"size":9,"date":"today"}"#,
                "date: 'today' is not a date, expected one like 2026-11-20 23:16:05 or 2026-11-20",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(error(text), expected);
        }
        let setup = r#"{"size":9,"setup":{"black":["e5","e5"]}}"#;
        assert!(error(setup).starts_with("setup.black[1]: "), "{}", error(setup));
    }

    #[test]
    fn without_a_result_the_board_decides() {
        let spec: GameSpec = serde_json::from_str(
            r#"{"size":9,"moves":[{"move":"a1"},{"move":"a9"},{"move":"b1"},{"move":"b9"},
                {"move":"c1"},{"move":"c9"},{"move":"d1"},{"move":"d9"},{"move":"e1"}]}"#,
        )
        .unwrap();
        assert_eq!(spec.to_tree().unwrap().head().outcome.to_string(), "black wins: five");
    }

    proptest! {
        #[test]
        fn every_game_comes_back(game in any_game_with_passes()) {
            // Names are cleaned when they are read.
            let mut game = game;
            let named = |name: &str| Some(plain_name(name)).filter(|name| !name.is_empty());
            for side in [&mut game.black, &mut game.white] {
                side.name = named(&side.name).unwrap_or_else(|| "x".to_owned());
            }
            let tree = GameTree::from_record(&game).unwrap();
            let spec: GameSpec = serde_json::from_str(&json(&tree)).unwrap();
            let back = spec.to_tree().unwrap();
            prop_assert_eq!(json(&back), json(&tree));
            prop_assert_eq!(back.len(), tree.len());
        }
    }
}
