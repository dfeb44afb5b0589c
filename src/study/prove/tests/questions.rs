//! Whole questions: against brute force on small boards, interrupted and resumed.

use super::*;

/// Who wins, by the definition.
fn brute_force(position: &Position) -> ProofVerdict {
    let legal = legality::legal_moves(position);
    if position.is_full() {
        return ProofVerdict::Draw;
    }
    let mut best = ProofVerdict::Loss;
    for play in legal {
        let mut after = position.clone();
        after.play(play).unwrap();
        let ending = ending_after(&after, play);
        let won = ending.as_ref().is_some_and(|ending| ending.winner().is_some());
        match if won { ProofVerdict::Loss } else { brute_force(&after) } {
            ProofVerdict::Loss => return ProofVerdict::Win,
            ProofVerdict::Draw => best = ProofVerdict::Draw,
            ProofVerdict::Win | ProofVerdict::Unknown => {}
        }
    }
    best
}

/// A random open position on a 5×5 or 6×5 board with this many empty cells.
fn nearly_full(rule: Rule, empties: usize, rng: &mut Rng) -> Option<Position> {
    let size = BoardSize::new(if rng.below(2) == 0 { 5 } else { 6 }, 5).unwrap();
    let mut cells: Vec<Coord> = size.coords().collect();
    rng.shuffle(&mut cells);
    let mut position = Position::new(rule, size);
    for &cell in &cells[empties..] {
        // Black twice as often, so that there are winners.
        let stone = if rng.below(3) == 0 { Stone::White } else { Stone::Black };
        position.put(cell, stone).unwrap();
    }
    position.set_to_move(if rng.below(2) == 0 { Color::Black } else { Color::White });
    reference::winner(&position).is_none().then_some(position)
}

#[test]
fn answers_agree_with_brute_force_on_small_boards() {
    let mut rng = Rng::new(3);
    let mut seen = [0; 3];
    for rule in Rule::ALL {
        for _ in 0..40 {
            let Some(position) = nearly_full(rule, 7, &mut rng) else { continue };
            let folder = tempfile::tempdir().unwrap();
            let expected = brute_force(&position);
            let answer = ask(&question(&position, folder.path()));
            let shown = picture(&position, &[]);
            let to_move = position.to_move();
            assert_eq!(answer.result, expected, "{rule}, {to_move} to move\n{shown}{answer:?}");
            seen[[ProofVerdict::Win, ProofVerdict::Loss, ProofVerdict::Draw]
                .iter()
                .position(|&verdict| verdict == expected)
                .unwrap()] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count >= 5), "{seen:?} of each result");
}

#[test]
fn small_empty_boards_are_draws_by_pairings_that_can_be_checked() {
    for (rule, side) in [(Rule::Freestyle, 5), (Rule::Standard, 5)] {
        let folder = tempfile::tempdir().unwrap();
        let answer = ask(&question(&played(rule, side, ""), folder.path()));
        assert_eq!(answer.result, ProofVerdict::Draw);
        let text = fs::read_to_string(folder.path().join("draw.json")).unwrap();
        assert!(Draw::check(&text).is_ok());
        // Without its first pair it stops less.
        let start = text.find("[[").unwrap() + 1;
        let end = start + text[start..].find("],").unwrap() + 2;
        let fewer = format!("{}{}", &text[..start], &text[end..]);
        assert!(Draw::check(&fewer).is_err(), "{fewer}");
    }
}

#[test]
fn a_journal_of_another_check_does_not_cost_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let claim = ProofClaim::new(&played(Rule::Standard, 15, OPEN), Color::Black);
    let other = Certificate { claim, stones: 1, is_complete: true, entries: BTreeMap::new() };
    let checked = folder.path().join("checked.jsonl");
    CheckJournal::open(&checked, &other, Replay::Local).unwrap();
    let mut question = question(&played(Rule::Freestyle, 15, OPEN), folder.path());
    let refused = answer(&question, &StopFlag::new(), &Silent);
    let is_refused =
        matches!(refused, Err(AnswerError::Checked(LineJournalError::Different { .. })));
    assert!(is_refused, "{refused:?}");
    let found = fs::read_to_string(folder.path().join("win.jsonl")).unwrap();
    assert!(found.lines().count() > 1 && folder.path().join(CERTIFICATE).exists());
    // Without it the search is continued at its end.
    fs::remove_file(checked).unwrap();
    question.resume = true;
    assert_eq!(ask(&question).result, ProofVerdict::Win);
    assert_eq!(fs::read_to_string(folder.path().join("win.jsonl")).unwrap(), found);
}

#[test]
fn a_search_that_is_cut_anywhere_is_continued_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let whole = proved(folder.path());
    let journal = folder.path().join("win.jsonl");
    let bytes = fs::read(&journal).unwrap();
    for part in [0, 1, 3, 7, 9] {
        let cut = bytes.len() * part / 10 + 1;
        fs::write(&journal, &bytes[..cut]).unwrap();
        let mut question = question(&played(Rule::Freestyle, 15, OPEN), folder.path());
        question.resume = true;
        assert_eq!(ask(&question).result, ProofVerdict::Win);
        let text = fs::read_to_string(folder.path().join(CERTIFICATE)).unwrap();
        assert_eq!(Certificate::read(&text).unwrap().claim, whole.claim);
        // Findings before the cut are not searched again.
        let whole_lines = bytes[..cut].iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        assert!(fs::read(&journal).unwrap().starts_with(&bytes[..whole_lines]));
    }
}

