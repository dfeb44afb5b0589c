//! Reads games in the manner of PGN: tags in brackets, then moves. CITE: "Portable Game Notation
//! specification", <https://www.thechessdrum.net/PGN_Reference.txt>.
//!
//! Two kinds are known. Files of [`super::write()`] have the moves in a comment, `{h8i9j10}`;
//! PlayOK's have them as text, `1. h8 i9 2. j10 1-0`. The first of the tags `White` and `Black`
//! names the side that has the first number of a result: PGN has white first, PlayOK black.
//! Our `Event` names rule and board, `Termination` the reason of the end.

use thiserror::Error;

use crate::fault::{Fault, FaultKind, FormatFault};
use crate::file_format::{GameBytes, GameFormatError, ReadLosses, TakeGame, record_of, tree_of};
use crate::game::{GameRecord, PlayedMove};
use crate::located::Located;
use crate::move_text::{self, PlayTextError};
use crate::outcome::GameOutcome;
use crate::unread::Unread;
use crate::verdict::Verdict;
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_util::count::counted;
use tengen_util::date::Date;

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PgnError {
    /// Not moves that can be played.
    #[error(transparent)]
    Moves(#[from] PlayTextError),
    /// A comment without an end.
    #[error("a comment that does not end, expected '}}'")]
    Comment,
    /// A game that has no mark of its end.
    #[error("the game ends after {}, expected its result or *", counted(*.0, "move"))]
    End(u64),
    /// Text without tags before it.
    #[error("'{0}' before the first tag, expected a line such as [Event \"…\"]")]
    NoTag(String),
}

impl FormatFault for PgnError {
    fn fault(&self) -> Fault {
        match self {
            Self::Moves(error) => error.fault(),
            Self::Comment | Self::End(_) => Fault::of(FaultKind::Cut),
            Self::NoTag(seen) => Fault::of(FaultKind::NotFormat).seen(seen.as_str()),
        }
    }
}

/// Reads all games of the bytes; one that cannot be read is named, and the others are read.
pub(super) fn read_games(
    input: &GameBytes<'_>,
    take: &mut TakeGame<'_>,
) -> Result<ReadLosses, GameFormatError> {
    let text = input.text();
    let mut unread = Unread::default();
    let (mut number, mut read) = (0, 0);
    for block in blocks(&text) {
        number += 1;
        match read_block(&text, block, input.defaults.rule.rule(), input.defaults.size) {
            Ok((game, cut)) => {
                read += 1;
                if let Some((byte, error)) = cut {
                    unread.cut(number, || Located::byte(&text, byte, error));
                }
                if take(number, tree_of(&game)?).is_break() {
                    break;
                }
            }
            Err((byte, error)) => unread.skip(number, || Located::byte(&text, byte, error)),
        }
    }
    match unread.first.take() {
        Some(error) if read == 0 => Err(GameFormatError::of(error)),
        first => Ok(ReadLosses::of(Unread { first, ..unread })),
    }
}

/// The bytes of a game: its tags and its moves.
#[derive(Clone, Copy, Debug)]
struct Block<'a> {
    tags: &'a str,
    moves: &'a str,
}

/// The games of a text: a tag after moves begins the next.
fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut rest = text.trim_start_matches('\u{feff}');
    std::iter::from_fn(move || {
        if rest.trim().is_empty() {
            return None;
        }
        let length = |text: &str, is_of: &mut dyn FnMut(&str) -> bool| {
            let lines = text.split_inclusive('\n').take_while(|line| is_of(line.trim()));
            lines.map(str::len).sum::<usize>()
        };
        let (tags, after) =
            rest.split_at(length(rest, &mut |line| line.is_empty() || line.starts_with('[')));
        let mut depth = 0_i32;
        let moves = length(after, &mut |line| {
            let goes_on = depth > 0 || !line.starts_with('[');
            // Comments do not nest.
            for c in line.chars() {
                match c {
                    '{' => depth = 1,
                    '}' => depth = 0,
                    _ => {}
                }
            }
            goes_on
        });
        let (moves, after) = after.split_at(moves);
        rest = after;
        Some(Block { tags, moves })
    })
}

/// The value of a tag, without its escapes.
fn tag(tags: &str, name: &str) -> Option<String> {
    let line = tags.lines().map(str::trim).find_map(|line| {
        let rest = line.strip_prefix('[')?.trim_start();
        let is_name = rest.get(..name.len())?.eq_ignore_ascii_case(name);
        let value = rest.get(name.len()..)?.trim_start().strip_prefix('"')?;
        is_name.then_some(value)
    })?;
    let mut value = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => value.extend(chars.next()),
            c => value.push(c),
        }
    }
    Some(value)
}

/// What is wrong with a game, and the byte of the text where it is.
type BlockFault = (usize, PgnError);

