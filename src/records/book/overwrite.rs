//! What happens when a new record meets a known record of the same position.
//!
//! | known | said | `better` | `always` | `never` |
//! |---|---|---|---|---|
//! | nothing | anything | said | said | said |
//! | not proved | proved | said | said | known |
//! | proved | not proved | known | known | known |
//! | not proved | no claim | known | known | known |
//! | no claim | a claim | said | said | known |
//! | both proved, both not | of more trust | said | said | known |
//! | | of equal trust, deeper | said | said | known |
//! | | of equal trust and depth, a tighter bound, or as tight and more nodes | said | said | known |
//! | | otherwise | known | said | known |
//!
//! If both are proved and contradict each other, the known record stays regardless of trust, and
//! the conflict is reported: one of the proofs is wrong. Comments, texts on points and results of
//! games are not claims: they are merged.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::record::{GameResults, Record, WordError};
use tengen_engine::types::Coord;

/// Which record stays.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = WordError, parse_err_fn = Overwrite::unknown)]
pub enum Overwrite {
    #[default]
    Better,
    /// The new one, except that only a proved record replaces a proved one.
    Always,
    /// The known one.
    Never,
}

worded! { Overwrite }

/// What became of a record that was put into a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreOutcome {
    /// Nothing was known.
    New,
    /// It replaced the known record, or added to it.
    Changed,
    /// The known record stays.
    Kept,
    /// Both are proved and contradict each other; the known record stays.
    Conflict,
}

impl StoreOutcome {
    /// Whether the store has changed.
    pub(crate) const fn is_change(self) -> bool {
        matches!(self, Self::New | Self::Changed)
    }
}

/// Merges a known record with a new one.
pub fn joined(known: Option<Record>, said: Record, overwrite: Overwrite) -> (Record, StoreOutcome) {
    let Some(known) = known else { return (said, StoreOutcome::New) };
    let is_conflict = known.is_proved() && said.is_proved() && known.label != said.label;
    let takes = !is_conflict && takes_claim(&known, &said, overwrite);
    let joined = with_remarks(known.clone(), said, takes, overwrite);
    let outcome = match () {
        () if is_conflict => StoreOutcome::Conflict,
        () if joined == known => StoreOutcome::Kept,
        () => StoreOutcome::Changed,
    };
    (joined, outcome)
}

/// Whether the new claim replaces the known one.
fn takes_claim(known: &Record, said: &Record, overwrite: Overwrite) -> bool {
    let claim = |record: &Record| (record.trust, record.depth, record.bound, record.nodes);
    match (known.is_proved(), said.is_proved(), overwrite) {
        (true, false, _) | (_, _, Overwrite::Never) => false,
        _ if !said.claims_something() => false,
        (false, true, _) | (_, _, Overwrite::Always) => true,
        (_, _, Overwrite::Better) => !known.claims_something() || claim(said) > claim(known),
    }
}

/// One record's claim with the remarks of both.
fn with_remarks(known: Record, said: Record, takes: bool, overwrite: Overwrite) -> Record {
    let (remarks, results) = if overwrite == Overwrite::Never {
        ((known.comment.clone(), known.texts.clone()), known.results)
    } else {
        let comment = joined_comment(&known.comment, &said.comment, overwrite);
        let texts = joined_texts(&known, &said, overwrite);
        ((comment, texts), more(known.results, said.results))
    };
    let claim = if takes { said } else { known };
    Record { comment: remarks.0, texts: remarks.1, results, ..claim }
}

/// The statistics with more games: the same file must not count twice.
fn more(known: GameResults, said: GameResults) -> GameResults {
    if said.games() > known.games() { said } else { known }
}

fn joined_comment(known: &str, said: &str, overwrite: Overwrite) -> String {
    match () {
        () if said.is_empty() || known == said => known.to_owned(),
        () if known.is_empty() || overwrite == Overwrite::Always => said.to_owned(),
        // The same lines, one after the other.
        () if format!("\n{known}\n").contains(&format!("\n{said}\n")) => known.to_owned(),
        () => format!("{known}\n{said}"),
    }
}

