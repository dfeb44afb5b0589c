use proptest::prelude::*;

use super::*;
use crate::protocol::database::DatabaseRequest;
use crate::protocol::tools::Tool;
use crate::wire::WireLine;
use tengen_engine::engine::Choice;
use tengen_engine::engine::Level;
use tengen_engine::engine::swap2::{Swap2Answer, Swap2Decision};
use tengen_engine::search::{Goal, Limits};
use tengen_engine::types::{Color, Coord, Rule, Score, Stone};

const CONFIG: SessionConfig = SessionConfig {
    min_memory: 1 << 20,
    reserve: Limits::RESERVE,
    threads: 2,
    seed: 7,
    level: Level::Full,
    hash_kib: None,
};

/// A session with an engine that plays the first legal point.
pub(super) struct Dialogue {
    pub session: BrainSession,
    now: Duration,
    /// How long the engine takes for a move.
    pace: Duration,
    /// The value of every position.
    score: i32,
    /// Every request so far.
    pub requests: Vec<SearchRequest>,
    /// Every command of the database so far.
    asked: Vec<DatabaseRequest>,
    /// What the engine was asked beside searches so far.
    tools: Vec<Tool>,
    /// Every choice in an opening that was asked for.
    pub openings: Vec<OpeningRequest>,
    /// Which of the possible choices in an opening the engine makes.
    pub taste: usize,
    /// The book's answers to openings.
    known: Option<Swap2Answer>,
    /// Every seed for the engine so far.
    seeds: Vec<u64>,
    quit: bool,
}

impl Dialogue {
    pub(super) fn new() -> Self {
        Self {
            session: BrainSession::new(CONFIG),
            now: Duration::ZERO,
            pace: Duration::from_millis(10),
            score: 0,
            requests: Vec::new(),
            asked: Vec::new(),
            tools: Vec::new(),
            openings: Vec::new(),
            taste: 0,
            known: None,
            seeds: Vec::new(),
            quit: false,
        }
    }

    pub(super) fn started() -> Self {
        let mut dialogue = Self::new();
        assert_eq!(dialogue.send("START 15"), ["OK"]);
        dialogue
    }

    /// Sends lines, returns the lines that come back.
    pub(super) fn send(&mut self, lines: &str) -> Vec<String> {
        let lines: Vec<&str> = lines.lines().collect();
        lines.iter().flat_map(|line| self.send_bytes(line.as_bytes())).collect()
    }

    fn send_bytes(&mut self, line: &[u8]) -> Vec<String> {
        let actions = self.session.receive(ParsedLine::new(WireLine::new(line)), self.now);
        self.execute(actions)
    }

    /// The queue dropped so many lines.
    fn drop_lines(&mut self, lines: u64) -> Vec<String> {
        let command = Err(ParseError::Dropped { lines });
        let parsed = ParsedLine { line: WireLine::default(), command };
        let actions = self.session.receive(parsed, self.now);
        self.execute(actions)
    }

    fn execute(&mut self, mut actions: Vec<SessionAction>) -> Vec<String> {
        let mut said = Vec::new();
        while !actions.is_empty() {
            let mut next = Vec::new();
            for action in actions {
                match action {
                    SessionAction::Say(reply) => said.push(reply.to_string()),
                    SessionAction::Think(request) => next.extend(self.think(*request)),
                    SessionAction::Consult(_) => {
                        next.extend(self.session.consulted(self.known.clone(), self.now));
                    }
                    SessionAction::Advise(request) => next.extend(self.advise(*request)),
                    SessionAction::Ponder(request) => self.requests.push(*request),
                    SessionAction::Tool(request) => self.tools.push(request.tool),
                    SessionAction::Forget | SessionAction::Resigned(_) => {}
                    SessionAction::Seed(seed) => self.seeds.push(seed),
                    SessionAction::Database(request) => self.asked.push(*request),
                    SessionAction::Quit => self.quit = true,
                }
            }
            actions = next;
        }
        said
    }

