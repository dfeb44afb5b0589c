//! Positions from the rows of a block.
//!
//! `BOARD` marks stones as own (1), the opponent's (2) or blocked (3: the winning lines of a
//! continuous game, a stone of a foul). The side marked 1 moves. Black made the first move, so with
//! equal counts the brain is black, and with one more stone of the opponent it is white. Other
//! counts are refused, or, for programs that set up any position, the owner of the first row is
//! black, as for Rapfi. With blocked stones the counts prove nothing: then black is to move if the
//! total number of stones is even.
//!
//! The point `-1,-1` is Rapfi's pass. It counts as a stone that is not on the board, so that white
//! can move first, or a side twice in a row. A block with a pass may have any counts.

use std::collections::HashSet;

use super::error::SetupError;
use super::game::SessionGame;
use crate::wire::{Axes, BlockRow, NumberPair};
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};

/// The owner of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StoneOwner {
    Own,
    Opponent,
    Blocked,
}

/// Which numbers of stones are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoneCounts {
    /// Those that a game can have.
    OfGame,
    Any,
}

/// A row: a stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    /// `None` is a pass.
    coord: Option<Coord>,
    owner: StoneOwner,
}

/// A pass, on the wire.
const PASS: NumberPair = NumberPair { first: -1, second: -1 };

/// The game of a `BOARD` block.
///
/// # Errors
/// If a row has a point off the board, a duplicate point or no owner, or if the counts are
/// impossible and have to be possible.
pub(crate) fn board(
    rows: &[BlockRow],
    counts: StoneCounts,
    rule: Rule,
    size: BoardSize,
    axes: Axes,
) -> Result<SessionGame, SetupError> {
    let mut placed = Vec::with_capacity(rows.len());
    let mut seen = HashSet::new();
    for (index, &[first, second, owner]) in rows.iter().enumerate() {
        let (row, pair) = (index + 1, NumberPair { first, second });
        let coord = match axes.coord(pair, size) {
            None if pair == PASS && matches!(owner, 1 | 2) => None,
            coord => Some(coord.ok_or(SetupError::OffBoard { row, pair, size })?),
        };
        let owner = match owner {
            1 => StoneOwner::Own,
            2 => StoneOwner::Opponent,
            3 => StoneOwner::Blocked,
            owner => return Err(SetupError::Owner { row, owner }),
        };
        if coord.is_some_and(|coord| !seen.insert(coord)) {
            return Err(SetupError::Twice { row, pair });
        }
        placed.push(Placed { coord, owner });
    }
    let own = own_color(&placed, counts)?;
    let mut position = Position::new(rule, size);
    for (coord, stone) in in_playing_order(&placed, own) {
        // Every point was checked: it is on the board and not a duplicate.
        let put = position.put(coord, stone);
        debug_assert!(put.is_ok(), "{put:?}");
    }
    position.set_to_move(own);
    Ok(SessionGame { position, own: Some(own) })
}

/// The opening of a `SWAP2BOARD` block: stones of black, white, black and so on.
///
/// # Errors
/// If a row has a point off the board or a duplicate, or if there are not 0, 3 or 5 stones.
pub(crate) fn swap2(
    rows: &[BlockRow],
    rule: Rule,
    size: BoardSize,
    axes: Axes,
) -> Result<Position, SetupError> {
    let position = moves(rows, rule, size, axes)?;
    match position.stones().len() {
        0 | 3 | 5 => Ok(position),
        stones => Err(SetupError::Swap2 { stones }),
    }
}

/// The position after moves of black, white, black and so on.
///
/// # Errors
/// If a row has a point off the board or a duplicate.
pub(crate) fn moves(
    rows: &[BlockRow],
    rule: Rule,
    size: BoardSize,
    axes: Axes,
) -> Result<Position, SetupError> {
    let mut position = Position::new(rule, size);
    for (index, &[first, second, _]) in rows.iter().enumerate() {
        let (row, pair) = (index + 1, NumberPair { first, second });
        let coord = axes.coord(pair, size).ok_or(SetupError::OffBoard { row, pair, size })?;
        position.play(coord).map_err(|_| SetupError::Twice { row, pair })?;
    }
    Ok(position)
}

