//! Claims of stores that are true, false, and too hard.

use super::*;
use tengen_engine::board::notation::parse_moves;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::book::store::PATIENCE;

const LIMITS: ClaimLimits = ClaimLimits { nodes: Some(20_000), time_ms: None };

fn played(side: u64, moves: &str) -> Position {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(side).unwrap());
    for coord in parse_moves(moves, position.size()).unwrap() {
        position.play(coord).unwrap();
    }
    position
}

/// A store of claims, in a folder.
fn store(folder: &Path, claims: &[(Position, Label)]) -> Store {
    let store = Store::create(&folder.join("a.tgbook")).unwrap();
    store
        .write(|batch| {
            claims.iter().try_for_each(|(position, label)| {
                let record = Record {
                    label: *label,
                    trust: Trust::Import,
                    comment: "said".to_owned(),
                    ..Record::default()
                };
                let canonical = Canonical::of(position);
                batch.put(&canonical.key, record, Overwrite::Better).map(drop)
            })
        })
        .map_err(|error: BookError| error)
        .unwrap();
    store
}

fn record(store: &Store, position: &Position) -> Record {
    let canonical = Canonical::of(position);
    let record = store.snapshot().unwrap().get(&canonical.key).unwrap().unwrap();
    record.back(&canonical)
}

fn verified(store: &Store, journal: Option<&Path>) -> (ClaimTally, Vec<(Label, Label)>) {
    let mut wrong = Vec::new();
    let request = ClaimRequest { limits: LIMITS, journal };
    let mut refuted = |found: Refuted| wrong.push((found.claimed, found.proved));
    let stop = StopFlag::new();
    let tally = verify(store, &request, &stop, &mut refuted, &mut |_| {}).unwrap();
    (tally, wrong)
}

/// Black has an open three and is to move.
fn open_three() -> Position {
    played(15, "h8a1h9a3h10a5")
}

#[test]
fn true_claims_are_proved_false_ones_turned_and_hard_ones_left_open() {
    let folder = tempfile::tempdir().unwrap();
    // Black has a four that is open at both ends; white is to move.
    let lost = played(15, "h8a1h9a3h10a5h11");
    let five = played(15, "a1h8a3h9a5h10a7h11c1h12");
    let quiet = played(15, "h8");
    let store = store(
        folder.path(),
        &[
            (open_three(), Label::Win),
            (lost.clone(), Label::Loss),
            (five.clone(), Label::Win),
            (quiet.clone(), Label::Win),
            (played(5, ""), Label::Draw),
        ],
    );
    let journal = folder.path().join("open.jsonl");
    let (tally, wrong) = verified(&store, Some(&journal));
    assert_eq!(tally, ClaimTally { claims: 5, confirmed: 3, refuted: 1, open: 1 });
    assert_eq!(wrong, [(Label::Win, Label::Loss)]);
    let won = record(&store, &open_three());
    assert_eq!((won.proved(), won.trust, &*won.comment), (Some(Label::Win), Trust::Solver, "said"));
    assert_eq!((won.value, won.best.is_some()), (Some(29_997), true));
    assert_eq!(record(&store, &lost).value, Some(-29_998));
    assert_eq!(record(&store, &five).proved(), Some(Label::Loss));
    assert!(record(&store, &quiet).is_claimed_result());
    // It is not tried again: the journal knows it.
    let (tally, wrong) = verified(&store, Some(&journal));
    assert_eq!(
        (tally, wrong),
        (ClaimTally { claims: 1, open: 1, ..ClaimTally::default() }, vec![])
    );
    let lines = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(lines.lines().count(), 2, "{lines}");
    // With other limits it would be.
    let more = ClaimLimits { nodes: Some(20_001), ..LIMITS };
    let request = ClaimRequest { limits: more, journal: Some(&journal) };
    let refused = verify(&store, &request, &StopFlag::new(), &mut |_| {}, &mut |_| {});
    assert!(matches!(refused, Err(ClaimsError::Journal(LineJournalError::Different { .. }))));
}

#[test]
fn a_false_win_is_refuted_and_what_is_proved_counts_for_earlier_positions() {
    let folder = tempfile::tempdir().unwrap();
    // White cannot stop the four: a win of white is a false claim.
    let lost = played(15, "h8a1h9a3h10a5h11");
    let before = open_three();
    let store = store(folder.path(), &[(before.clone(), Label::Loss), (lost, Label::Win)]);
    let (tally, wrong) = verified(&store, None);
    assert_eq!(tally, ClaimTally { claims: 2, refuted: 2, ..ClaimTally::default() });
    assert_eq!(wrong, [(Label::Win, Label::Loss), (Label::Loss, Label::Win)]);
    // The move to the position that was decided first.
    let truth = record(&store, &before);
    assert_eq!((truth.proved(), truth.value), (Some(Label::Win), Some(29_997)));
    assert!(truth.best.is_some_and(|best| best.x == 7));
}

#[test]
fn what_was_decided_before_a_stop_is_stored_and_is_not_decided_again() {
    let folder = tempfile::tempdir().unwrap();
    let claims = [(open_three(), Label::Win), (played(15, "h8a1h9a3i9a5"), Label::Win)];
    let store = store(folder.path(), &claims);
    let request = ClaimRequest { limits: LIMITS, journal: None };
    let stop = StopFlag::new();
    let mut stop_after_one = |_: &ClaimTally| stop.set();
    let tally = verify(&store, &request, &stop, &mut |_| {}, &mut stop_after_one).unwrap();
    assert_eq!((tally.claims, tally.done()), (2, 1));
    drop(store);
    let store = Store::open(&folder.path().join("a.tgbook"), PATIENCE).unwrap();
    let (tally, _) = verified(&store, None);
    assert_eq!(tally.claims, 1);
}