    fn think(&mut self, request: SearchRequest) -> Vec<SessionAction> {
        let count = match request.limits.goal {
            Goal::BalanceTwo { .. } => 2,
            _ => 1,
        };
        let free = request.position.empty_coords();
        let moves = free.filter(|coord| !request.limits.excluded.contains(coord)).take(count);
        let moves = moves.collect();
        self.requests.push(request);
        self.now += self.pace;
        let score = Score(self.score);
        let choice = Choice { moves, score, depth: 1, nodes: 1, pv: Vec::new() };
        self.session.finished(&choice, self.now)
    }

    /// Chooses without any thought.
    fn advise(&mut self, request: OpeningRequest) -> Vec<SessionAction> {
        let mut opening = request.opening.clone();
        let own = opening.chooser();
        let mut choices = Vec::new();
        while opening.chooser() == own && (!request.is_single || choices.is_empty()) {
            let possible = opening.choices();
            let choice = possible[self.taste.min(possible.len() - 1)];
            opening.choose(choice).unwrap();
            choices.push(choice);
        }
        self.openings.push(request);
        self.now += self.pace;
        self.session.advised(&choices, self.now)
    }

    fn stone(&self, x: u8, y: u8) -> Option<Stone> {
        self.session.game().and_then(|game| game.position.stone_at(Coord::new(x, y)))
    }

    fn limits(&self) -> &Limits {
        &self.requests.last().expect("a search").limits
    }
}

pub(super) fn is_error(said: &[String]) -> bool {
    matches!(said, [line] if line.starts_with("ERROR "))
}

#[test]
fn dropped_lines_are_an_error_and_end_the_block_that_lacks_them() {
    let mut dialogue = Dialogue::started();
    for block in ["BOARD\n7,7,1", "yxedittextdatabase \"a", "yxdbtolib"] {
        dialogue.send(block);
        let said = dialogue.drop_lines(3);
        assert!(said.len() == 1 && said[0].starts_with("ERROR 3 lines dropped: "), "{said:?}");
        assert!(dialogue.send("ABOUT")[0].starts_with("name="), "{block}");
    }
}

#[test]
fn begin_and_turn_are_answered_by_moves() {
    let mut dialogue = Dialogue::started();
    assert_eq!(dialogue.send("BEGIN"), ["0,0"]);
    assert_eq!(dialogue.send("TURN 7,7"), ["1,0"]);
    assert_eq!(dialogue.stone(0, 0), Some(Stone::Black));
    assert_eq!(dialogue.stone(7, 7), Some(Stone::White));
    assert_eq!(dialogue.send("RESTART"), ["OK"]);
    assert_eq!(dialogue.send("TURN 7,7"), ["0,0"]);
    assert_eq!(dialogue.stone(0, 0), Some(Stone::White));
}

#[test]
fn commands_before_start_are_errors() {
    let mut dialogue = Dialogue::new();
    for line in ["BEGIN", "TURN 7,7", "RESTART", "TAKEBACK 7,7", "PLAY 7,7", "yxshowforbid", "DONE"]
    {
        assert!(is_error(&dialogue.send(line)), "{line}");
    }
    assert!(is_error(&dialogue.send("BOARD\n7,7,1\nnonsense\nDONE")));
    assert_eq!(dialogue.send("START 15"), ["OK"]);
}

#[test]
fn info_is_never_answered() {
    let mut dialogue = Dialogue::new();
    for line in ["INFO", "INFO rule 77", "INFO max_memory 1", "INFO x y z", "info time_left"] {
        assert_eq!(dialogue.send(line), Vec::<String>::new(), "{line}");
    }
    assert_eq!(
        dialogue.send_bytes(&[b"INFO folder ".as_slice(), &[0xff; 9_000]].concat()),
        [""; 0]
    );
}

#[test]
fn too_little_memory_is_reported_once_and_a_move_still_comes() {
    let mut dialogue = Dialogue::new();
    dialogue.send("INFO max_memory 1000");
    assert_eq!(dialogue.send("START 15"), ["OK"]);
    let said = dialogue.send("BEGIN");
    assert!(
        matches!(&said[..], [first, second] if first.starts_with("MESSAGE max_memory 1000 ") && second == "0,0")
    );
    assert_eq!(dialogue.send("TURN 7,7"), ["1,0"]);
    dialogue.send("INFO max_memory 1001");
    assert_eq!(dialogue.send("BOARD\n7,7,2\nDONE").len(), 2);
    for enough in ["0", "1048576", "367001600"] {
        dialogue.send(&format!("INFO max_memory {enough}"));
        assert_eq!(dialogue.send("RESTART\nBEGIN"), ["OK", "0,0"], "{enough}");
    }
}

