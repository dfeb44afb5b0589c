//! Checks of certificates: altered ones are refused, a quick check agrees with a full one.

use super::*;

/// The check of a certificate without the entries to which nothing leads.
fn check_reached(
    replay: Replay,
    mut certificate: Certificate,
) -> Result<CheckReport, CertificateRefusal> {
    let frame = ProofFrame::of(&certificate.position().unwrap());
    loop {
        match check_by(replay, &certificate) {
            Err(CertificateRefusal::Superfluous { at }) => {
                certificate.entries.remove(&frame.read(&at).unwrap()).expect("an entry");
            }
            checked => return checked,
        }
    }
}

#[test]
fn every_changed_byte_of_a_certificate_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let frame = ProofFrame::of(&certificate.position().unwrap());
    let text = certificate.write(&frame);
    assert_eq!(Certificate::read(&text).unwrap(), certificate);
    let mut rng = Rng::new(8);
    for _ in 0..500 {
        let mut bytes = text.clone().into_bytes();
        let place = rng.below(bytes.len() - 1);
        let byte = b'a' + rng.below(26) as u8;
        if bytes[place] == byte {
            continue;
        }
        bytes[place] = byte;
        let changed = String::from_utf8(bytes).unwrap();
        assert!(Certificate::read(&changed).is_err(), "byte {place}");
    }
}

#[test]
fn errors_in_files_are_said_once_and_in_plain_words() {
    let with_claim = |moves: &str, entry: &str| {
        let body = format!(
            "{{\"tengen_certificate\":1,\"claim\":{{\"tengen_prove\":1,\"attacker\":\"black\",\
             \"position\":{{\"size\":15,\"moves\":[{moves}]}}}},\"stones\":1,\"entries\":1,\
             \"is_complete\":true}}\n{entry}\n"
        );
        let text = format!("{body}{{\"crc32\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes()));
        format!("{:#}", anyhow::Error::new(Certificate::read(&text).unwrap_err()))
    };
    let occupied = with_claim("\"h8\",\"h8\"", "[\"/\",\"h8\"]");
    assert!(occupied.starts_with("line 1: ") && occupied.matches("occupied").count() == 1);
    assert_eq!(
        with_claim("", "[\"/\",7]"),
        "line 2: not an entry like [\"h8/h9\",\"g10\"]: [1]: seen 7, expected a text in quotes"
    );
    let foreign = Certificate::read("{\"x\":1}\n").unwrap_err().to_string();
    assert!(foreign.starts_with("seen '{\"x\":1}', expected a certificate"), "{foreign}");
    let draw = anyhow::Error::new(Draw::check("{\"tengen_draw\":1}").unwrap_err());
    assert_eq!(format!("{draw:#}"), "not the pairings of a draw: position: missing");
}

#[test]
fn a_certificate_without_an_entry_or_with_another_move_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate { stones: ATTACK_STONES, ..proved(folder.path()) };
    assert!(check(&certificate).is_ok());
    let frame = ProofFrame::of(&certificate.position().unwrap());
    // No entry follows that with the most stones, and threats alone do not win there.
    let leaf = certificate.entries.keys().max_by_key(|key| key.stones()).unwrap();
    let (at, position) = (frame.write(leaf), frame.position(leaf));
    let with = |play: Option<Coord>| {
        let mut wrong = certificate.clone();
        wrong.entries.remove(leaf);
        wrong.entries.extend(play.map(|play| (leaf.clone(), play)));
        check(&wrong).unwrap_err()
    };
    assert_eq!(with(None), CertificateRefusal::Unproved { at: at.clone(), stones: ATTACK_STONES });
    let refusal = with(Some(idle_corner(&position)));
    let is_found = matches!(
        refusal,
        CertificateRefusal::Unproved { .. } | CertificateRefusal::DefenderWins { .. }
    );
    assert!(is_found, "{at} played into a corner: {refusal:?}");
    let coord = position.stones()[0].0;
    let error = IllegalMove::Occupied { coord };
    assert_eq!(with(Some(coord)), CertificateRefusal::Illegal { at, error });
}

/// An empty corner, far away from everything: a stone there threatens nothing.
fn idle_corner(position: &Position) -> Coord {
    // In some images of a position white's two stones are in the corners on the right.
    let corners = [(14, 14), (14, 0), (0, 0), (0, 14)].map(|(x, y)| Coord::new(x, y));
    corners.into_iter().find(|&corner| position.is_empty_at(corner)).unwrap()
}