#[test]
fn a_search_takes_its_moves_from_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let whole = proved(folder.path());
    let other = tempfile::tempdir().unwrap();
    let mut question = question(&played(Rule::Freestyle, 15, OPEN), other.path());
    question.add = vec![folder.path().join(CERTIFICATE)];
    assert_eq!(ask(&question).result, ProofVerdict::Win);
    let again = Certificate::read(&fs::read_to_string(other.path().join(CERTIFICATE)).unwrap());
    assert_eq!(again.unwrap().entries, whole.entries);
    // A certificate for another rule only advises: the same moves win under standard, and
    // everything is proved again.
    let exact = tempfile::tempdir().unwrap();
    question.position = played(Rule::Standard, 15, OPEN);
    question.folder = exact.path().to_owned();
    assert_eq!(ask(&question).result, ProofVerdict::Win);
    let text = fs::read_to_string(exact.path().join(CERTIFICATE)).unwrap();
    let advised = Certificate::read(&text).unwrap();
    let root = |certificate: &Certificate| certificate.entries.iter().next().map(|(_, &play)| play);
    assert_eq!(root(&advised), root(&whole));
    // Useless advice only costs time. (In all positions it cost two minutes.)
    let (astray, mut wrong) = (tempfile::tempdir().unwrap(), whole.clone());
    let some = wrong.entries.values_mut().skip(1).step_by(50);
    some.for_each(|play| *play = Coord::new(14, 14));
    let frame = ProofFrame::of(&wrong.position().unwrap());
    question.add = vec![astray.path().join("wrong.jsonl")];
    fs::write(&question.add[0], wrong.write(&frame)).unwrap();
    question.folder = astray.path().to_owned();
    assert_eq!(ask(&question).result, ProofVerdict::Win);
    question.add = vec![folder.path().join(CERTIFICATE)];
    // A certificate for another claim is refused.
    let elsewhere = tempfile::tempdir().unwrap();
    question.position = played(Rule::Freestyle, 15, "h8a1h9b15");
    question.folder = elsewhere.path().to_owned();
    let refused = answer(&question, &StopFlag::new(), &Silent);
    assert!(matches!(refused, Err(AnswerError::Side(ClaimSearchError::Journal(_)))), "{refused:?}");
}

#[test]
fn advice_comes_before_the_engine_and_only_once() {
    let position = played(Rule::Standard, 15, "h8i9h9i10g8j8");
    let frame = ProofFrame::of(&position);
    let (key, by) = frame.canonical(&position);
    // Far from everything: neither engine nor policy would think of it first.
    let far = by.apply(Coord::new(14, 14), position.size());
    let claim = ProofClaim::new(&position, Color::Black);
    let entries = BTreeMap::from([(key.clone(), far)]);
    let certificate = Certificate { claim, stones: 1, is_complete: true, entries };
    let mut advice = Advice::default();
    advice.add(certificate).unwrap();
    let effort =
        ExpansionEffort { reply_stones: 1, attack_stones: 1, engine_nodes: 2_000, hash_mb: 1 };
    let mut adviser = Adviser::new(frame, Color::Black, effort, Arc::new(advice));
    let mut expanded = |known: Vec<Coord>| {
        let request = ExpansionRequest { key: key.clone(), known, is_tried: false };
        match adviser.expand(&request, &StopFlag::new()).unwrap().found {
            FindingKind::Attack { moves, .. } => moves.into_iter().map(|(name, _)| name).collect(),
            other => panic!("{other:?}"),
        }
    };
    let name = name(far, position.size());
    assert_eq!(expanded(Vec::new()), std::slice::from_ref(&name));
    let others: Vec<String> = expanded(vec![far]);
    assert!(!others.is_empty() && !others.contains(&name), "{others:?}");
}

#[test]
fn claims_are_alike_but_for_the_rule_or_on_empty_boards_the_size() {
    let claim = |rule, side, moves, attacker| ProofClaim::new(&played(rule, side, moves), attacker);
    let free = claim(Rule::Freestyle, 15, "h8i9", Color::Black);
    assert!(free.is_like(&claim(Rule::Renju, 15, "h8i9", Color::Black)));
    assert!(!free.is_like(&claim(Rule::Standard, 15, "h8i9", Color::White)));
    assert!(!free.is_like(&claim(Rule::Standard, 15, "h8i8", Color::Black)));
    assert!(!free.is_like(&claim(Rule::Standard, 13, "h8i9", Color::Black)));
    // For empty boards the size may differ.
    let empty = claim(Rule::Freestyle, 15, "", Color::Black);
    assert!(empty.is_like(&claim(Rule::Caro, 20, "", Color::Black)));
    assert!(!empty.is_like(&claim(Rule::Caro, 20, "", Color::White)));
    assert!(!empty.is_like(&free) && !free.is_like(&empty));
}