#[test]
fn board_is_a_full_reset_and_a_wrong_one_changes_nothing() {
    let mut dialogue = Dialogue::started();
    dialogue.send("TURN 7,7");
    let before = dialogue.session.game().cloned();
    for wrong in [
        "BOARD\n3,3,1\n3,3,2\nDONE",
        "BOARD\n3,3,1\n4,4,1\nDONE",
        "BOARD\n3,3,9\nDONE",
        "BOARD\n3,3\n4,4,2\nDONE",
        "BOARD\n99,3,2\nDONE",
        "BOARD 1,1,1 x DONE",
    ] {
        let said = dialogue.send(wrong);
        assert!(is_error(&said), "{wrong}: {said:?}");
        assert_eq!(dialogue.session.game().cloned(), before, "{wrong}");
    }
    assert_eq!(dialogue.send("board\n3,3,2\r\ndone"), ["0,0"]);
    assert_eq!(dialogue.stone(7, 7), None);
    assert_eq!(dialogue.stone(3, 3), Some(Stone::Black));
    assert_eq!(dialogue.send("BOARD 1,1,1 2,2,2 DONE ABOUT").len(), 2);
    assert_eq!(dialogue.send("BOARD\nDONE"), ["0,0"]);
}

#[test]
fn a_command_in_a_block_tears_it_and_is_obeyed() {
    let mut dialogue = Dialogue::started();
    let said = dialogue.send("BOARD\n3,3,2\nTURN 7,7");
    assert!(said[0].starts_with("ERROR BOARD line 2: seen command 'TURN 7,7'"), "{said:?}");
    assert_eq!(said[1..], ["0,0"]);
    assert_eq!(dialogue.stone(3, 3), None);
    assert_eq!(dialogue.send("BOARD\n3,3,2\nINFO timeout_turn 5\nDONE"), ["0,0"]);
    dialogue.send("BOARD\n3,3,2\nEND");
    assert!(dialogue.quit);
}

#[test]
fn what_follows_done_on_its_line_is_obeyed_after_the_answer() {
    let mut dialogue = Dialogue::started();
    assert_eq!(dialogue.send("BOARD\n7,7,2\nDONE TURN 8,8"), ["0,0", "1,0"]);
    assert_eq!(dialogue.stone(8, 8), Some(Stone::Black));
    let nested = "BOARD 7,7,2 DONE BOARD 7,7,2 8,8,1 9,9,2 DONE TURN 3,3";
    assert_eq!(dialogue.send(nested), ["0,0", "0,0", "1,0"]);
    let three = "SWAP2BOARD 7,7 8,8 9,9 DONE BEGIN";
    let said = dialogue.send(three);
    assert!(said[0] == "0,0 1,0" && is_error(&said[1..]), "after both searches: {said:?}");
    dialogue.session.use_book(Some("x.book".into()), false);
    let said = dialogue.send(three);
    assert!(said[0] == "0,0 1,0" && is_error(&said[1..]), "after the book: {said:?}");
    dialogue.known = Some(Swap2Answer::Decide(Swap2Decision::Swap));
    let said = dialogue.send(three);
    assert!(said[0] == "SWAP" && is_error(&said[1..]), "by the book: {said:?}");
    let said = dialogue.send("yxboard 7,7,2 DONE BEGIN\nBOARD 7,7,x DONE TURN 3,3");
    assert!(is_error(&said[..1]) && is_error(&said[1..2]) && said[2] == "0,0", "{said:?}");
    dialogue.requests.clear();
    assert_eq!(dialogue.send("INFO pondering 1\nBOARD 7,7,2 DONE TURN 3,3"), ["0,0", "1,0"]);
    assert_eq!(dialogue.requests.len(), 3, "pondering waits for the last answer");
    assert_eq!(dialogue.send("BOARD\n7,7,2\nDONE END"), ["0,0"]);
    assert!(dialogue.quit);
}