#[test]
fn a_superfluous_entry_and_a_partial_claim_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let frame = ProofFrame::of(&certificate.position().unwrap());
    let mut more = certificate.clone();
    let elsewhere = played(Rule::Freestyle, 15, "o1o2o3o4o5n6");
    more.entries.insert(frame.canonical(&elsewhere).0, Coord::new(7, 7));
    assert!(matches!(check(&more), Err(CertificateRefusal::Superfluous { .. })));
    let partial = Certificate { is_complete: false, ..certificate };
    assert_eq!(check(&partial), Err(CertificateRefusal::Incomplete));
}

#[test]
fn a_quick_check_finds_what_a_full_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate { stones: ATTACK_STONES, ..proved(folder.path()) };
    let quick = |certificate: &Certificate| check_by(Replay::Local, certificate);
    let frame = ProofFrame::of(&certificate.position().unwrap());
    let (full, local) = (check(&certificate).unwrap(), quick(&certificate).unwrap());
    assert_eq!((full.entries, full.replies), (local.entries, local.replies));
    // Images of a reply are counted but not played out.
    assert!(local.counts.wins >= full.counts.wins);
    // A move elsewhere in the first, a middle and the last entry.
    let keys: Vec<_> = certificate.entries.keys().collect();
    for key in [keys[0], keys[keys.len() / 2], keys[keys.len() - 1]] {
        let mut wrong = certificate.clone();
        wrong.entries.insert(key.clone(), idle_corner(&frame.position(key)));
        for replay in [Replay::Full, Replay::Local] {
            let refusal = check_reached(replay, wrong.clone()).unwrap_err();
            let is_found = matches!(
                refusal,
                CertificateRefusal::Unproved { .. } | CertificateRefusal::DefenderWins { .. }
            );
            assert!(is_found, "{}, {replay:?}: {refusal:?}", frame.write(key));
        }
    }
    // The last entry has the most stones, so that no other is reached through it.
    let mut missing = certificate;
    missing.entries.pop_last();
    missing.stones = 1;
    assert!(matches!(quick(&missing), Err(CertificateRefusal::Unproved { stones: 1, .. })));
    // A quick check does not count as a full one.
    let path = folder.path().join("quick.jsonl");
    CheckJournal::open(&path, &missing, Replay::Local).unwrap();
    assert!(CheckJournal::open(&path, &missing, Replay::Full).is_err());
}

#[test]
fn the_counts_of_a_check_add_up() {
    let certificate = branch(BRANCH);
    let frame = ProofFrame::of(&certificate.position().unwrap());
    // Counted again, by the rules and the certificate alone.
    let (mut replies, mut entries) = (0, 0);
    for (key, &play) in &certificate.entries {
        let mut position = frame.position(key);
        position.play(play).unwrap();
        if reference::is_winning(&position, play) {
            continue;
        }
        for reply in legality::legal_moves(&position) {
            replies += 1;
            let (key, _) = frame.after(&position, reply);
            entries += u64::from(certificate.entries.contains_key(&key));
        }
    }
    let full = check(&certificate).unwrap();
    let local = check_by(Replay::Local, &certificate).unwrap();
    for report in [&full, &local] {
        assert_eq!((report.replies, report.counts.sum()), (replies, replies));
        assert_eq!(report.counts.entries, entries);
    }
    assert!(entries > 0 && full.counts.passed == 0, "{full:?}");
    assert!(0 < local.counts.passed && local.counts.passed < local.counts.wins, "{local:?}");
    // Black has an open four on the axis of a symmetric position, white is to move: the replies
    // beside the axis are images of each other.
    let position = played(Rule::Freestyle, 15, "h7h1h8h15h6h14h9");
    let claim = ProofClaim::new(&position, Color::Black);
    let four = Certificate { claim, stones: 1_000, is_complete: true, entries: BTreeMap::new() };
    let counts = ReplyCounts { entries: 0, wins: 8 + 105, passed: 0, images: 105 };
    let report = check(&four).unwrap();
    assert_eq!((report.counts, report.replies), (counts, 8 + 210));
    let report = check_by(Replay::Local, &four).unwrap();
    assert_eq!(report.counts.sum(), 8 + 210);
}