/// Reads one game, as far as its moves go; with the fault of one that is cut.
fn read_block(
    text: &str,
    block: Block<'_>,
    rule: Rule,
    size: BoardSize,
) -> Result<(GameRecord, Option<BlockFault>), BlockFault> {
    let Block { tags, moves } = block;
    let start = moves.as_ptr() as usize - text.as_ptr() as usize;
    let at = |(byte, error): (usize, PgnError)| (start + byte, error);
    if tags.trim().is_empty() {
        let seen = moves.trim().chars().take(20).collect();
        let blanks = moves.len() - moves.trim_start().len();
        return Err(at((blanks, PgnError::NoTag(seen))));
    }
    let event = tag(tags, "Event").unwrap_or_default();
    let (word, board) = event.split_once(' ').unwrap_or((&event, ""));
    // Only our files have both.
    let own = word.parse().ok().zip(board.parse().ok());
    let (rule, size) = own.unwrap_or((rule, size));
    let (coords, result) = read_moves(moves, size).map_err(at)?;
    let end = (start + moves.trim_end().len(), PgnError::End(coords.len() as u64));
    let cut = result.is_none().then_some(end);
    let moves = coords.iter().map(|&(_, point)| PlayedMove::plain(point, None));
    let game = record_of(rule, size, moves);
    let mut game = game.map_err(|(number, error)| {
        let byte = coords.get(number - 1).map_or(0, |(byte, _)| *byte);
        at((byte, PlayTextError::Stone { number, error }.into()))
    })?;
    let result = tag(tags, "Result").filter(|result| result != "*").or(result);
    let winner = result.and_then(|result| winner(tags, &result));
    let verdict = tag(tags, "Termination").and_then(|word| Verdict::parse(&word));
    game.outcome = GameOutcome::said(winner, verdict, game.outcome);
    let name = |color| tag(tags, color).filter(|name| name != "?").unwrap_or_default();
    game.set_names(&name("Black"), &name("White"));
    game.started_ms = started_ms(tags);
    let round = tag(tags, "Round").unwrap_or_default();
    let round = round.split('.').next().and_then(|round| round.parse().ok());
    game.round = round.unwrap_or(game.round);
    Ok((game, cut))
}

/// The moves with their places in the text, and the result after them.
type MovesRead = (Vec<(usize, Option<Coord>)>, Option<String>);

/// Reads the moves of a game. Those in a comment count if there are no others.
fn read_moves(text: &str, size: BoardSize) -> Result<MovesRead, (usize, PgnError)> {
    let (mut moves, mut comment, mut result) = (Vec::new(), None, None);
    // One of more stones than points cannot be placed.
    let most = size.area() + 1;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let skipped = rest.len() - rest.trim_start().len();
        at += skipped;
        let rest = rest.trim_start();
        if let Some(inside) = rest.strip_prefix('{') {
            let end = inside.find('}').ok_or((at, PgnError::Comment))?;
            comment.get_or_insert((at + 1, &inside[..end]));
            at += end + 2;
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
        let word = &rest[..end];
        if is_result(word) {
            result = Some(word.to_owned());
        } else {
            let point = without_number(word);
            let place = at + word.len() - point.len();
            let points =
                if point.is_empty() { Ok(Vec::new()) } else { move_text::parse(point, size) };
            let points = points.map_err(|error| (place, PlayTextError::from(error).into()))?;
            moves.extend(points.into_iter().map(|point| (place, point)).take(most));
            if moves.len() > most {
                break;
            }
        }
        at += end;
    }
    if let Some((place, inside)) = comment.filter(|_| moves.is_empty()) {
        // A remark about a game without moves is no list.
        if let Ok(points) = move_text::parse(inside, size) {
            moves.extend(points.into_iter().map(|point| (place, point)).take(most));
        }
    }
    Ok((moves, result))
}

/// `h8` of `1.h8`; nothing of `1.` and `1...`.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match after.trim_start_matches('.') {
        point if point.len() < after.len() && after.len() < word.len() => point,
        _ => word,
    }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "0.5-0.5" | "½-½" | "*")
}

/// Who won: the side that is named first has the first number.
fn winner(tags: &str, result: &str) -> Option<Option<Color>> {
    let place = |name: &str| {
        let is_of = |line: &str| line.trim_start().starts_with(&format!("[{name} "));
        tags.lines().position(is_of)
    };
    let is_black_first =
        place("Black").is_some_and(|black| place("White").is_none_or(|white| black < white));
    let first = if is_black_first { Color::Black } else { Color::White };
    match result {
        "1-0" => Some(Some(first)),
        "0-1" => Some(Some(!first)),
        "1/2-1/2" | "0.5-0.5" | "½-½" => Some(None),
        _ => None,
    }
}

/// When it began: the date, and the time that PlayOK writes.
fn started_ms(tags: &str) -> Option<u64> {
    let day = tag(tags, "Date")?.replace(['.', '/'], "-");
    let time = tag(tags, "Time").or_else(|| tag(tags, "UTCTime"));
    let date = |time: &str| format!("{day} {time}").parse().ok().map(Date::unix_ms);
    time.and_then(|time| date(&time)).or_else(|| date("00:00:00"))
}

