//! The stones of an SGF game that stand on the board before its first move.

use super::read::{Spotted, check_stones, moves, parse_points};
use super::tree::{SgfStep, SgfTree};
use tengen_engine::board::Position;
use tengen_engine::types::{Color, Stone};

/// What a property puts on the board: a stone, or nothing, taking one away.
pub(super) fn set_up_stone(name: &str) -> Option<Option<Stone>> {
    match name {
        "AB" => Some(Some(Stone::Black)),
        "AW" => Some(Some(Stone::White)),
        "AE" => Some(None),
        "BLOCKED" => Some(Some(Stone::Blocked)),
        _ => None,
    }
}

/// How a game begins.
pub(super) struct SgfSetup {
    /// The board before the first move.
    pub start: Position,
    /// How many nodes there are up to the first move.
    pub nodes: usize,
    /// The byte of the last property that set up a stone, and how many branches were open there.
    pub last: Option<(usize, usize)>,
}

/// The board with the stones of the nodes up to the first move, and the side to move: that of the
/// first move, else as named in the file, else the next in turn. Collections of problems have `PL[B]`
/// before lines that begin with white: the moves are right.
pub(super) fn set_up(start: Position, sgf: SgfTree<'_>) -> Spotted<SgfSetup> {
    let (mut to_move, mut first, mut depth) = (None, None, 0);
    let mut setup = SgfSetup { start, nodes: 0, last: None };
    for step in sgf.steps().map_while(Result::ok) {
        let node = match step {
            SgfStep::Open => {
                depth += 1;
                continue;
            }
            SgfStep::Close => {
                depth -= 1;
                continue;
            }
            SgfStep::Node(node) => node,
        };
        for property in node.properties() {
            let name = property.name();
            if name == "PL" {
                let is_white = property.first().trim().starts_with(['W', 'w', '2']);
                to_move = Some(if is_white { Color::White } else { Color::Black });
            }
            let Some(stone) = set_up_stone(&name) else { continue };
            setup.last = Some((property.byte, depth));
            for value in property.values() {
                let at = |error| (value.byte, error);
                for coord in parse_points(&value.text(), setup.start.size()).map_err(at)? {
                    match stone {
                        Some(stone) => {
                            setup.start.put(coord, stone).map_err(|error| at(error.into()))?;
                        }
                        // Where no stone is, none is taken away.
                        None => {
                            let _ = setup.start.remove(coord);
                        }
                    }
                }
            }
        }
        check_stones(&node, setup.nodes == 0, setup.start.size())?;
        setup.nodes += 1;
        first = moves(&node).next().map(|(color, _)| color);
        if first.is_some() {
            break;
        }
    }
    let start = &mut setup.start;
    let has_more_black = start.count(Color::Black) > start.count(Color::White);
    let in_turn = if has_more_black { Color::White } else { Color::Black };
    start.set_to_move(first.or(to_move).unwrap_or(in_turn));
    Ok(setup)
}
