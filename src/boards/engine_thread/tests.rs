use super::*;
use tengen_engine::types::{BoardSize, Rule};

const MOVE: SearchKind = SearchKind::Move { used_ms: 0 };

fn engine(limits: Limits) -> PlayThread {
    let options = Options { hash_kib: Some(1024), ..Options::default() };
    PlayThread::start(Strength { options, limits, ..Strength::default() }).unwrap()
}

#[test]
fn the_engine_answers_within_its_limits_and_at_once_when_hurried() {
    let mut position = Position::new(Rule::Renju, BoardSize::square(9).unwrap());
    let mut limited = engine(Limits { nodes: Some(500), ..Limits::default() });
    limited.begin(&position, MOVE);
    let answer = limited.wait(Duration::from_secs(20)).unwrap();
    assert_eq!(answer.coord, Some(Coord::new(4, 4)));
    position.play(Coord::new(4, 4)).unwrap();
    let mut endless = engine(Limits::default());
    endless.begin(&position, MOVE);
    assert_eq!(endless.wait(Duration::from_millis(50)), None);
    endless.hurry();
    let answer = endless.wait(Duration::from_secs(20)).unwrap();
    assert!(answer.coord.is_some_and(|coord| position.is_empty_at(coord)));
}

fn opened(size: u64) -> Position {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(size).unwrap());
    for (x, y) in [(4, 4), (3, 3), (4, 3), (4, 5)] {
        position.play(Coord::new(x, y)).unwrap();
    }
    position
}

#[test]
fn advice_has_a_bound_of_its_own() {
    let mut unbounded = engine(Limits::default());
    unbounded.strength.game = Some(Duration::from_secs(3600));
    for kind in [SearchKind::Hint, SearchKind::Explanation] {
        let limits = unbounded.limits(kind);
        assert_eq!((limits.turn, limits.left), (Some(Strength::TURN), None), "{kind:?}");
    }
    let by_nodes = engine(Limits { nodes: Some(500), ..Limits::default() });
    for kind in [SearchKind::Hint, SearchKind::Explanation] {
        let limits = by_nodes.limits(kind);
        assert_eq!((limits.turn, limits.nodes), (None, Some(500)), "{kind:?}");
    }
}

#[test]
fn analysis_and_explanation_are_at_full_strength_at_every_level() {
    for level in ["easy", "3", "4"] {
        let mut player = engine(Limits { nodes: Some(2_000), ..Limits::default() });
        player.strength.options.level = level.parse().unwrap();
        player.begin(&opened(9), SearchKind::Explanation);
        assert!(player.wait(Duration::from_secs(20)).is_some(), "level {level}");
        let progress = player.progress();
        assert!(progress.nodes > 1_000 && progress.lines.len() == 2, "{level}: {progress:?}");
        player.begin(&opened(9), SearchKind::Analysis);
        let is_deep = (0..400).any(|_| {
            let answer = player.wait(Duration::from_millis(50));
            player.progress().nodes > 2_000 || answer.is_some()
        });
        assert!(is_deep && player.progress().lines.len() == 3, "level {level}");
    }
}

#[test]
fn the_value_of_the_answer_is_the_value_that_is_shown() {
    for level in ["full", "5"] {
        let mut player = engine(Limits { nodes: Some(3_333), ..Limits::default() });
        player.strength.options.level = level.parse().unwrap();
        player.begin(&opened(9), SearchKind::Hint);
        let answer = player.wait(Duration::from_secs(20)).unwrap();
        let shown = player.progress();
        let best = &shown.lines[0];
        assert_eq!(answer.note, format!("(depth {}, value {})", shown.depth, best.score));
        assert_eq!(answer.coord.as_ref(), best.pv.first());
    }
}

#[test]
fn what_was_not_searched_has_no_value() {
    let mut glancing = engine(Limits::default());
    glancing.strength.options.level = "2".parse().unwrap();
    glancing.begin(&opened(9), MOVE);
    assert_eq!(glancing.wait(Duration::from_secs(20)).unwrap().note, "");
}

#[test]
fn every_game_has_an_opening_of_its_own() {
    use tengen_engine::rules::opening::OpeningRule;
    let size = BoardSize::square(15).unwrap();
    let opening = OpeningPhase::new(OpeningRule::Soosorv8, Rule::Renju, size).unwrap();
    let mut player = engine(Limits { nodes: Some(500), ..Limits::default() });
    let mut choose = || {
        player.begin_opening(&opening, 0);
        let choices = player.wait(Duration::from_secs(20)).unwrap().choices;
        player.new_game();
        choices
    };
    let first = choose();
    assert!((0..20).any(|_| choose() != first), "always {first:?}");
}