fn own_color(placed: &[Placed], counts: StoneCounts) -> Result<Color, SetupError> {
    let count = |wanted| placed.iter().filter(|placed| placed.owner == wanted).count();
    let (own, opponent) = (count(StoneOwner::Own), count(StoneOwner::Opponent));
    if count(StoneOwner::Blocked) > 0 {
        return Ok(if placed.len().is_multiple_of(2) { Color::Black } else { Color::White });
    }
    let has_pass = placed.iter().any(|placed| placed.coord.is_none());
    let first = placed.first().map(|placed| placed.owner);
    if own == opponent {
        Ok(Color::Black)
    } else if opponent == own + 1 {
        Ok(Color::White)
    } else if counts == StoneCounts::OfGame && !has_pass {
        Err(SetupError::Counts { own, opponent })
    } else {
        Ok(if first == Some(StoneOwner::Own) { Color::Black } else { Color::White })
    }
}

/// The stones in playing order. An order in which the colors alternate, black first, is the playing
/// order; any other is arbitrary: then blocked stones come first and the colors alternate after
/// them.
fn in_playing_order(placed: &[Placed], own: Color) -> Vec<(Coord, Stone)> {
    let colored: Vec<(Option<Coord>, Stone)> = placed
        .iter()
        .map(|placed| {
            let stone = match placed.owner {
                StoneOwner::Own => Stone::from(own),
                StoneOwner::Opponent => Stone::from(!own),
                StoneOwner::Blocked => Stone::Blocked,
            };
            (placed.coord, stone)
        })
        .collect();
    let turns = [Stone::Black, Stone::White].into_iter().cycle();
    let is_in_turn = colored.iter().zip(turns).all(|(&(_, stone), turn)| stone == turn);
    let stones = colored.into_iter().filter_map(|(coord, stone)| Some((coord?, stone)));
    let stones: Vec<(Coord, Stone)> = stones.collect();
    if is_in_turn {
        return stones;
    }
    let only = |wanted| stones.iter().copied().filter(move |&(_, stone)| stone == wanted);
    let mut black = only(Stone::Black);
    let mut white = only(Stone::White);
    let mut ordered: Vec<_> = only(Stone::Blocked).collect();
    while ordered.len() < stones.len() {
        ordered.extend(black.next());
        ordered.extend(white.next());
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(rows: &[BlockRow]) -> Result<SessionGame, SetupError> {
        board(
            rows,
            StoneCounts::OfGame,
            Rule::Renju,
            BoardSize::square(15).unwrap(),
            Axes::ColumnFirst,
        )
    }

    /// The game of the rows of a program that sets up any position.
    fn any(rows: &[BlockRow]) -> Position {
        let size = BoardSize::square(15).unwrap();
        board(rows, StoneCounts::Any, Rule::Renju, size, Axes::ColumnFirst).unwrap().position
    }

    fn colors(game: &SessionGame) -> Vec<Stone> {
        game.position.stones().iter().map(|&(_, stone)| stone).collect()
    }

    #[test]
    fn equal_counts_make_us_black_and_one_less_makes_us_white() {
        let black = setup(&[[7, 7, 1], [8, 8, 2]]).unwrap();
        assert_eq!((black.own, black.position.to_move()), (Some(Color::Black), Color::Black));
        assert_eq!(colors(&black), [Stone::Black, Stone::White]);
        let white = setup(&[[7, 7, 2], [8, 8, 1], [9, 9, 2]]).unwrap();
        assert_eq!((white.own, white.position.to_move()), (Some(Color::White), Color::White));
        assert_eq!(setup(&[]).unwrap().own, Some(Color::Black));
    }

    #[test]
    fn an_arbitrary_order_is_interleaved() {
        let game = setup(&[[0, 0, 2], [1, 0, 2], [2, 0, 1], [3, 0, 1]]).unwrap();
        let order: Vec<u8> = game.position.stones().iter().map(|(coord, _)| coord.x).collect();
        assert_eq!(order, [2, 0, 3, 1]);
        assert_eq!(colors(&game), [Stone::Black, Stone::White, Stone::Black, Stone::White]);
    }

    #[test]
    fn impossible_stone_counts_are_refused() {
        let rows = [[0, 0, 1], [1, 0, 1], [2, 0, 2]];
        assert_eq!(setup(&rows), Err(SetupError::Counts { own: 2, opponent: 1 }));
        assert!(setup(&[[0, 0, 2], [1, 0, 2]]).is_err());
    }

    #[test]
    fn any_counts_are_a_position_in_which_the_owner_of_the_first_row_is_black() {
        let position = any(&[[7, 7, 1], [8, 8, 1], [6, 6, 2]]);
        assert_eq!(position.to_move(), Color::Black);
        assert_eq!(position.count(Color::Black), 2);
        let position = any(&[[0, 0, 2], [1, 0, 2]]);
        assert_eq!((position.to_move(), position.count(Color::Black)), (Color::White, 2));
        let position = any(&[[7, 7, 1]]);
        assert_eq!((position.to_move(), position.count(Color::Black)), (Color::Black, 1));
        // As in a game: the counts decide, not the order of the rows.
        assert_eq!(any(&[[0, 0, 2], [1, 0, 1]]).to_move(), Color::Black);
    }

    #[test]
    fn a_pass_counts_as_a_stone_that_is_not_on_the_board() {
        let white_first = setup(&[[-1, -1, 2]]).unwrap();
        assert_eq!((white_first.own, white_first.position.stones()), (Some(Color::White), &[][..]));
        // Black, white, black's pass, white: black is to move, and the order stays.
        let game = setup(&[[3, 3, 1], [2, 2, 2], [-1, -1, 1], [1, 1, 2]]).unwrap();
        assert_eq!(game.own, Some(Color::Black));
        assert_eq!(colors(&game), [Stone::Black, Stone::White, Stone::White]);
        let two_more = setup(&[[-1, -1, 2], [1, 1, 2], [-1, -1, 2]]).unwrap();
        assert_eq!((two_more.own, colors(&two_more)), (Some(Color::White), vec![Stone::Black]));
        for wrong in [[-1, -1, 3], [-1, 0, 1], [-2, -1, 1]] {
            assert!(
                matches!(setup(&[wrong]), Err(SetupError::OffBoard { row: 1, .. })),
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn blocked_stones_make_every_count_possible() {
        let rows = [[0, 0, 3], [1, 0, 3], [2, 0, 3], [3, 0, 1], [4, 0, 2], [5, 0, 2]];
        let game = setup(&rows).unwrap();
        assert_eq!(game.own, Some(Color::Black));
        assert_eq!(game.position.stone_at(Coord::new(0, 0)), Some(Stone::Blocked));
    }

    #[test]
    fn wrong_rows_are_named_by_their_number() {
        let text = |rows: &[BlockRow]| setup(rows).unwrap_err().to_string();
        assert!(text(&[[7, 7, 1], [15, 0, 2]]).starts_with("row 2: seen 15,0"));
        assert!(text(&[[7, 7, 1], [7, 7, 2]]).starts_with("row 2: seen 7,7 again"));
        assert!(text(&[[7, 7, 4]]).contains("owner 4"));
        assert!(text(&[[-1, i64::MAX, 1]]).starts_with("row 1"));
    }

    #[test]
    fn openings_have_three_or_five_stones_or_none() {
        let size = BoardSize::square(15).unwrap();
        for count in 0..7_i64 {
            let rows: Vec<BlockRow> = (0..count).map(|x| [x, 3, 0]).collect();
            let opening = swap2(&rows, Rule::Freestyle, size, Axes::ColumnFirst);
            assert_eq!(opening.is_ok(), [0, 3, 5].contains(&count), "{count}");
        }
    }
}
