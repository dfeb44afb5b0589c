use super::super::command::TableCommand;
use super::super::engine_thread::{ReviewShare, SearchProgress};
use super::super::game::{LiveGame, LiveGameSetup, Mover, WaitingFor, reviewed};
use super::super::glyphs::Glyphs;
use super::super::terminal::fake::text_of;
use super::*;
use tengen_engine::rules::opening::OpeningRule;
use tengen_engine::types::{BoardSize, Color, Rule};
use tengen_records::unfinished::PersonClock;

fn game() -> LiveGame {
    let setup = LiveGameSetup {
        rule: Rule::Renju,
        size: BoardSize::square(15).unwrap(),
        ..LiveGameSetup::small(Mover::Person, Mover::Engine)
    };
    let mut game = LiveGame::new(setup, 0);
    game.obey(TableCommand::Put(Coord::new(7, 7)), Some(2345), 0);
    game
}

fn scene<'a>(game: &'a LiveGame, progress: &'a SearchProgress) -> Scene<'a> {
    Scene {
        game,
        prompt: Prompt::Idle,
        thinking: None,
        searched_move: Some(1),
        progress,
        turn_ms: None,
        page: ScreenPage::Board,
        scroll: 0,
        glyphs: &Glyphs::ASCII,
    }
}

fn shown(scene: &Scene<'_>, columns: usize, rows: usize) -> Vec<String> {
    let area = ScreenArea { columns, rows };
    text_of(&draw(scene, area).picture, area).lines().map(str::to_owned).collect()
}

static IDLE: SearchProgress = SearchProgress {
    depth: 0,
    selective_depth: 0,
    nodes: 0,
    elapsed: std::time::Duration::ZERO,
    lines: Vec::new(),
    is_proved: false,
    review: None,
};

fn found() -> SearchProgress {
    SearchProgress {
        depth: 12,
        selective_depth: 20,
        nodes: 1_234_567,
        elapsed: std::time::Duration::from_millis(3_400),
        lines: vec![super::super::engine_thread::SearchLine {
            score: tengen_engine::types::Score(35),
            pv: vec![Coord::new(8, 6), Coord::new(6, 6), Coord::new(8, 8)],
        }],
        is_proved: false,
        review: None,
    }
}

#[test]
fn the_panel_shows_players_clocks_search_and_moves() {
    let game = game();
    let progress = found();
    let scene = Scene {
        thinking: Some(WaitingFor::Move),
        turn_ms: Some(61_000),
        ..scene(&game, &progress)
    };
    for (columns, rows) in [(200, 50), (80, 24)] {
        let shown = shown(&scene, columns, rows).join("\n");
        for part in [
            "renju 15x15, move 2: white to move (engine)",
            "X Ann (person)",
            "0:02.3",
            ">O tengen (engine)",
            "1:01",
            "Engine: thinking",
            "depth 12/20  1.2M nodes  3.4 s",
            "win chance",
            "best: i9 g9 i7",
            "1.(h8)",
            "The engine thinks",
        ] {
            assert!(shown.contains(part), "{columns}x{rows}: {part} in\n{shown}");
        }
    }
}

#[test]
fn the_clock_of_a_person_shows_what_is_left() {
    let clock = PersonClock { match_ms: Some(300_000), ..PersonClock::default() };
    let setup = LiveGameSetup { clock, ..LiveGameSetup::small(Mover::Person, Mover::Engine) };
    let game = LiveGame::new(setup, 0);
    let lines = shown(&Scene { turn_ms: Some(61_000), ..scene(&game, &IDLE) }, 100, 40);
    let has = |name: &str, time: &str| {
        lines.iter().any(|line| line.contains(name) && line.contains(time))
    };
    assert!(has("Ann", "3:59") && has("tengen", "0:00.0"), "{lines:?}");
}

