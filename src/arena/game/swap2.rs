//! The swap2 opening, played by the players through SWAP2BOARD.
//!
//! One player puts three stones. The other takes white by putting the fourth, takes black by
//! `SWAP`, or puts two more and leaves the choice to the first: the sixth stone (white) or `SWAP`
//! (black). CITE: gomocup.org, "Experimental Tournament" 2020, where the command was introduced.

use super::referee::End;
use super::seat::title;
use super::table::{Bout, Stop};
use crate::arena::player::answers::{NamedPoint, Swap2Answer};
use crate::arena::player::commands::millis;
use crate::arena::player::{PlayerAnswer, search_info::SearchInfo};
use crate::records::{Swap2, Verdict};
use crate::types::{ByColor, Color};

/// Plays the opening. Afterwards the seats hold the colors that were chosen, the opening's stones lie
/// on the board, and a stone that went with the choice is the first move of the game.
pub(super) fn choose_colors(bout: &mut Bout<'_, '_>) -> Result<(), Stop> {
    // Until the choice is made the proposer holds black.
    let (proposer, other) = (Color::Black, Color::White);
    let mut record = Swap2 {
        proposer: bout.seats[proposer].index,
        put_two: false,
        swapped: false,
        times_ms: Vec::new(),
    };
    let answer = bout.ask_swap2(proposer)?;
    record.times_ms.push(millis(answer.used));
    match answer.value {
        Swap2Answer::Points(points) if points.len() == 3 => put(bout, proposer, &points)?,
        answer => return Err(wrong(proposer, &answer, "three points")),
    }

    let mut chooser = other;
    let mut answer = bout.ask_swap2(chooser)?;
    record.times_ms.push(millis(answer.used));
    if let Swap2Answer::Points(points) = &answer.value
        && points.len() == 2
    {
        put(bout, chooser, points)?;
        record.put_two = true;
        chooser = proposer;
        answer = bout.ask_swap2(chooser)?;
        record.times_ms.push(millis(answer.used));
    }
    record.swapped = answer.value == Swap2Answer::Swap;
    bout.swap2 = Some(record);
    settle(bout, chooser, answer)
}

/// Gives the chooser its color: black after `SWAP`, white with a stone.
fn settle(
    bout: &mut Bout<'_, '_>,
    chooser: Color,
    answer: PlayerAnswer<Swap2Answer>,
) -> Result<(), Stop> {
    let wants = match &answer.value {
        Swap2Answer::Swap => Color::Black,
        Swap2Answer::Points(points) if points.len() == 1 => Color::White,
        wrong_answer => return Err(wrong(chooser, wrong_answer, "SWAP or one point")),
    };
    if wants != chooser {
        let ByColor(seats) = &mut bout.seats;
        seats.reverse();
    }
    match answer.value {
        Swap2Answer::Points(points) => {
            let value = points.first().copied().unwrap_or((-1, -1));
            bout.accept(PlayerAnswer { value, used: answer.used, info: SearchInfo::default() })
        }
        Swap2Answer::Swap => Ok(()),
    }
}

/// Puts stones of the opening, in turns of color; `by` answers for them.
fn put(bout: &mut Bout<'_, '_>, by: Color, points: &[NamedPoint]) -> Result<(), Stop> {
    let name = title(by, bout.seats[by].spec);
    for &point in points {
        // The referee speaks of the color of the stone; it is the opening's player who answers for it.
        let blame = |end: End| {
            let note = end.note.map(|note| format!("{name} put the opening: {note}"));
            End { winner: Some(!by), note, ..end }
        };
        let coord = bout.referee.play(point).map_err(blame)?;
        bout.opening.push(coord);
        if bout.referee.ending(coord).is_some() {
            let answer = Swap2Answer::Points(points.to_vec());
            return Err(wrong(by, &answer, "an opening that does not end the game"));
        }
    }
    Ok(())
}

fn wrong(by: Color, seen: &Swap2Answer, expected: &str) -> Stop {
    let note = format!("{by} answered SWAP2BOARD by {seen}, expected {expected}");
    End { verdict: Verdict::Illegal, winner: Some(!by), attempt: None, note: Some(note) }.into()
}
