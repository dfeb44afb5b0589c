use super::model::MoveVerdict;
use super::*;
use tengen_engine::board::notation::parse_picture;
use tengen_engine::engine::Trained;
use tengen_engine::threats::ThreatKind;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Score};
use tengen_records::game_tree::GameTree;
use tengen_records::sgf::{read_tree, write_tree};
use tengen_records::{GameRecord, PlayedMove, txt};

/// Black makes a four-three that it overlooks for a move, white blunders, and so on.
const GAME: &str = "h8i9g9i7i8g8j8f8k8l8k7h10k6k9\n";

fn game(moves: &str) -> GameRecord {
    let size = BoardSize::square(15).unwrap();
    txt::read(moves, Rule::Freestyle, size).unwrap().remove(0)
}

fn options() -> ReviewOptions {
    ReviewOptions { solver_mb: 16, ..ReviewOptions::of_cost(Cost::of_nodes(500)) }
}

fn engine() -> Engine {
    Engine::with_hash(Trained::default(), 1 << 10)
}

fn reviewed(game: &GameRecord) -> Review {
    reviewed_with(
        &ReviewedGame::of_record(game).unwrap(),
        &mut KnownSearches::default(),
        &StopFlag::new(),
    )
}

fn reviewed_with(game: &ReviewedGame, known: &mut KnownSearches, stop: &StopFlag) -> Review {
    review(game, &mut engine(), &options(), known, stop, &mut |_| {}).unwrap()
}

#[test]
fn every_move_is_reviewed_and_the_same_limits_give_the_same_review() {
    let review = reviewed(&game(GAME));
    assert!(review.is_complete);
    let numbers: Vec<usize> = review.moves.iter().map(|reviewed| reviewed.number).collect();
    assert_eq!(numbers, (1..=14).collect::<Vec<_>>());
    assert_eq!(reviewed(&game(GAME)).moves, review.moves);
    for reviewed in &review.moves {
        assert!((0.0..=1.0).contains(&reviewed.loss()), "{reviewed:?}");
        assert!(reviewed.verdict != MoveVerdict::Good || reviewed.loss() < 0.08, "{reviewed:?}");
    }
}

/// None of its moves is a mistake, as all lose.
#[test]
fn a_side_that_is_lost_from_the_first_move_is_told_why() {
    // White has an open four.
    let text = "(;GM[4]SZ[15]AB[aa][oo][ao]AW[ff][gf][hf][if]PL[B];B[oa];W[ef])";
    let tree = read_tree(text, Rule::Freestyle).unwrap();
    let game = ReviewedGame::of_tree(&tree);
    let review = reviewed_with(&game, &mut KnownSearches::default(), &StopFlag::new());
    assert!(review.moves.iter().all(|reviewed| reviewed.verdict == MoveVerdict::Good));
    let lost = when_lost(&review);
    let [only] = lost.as_slice() else { panic!("{lost:?}") };
    // What is proved is said of the move that was played, and of no other.
    let expected = "black loses with every move from move 1 on, as the search sees it; after o15 white \
                    wins by fours in";
    assert!(only.starts_with(expected), "{only}");
    let mut unproved = review.clone();
    unproved.moves.iter_mut().for_each(|reviewed| reviewed.allowed = None);
    let [only_seen] = <[String; 1]>::try_from(when_lost(&unproved)).unwrap();
    let expected = "black loses with every move from move 1 on: the search sees white win in ";
    assert!(only_seen.starts_with(expected), "{only_seen}");
    assert!(text::text(&review, 200).contains(only), "{}", text::text(&review, 200));
    // Who makes a mistake first was not lost before it.
    let later = reviewed(&self::game("h8g10i8h10j8i10o15j10\n"));
    assert_eq!(when_lost(&later), [""; 0]);
}