#[test]
fn in_an_opening_the_turn_is_of_who_chooses() {
    let setup = LiveGameSetup {
        size: BoardSize::square(15).unwrap(),
        ..LiveGameSetup::small(Mover::Person, Mover::Engine)
    };
    let mut game = LiveGame::new(setup, 0).with_opening(OpeningRule::Swap2).unwrap();
    game.obey(TableCommand::Put(Coord::new(7, 7)), None, 0);
    assert_eq!(game.position().to_move(), Color::White, "the second stone is white");
    let lines = shown(&Scene { turn_ms: Some(61_000), ..scene(&game, &IDLE) }, 100, 40);
    let turn: Vec<&String> = lines.iter().filter(|line| line.contains('>')).collect();
    assert_eq!(turn.len(), 1, "{lines:?}");
    assert!(turn[0].contains("Ann") && turn[0].contains("1:01"), "{turn:?}");
    // The colors are known at the end only.
    assert!(
        lines.iter().any(|line| line.contains("   tengen ") && line.contains("0:00.0")),
        "{lines:?}"
    );
}

#[test]
fn the_offers_of_an_opening_are_drawn_and_the_prompt_says_what_to_type() {
    let size = BoardSize::square(15).unwrap();
    let setup = LiveGameSetup {
        rule: Rule::Renju,
        size,
        ..LiveGameSetup::small(Mover::Person, Mover::Person)
    };
    let mut game = LiveGame::new(setup, 0).with_opening(OpeningRule::Soosorv8).unwrap();
    let bottom = |game: &LiveGame| shown(&scene(game, &IDLE), 100, 40).pop().unwrap();
    for choice in ["h8", "h9", "h10"] {
        assert!(bottom(&game).contains("or type a point such as :"), "{}", bottom(&game));
        game.obey(TableCommand::Choose(choice.to_owned()), None, 0);
    }
    assert!(bottom(&game).contains("type :black or :white"), "{}", bottom(&game));
    for choice in ["white", "j8", "2", "black", "a1", "b3"] {
        game.obey(TableCommand::Choose(choice.to_owned()), None, 0);
    }
    let lines = shown(&scene(&game, &IDLE), 100, 40);
    let row = |start: &str| lines.iter().find(|line| line.trim_start().starts_with(start)).unwrap();
    assert!(row("1 ").contains('1') && row("3 ").contains('2'), "{lines:?}");
    assert!(row("1 ").split_whitespace().nth(1).is_some_and(|sign| sign.starts_with('1')));
    assert!(bottom(&game).contains("pick 1 to 2: Enter on its point"), "{}", bottom(&game));
}

#[test]
fn a_small_window_shows_the_board_and_who_is_to_move() {
    let game = game();
    for (columns, rows) in [(80, 19), (40, 20), (40, 12), (20, 10), (20, 8)] {
        let shown = shown(&scene(&game, &IDLE), columns, rows);
        assert!(shown.len() <= rows, "{columns}x{rows}");
        assert!(shown.iter().all(|line| line.chars().count() <= columns));
        let all = shown.join("\n");
        assert!(all.contains("white to move"), "{columns}x{rows}:\n{all}");
        assert!(all.contains('X') || all.contains('x'), "{columns}x{rows}:\n{all}");
    }
    let mut tiny = 0;
    for columns in 1..12 {
        for rows in 1..8 {
            tiny += shown(&scene(&game, &IDLE), columns, rows).len();
        }
    }
    assert!(tiny > 0, "no size makes it fail");
}

#[test]
fn the_pages_scroll_to_everything_in_the_smallest_window() {
    let game = game();
    let progress = found();
    for page in [ScreenPage::Info, ScreenPage::Help] {
        let mut seen = String::new();
        let mut scroll = 0;
        loop {
            let scene = Scene { page, scroll, ..scene(&game, &progress) };
            seen.push_str(&shown(&scene, 20, 10).join(" "));
            let most = draw(&scene, ScreenArea { columns: 20, rows: 10 }).scroll_max;
            if scroll >= most {
                break;
            }
            scroll += 1;
        }
        let wanted = match page {
            ScreenPage::Info => ["1.(h8)", "best:", "Engine:", "resign"],
            _ => ["undo", "analyze", "variations,", "replacing"],
        };
        for word in wanted {
            assert!(seen.contains(word), "{page:?}: {word}");
        }
    }
}

