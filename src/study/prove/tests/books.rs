//! The books of proofs.

use super::*;

#[test]
fn the_book_of_a_proof_says_who_wins_and_how_soon() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let report = check(&certificate).unwrap();
    let sealed = book::sealed(&certificate, &report, String::new()).unwrap();
    let get = |position: &Position| {
        let canonical = Canonical::of(position);
        sealed.get(&canonical.key).map(|record| record.back(&canonical))
    };
    let mut position = played(Rule::Freestyle, 15, OPEN);
    let root = get(&position).unwrap();
    let plies = report.plies as i16;
    assert_eq!((root.proved(), root.value), (Some(Label::Win), Some(30_000 - plies)));
    position.play(root.best.unwrap()).unwrap();
    let after = get(&position).unwrap();
    assert_eq!((after.proved(), after.value), (Some(Label::Loss), Some(plies - 1 - 30_000)));
    // With one reply checked only, the claim itself is not in the book.
    let reply = legality::legal_moves(&position)[0];
    let request = Check { reply: Some(reply), threads: 1, replay: Replay::Full };
    let stop = StopFlag::new();
    let part = checker::check(&certificate, &request, None, &stop, &mut |_, _| {}).unwrap();
    let sealed = book::sealed(&certificate, &part, String::new()).unwrap();
    let root = Canonical::of(&played(Rule::Freestyle, 15, OPEN)).key;
    assert_eq!(sealed.get(&root), None);
}

#[test]
fn a_packed_proof_is_read_as_the_book_of_the_same_proof() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let report = check(&certificate).unwrap();
    let bytes = packed(&certificate, &report, "a proof").unwrap();
    let mut records = ProvedRecords::default();
    let provenance = read_packed(&bytes, Path::new("a.packed"), &mut records).unwrap();
    assert_eq!(provenance, "a proof");
    let sealed = book::sealed(&certificate, &report, provenance.clone()).unwrap();
    assert_eq!(SealedBook::new(provenance, records).unwrap(), sealed);
    // Not all replies were checked.
    let part = CheckReport { distances: report.distances.into_iter().skip(1).collect(), ..report };
    assert_eq!(packed(&certificate, &part, ""), Err(PackError::Gap));
}

/// The records of one of the proofs inside the program.
fn built_in(bytes: &[u8]) -> (String, BTreeMap<BookKey, Record>) {
    let mut records = ProvedRecords::default();
    let provenance = read_packed(bytes, Path::new("built-in"), &mut records).unwrap();
    (provenance, records.into_iter().collect())
}

#[test]
fn the_built_in_book_says_what_the_certificates_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments/proofs");
    for (name, bytes) in ["freestyle-15.jsonl", "standard-15.jsonl"].into_iter().zip(PROOFS) {
        let certificate = fs::read_to_string(folder.join(name)).unwrap();
        let certificate = Certificate::read(&certificate).unwrap();
        let frame = ProofFrame::of(&certificate.position().unwrap());
        let (provenance, records) = built_in(bytes);
        assert!(provenance.contains(&certificate.checksum()), "{name}: {provenance}");
        let wins = records.values().filter(|record| record.label == Label::Win).count();
        assert_eq!(wins, certificate.entries.len(), "{name}");
        for (key, &play) in &certificate.entries {
            let position = frame.position(key);
            let canonical = Canonical::of(&position);
            let record = records[&canonical.key].clone().back(&canonical);
            let best = record.best.unwrap();
            // In a position that is an image of itself it can be an image of the move.
            let (after, _) = frame.after(&position, play);
            assert_eq!(frame.after(&position, best).0, after, "{name}: {}", frame.write(key));
            let lost = Canonical::of(&frame.position(&after)).key;
            assert_eq!(records[&lost].label, Label::Loss, "{name}: {}", frame.write(&after));
        }
    }
}

#[test]
fn wins_of_the_built_in_book_come_nearer_with_each_move() {
    for bytes in PROOFS {
        let (_, records) = built_in(bytes);
        let plies = |key: &BookKey| 30_000 - records[key].value.unwrap().abs();
        for (key, record) in records.iter().filter(|(_, r)| r.label == Label::Win).step_by(40) {
            let mut position = BookKey::position_of(key.bytes()).unwrap();
            position.play(record.best.unwrap()).unwrap();
            let lost = Canonical::of(&position).key;
            // Of two paths that lead there, the shorter one counts.
            assert!(plies(&lost) < plies(key));
            for reply in legality::legal_moves(&position) {
                let mut after = position.clone();
                after.play(reply).unwrap();
                let after = Canonical::of(&after).key;
                assert!(!records.contains_key(&after) || plies(&after) < plies(&lost));
            }
        }
    }
}
