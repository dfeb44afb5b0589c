//! What is said of mistakes, with boards as text.

use super::*;
use crate::explain::FORBIDDEN_STOP;
use crate::review::assess::Standing;
use crate::review::model::MoveVerdict;
use crate::review::{KnownSearches, ReviewOptions};
use tengen_engine::board::notation::{parse, parse_picture};
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Color, Rule, Score};
use tengen_engine::util::stop::StopFlag;

/// With g5 black threatens two open threes at once, by g4.
const BOARD: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . X . . . .
    . . . . . . . . . . .
    . . . X X . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    O . O . . . . . . . O";

#[test]
fn a_quiet_move_threatens_the_win_that_its_side_has_after_a_pass() {
    let mut position = parse_picture(Rule::Freestyle, BOARD).unwrap();
    position.set_to_move(Color::Black);
    let cost = Cost::of_nodes(20_000);
    let (options, mut known) = (ReviewOptions::of_cost(cost), KnownSearches::default());
    let mut engine = Engine::with_hash(Trained::default(), 1 << 10);
    let mut assessor = Assessor::new(&mut engine, &mut known, &options, StopFlag::new());
    let mut threatened = |position: &Position, play| {
        let play = parse(play, position.size()).unwrap();
        threatened_win(position, play, cost, &mut assessor)
    };
    let win = threatened(&position, "g5").and_then(|path| path.win).expect("two open threes");
    assert!(win.plies <= LONGEST && win.line.len() == win.plies, "{win:?}");
    let mut after = position.clone();
    after.play(parse("g5", position.size()).unwrap()).unwrap();
    after.set_to_move(Color::Black);
    win.line.iter().for_each(|&play| after.play(play).unwrap());
    assert_eq!(crate::review::assess::of_end(&after).map(|end| end.score.0 < 0), Some(true));
    // A single stone threatens nothing.
    let empty = Position::new(Rule::Freestyle, position.size());
    assert_eq!(threatened(&empty, "f5"), None);
}

/// What is said of a move of black: the position, the move, the better line and the answer where the
/// solver finds no win, and the sentences.
struct Case {
    picture: &'static str,
    play: &'static str,
    better: &'static str,
    answer: &'static str,
    said: &'static [&'static str],
}

const CASES: &[Case] = &[
    // An open three that is not stopped.
    Case {
        picture: "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . O O O . . . . .
            . . . . . . . . . . .
            . . X . . . . . . . .
            . . . . . . . . . . .
            X . . . . . . . . . X",
        play: "k5",
        better: "g5",
        answer: "",
        said: &[
            "Better: g5 prevents white's open four at c5 or g5. Without it white wins by fours in 2 moves: c5 (open four), which threatens five at b5 or g5.",
            "After k5 white wins: g5 (open four), which threatens five at c5 or h5.",
        ],
    },
    // A four that is not stopped.
    Case {
        picture: "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . X O O O O . . . .
            . . . . . . . . . . .
            . . X . . . . . . . .
            . . . . . . . . . . .
            X . . . . . . . . . X",
        play: "k5",
        better: "h5",
        answer: "",
        said: &["Better: h5 prevents white's five at h5.", "After k5 white wins: h5 (five)."],
    },
    // The point of a four-three.
    Case {
        picture: "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . O . . . . . .
            . . . . O . . . . . .
            X O O O . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . X . . . .
            . . . X . . . . . . X",
        play: "k5",
        better: "e5",
        answer: "",
        said: &[
            "Better: e5 prevents white's four-three at e5.",
            "After k5 white wins: e5 (four-three), which threatens five at f5 and an open four at e8 or e4.",
        ],
    },
    // A win that was missed: its first move is a three.
    Case {
        picture: "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . X . . . . . .
            . . . . X . . . . . .
            . . X X . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            O . O . . . . . O . O",
        play: "k5",
        better: "",
        answer: "e6",
        said: &[
            "Better: e6 makes a double-three, which threatens an open four at b6 or f6 and an open four at e9 or e5. White cannot stop both.",
            "After k5 white takes e6, the point of the better move. It prevents black's double-three at e6.",
        ],
    },
    // Quiet moves: what the answer threatens.
    Case {
        picture: "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . O . . . .
            . . . . . . . . . . .
            . . . O O . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            X . X . . . . . . . X",
        play: "k5",
        better: "g4",
        answer: "g5",
        said: &[
            "Better: g4 stops white's three at f4 before it is made.",
            "After k5 white wins: g4 (open three), h4, f5 (open three), d3, e6 (open three), h3, …, g7 (four-three), which threatens five at f7, an open four at g5 and an open four at f6.",
        ],
    },
    // Quiet moves: the answer takes the point of the better move.
    Case {
        picture: "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . X . . O . . . .
            . . . . . . . . . . .
            . . . . . O . . . . .
            . . . . X . . . . . .
            . . . . . . . . . . .",
        play: "k9",
        better: "f5",
        answer: "f5",
        said: &[
            "After k9 white takes f5, the point of the better move. It builds two open twos towards the lower right.",
        ],
    },
    // Nothing is true of them: the numbers alone.
    Case {
        picture: "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            X . . . . . . . . . .
            . . . . . . . . . . O",
        play: "k9",
        better: "e5",
        answer: "f6",
        said: &[],
    },
];