#[test]
fn a_click_finds_the_point_that_is_drawn_there() {
    let game = game();
    for (columns, rows) in [(200, 50), (80, 24), (40, 20), (20, 10)] {
        let area = ScreenArea { columns, rows };
        let drawn = draw(&scene(&game, &IDLE), area);
        let (column, row) = drawn.picture.cursor.expect("the board's cursor");
        assert_eq!(drawn.coord_at(column, row), Some(Coord::new(7, 7)), "{columns}x{rows}");
        assert_eq!(drawn.coord_at(column, rows - 1), None);
    }
}

#[test]
fn the_cursor_is_in_the_line_that_is_typed() {
    let game = game();
    let scene = Scene { prompt: Prompt::Typed("comment x"), ..scene(&game, &IDLE) };
    let area = ScreenArea { columns: 80, rows: 24 };
    assert_eq!(draw(&scene, area).picture.cursor, Some((10, 23)));
    assert_eq!(shown(&scene, 80, 24)[23], ":comment x");
}

#[test]
fn the_help_is_a_table_of_80_columns_with_one_command_per_line() {
    let game = game();
    let scene = Scene { page: ScreenPage::Help, ..scene(&game, &IDLE) };
    let shown = shown(&scene, 80, 60);
    assert!(shown.contains(&"undo          take back".to_owned()), "{shown:#?}");
    assert!(shown.contains(&"save! FILE    the same, replacing a file".to_owned()), "{shown:#?}");
    let first = shown.iter().position(|line| line.starts_with("h8 or 7,7")).unwrap();
    assert!(shown[first + 1].starts_with("              "), "{shown:#?}");
    assert!(shown.iter().all(|line| line.chars().count() <= 80));
}

#[test]
fn headings_are_whole_and_never_alone() {
    let mut game = game();
    game.obey(TableCommand::Comment("a remark".to_owned()), None, 0);
    let progress = found();
    for columns in [40, 66, 72, 80] {
        for rows in 12..24 {
            let shown = shown(&scene(&game, &progress), columns, rows);
            for (line, next) in shown.iter().zip(shown.iter().skip(1)) {
                let at = ["Engine: last", "Moves (+"].iter().find_map(|title| line.find(title));
                let Some(at) = at else { continue };
                let below: String = next.chars().skip(at).collect();
                let is_foot = below.contains("Tab all") || below.contains("The comment");
                assert!(!below.trim().is_empty() && !is_foot, "{columns}x{rows}: {shown:#?}");
                assert!(!line.ends_with("* comments"), "{columns}x{rows}: {shown:#?}");
            }
        }
    }
}

#[test]
fn nodes_are_short_and_no_unit_is_torn_off() {
    let game = game();
    let progress = SearchProgress { nodes: 1_622_000, selective_depth: 42, depth: 16, ..found() };
    for columns in 62..90 {
        let all = shown(&scene(&game, &progress), columns, 24).join("\n");
        assert!(all.contains("1.6M nodes") && all.contains("3.4 s"), "{columns}: {all}");
    }
}

#[test]
fn the_line_at_the_bottom_says_how_far_a_review_is() {
    let mut game = game();
    game.obey(TableCommand::Review, None, 0);
    let shown_for = |is_again, done, all| {
        let review = Some(ReviewShare { is_again, done, all });
        let progress = SearchProgress { review, ..SearchProgress::default() };
        let thinking = Some(WaitingFor::Review);
        shown(&Scene { thinking, ..scene(&game, &progress) }, 80, 24).join("\n")
    };
    assert!(shown_for(false, 3, 29).contains("The engine reviews the game: 3 of 29 positions"));
    assert!(shown_for(true, 1, 4).contains("The engine looks again at doubtful moves: 1 of 4"));
}