/// What was lost little by little, and what was as good as lost before the move that lost it.
#[test]
fn the_summary_says_when_a_game_was_lost_without_a_mistake() {
    let mut review = reviewed(&game("h8g10i8h10j8i10o15j10\n"));
    let set = |review: &mut Review, values: [(i32, i32); 4]| {
        let own = review.moves.iter_mut().filter(|reviewed| reviewed.color == Color::White);
        for (reviewed, (before, after)) in own.zip(values) {
            (reviewed.before, reviewed.after) = (Score(before), Score(after));
            (reviewed.verdict, reviewed.allowed) = (MoveVerdict::Good, None);
        }
        review.moves.retain(|reviewed| reviewed.color == Color::White);
    };
    let lost = Score::loss_in(8);
    set(&mut review, [(-20, -300), (-300, -900), (-900, -1000), (-1000, lost)]);
    let chance = 100.0 * Score(-900).win_rate();
    assert!(chance < 10.0, "{chance}");
    let [stood, from] = &when_lost(&review)[..] else { panic!("{:?}", when_lost(&review)) };
    let expected = format!("white stood at {chance:.0} % after move 5, before any mistake");
    assert!(stood.starts_with(&expected), "{stood}");
    assert_eq!(from, "from move 9 on the search sees black win in 4 moves");
    // A verdict says it, or the game was not lost.
    review.moves[1].verdict = MoveVerdict::Mistake;
    review.moves[3].verdict = MoveVerdict::Inaccuracy;
    assert_eq!(when_lost(&review), [""; 0]);
    set(&mut review, [(-20, -900), (-900, lost), (-900, -20), (-20, 0)]);
    assert_eq!(when_lost(&review), [""; 0]);
}

#[test]
fn an_open_three_that_is_not_extended_is_a_missed_win() {
    // Both have an open three; black is to move and plays in the corner instead.
    let review = reviewed(&game("h8g10i8h10j8i10o15j10\n"));
    let missed = &review.moves[6];
    assert_eq!((missed.number, missed.verdict), (7, MoveVerdict::MissedWin));
    let win = missed.win.as_ref().unwrap();
    assert_eq!((win.kind, win.plies, win.line.len()), (ThreatKind::Vcf, 3, 3));
    assert_eq!(review.count(Color::Black, MoveVerdict::MissedWin), 1);
    assert!(review.mean_loss(Color::Black) > 0.0);
    let shown = text(&review, usize::MAX);
    assert!(shown.contains("7. black o15 ✗ missed win: black's win chance 100 % → 0 %"), "{shown}");
    assert!(shown.contains("; black wins by fours in 2 moves, proved: "), "{shown}");
}

#[test]
fn moves_after_a_five_are_not_judged() {
    let whole = reviewed(&game("h8a1i8a3j8a5k8a7l8\n"));
    let mut longer = game("h8a1i8a3j8a5k8a7l8a9\n");
    let verdict = tengen_records::Verdict::Resigned;
    longer.outcome = tengen_records::GameOutcome::Ended { winner: Some(Color::White), verdict };
    let longer = reviewed(&longer);
    assert_eq!(longer.moves, whole.moves);
    assert!(longer.is_complete);
}

#[test]
fn a_won_game_ends_at_certainty() {
    let review = reviewed(&game("h8a1i8a3j8a5k8a7l8\n"));
    assert!(review.moves.iter().all(|reviewed| reviewed.verdict != MoveVerdict::MissedWin));
    let last = review.moves.last().unwrap();
    assert_eq!(last.black_chance(), 1.0);
    assert_eq!(last.verdict, MoveVerdict::Good);
}

#[test]
fn a_stop_returns_what_is_done() {
    let stop = StopFlag::new();
    let mut seen = 0;
    let game = ReviewedGame::of_record(&game(GAME)).unwrap();
    let known = &mut KnownSearches::default();
    let review = review(&game, &mut engine(), &options(), known, &stop, &mut |progress| {
        let ReviewProgress::Position(done, all) = progress else { return };
        assert_eq!(all, 15);
        seen = done;
        if done == 5 {
            stop.set();
        }
    });
    let review = review.unwrap();
    assert_eq!((seen, review.moves.len(), review.is_complete), (5, 4, false));
    assert!(text(&review, usize::MAX).contains("stopped: reviewed up to move 4"));
    assert!(json(&review).contains("\"complete\":false"));
}

