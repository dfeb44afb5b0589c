//! The swap2 opening, played by the players through SWAP2BOARD.
//!
//! One player places three stones. The other takes white by placing the fourth, takes black by
//! `SWAP`, or places two more and leaves the choice to the first: the sixth stone (white) or `SWAP`
//! (black). See gomocup.org, "Experimental Tournament" 2020, where the command was introduced.

use super::participant::title;
use super::referee::End;
use super::running::{GameStop, RunningGame};
use crate::arena::player::answers::Swap2Answer;
use crate::arena::player::commands::millis;
use crate::arena::player::{PlayerAnswer, search_info::SearchInfo};
use crate::records::{Swap2, Verdict};
use crate::types::{ByColor, Color};
use crate::wire::NumberPair;

/// Plays the opening. Afterwards the participants have the colors that were chosen, the opening's
/// stones are on the board, and a stone placed with the choice is the first move of the game.
pub(super) fn choose_colors(game: &mut RunningGame<'_, '_>) -> Result<(), GameStop> {
    // Until the choice the proposer has black.
    let (proposer, other) = (Color::Black, Color::White);
    let mut record = Swap2 {
        proposer: game.participants[proposer].index,
        put_two: false,
        swapped: false,
        times_ms: Vec::new(),
    };
    let answer = game.ask_swap2(proposer)?;
    record.times_ms.push(millis(answer.used));
    match answer.value {
        Swap2Answer::Points(points) if points.len() == 3 => put(game, proposer, &points)?,
        answer => return Err(wrong(proposer, &answer, "three points")),
    }

    let mut chooser = other;
    let mut answer = game.ask_swap2(chooser)?;
    record.times_ms.push(millis(answer.used));
    if let Swap2Answer::Points(points) = &answer.value
        && points.len() == 2
    {
        put(game, chooser, points)?;
        record.put_two = true;
        chooser = proposer;
        answer = game.ask_swap2(chooser)?;
        record.times_ms.push(millis(answer.used));
    }
    record.swapped = answer.value == Swap2Answer::Swap;
    game.swap2 = Some(record);
    settle(game, chooser, answer)
}

/// Gives the chooser its color: black after `SWAP`, white with a stone.
fn settle(
    game: &mut RunningGame<'_, '_>,
    chooser: Color,
    answer: PlayerAnswer<Swap2Answer>,
) -> Result<(), GameStop> {
    let wants = match &answer.value {
        Swap2Answer::Swap => Color::Black,
        Swap2Answer::Points(points) if points.len() == 1 => Color::White,
        wrong_answer => return Err(wrong(chooser, wrong_answer, "SWAP or one point")),
    };
    if wants != chooser {
        let ByColor(participants) = &mut game.participants;
        participants.reverse();
    }
    match answer.value {
        Swap2Answer::Points(points) => {
            let value = points.first().copied().unwrap_or(NumberPair { first: -1, second: -1 });
            game.accept(PlayerAnswer { value, used: answer.used, info: SearchInfo::default() })
        }
        Swap2Answer::Swap => Ok(()),
    }
}

/// Places stones of the opening, in alternating colors; `by` is responsible for them.
fn put(game: &mut RunningGame<'_, '_>, by: Color, points: &[NumberPair]) -> Result<(), GameStop> {
    let name = title(by, game.participants[by].spec);
    for &point in points {
        // The referee blames the color of the stone, but the player who places the opening is at
        // fault.
        let blame = |end: End| {
            let note = end.note.map(|note| format!("{name} put the opening: {note}"));
            End { winner: Some(!by), note, ..end }
        };
        let coord = game.referee.play(point).map_err(blame)?;
        game.opening.push(coord);
        if game.referee.ending(coord).is_some() {
            let answer = Swap2Answer::Points(points.to_vec());
            return Err(wrong(by, &answer, "an opening that does not end the game"));
        }
    }
    Ok(())
}

fn wrong(by: Color, seen: &Swap2Answer, expected: &str) -> GameStop {
    let note = format!("{by} answered SWAP2BOARD by {seen}, expected {expected}");
    End { verdict: Verdict::Illegal, winner: Some(!by), attempt: None, note: Some(note) }.into()
}