#[test]
fn the_signs_of_a_review_are_explained_and_hide_no_comment() {
    let mut game = reviewed();
    while !game.message().contains("missed win") || game.moves().len() != 7 {
        game.obey(TableCommand::Mistake, None, 0);
    }
    let list = |game: &LiveGame, glyphs| {
        let page = Scene { page: ScreenPage::Info, glyphs, ..scene(game, &IDLE) };
        shown(&page, 120, 80).join(
            "
",
        )
    };
    let title = "missed win, ↝ detour, ✓ better move, + variations, * comments)";
    let unicode = list(&game, &Glyphs::UNICODE);
    assert!(unicode.contains(&format!("Moves (?? ? ?! mistakes, ✗ {title}")), "{unicode}");
    assert!(unicode.contains("(o15✗+)"), "{unicode}");
    let ascii = list(&game, &Glyphs::ASCII);
    assert!(ascii.contains("mistakes, # missed win, ~ detour, @ better move, +"), "{ascii}");
    assert!(ascii.contains("(o15#+)") && ascii.contains("o15 # missed win"), "{ascii}");
    assert!(!ascii.contains(['✗', '↝', '✓']), "{ascii}");
    // Where the board is, the better move is on it.
    let board = shown(&Scene { glyphs: &Glyphs::ASCII, ..scene(&game, &IDLE) }, 120, 40);
    let row = board.iter().find(|line| line.trim_start().starts_with("8 ")).unwrap();
    assert!(row.contains('@'), "{board:?}");
    game.obey(TableCommand::Comment("My own.".to_owned()), None, 0);
    assert!(list(&game, &Glyphs::ASCII).contains("(o15#*+)"));
}

#[test]
fn what_is_typed_while_a_review_runs_is_answered() {
    let mut game = game();
    game.obey(TableCommand::Review, None, 0);
    game.obey(TableCommand::Mistake, None, 0);
    let progress = SearchProgress::default();
    let thinking = Some(WaitingFor::Review);
    let all = shown(&Scene { thinking, ..scene(&game, &progress) }, 80, 24).join("\n");
    assert!(all.contains("as soon as the review is done"), "{all}");
}

#[test]
fn a_proved_win_is_shown_by_its_moves_alone() {
    let game = game();
    let mut progress = SearchProgress { is_proved: true, ..found() };
    progress.lines[0].score = tengen_engine::types::Score(tengen_engine::types::Score::win_in(5));
    let all = shown(&scene(&game, &progress), 80, 24).join("\n");
    assert!(all.contains("win in 3 moves, proved"), "{all}");
    assert!(!all.contains("win chance") && !all.contains("value"), "{all}");
}

/// A game with an explanation of many words.
fn explained() -> (LiveGame, String) {
    let mut game = game();
    game.obey(TableCommand::Swap, None, 0);
    game.obey(TableCommand::Explain, None, 0);
    let words: Vec<String> = (1..40).map(|number| format!("reason{number}")).collect();
    let text = words.join(" ") + ".";
    game.answer(Coord::new(8, 8), 1, &text);
    (game, text)
}

#[test]
fn reasons_are_shown_once_and_where_they_are_cut_the_way_to_the_rest() {
    let (game, _) = explained();
    let large = shown(&scene(&game, &IDLE), 120, 40).join("\n");
    assert_eq!(large.matches("reason1 ").count(), 1, "{large}");
    assert!(large.contains("Why") && large.contains("reason39."), "{large}");
    let small = shown(&scene(&game, &IDLE), 40, 20).join("\n");
    assert!(small.contains("... (Tab: all)") && !small.contains("Why"), "{small}");
    let page = Scene { page: ScreenPage::Info, ..scene(&game, &IDLE) };
    let all = shown(&page, 40, 60).join("\n");
    assert_eq!(all.matches("reason39.").count(), 1, "{all}");
}

#[test]
fn the_page_of_everything_has_the_whole_message() {
    let mut game = game();
    game.say("word ".repeat(100) + "end");
    let board = shown(&scene(&game, &IDLE), 40, 20).join("\n");
    assert!(board.contains("... (Tab: all)"), "{board}");
    let page = Scene { page: ScreenPage::Info, ..scene(&game, &IDLE) };
    assert!(shown(&page, 40, 60).iter().any(|line| line.ends_with("end")));
}