/// The move of a case as a review has it, with what the solver proves.
fn reviewed(case: &Case, cost: Cost, assessor: &mut Assessor<'_>) -> (ReviewedMove, [Position; 2]) {
    let mut earlier = parse_picture(Rule::Freestyle, case.picture).unwrap();
    earlier.set_to_move(Color::Black);
    let size = earlier.size();
    let play = parse(case.play, size).unwrap();
    let line = |names: &str| -> Vec<Coord> {
        names.split_whitespace().map(|name| parse(name, size).unwrap()).collect()
    };
    let mut position = earlier.clone();
    position.play(play).unwrap();
    let win = assessor.forced_win(&earlier, cost);
    let allowed = assessor.forced_win(&position, cost);
    let of_line = |win: &Option<ForcedWin>, names| {
        win.as_ref().map_or_else(|| line(names), |win| win.line.clone())
    };
    let value = |is_lost| Score(if is_lost { Score::loss_in(8) } else { -200 });
    let reviewed = ReviewedMove {
        number: 1,
        color: Color::Black,
        played: Some(play),
        before: Score(0),
        after: value(allowed.is_some()),
        best: of_line(&win, case.better),
        reply: of_line(&allowed, case.answer),
        win,
        allowed,
        verdict: MoveVerdict::Blunder,
        reasons: Reasons::default(),
    };
    (reviewed, [earlier, position])
}

#[test]
fn a_mistake_is_explained_by_what_is_true_of_it() {
    let cost = Cost::of_nodes(20_000);
    let (options, mut known) = (ReviewOptions::of_cost(cost), KnownSearches::default());
    let mut engine = Engine::with_hash(Trained::default(), 1 << 10);
    let mut assessor = Assessor::new(&mut engine, &mut known, &options, StopFlag::new());
    let mut shown = String::new();
    for case in CASES {
        let (mut reviewed, [earlier, position]) = reviewed(case, cost, &mut assessor);
        let standing = || Standing { score: Score(0), line: Vec::new(), win: None };
        let [earlier_standing, after_standing] = [standing(), standing()];
        let step = ReviewedStep {
            number: 1,
            played: reviewed.played,
            earlier: &earlier,
            earlier_standing: &earlier_standing,
            position: &position,
            standing: &after_standing,
            reply: None,
        };
        reviewed.reasons = of(&reviewed, &step, cost, &mut assessor);
        let said = super::super::text::reasons(&reviewed, position.size());
        if said != case.said {
            shown += &format!("{}\n{said:#?}\n", case.picture);
        }
    }
    assert!(shown.is_empty(), "{shown}");
}

/// What is said of a move of black, or of its pass, after which the value and the answer are these.
fn said_after(play: Option<&str>, after: Score, answer: &str) -> Vec<String> {
    let mut earlier = parse_picture(Rule::Renju, FORBIDDEN_STOP).unwrap();
    earlier.set_to_move(Color::Black);
    let size = earlier.size();
    let played = play.map(|name| parse(name, size).unwrap());
    let mut position = earlier.clone();
    position.play_or_pass(played).unwrap();
    let cost = Cost::of_nodes(20_000);
    let (options, mut known) = (ReviewOptions::of_cost(cost), KnownSearches::default());
    let mut engine = Engine::with_hash(Trained::default(), 1 << 10);
    let mut assessor = Assessor::new(&mut engine, &mut known, &options, StopFlag::new());
    let reply: Vec<Coord> =
        answer.split_whitespace().map(|name| parse(name, size).unwrap()).collect();
    let allowed = reply.is_empty().then(|| assessor.forced_win(&position, cost)).flatten();
    let mut reviewed = ReviewedMove {
        number: 1,
        color: Color::Black,
        played,
        before: Score(0),
        after,
        best: Vec::new(),
        reply,
        win: None,
        allowed,
        verdict: MoveVerdict::Blunder,
        reasons: Reasons::default(),
    };
    let standing = Standing { score: Score(0), line: Vec::new(), win: None };
    let step = ReviewedStep {
        number: 1,
        played,
        earlier: &earlier,
        earlier_standing: &standing,
        position: &position,
        standing: &standing,
        reply: None,
    };
    reviewed.reasons = of(&reviewed, &step, cost, &mut assessor);
    super::super::text::reasons(&reviewed, size)
}

#[test]
fn the_way_to_a_win_ends_where_black_may_not_stop_it_and_follows_a_pass_as_well() {
    let lost = Score(Score::loss_in(3));
    let way = "e5 (four), which threatens five at f5, a point forbidden to black (double-three)";
    assert_eq!(said_after(Some("k1"), lost, ""), [format!("After k1 white wins: {way}.")]);
    assert_eq!(said_after(None, lost, ""), [format!("After the pass white's e5 wins: {way}.")]);
}

#[test]
fn what_is_known_of_a_win_is_said_and_no_more() {
    let way = "e5 (four), which threatens five at f5, a point forbidden to black (double-three)";
    // The search says that white wins.
    let seen = said_after(Some("k1"), Score(Score::loss_in(3)), "e5");
    assert_eq!(seen, [format!("After k1 the search sees white win: {way}.")]);
    let seen = said_after(None, Score(Score::loss_in(3)), "e5");
    assert_eq!(seen, [format!("After the pass white's e5 wins, as the search sees it: {way}.")]);
    // It says only that black is far behind, and the line that it thinks best ends with a win.
    let behind = Score(-3000);
    let line = said_after(Some("k1"), behind, "k11 a11");
    let way = format!("k11, a11, {way}");
    assert_eq!(line, [format!("After k1 the best line found leads to a win of white: {way}.")]);
    let line = said_after(None, behind, "k11 a11");
    let of_pass = format!(
        "After the pass white's k11 begins the best line found, in which white wins: {way}."
    );
    assert_eq!(line, [of_pass]);
}