fn joined_texts(known: &Record, said: &Record, overwrite: Overwrite) -> Vec<(Coord, String)> {
    let (first, second) = match overwrite {
        Overwrite::Always => (said, known),
        Overwrite::Better | Overwrite::Never => (known, said),
    };
    let mut texts = first.texts.clone();
    for (coord, text) in &second.texts {
        if !texts.iter().any(|(taken, _)| taken == coord) {
            texts.push((*coord, text.clone()));
        }
    }
    texts.sort_unstable();
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::record::{Bound, Label, Trust};

    fn record(label: Label, trust: Trust, depth: i16) -> Record {
        Record { label, trust, depth, ..Record::default() }
    }

    /// One row per pair: the known record, the new one, and the outcome under better, always,
    /// never.
    #[test]
    fn claims_are_overwritten_by_this_table() {
        use Label::{Blocked, Draw, Forced, Loss, None as Nothing, Win};
        use StoreOutcome::{Changed, Conflict, Kept};
        use Trust::{Checker, Import, Person, Search, Solver};
        let value = |mut record: Record, value| {
            record.value = Some(value);
            record
        };
        let rows = [
            // Only a proved record replaces a proved one.
            (record(Win, Solver, 0), record(Loss, Search, 99), [Kept, Kept, Kept]),
            (record(Win, Checker, 0), record(Nothing, Person, 0), [Kept, Kept, Kept]),
            (record(Draw, Solver, 0), value(record(Nothing, Search, 50), 3), [Kept, Kept, Kept]),
            (record(Win, Solver, 5), record(Forced, Checker, 9), [Kept, Kept, Kept]),
            (record(Loss, Search, 99), record(Win, Solver, 0), [Changed, Changed, Kept]),
            (record(Blocked, Person, 0), record(Win, Checker, 0), [Changed, Changed, Kept]),
            (record(Win, Solver, 9), record(Win, Checker, 7), [Changed, Changed, Kept]),
            (record(Win, Checker, 9), record(Win, Solver, 11), [Kept, Changed, Kept]),
            // Contradicting proofs.
            (record(Win, Solver, 9), record(Loss, Checker, 7), [Conflict, Conflict, Conflict]),
            (record(Draw, Checker, 9), record(Win, Solver, 7), [Conflict, Conflict, Conflict]),
            // Trust, then depth.
            (record(Win, Person, 0), record(Loss, Import, 0), [Changed, Changed, Kept]),
            (record(Win, Search, 10), record(Loss, Import, 30), [Kept, Changed, Kept]),
            (record(Forced, Person, 0), record(Blocked, Person, 0), [Kept, Changed, Kept]),
            (record(Win, Search, 10), record(Loss, Search, 11), [Changed, Changed, Kept]),
            (record(Win, Search, 10), record(Loss, Search, 10), [Kept, Changed, Kept]),
            // Remarks and games alone are not claims.
            (record(Win, Person, 0), record(Nothing, Import, 0), [Kept, Kept, Kept]),
            (record(Nothing, Import, 0), record(Win, Person, 0), [Changed, Changed, Kept]),
            (
                record(Nothing, Search, 9),
                value(record(Nothing, Import, 1), 3),
                [Changed, Changed, Kept],
            ),
        ];
        for (known, said, outcomes) in rows {
            for (overwrite, expected) in
                [Overwrite::Better, Overwrite::Always, Overwrite::Never].into_iter().zip(outcomes)
            {
                let (after, outcome) = joined(Some(known.clone()), said.clone(), overwrite);
                assert_eq!(outcome, expected, "{known:?} {said:?} {overwrite}");
                assert_eq!(outcome.is_change(), after != known, "{known:?} {said:?} {overwrite}");
                let stays = if outcome == Changed { &said } else { &known };
                assert_eq!(after, *stays, "{overwrite}");
            }
        }
    }

    #[test]
    fn bounds_and_nodes_decide_between_equal_depths() {
        let known = Record {
            value: Some(1),
            bound: Bound::Lower,
            nodes: 10,
            ..record(Label::None, Trust::Search, 8)
        };
        let tighter = Record { bound: Bound::Exact, nodes: 1, ..known.clone() };
        let longer = Record { nodes: 11, ..known.clone() };
        let looser = Record { bound: Bound::Upper, nodes: 99, ..known.clone() };
        let outcome =
            |said: &Record| joined(Some(known.clone()), said.clone(), Overwrite::Better).1;
        assert_eq!(outcome(&tighter), StoreOutcome::Changed);
        assert_eq!(outcome(&longer), StoreOutcome::Changed);
        assert_eq!(outcome(&looser), StoreOutcome::Kept);
        assert_eq!(outcome(&known), StoreOutcome::Kept);
    }

    #[test]
    fn remarks_of_both_are_joined() {
        let at = |x, text: &str| (Coord::new(x, 0), text.to_owned());
        let known = Record {
            comment: "one".to_owned(),
            texts: vec![at(1, "A"), at(3, "C")],
            results: GameResults { won: 2, drawn: 0, lost: 1 },
            ..record(Label::Win, Trust::Checker, 5)
        };
        let said = Record {
            comment: "two".to_owned(),
            texts: vec![at(2, "B"), at(3, "D")],
            results: GameResults { won: 9, drawn: 0, lost: 1 },
            ..record(Label::None, Trust::Person, 0)
        };
        let (both, outcome) = joined(Some(known.clone()), said.clone(), Overwrite::Better);
        assert_eq!(outcome, StoreOutcome::Changed);
        assert_eq!((both.label, both.trust), (Label::Win, Trust::Checker));
        assert_eq!(both.comment, "one\ntwo");
        assert_eq!(both.texts, [at(1, "A"), at(2, "B"), at(3, "C")]);
        assert_eq!(both.results.won, 9);
        // Repeating the same record changes nothing.
        assert_eq!(
            joined(Some(both.clone()), said.clone(), Overwrite::Better).1,
            StoreOutcome::Kept
        );
        let (newer, _) = joined(Some(known.clone()), said, Overwrite::Always);
        assert_eq!(newer.comment, "two");
        assert_eq!(newer.texts, [at(1, "A"), at(2, "B"), at(3, "D")]);
        assert_eq!(newer.label, Label::Win);
    }
}