#[test]
fn a_command_after_done_is_as_urgent_as_on_a_line_of_its_own() {
    let mut dialogue = Dialogue::started();
    let rests = [
        ("STOP", Urgency::Now),
        ("END", Urgency::Now),
        ("ABOUT", Urgency::Waiting),
        ("INFO max_depth 3", Urgency::None),
    ];
    for (rest, urgency) in rests {
        let line = format!("BOARD 7,7,2 DONE {rest}");
        let parsed = ParsedLine::new(WireLine::new(line.as_bytes()));
        let actions = dialogue.session.receive(parsed, dialogue.now);
        assert!(matches!(actions[..], [SessionAction::Think(_)]), "{rest}: {actions:?}");
        assert_eq!(dialogue.session.waiting_urgency(), urgency, "{rest}");
        assert_eq!(dialogue.execute(actions).first().map(String::as_str), Some("0,0"));
        assert_eq!(dialogue.session.waiting_urgency(), Urgency::None, "{rest}");
    }
}

#[test]
fn only_a_command_that_ends_pondering_prevents_it() {
    let ponders_after = |rest: &str| {
        let mut dialogue = Dialogue::started();
        dialogue.send(&format!("INFO pondering 1\nBOARD 7,7,2 DONE {rest}"));
        dialogue.requests.len() > 1
    };
    assert_eq!(["INFO max_depth 3", "INFO x y"].map(ponders_after), [true; 2]);
    let ends = ["INFO pondering 0", "INFO timeout_turn 0", "STOP", "ABOUT"];
    assert_eq!(ends.map(ponders_after), [false; 4]);
}

#[test]
fn take_back_and_turn_again() {
    let mut dialogue = Dialogue::started();
    assert_eq!(dialogue.send("TURN 7,7\nTURN 8,8"), ["0,0", "1,0"]);
    assert_eq!(dialogue.send("TAKEBACK 1,0\nTAKEBACK 8,8"), ["OK", "OK"]);
    assert!(is_error(&dialogue.send("TAKEBACK 8,8")));
    assert_eq!(dialogue.send("TURN 9,9"), ["1,0"]);
    assert_eq!(dialogue.stone(9, 9), Some(Stone::Black));
    assert_eq!(dialogue.send("TAKEBACK 7,7"), ["OK"], "any stone, not only the last");
}

#[test]
fn a_full_board_is_an_error() {
    let mut dialogue = Dialogue::new();
    dialogue.send("START 5");
    for turn in 0..12 {
        let free = dialogue.session.game().unwrap().position.empty_coords().last().unwrap();
        assert_eq!(dialogue.send(&format!("TURN {free}")).len(), 1, "{turn}");
    }
    let last = dialogue.session.game().unwrap().position.empty_coords().last().unwrap();
    assert_eq!(dialogue.send(&format!("TURN {last}")), ["ERROR board is full, no move exists"]);
    assert!(is_error(&dialogue.send("TURN 0,0")));
}

#[test]
fn limits_follow_the_settings() {
    let mut dialogue = Dialogue::started();
    dialogue.send("INFO timeout_turn 0\nINFO timeout_match 60000\nINFO max_depth 9\nBEGIN");
    assert_eq!(dialogue.limits().turn, Some(Duration::ZERO));
    assert_eq!(dialogue.limits().left, Some(Duration::from_secs(60)));
    assert_eq!(dialogue.limits().depth, Some(9));
    dialogue.pace = Duration::from_secs(7);
    dialogue.send("TURN 7,7");
    dialogue.send("TURN 8,8");
    assert_eq!(dialogue.limits().left, Some(Duration::from_millis(52_990)));
    dialogue.send("INFO time_left -40\nTURN 9,9");
    assert_eq!(dialogue.limits().left, Some(Duration::ZERO));
}

#[test]
fn the_rule_reaches_the_position_at_once() {
    let mut dialogue = Dialogue::new();
    dialogue.send("INFO rule 4\nSTART 15");
    assert_eq!(dialogue.session.game().unwrap().position.rule(), Rule::Renju);
    dialogue.send("INFO rule 9");
    assert_eq!(dialogue.session.game().unwrap().position.rule(), Rule::CaroExact);
}

