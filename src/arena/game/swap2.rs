//! The swap2 opening, played by the players through SWAP2BOARD.
//!
//! One player places three stones. The other takes white by placing the fourth, takes black by
//! `SWAP`, or places two more and leaves the choice to the first: the sixth stone (white) or `SWAP`
//! (black). See gomocup.org, "Experimental Tournament" 2020, where the command was introduced.

use super::participant::title;
use super::referee::RefereeEnd;
use super::running::{GameInPlay, GameStop};
use crate::player::answers::Swap2Reply;
use crate::player::commands::millis;
use crate::player::{PlayerAnswer, search_info::SearchInfo};
use tengen_brain::wire::NumberPair;
use tengen_engine::types::{ByColor, Color};
use tengen_records::{Swap2, Verdict};

/// Plays the opening. Afterwards the participants have the colors that were chosen, the opening's
/// stones are on the board, and a stone placed with the choice is the first move of the game.
pub(super) fn choose_colors(game: &mut GameInPlay<'_, '_>) -> Result<(), GameStop> {
    // Until the choice the proposer has black.
    let (proposer, other) = (Color::Black, Color::White);
    // The game has the record from the start, since a fault may end it in every step.
    game.swap2 = Some(Swap2 {
        proposer: game.participants[proposer].index,
        put_two: false,
        swapped: false,
        times_ms: Vec::new(),
    });
    let answer = ask(game, proposer)?;
    match answer.value {
        Swap2Reply::Points(points) if points.len() == 3 => put(game, proposer, &points)?,
        answer => return Err(wrong(proposer, &answer, "three points")),
    }

    let mut chooser = other;
    let mut answer = ask(game, chooser)?;
    if let Swap2Reply::Points(points) = &answer.value
        && points.len() == 2
    {
        put(game, chooser, points)?;
        note(game, |record| record.put_two = true);
        chooser = proposer;
        answer = ask(game, chooser)?;
    }
    note(game, |record| record.swapped = answer.value == Swap2Reply::Swap);
    settle(game, chooser, answer)
}

/// Asks for a step and records its time.
fn ask(game: &mut GameInPlay<'_, '_>, color: Color) -> Result<PlayerAnswer<Swap2Reply>, GameStop> {
    let answer = game.ask_swap2(color)?;
    note(game, |record| record.times_ms.push(millis(answer.used)));
    Ok(answer)
}

/// Changes the record of the opening.
fn note(game: &mut GameInPlay<'_, '_>, change: impl FnOnce(&mut Swap2)) {
    if let Some(record) = &mut game.swap2 {
        change(record);
    }
}

/// Gives the chooser its color: black after `SWAP`, white with a stone.
fn settle(
    game: &mut GameInPlay<'_, '_>,
    chooser: Color,
    answer: PlayerAnswer<Swap2Reply>,
) -> Result<(), GameStop> {
    let wants = match &answer.value {
        Swap2Reply::Swap => Color::Black,
        Swap2Reply::Points(points) if points.len() == 1 => Color::White,
        wrong_answer => return Err(wrong(chooser, wrong_answer, "SWAP or one point")),
    };
    if wants != chooser {
        let ByColor(participants) = &mut game.participants;
        participants.reverse();
    }
    match answer.value {
        Swap2Reply::Points(points) => {
            let value = points.first().copied().unwrap_or(NumberPair { first: -1, second: -1 });
            game.accept(PlayerAnswer { value, used: answer.used, info: SearchInfo::default() })
        }
        Swap2Reply::Swap => Ok(()),
    }
}

/// Places stones of the opening, in alternating colors; `by` is responsible for them.
fn put(game: &mut GameInPlay<'_, '_>, by: Color, points: &[NumberPair]) -> Result<(), GameStop> {
    let name = title(by, game.participants[by].spec);
    for &point in points {
        // The referee blames the color of the stone, but the player who places the opening is at
        // fault.
        let blame = |end: RefereeEnd| {
            let note = end.note.map(|note| format!("{name} put the opening: {note}"));
            RefereeEnd { winner: Some(!by), note, ..end }
        };
        let coord = game.referee.play(point).map_err(blame)?;
        game.opening.push(coord);
        if game.referee.ending(coord).is_some() {
            let answer = Swap2Reply::Points(points.to_vec());
            return Err(wrong(by, &answer, "an opening that does not end the game"));
        }
    }
    Ok(())
}

fn wrong(by: Color, seen: &Swap2Reply, expected: &str) -> GameStop {
    let note = format!("{by} answered SWAP2BOARD with {seen}, expected {expected}");
    RefereeEnd { verdict: Verdict::Illegal, winner: Some(!by), attempt: None, note: Some(note) }
        .into()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::time::Duration;

    use super::super::{Adjudication, GameRules, GameRunner, MatchGames, Pairing};
    use super::*;
    use crate::player::{LaunchOptions, ManagerOptions, PlayLimits, PlayerSpec};
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_records::{GameRecord, Opening};

    /// A player in the shell that gives these answers to SWAP2BOARD in turn, separated by bars, and
    /// then crashes.
    fn player(name: &str, answers: &str) -> PlayerSpec {
        let answers = (1..).zip(answers.split_terminator('|'));
        let answers: String =
            answers.map(|(n, answer)| format!("{n}) echo '{answer}';; ")).collect();
        let script = format!(
            "n=0; while read -r line; do case $line in START*) echo OK;; \
             DONE*) n=$((n+1)); case $n in {answers}*) exit 3;; esac;; esac; done"
        );
        PlayerSpec {
            name: name.to_owned(),
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            folder: None,
            info: Vec::new(),
            limits: PlayLimits::default(),
            settle: Duration::ZERO,
        }
    }

    /// The game between players with these answers.
    fn game(proposer: &str, other: &str) -> GameRecord {
        let setup = MatchGames {
            players: vec![player("proposer", proposer), player("other", other)],
            manager: ManagerOptions::default(),
            rules: GameRules::new(Rule::Freestyle, BoardSize::square(15).unwrap()),
            swap2: true,
            adjudication: Adjudication::default(),
            seed: None,
            reuses_processes: false,
            keeps_dialogues: false,
        };
        let opening = Opening::default();
        let pairing = Pairing { game: 1, round: 1, pair: 1, black: 0, white: 1, opening };
        let mut runner = GameRunner::new(&setup, LaunchOptions::default(), &|| false);
        runner.play(&pairing).unwrap().record
    }

    #[test]
    fn a_fault_in_the_opening_leaves_the_record_of_its_steps() {
        let three = "7,7 8,8 6,9";
        for (proposer, other, times, stones, loser) in [
            ("", "", 0, 0, Color::Black),
            (three, "", 1, 3, Color::White),
            (three, "5,5 9,4", 2, 5, Color::Black),
            (three, "1,1 1,1", 2, 4, Color::White),
            ("7,7 8,8 6,9|4,4 5,6", "5,5 9,4", 3, 5, Color::Black),
        ] {
            let game = game(proposer, other);
            assert_eq!(game.winner(), Some(!loser), "{:?}", game.note);
            let swap2 = game.swap2.unwrap();
            assert_eq!((swap2.proposer, swap2.swapped), (0, false));
            assert_eq!((swap2.times_ms.len(), game.opening.moves.len()), (times, stones));
            assert_eq!(swap2.put_two, stones == 5);
        }
    }
}