#[test]
fn every_form_shows_the_same_remarks() {
    let review = reviewed(&game("h8g10i8h10j8i10o15j10\n"));
    let (page, sgf) = (page(&review), sgf(&review, tree(&review)));
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"), "{page}");
    assert!(page.contains("id=\"move-7\"") && page.contains("class=\"missed-win\""), "{page}");
    for outside in ["http://", "https://", "<script", "<link", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(sgf.contains("missed win"), "{sgf}");
    let better = "k8 makes an open four, which threatens five at g8 or l8. White cannot stop both.";
    let worse = "After o15 white wins: j10 (open four), which threatens five at f10 or k10.";
    for shown in [&text(&review, usize::MAX), &page, &sgf.replace("\\:", ":")] {
        assert!(shown.contains(&format!("Better: {better}")), "{shown}");
        assert!(shown.contains(worse), "{shown}");
    }
    // The better line is a variation of the move that was played.
    assert!(sgf.matches("\n(").count() + sgf.matches("(;").count() >= 3, "{sgf}");
    let value: serde_json::Value = serde_json::from_str(&json(&review)).unwrap();
    assert_eq!(value["moves"][6]["verdict"], "missed-win");
    assert_eq!(value["moves"][6]["forced_win"]["plies"], 3);
    // Plies to the end are those of a win or a loss, not of a chance near one.
    assert_eq!(value["moves"][6]["mate_before"], 3);
    assert!(value["moves"][6]["mate_after"].as_i64() < Some(0), "{value}");
    assert_eq!(value["moves"][0].get("mate_before"), None);
    assert_eq!(value["moves"][6]["why_better"], better);
    assert_eq!(value["moves"][6]["why_worse"], worse);
    let lines = |[one, other]: [[u8; 2]; 2]| serde_json::json!([{"kind": "open-four", "next": [one, other]}]);
    let makes = serde_json::json!({"reason": "makes", "move": [10, 7], "color": "black", "kind": "open-four", "lines": lines([[6, 7], [11, 7]])});
    let allows = serde_json::json!([{"reason": "allows", "move": [14, 0], "color": "white", "kind": "open-four", "points": [[9, 5]],
        "lines": lines([[5, 5], [10, 5]]), "steps": [{"move": [9, 5], "kind": "open-four"}], "proved": true}]);
    let [better, worse] = ["better_reasons", "worse_reasons"].map(|key| &value["moves"][6][key]);
    assert_eq!(better[0], makes);
    let both =
        serde_json::json!({"reason": "unstoppable", "move": [10, 7], "color": "white", "count": 2});
    assert_eq!(better[1], both);
    assert_eq!(value["moves"][6]["exercise"], "win");
    assert_eq!(*worse, allows);
}

#[test]
fn a_single_move_is_counted_as_one() {
    let review = reviewed(&game("h8\n"));
    for shown in [text(&review, usize::MAX), page(&review)] {
        assert!(shown.contains(", 1 move, "), "{shown}");
    }
}

#[test]
fn the_remarks_of_a_file_are_read_back() {
    let review = reviewed(&game("h8g10i8h10j8i10o15j10\n"));
    let mut annotated = tree(&review);
    let main = annotated.line_through(GameTree::ROOT);
    annotated.set_comment(main[6], "I did not see it");
    let remarks = annotate(&review, &mut annotated, GameTree::ROOT);
    let again = read_tree(&sgf(&review, annotated.clone()), review.game.head.rule).unwrap();
    let words = |remarks: Vec<MoveRemark>| -> Vec<_> {
        remarks
            .into_iter()
            .map(|it| {
                (it.verdict, it.better, it.text.split_whitespace().collect::<Vec<_>>().join(" "))
            })
            .collect()
    };
    assert_eq!(words(remarks_in(&again)), words(remarks.clone()));
    let missed = Coord::new(10, 7);
    assert!(better_moves(&again).contains(&(7, missed)), "{:?}", better_moves(&again));
    // A comment that looks like one of another move is none.
    annotated.set_comment(main[6], "black h8 ✗ missed win: better k8");
    assert_eq!(remarks_in(&annotated).len(), remarks.len() - 1);
}

/// A comment may hold what people and several reviews have written, in any order.
#[test]
fn what_people_have_written_is_told_apart_from_what_reviews_have() {
    let review = reviewed(&game("h8g10i8h10j8i10o15j10\n"));
    let mut tree = tree(&review);
    let main = tree.line_through(GameTree::ROOT);
    annotate(&review, &mut tree, GameTree::ROOT);
    let remark = tree.node(main[6]).comment.to_owned();
    assert_eq!(remark.lines().count(), 3, "{remark}");
    let other = "black o15 ?? blunder: black's win chance 90 % → 3 %; better g8 k8";
    let page = "o15 ✗ Упущенный выигрыш.\nШанс на победу, Чёрные: 100\u{a0}% до хода, 0\u{a0}% после.\nЛучше: k8 l8.";
    let chance = "black's win chance 53 %";
    let own = "I did not see it.\n\nAfter all, k8 wins.";
    for (comment, expected, verdict) in [
        (format!("{own}\n{remark}"), own, Some(MoveVerdict::MissedWin)),
        (format!("{remark}\n{own}"), own, Some(MoveVerdict::MissedWin)),
        (format!("{remark}\n{other}"), "", Some(MoveVerdict::Blunder)),
        (format!("{other}\n{own}\n{remark}"), own, Some(MoveVerdict::MissedWin)),
        (format!("{own}\n\n{page}"), own, Some(MoveVerdict::MissedWin)),
        (format!("{other}\n\n{page}\n\n{own}"), own, Some(MoveVerdict::MissedWin)),
        (format!("{page}\n{remark}"), "", Some(MoveVerdict::MissedWin)),
        (
            format!("{other}; answer l8\nBetter: g8.\nNow: l8.\n{own}"),
            own,
            Some(MoveVerdict::Blunder),
        ),
        (format!("{remark}\n{chance}"), "", None),
        (own.to_owned(), own, None),
        // They only look like one.
        ("o15 ? Why?".to_owned(), "o15 ? Why?", None),
        ("o15 ? A mistake.\nI saw it.".to_owned(), "o15 ? A mistake.\nI saw it.", None),
        (format!("{chance}, I think"), "black's win chance 53 %, I think", None),
    ] {
        tree.set_comment(main[6], comment.clone());
        let read = read_tree(&write_tree(&tree), tree.head().rule).unwrap();
        let node = read.line_through(GameTree::ROOT)[6];
        assert_eq!(own_comment(&read, node), expected, "{comment}");
        let found = remarks_in(&read).into_iter().find(|remark| remark.node == node);
        assert_eq!(found.as_ref().map(|remark| remark.verdict), verdict, "{comment}");
        let better = found.and_then(|remark| remark.better);
        let k8 = Coord::new(10, 7);
        let expected = verdict.map(|verdict| match verdict {
            MoveVerdict::Blunder => None,
            _ => Some(k8),
        });
        assert_eq!(better, expected.flatten(), "the better move is a variation: {comment}");
    }
    // Another text takes the place of one's own, and leaves the remark.
    tree.set_comment(main[6], format!("{own}\n{remark}"));
    set_own_comment(&mut tree, main[6], "Pity.");
    assert_eq!(tree.node(main[6]).comment, format!("Pity.\n\n{remark}"));
    set_own_comment(&mut tree, main[6], "");
    assert_eq!(tree.node(main[6]).comment, remark);
    set_own_comment(&mut tree, main[6], "");
    assert_eq!(tree.node(main[6]).comment, "");
    // Between two remarks of the page, also where an earlier version left no empty line.
    let second = page.replace("100", "99");
    for between in [format!("{page}\n\n{own}\n\n{second}"), format!("{own}\n{page}\n{second}")] {
        tree.set_comment(main[6], between);
        for text in ["Pity.", "Two\nlines.", "Again."] {
            let mut read = read_tree(&write_tree(&tree), tree.head().rule).unwrap();
            set_own_comment(&mut read, main[6], text);
            let read = read_tree(&write_tree(&read), tree.head().rule).unwrap();
            assert_eq!(own_comment(&read, main[6]), text);
            let comment = read.node(main[6]).comment;
            assert_eq!(comment, format!("{text}\n\n{page}\n\n{second}"));
            tree = read;
        }
    }
}

#[test]
fn a_remark_in_a_variation_is_read_back() {
    let review = reviewed(&game("h8g10i8h10j8i10o15j10\n"));
    let mut tree = GameTree::from_position(review.game.line.start.clone());
    // The game on the board is another one.
    tree.play(GameTree::ROOT, PlayedMove::new(Coord::new(0, 0), None)).unwrap();
    let mut last = GameTree::ROOT;
    for &(_, point) in &review.game.line.moves {
        last = tree.play(last, PlayedMove::plain(point, None)).unwrap();
    }
    let remarks = annotate(&review, &mut tree, last);
    let read = read_tree(&write_tree(&tree), tree.head().rule).unwrap();
    let verdicts = |remarks: Vec<MoveRemark>| -> Vec<_> {
        remarks.into_iter().map(|remark| (remark.verdict, remark.better, remark.text)).collect()
    };
    assert!(!remarks.is_empty());
    assert_eq!(verdicts(remarks_in(&read)), verdicts(remarks));
    assert_eq!(better_moves(&read), [], "of the main line");
}

#[test]
fn a_remark_is_shown_as_sentences_and_only_the_line_it_calls_better_counts() {
    let text = "(;GM[4]SZ[15];B[hh];W[ia](;B[oa]C[black o15 ?? blunder: black's win chance 90 % → 3 %; \
                after o15 white answers g8\nAfter o15 white's g8 makes a four.])(;B[gh]))";
    let tree = read_tree(text, Rule::Freestyle).unwrap();
    let [remark] = remarks_in(&tree).try_into().unwrap();
    assert!(
        remark.text.ends_with("answers g8. After o15 white's g8 makes a four."),
        "{}",
        remark.text
    );
    assert_eq!(remark.better, None, "it is the answer");
}

fn tree(review: &Review) -> GameTree {
    let mut tree = GameTree::from_position(review.game.line.start.clone());
    let mut last = GameTree::ROOT;
    for &(_, point) in &review.game.line.moves {
        last = tree.play(last, PlayedMove::plain(point, None)).unwrap();
    }
    tree
}

#[test]
fn the_sgf_keeps_comments_and_variations_of_the_game() {
    let review = reviewed(&game("h8g10i8h10j8i10o15j10\n"));
    let mut tree = tree(&review);
    let main = tree.line_through(GameTree::ROOT);
    tree.set_comment(main[6], "I did not see it");
    let other = PlayedMove::new(Coord::new(0, 0), None);
    let other = tree.play(main[1], other).unwrap();
    tree.set_comment(other, "to be tried");
    let lines = |sgf: &str| sgf.lines().map(str::to_owned).collect::<Vec<_>>().join(" ");
    let once = sgf(&review, tree);
    let again = read_tree(&once, review.game.head.rule).unwrap();
    assert_eq!(sgf(&review, again), once, "a second review repeats nothing");
    let sgf = lines(&once);
    assert!(sgf.contains("C[I did not see it black o15 ✗ missed win"), "{sgf}");
    assert!(sgf.contains("C[to be tried]"), "{sgf}");
}

#[test]
fn games_that_cannot_be_reviewed_are_refused() {
    let refused_game = |game: &ReviewedGame| {
        let (known, stop) = (&mut KnownSearches::default(), StopFlag::new());
        review(game, &mut engine(), &options(), known, &stop, &mut |_| {}).unwrap_err().to_string()
    };
    let refused = |game: &GameRecord| refused_game(&ReviewedGame::of_record(game).unwrap());
    let large = GameRecord::new(Rule::Freestyle, BoardSize::square(23).unwrap());
    assert!(refused(&large).contains("expected at most 22x22"));
    let empty = GameRecord::new(Rule::Freestyle, BoardSize::square(15).unwrap());
    assert!(refused(&empty).contains("no move"));
    let mut twice = ReviewedGame::of_record(&game("h8i9\n")).unwrap();
    twice.line.moves[1].0 = Color::Black;
    assert!(refused_game(&twice).starts_with("move 2 is out of turn"));
}

/// Both have an open three and white is to move, on a board that was set up.
#[test]
fn a_game_from_stones_that_were_set_up_is_reviewed() {
    let picture = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X X . . .
        . . . . . . . . .
        . . . O O O . . .
        . . . . . . . . .";
    let mut start = parse_picture(Rule::Freestyle, picture).unwrap();
    start.set_to_move(Color::White);
    let mut tree = GameTree::from_position(start);
    let mut last = GameTree::ROOT;
    // White plays far away; black makes an open four.
    for (x, y) in [(8, 0), (6, 3), (0, 0), (7, 3)] {
        last = tree.play(last, PlayedMove::new(Coord::new(x, y), None)).unwrap();
    }
    let review = reviewed_with(
        &ReviewedGame::of_tree(&tree),
        &mut KnownSearches::default(),
        &StopFlag::new(),
    );
    assert!(review.is_complete);
    let first = &review.moves[0];
    assert_eq!((first.number, first.color), (1, Color::White));
    assert_eq!(first.verdict, MoveVerdict::MissedWin, "{first:?}");
    assert_eq!(review.moves[1].verdict, MoveVerdict::Good);
    let sgf = sgf(&review, tree);
    assert!(sgf.contains("AB[") && sgf.contains("missed win"), "{sgf}");
}

#[test]
fn what_is_known_is_not_searched_again_and_changes_nothing() {
    let game = ReviewedGame::of_record(&game(GAME)).unwrap();
    let (mut known, mut lines) = (KnownSearches::new("e"), String::new());
    let whole = |known: &mut KnownSearches, lines: &mut String| {
        let stop = StopFlag::new();
        review(&game, &mut engine(), &options(), known, &stop, &mut |progress| {
            if let ReviewProgress::Searched(searched) = progress {
                lines.push_str(&searched.line());
            }
        })
        .unwrap()
        .moves
    };
    let first = whole(&mut known, &mut lines);
    let (count, mut more) = (lines.lines().count(), String::new());
    assert!(count > 3, "{lines}");
    assert_eq!(whole(&mut known, &mut more), first);
    assert_eq!(more, "");
    // Half of the lines, as after an interruption: the rest is searched, and the result is the same.
    let half: String = lines.split_inclusive('\n').take(count / 2).collect();
    let mut continued = KnownSearches::new("e");
    assert_eq!(continued.read(&half).unwrap(), half.len());
    assert_eq!(whole(&mut continued, &mut more), first);
    assert_eq!(more.lines().count(), count - count / 2, "{more}");
}

#[test]
fn a_stop_in_the_second_pass_keeps_the_first() {
    let game = ReviewedGame::of_record(&game(GAME)).unwrap();
    // Stopped when a step has come: the last move of the first pass, the second pass, its first search.
    let stopped = |last: usize| {
        let (known, stop, mut step) = (&mut KnownSearches::default(), StopFlag::new(), 0);
        let review = review(&game, &mut engine(), &options(), known, &stop, &mut |progress| {
            step = match progress {
                ReviewProgress::Move(reviewed) if reviewed.number == 14 => step.max(1),
                ReviewProgress::Again(..) => step.max(2),
                ReviewProgress::Searched(_) if step == 2 => 3,
                _ => step,
            };
            if step == last {
                stop.set();
            }
        });
        let review = review.unwrap();
        assert_eq!((step, review.moves.len(), review.is_complete), (last, 14, false));
        assert!(
            text(&review, usize::MAX).contains("stopped before all doubtful moves were checked")
        );
        let judged = |reviewed: &ReviewedMove| (reviewed.verdict, reviewed.before, reviewed.after);
        review.moves.iter().map(judged).collect::<Vec<_>>()
    };
    let first = stopped(1);
    assert_eq!(stopped(2), first);
    assert_eq!(stopped(3), first);
}

#[test]
fn a_move_is_called_a_mistake_after_a_third_look_only() {
    let game = ReviewedGame::of_record(&game(GAME)).unwrap();
    let mut nodes = Vec::new();
    let known = &mut KnownSearches::new("e");
    let review =
        review(&game, &mut engine(), &options(), known, &StopFlag::new(), &mut |progress| {
            if let ReviewProgress::Searched(searched) = progress {
                let line: serde_json::Value = serde_json::from_str(&searched.line()).unwrap();
                nodes.push(line["nodes"].as_u64().unwrap());
            }
        });
    let is_searched = |reviewed: &&ReviewedMove| {
        reviewed.verdict >= MoveVerdict::Mistake && reviewed.win.is_none()
    };
    // The better move's position, and the one of the move that was played unless the win after it is
    // proved.
    let accused: Vec<_> = review.unwrap().moves;
    let accused: Vec<_> = accused.iter().filter(is_searched).collect();
    assert!(!accused.is_empty());
    let third = nodes.iter().filter(|&&nodes| nodes == 16_000).count();
    assert!(
        (accused.len()..=2 * accused.len()).contains(&third),
        "{third} of {nodes:?}, {accused:?}"
    );
}

/// The side that is to move is worth at least what follows the move that it played.
#[test]
fn no_move_is_better_than_the_best_one() {
    for moves in [GAME, "h8g10i8h10j8i10o15j10\n", "h8i9g9i7i8g8j8f8k8l8k7h10k6k9j6j7l5m4\n"] {
        let review = reviewed(&game(moves));
        for pair in review.moves.windows(2) {
            let [one, next] = pair else { unreachable!() };
            let is_best = next.played.is_some() && next.best.first() == next.played.as_ref();
            assert!(!is_best || next.loss() == 0.0, "{next:?}");
            assert!(next.verdict != MoveVerdict::Good || next.loss() < 0.08, "{next:?}");
            let after = 1.0 - one.after.win_rate();
            assert!((next.before.win_rate() - after).abs() < 1e-9, "{one:?} {next:?}");
        }
    }
}

#[test]
fn a_forbidden_move_is_explained_by_its_lines() {
    // h8 completes two threes; the referee ended the game there.
    let size = BoardSize::square(15).unwrap();
    let mut game = txt::read("h10a1h9a15f8o1g8o15h8\n", Rule::Renju, size).unwrap().remove(0);
    let verdict =
        tengen_records::Verdict::Forbidden(tengen_engine::types::ForbiddenKind::DoubleThree);
    game.outcome = tengen_records::GameOutcome::Ended { winner: Some(Color::White), verdict };
    let review = reviewed(&game);
    let last = review.moves.last().unwrap();
    let why = last.reasons.worse.as_ref().unwrap().text(size);
    assert!(why.starts_with("h8 is forbidden to black, double-three: it makes a three"), "{why}");
}

#[test]
fn a_forbidden_move_that_is_not_on_the_board_does_not_change_the_review() {
    // Black named h8; the referee did not place the stone.
    let size = BoardSize::square(15).unwrap();
    let mut game = txt::read("h10a1h9a15f8o1g8o15\n", Rule::Renju, size).unwrap().remove(0);
    let unfinished = reviewed(&game).moves;
    let verdict =
        tengen_records::Verdict::Forbidden(tengen_engine::types::ForbiddenKind::DoubleThree);
    game.outcome = tengen_records::GameOutcome::Ended { winner: Some(Color::White), verdict };
    game.attempt = Some(Coord::new(7, 7));
    assert_eq!(reviewed(&game).moves, unfinished);
}