#[test]
fn swap2_takes_the_better_side() {
    let three = "SWAP2BOARD\n7,7\n8,8\n9,9\nDONE";
    let mut dialogue = Dialogue::started();
    let opening = dialogue.send("SWAP2BOARD\nDONE");
    assert_eq!(opening.concat().split(' ').count(), 3);
    dialogue.score = -300;
    assert_eq!(dialogue.send(three), ["SWAP"]);
    dialogue.score = 300;
    assert_eq!(dialogue.send(three), ["0,0"]);
    dialogue.score = 0;
    assert_eq!(dialogue.send(three), ["0,0 1,0"], "a toss-up: two more stones");
    dialogue.score = -1;
    assert_eq!(dialogue.send("SWAP2BOARD 7,7 8,8 9,9 1,1 2,2 DONE"), ["SWAP"]);
    for wrong in ["SWAP2BOARD\n7,7\nDONE", "SWAP2BOARD 7,7 7,7 8,8 DONE", "SWAP2BOARD 7,7,1 DONE"] {
        assert!(is_error(&dialogue.send(wrong)), "{wrong}");
    }
    assert_eq!(dialogue.send("BOARD\n7,7,2\n8,8,1\n9,9,2\nDONE"), ["0,0"]);
}

#[test]
fn swap2_is_answered_by_the_book_without_a_search() {
    let mut dialogue = Dialogue::started();
    dialogue.session.use_book(Some("x.book".into()), false);
    let three = "SWAP2BOARD 7,7 8,8 9,9 DONE";
    let at = |x| Coord::new(x, 3);
    dialogue.known = Some(Swap2Answer::Offer(vec![at(1), at(2), at(3)]));
    assert_eq!(dialogue.send("SWAP2BOARD DONE"), ["1,3 2,3 3,3"]);
    assert_eq!(dialogue.stone(2, 3), Some(Stone::White));
    dialogue.known = Some(Swap2Answer::Decide(Swap2Decision::Place(at(5), at(6))));
    assert_eq!(dialogue.send(three), ["5,3 6,3"]);
    assert_eq!(dialogue.stone(6, 3), Some(Stone::Black));
    dialogue.known = Some(Swap2Answer::Decide(Swap2Decision::Stay(at(4))));
    assert_eq!(dialogue.send(three), ["4,3"]);
    assert_eq!(dialogue.stone(4, 3), Some(Stone::White));
    dialogue.known = Some(Swap2Answer::Decide(Swap2Decision::Swap));
    assert_eq!(dialogue.send(three), ["SWAP"]);
    assert_eq!(dialogue.requests, []);
    // Black now: white's move is answered.
    assert_eq!(dialogue.send("TURN 0,0"), ["1,0"]);
    assert_eq!(dialogue.stone(1, 0), Some(Stone::Black));
    dialogue.known = None;
    dialogue.score = 300;
    assert_eq!(dialogue.send(three), ["0,0"], "what the book does not know is searched");
    assert_eq!(dialogue.send("SWAP2BOARD DONE").concat().split(' ').count(), 3);
}

#[test]
fn swap2_halves_the_time_of_its_first_search() {
    let mut dialogue = Dialogue::started();
    dialogue.send("INFO timeout_turn 8000\nSWAP2BOARD 7,7 8,8 9,9 DONE");
    let turns: Vec<_> = dialogue.requests.iter().map(|request| request.limits.turn).collect();
    assert_eq!(turns, [Some(Duration::from_secs(4)), Some(Duration::from_secs(8))]);
}

#[test]
fn yixin_puts_the_row_first_and_means_renju_by_two() {
    let mut dialogue = Dialogue::new();
    dialogue.send("INFO show_detail 1\nINFO rule 2");
    let said = dialogue.send("yxshowinfo");
    assert_eq!(said[0], "MESSAGE INFO MAX_THREAD_NUM 2");
    assert_eq!(dialogue.send("START 15 15\nTURN 3,10"), ["OK", "0,0"]);
    assert_eq!(dialogue.stone(10, 3), Some(Stone::Black));
    assert_eq!(dialogue.session.game().unwrap().position.rule(), Rule::Renju);
    assert_eq!(dialogue.send("TURN 3,11"), ["0,1"], "the answer is row first too");
    assert_eq!(dialogue.stone(1, 0), Some(Stone::White));
}