/// Whether a text begins with a tag.
pub(super) fn is_pgn(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default().trim();
    let Some((name, value)) = line.strip_prefix('[').and_then(|tag| tag.split_once(' ')) else {
        return false;
    };
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name && value.trim_start().starts_with('"') && value.ends_with(']')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::file_format::{ReadDefaults, main_line};
    use crate::pgn::write;
    use crate::sample::{any_changes, any_game, any_text, changed, game};
    use std::ops::ControlFlow;

    fn games(text: &str) -> Result<(Vec<GameRecord>, Vec<String>), String> {
        let size = BoardSize::square(15).unwrap();
        let defaults = ReadDefaults { rule: Rule::Freestyle.into(), size, charset: None };
        let mut games = Vec::new();
        let input = GameBytes::new(text.as_bytes(), defaults);
        let read = read_games(&input, &mut |_, tree| {
            games.push(main_line(&tree).unwrap());
            ControlFlow::Continue(())
        });
        read.map(|losses| (games, losses.unread.iter().map(ToString::to_string).collect()))
            .map_err(|error| error.to_string())
    }

    const PLAYOK: &str = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2024.12.26\"]\n[Round \"-\"]\n\
        [Black \"ann\"]\n[White \"bob\"]\n[Result \"1-0\"]\n[Time \"11:24:48\"]\n\n\
        1. h8 h9 2. i8 i9 3. j8 j9\n4.k8 k9 1-0\n\n";

    #[test]
    fn the_text_of_playok_has_the_first_mover_first() {
        let (games, lost) = games(&PLAYOK.repeat(2)).unwrap();
        assert_eq!((games.len(), lost.len()), (2, 0));
        let game = &games[1];
        assert_eq!([&game.black.name, &game.white.name], ["ann", "bob"]);
        assert_eq!(game.coords().count(), 8);
        assert_eq!(game.outcome.to_string(), "black wins: adjudicated");
        let date = Date::from_unix_ms(game.started_ms.unwrap()).to_string();
        assert_eq!(date, "2024-12-26 11:24:48");
    }

    #[test]
    fn our_own_games_have_their_moves_in_a_comment() {
        let record = game();
        let (games, _) = games(&write(&record).repeat(3)).unwrap();
        assert_eq!(games.len(), 3);
        let read = &games[0];
        assert_eq!(
            (read.rule, read.size, read.outcome),
            (record.rule, record.size, record.outcome)
        );
        assert_eq!([&read.black.name, &read.white.name], ["alpha", "beta"]);
        assert!(read.coords().eq(record.coords()));
        assert_eq!(read.round, 2);
    }

    #[test]
    fn a_game_that_cannot_be_read_is_named_and_the_others_are_read() {
        let bad = PLAYOK.replace("i8 i9", "i8 h8");
        let (games, lost) = games(&format!("{PLAYOK}{bad}{PLAYOK}")).unwrap();
        assert_eq!(games.len(), 2);
        let expected = "line 22, column 16: move 4: point h8 is occupied";
        assert!(lost[0].starts_with(expected), "{lost:?}");
        let alone = super::tests::games(&bad).unwrap_err();
        assert!(alone.starts_with("line 10, column 16: move 4"), "{alone}");
        let (passed, _) = super::tests::games(&PLAYOK.replace("i8 i9", "i8 --")).unwrap();
        assert_eq!((passed[0].length(), passed[0].coords().count()), (8, 7));
        for (part, message) in [
            ("z99", "line 10, column 16: "),
            ("{", "line 10, column 16: a comment that does not end"),
        ] {
            let error = super::tests::games(&PLAYOK.replace("i8 i9", &format!("i8 {part}")));
            let error = error.unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
        // Cut after a whole move, it has no result.
        let (cut, lost) = super::tests::games(PLAYOK.split_once("j8 j9").unwrap().0).unwrap();
        assert_eq!(cut[0].length(), 4);
        let expected = "line 10, column 21: the game ends after 4 moves, expected its result or *; \
            of game 1 what stands before it is read";
        assert_eq!(lost, [expected]);
        let untagged = super::tests::games("1. h8\n").unwrap_err();
        assert!(
            untagged.starts_with("line 1, column 1: '1. h8' before the first tag"),
            "{untagged}"
        );
    }

    #[test]
    fn a_text_with_tags_is_pgn() {
        assert!(is_pgn(PLAYOK) && is_pgn("[Event \"a\"]\r\n"));
        assert!(!is_pgn("[[7,7]]") && !is_pgn("h8") && !is_pgn("[a]") && !is_pgn(""));
    }

    proptest! {
        #[test]
        fn games_come_back(game in any_game()) {
            let (games, lost) = games(&write(&game)).unwrap();
            prop_assert_eq!(lost, Vec::<String>::new());
            let read = &games[0];
            prop_assert!(read.coords().eq(game.coords()));
            prop_assert_eq!((read.rule, read.size), (game.rule, game.size));
            prop_assert_eq!(read.winner(), game.winner());
        }

        #[test]
        fn changed_files_are_read_or_refused(changes in any_changes(), text in any_text("[Event \"]\n{}1.h8-0")) {
            let _ = games(&changed(PLAYOK, &changes));
            let _ = games(&changed(&write(&game()), &changes));
            let _ = games(&text);
        }
    }
}