#[test]
fn yixin_shows_forbidden_points_of_black() {
    let mut dialogue = Dialogue::new();
    dialogue.send("yxshowinfo\nINFO rule 2\nSTART 15");
    // A cross of two twos: its corner (row 7, column 4) is a double three.
    let board = "yxboard\n7,5,1\n0,0,2\n7,6,1\n0,2,2\n8,4,1\n0,4,2\n9,4,1\n0,6,2\ndone";
    assert_eq!(dialogue.send(board), [""; 0]);
    assert_eq!(dialogue.send("yxshowforbid"), ["FORBID 0704."]);
    assert_eq!(dialogue.send("yxnbest 3").len(), 1);
    assert_eq!(dialogue.limits().multi_pv, 3);
    assert_eq!(dialogue.send("yxshowforbid"), ["FORBID ."], "white is to move");
}

#[test]
fn yixin_blocks_points_until_they_are_free_again() {
    let mut dialogue = Dialogue::new();
    dialogue.send("yxshowinfo\nSTART 15");
    dialogue.send("yxblock\n0,0\n0,1\ndone");
    assert_eq!(dialogue.send("BEGIN"), ["0,2"]);
    dialogue.send("START 15\nyxblockundo 0,0 done");
    assert_eq!(dialogue.send("BEGIN"), ["0,0"]);
    dialogue.send("START 15\nyxblockreset");
    assert_eq!(dialogue.send("BEGIN\nTURN 9,9"), ["0,0", "0,1"]);
}

#[test]
fn balance_and_defence_are_goals_of_a_search() {
    let mut dialogue = Dialogue::started();
    dialogue.send("yxboard 7,7,2 DONE");
    assert_eq!(dialogue.send("yxbalanceone 30"), ["0,0"]);
    assert_eq!(dialogue.limits().goal, Goal::BalanceOne { bias: 30 });
    assert_eq!(dialogue.send("yxbalancetwo 99999999").concat().split(' ').count(), 2);
    assert_eq!(dialogue.limits().goal, Goal::BalanceTwo { bias: Score::MAX_EVAL });
    dialogue.send("yxsearchdefend");
    assert_eq!(dialogue.limits().multi_pv, 225 - 4);
}

#[test]
fn a_path_follows_its_command_or_stands_on_its_line() {
    let mut dialogue = Dialogue::started();
    let position = dialogue.session.game().unwrap().position.clone();
    assert_eq!(dialogue.send("yxhashdump\nEND\nyxhashload a b.tab\nloadmodel\n END "), [""; 0]);
    let expected = [
        Tool::Dump(position.clone(), "END".into()),
        Tool::Load(position, "a b.tab".into()),
        Tool::Weights("END".into()),
    ];
    assert_eq!(dialogue.tools, expected);
    assert!(!dialogue.quit);
    assert!(is_error(&dialogue.send("exportmodel x")));
}

#[test]
fn database_commands_are_whole_after_their_rows_text_or_path() {
    let mut dialogue = Dialogue::started();
    dialogue.send("yxshowinfo");
    let whole = [
        ("yxquerydatabaseallt\n6,8\n7,8\ndone", "", 2),
        ("yxquerydatabaseone 6,8 DONE", "", 1),
        ("yxedittvddatabase 1 119 0 0\n7,7\ndone", "1 119 0 0", 1),
        ("yxedittextdatabase \"two\nlines \\\"x\\\"\"7,7\n8,8\ndone", "two\nlines \"x\"", 2),
        ("yxedittextdatabase \"a\n\n  \nb\"\n\n7,7\n \ndone", "a\n\n  \nb", 1),
        ("yxedittextdatabase \"\"done", "", 0),
        ("yxeditlabeldatabase 3,4 A\n7,7\ndone", "3,4 A", 1),
        ("yxeditlabeldatabase 3,4 \ndone", "3,4", 0),
        ("yxdeletedatabaseall wlinstep 5\n7,7\ndone", "wlinstep 5", 1),
        ("yxdeletedatabaseall nonwl\ndone", "nonwl", 0),
        ("yxdeletedatabaseall\n7,7\ndone", "", 1),
        ("yxdeletedatabaseone\nINFO level 3\ndone", "", 0),
        ("yxsetdatabase\nC:\\My Games\\x.db", "C:\\My Games\\x.db", 0),
        ("yxsetdatabase\n\nx.db", "x.db", 0),
        ("yxdbmerge END", "END", 0),
        ("yxsavedatabase", "", 0),
    ];
    for (lines, arguments, stones) in whole {
        dialogue.asked.clear();
        assert_eq!(dialogue.send(lines), [""; 0], "{lines}");
        let [request] = &dialogue.asked[..] else { panic!("{lines}: {:?}", dialogue.asked) };
        assert_eq!(request.arguments, arguments, "{lines}");
        assert_eq!(request.position.as_ref().unwrap().stones().len(), stones, "{lines}");
    }
    dialogue.asked.clear();
    dialogue.send("yxquerydatabaseone\n6,8\ndone");
    assert_eq!(dialogue.asked[0].position.as_ref().unwrap().stones()[0].0, Coord::new(8, 6));
}

#[test]
fn wrong_rows_of_database_commands_are_errors_and_ask_nothing() {
    let mut dialogue = Dialogue::started();
    let said = dialogue.send("yxquerydatabaseone\n7\n8,8\ndone");
    assert_eq!(said, ["ERROR database command line 1: seen '7', expected x,y or DONE"]);
    let said = dialogue.send("yxquerydatabaseone 7 done");
    assert_eq!(said, ["ERROR database command line 0: seen '7 done', expected x,y or DONE"]);
    let said = dialogue.send("yxedittextdatabase \"a\nb\"\n7\ndone");
    assert_eq!(said, ["ERROR database command line 2: seen '7', expected x,y or DONE"]);
    assert!(is_error(&dialogue.send("yxquerydatabaseone\n7,7\n7,7\ndone")));
    assert!(is_error(&dialogue.send("yxquerydatabaseone\n15,7\ndone")));
    let torn = dialogue.send("yxquerydatabaseone\n7,7\nTURN 3,3");
    assert!(torn[0].starts_with("ERROR database command line 2") && torn.len() == 2, "{torn:?}");
    assert!(dialogue.asked.is_empty());
    let lost = dialogue.send("yxedittextdatabase \"a\nTURN 3,3\nSTART 15");
    assert!(
        lost[0].starts_with("ERROR YXEDITTEXTDATABASE: seen START") && lost[1] == "OK",
        "{lost:?}"
    );
    let mut dialogue = Dialogue::new();
    let said = dialogue.send("yxquerydatabaseone\ndone");
    assert_eq!(said, ["ERROR YXQUERYDATABASEONE without a board, expected START first"]);
    dialogue.send("yxsetdatabase x.db");
    assert_eq!(dialogue.asked.len(), 1);
}

#[test]
fn a_line_that_is_too_long_fails_a_database_command_and_does_not_tear_it() {
    let mut dialogue = Dialogue::started();
    let long = "8".repeat(10_000);
    let said = dialogue.send(&format!("yxquerydatabaseone\n7,7\n{long}\n8,8\ndone"));
    assert!(is_error(&said), "{said:?}");
    assert!(said[0].starts_with("ERROR database command line 2: seen '888"), "{said:?}");
    let text = format!("yxedittextdatabase \"a\n{long}\n{long}\nTURN 3,3\nb\"\n7,7\ndone");
    let said = dialogue.send(&text);
    assert_eq!(said, ["ERROR line of 10000 bytes, expected at most 8192"]);
    assert_eq!((dialogue.asked.len(), dialogue.stone(3, 3)), (0, None));
    assert_eq!(dialogue.send("TURN 7,7"), ["0,0"]);
}

#[test]
fn a_database_is_the_book_unless_it_is_switched_off() {
    let mut dialogue = Dialogue::started();
    dialogue.session.use_database("x.tgbook".into());
    let book = |dialogue: &mut Dialogue| {
        dialogue.send("yxquerydatabaseone DONE");
        let asked = dialogue.asked.last().unwrap();
        (asked.book.is_some(), asked.is_readonly)
    };
    assert_eq!(book(&mut dialogue), (true, false));
    dialogue.send("INFO usedatabase 0\nINFO database_readonly 1");
    assert_eq!(book(&mut dialogue), (false, true));
    dialogue.send("TURN 7,7");
    assert_eq!(dialogue.requests.last().unwrap().options.book, None);
    dialogue.send("INFO usedatabase 1\nINFO database_readonly 0\nTURN 3,3");
    assert!(dialogue.requests.last().unwrap().options.book.is_some());
}

#[test]
fn pondering_follows_the_answer_unless_the_game_is_over() {
    let mut dialogue = Dialogue::started();
    dialogue.send("INFO pondering 1\nTURN 7,7");
    let ponder = dialogue.requests.last().unwrap();
    assert_eq!(ponder.position.to_move(), Color::Black);
    assert_eq!((ponder.limits.turn, ponder.position.stones().len()), (None, 2));
    let four = "BOARD\n1,0,1\n1,9,2\n2,0,1\n3,9,2\n3,0,1\n5,9,2\n4,0,1\n7,9,2\nDONE";
    let before = dialogue.requests.len();
    assert_eq!(dialogue.send(four), ["0,0"]);
    assert_eq!(dialogue.requests.len(), before + 1, "five in a row: nothing to ponder on");
}

#[test]
fn play_places_the_move_that_the_manager_names() {
    let mut dialogue = Dialogue::started();
    assert_eq!(dialogue.send("PLAY 4,4"), ["4,4"]);
    assert_eq!(dialogue.stone(4, 4), Some(Stone::Black));
    assert!(is_error(&dialogue.send("PLAY 4,4")));
    assert_eq!(dialogue.send("TURN 5,5"), ["0,0"]);
    assert_eq!(dialogue.stone(5, 5), Some(Stone::White));
}

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "START 15",
        "START 5",
        "RESTART",
        "BEGIN",
        "TURN 7,7",
        "TURN 3,3",
        "BOARD",
        "7,7,1",
        "8,8,2",
        "DONE",
        "TAKEBACK 7,7",
        "SWAP2BOARD",
        "1,1",
        "INFO rule 4",
        "INFO max_memory 5",
        "yxshowinfo",
        "INFO max_memory 0",
        "yxboard",
        "yxnbest 2",
        "yxblock",
        "yxsetdatabase",
        "yxeditlabeldatabase 7,7 A",
        "yxedittextdatabase \"a",
        "yxbalancetwo 0",
        "yxswap2step1",
        "yxswap2step2",
        "yxsoosorvstep4 3",
        "yxsoosorvstep6",
        "TRACEBOARD",
        "RELOADCONFIG config.toml",
        "INFO STRENGTH 10",
        "INFO rule 2",
        "-1,-1,2",
        "PLAY 2,2",
        "yxshowforbid",
        "yxsearchdefend",
        "STOP",
        "INFO pondering 1",
        "RECTSTART 6,9",
    ]);
    prop_oneof![
        3 => words.prop_map(|line| line.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..60),
        1 => "(BOARD|TURN|START|INFO|yxnbest|SWAP2BOARD) [-0-9, a-z]{0,30}".prop_map(String::into_bytes),
    ]
}

proptest! {
    #[test]
    fn session_still_plays_after_any_lines(
        lines in prop::collection::vec(any_line(), 0..40)
    ) {
        let mut dialogue = Dialogue::new();
        for line in lines {
            dialogue.send_bytes(&line);
        }
        // START ends a text without a closing quote.
        dialogue.send("START 15\nINFO max_memory 0\nDONE\nINFO max_memory 0\nyxblockreset");
        let mut said = dialogue.send("START 15\nBEGIN");
        said.retain(|line| !line.starts_with("MESSAGE "));
        prop_assert_eq!(&said[said.len() - 2..], ["OK", "0,0"]);
    }
}

#[test]
fn a_seed_is_given_to_the_engine_at_once_and_decides_the_offered_opening() {
    let offer = |seed: &str| {
        let mut dialogue = Dialogue::started();
        assert_eq!(dialogue.send(&format!("INFO seed {seed}")), [""; 0]);
        assert_eq!(dialogue.seeds, [seed.parse::<i64>().unwrap().cast_unsigned()]);
        dialogue.send("SWAP2BOARD\nDONE")
    };
    assert_eq!(offer("12"), offer("12"));
    assert!((0..20).any(|seed| offer(&seed.to_string()) != offer("-3")));
    let mut dialogue = Dialogue::started();
    dialogue.send("INFO seed many\nINFO level 3");
    assert_eq!(dialogue.seeds, [0; 0]);
}
