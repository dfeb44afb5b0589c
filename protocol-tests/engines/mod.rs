//! Players for the tests of the arena: a simple deterministic engine that has any fault on request.
//!
//! The test executable itself becomes such an engine when its first argument is `mock-brain`, or
//! when its file name begins with `pbrain-mock` (for the check of zips, whose programs get no
//! arguments; `pbrain-mock-hang-3` has the fault `hang@3`).

mod fault;
mod player;

use std::io::{self, BufRead, Write};
use std::path::Path;

use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Coord, Rule, Stone};

pub(crate) use fault::Fault;

/// Runs the mock brain if this process was started as one.
pub(crate) fn run_if_asked() -> bool {
    let mut arguments = std::env::args();
    let program = arguments.next().unwrap_or_default();
    let name = Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let faults: Vec<Fault> = if arguments.next().as_deref() == Some("mock-brain") {
        arguments.map(|word| word.parse().unwrap()).collect()
    } else if let Some(fault) = name.strip_prefix("pbrain-mock-") {
        let text = fault.rsplit_once('-').map(|(name, at)| format!("{name}@{at}"));
        text.iter().map(|word| word.parse().unwrap()).collect()
    } else if name == "pbrain-mock" {
        Vec::new()
    } else {
        return false;
    };
    Brain::new(faults).run();
    true
}

/// The state of the protocol.
struct Brain {
    faults: Vec<Fault>,
    position: Option<Position>,
    rule: Rule,
    /// Own moves of this game so far.
    moves: usize,
    /// Memory that is allocated and never freed.
    hoard: Vec<u8>,
    /// Whether the time of a move was set after START.
    is_timed: bool,
    /// A move that is not printed before START.
    owed: String,
    /// The number of YXSTOP so far.
    stops: usize,
    /// Whether a TAKEBACK of this game was refused.
    has_refused: bool,
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    // The manager may have exited.
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

impl Brain {
    fn new(faults: Vec<Fault>) -> Self {
        Self {
            faults,
            position: None,
            rule: Rule::Freestyle,
            moves: 0,
            hoard: Vec::new(),
            is_timed: false,
            owed: String::new(),
            stops: 0,
            has_refused: false,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.faults.iter().any(|fault| fault.name == name)
    }

    /// Whether the fault is due at the own move that comes next.
    fn is_due(&self, name: &str) -> bool {
        self.faults.iter().any(|fault| fault.name == name && fault.at == self.moves + 1)
    }

    fn run(&mut self) {
        if self.has("sturdy") {
            std::panic::set_hook(Box::new(|_| {}));
        }
        if self.has("last-words") {
            let _ = io::stderr().write_all(b"no weights\n\n");
            std::process::exit(3);
        }
        if self.has("crash-at-start") {
            std::process::exit(4);
        }
        let mut block: Option<(String, Vec<String>)> = None;
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            match &mut block {
                Some((command, rows)) if line.eq_ignore_ascii_case("done") => {
                    let (command, rows) = (command.clone(), std::mem::take(rows));
                    block = None;
                    self.obey(|brain| brain.take_block(&command, &rows));
                }
                Some((_, rows)) => rows.push(line.to_owned()),
                None if matches!(line, "BOARD" | "SWAP2BOARD") => {
                    block = Some((line.to_owned(), Vec::new()));
                }
                None if line == "END" && !self.has("ignore-end") => break,
                None => self.obey(|brain| brain.take(line)),
            }
        }
        while self.has("ignore-end") {
            std::thread::park();
        }
    }

    /// Does what a line asks for. A sturdy brain overlooks what it cannot do.
    fn obey(&mut self, act: impl FnOnce(&mut Self)) {
        if !self.has("sturdy") {
            return act(self);
        }
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| act(self)));
        if outcome.is_err() {
            say("ERROR no\n");
        }
    }

    fn take(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "START" | "RECTSTART" => self.start(rest),
            "INFO" => {
                self.is_timed |= rest.starts_with("timeout_turn ");
                if let Some(bits) = rest.strip_prefix("rule ") {
                    self.rule = bits.parse().ok().and_then(Rule::from_wire).unwrap();
                    self.position.iter_mut().for_each(|position| position.set_rule(self.rule));
                }
            }
            "BEGIN" => self.answer(),
            "TURN" => {
                if let (Some(coord), Some(position)) = (coord(rest), &mut self.position) {
                    position.play(coord).unwrap();
                }
                self.answer();
            }
            // A drowsy brain ignores the first YXSTOP, and ABOUT until the second.
            "ABOUT" if self.has("drowsy") && self.stops < 2 => {}
            "YXSTOP" => {
                self.stops += 1;
                if self.stops > 1 || !self.has("drowsy") {
                    say("UNKNOWN command\n");
                }
            }
            "TAKEBACK" => {
                self.has_refused = true;
                say("UNKNOWN command\n");
            }
            "ABOUT" if self.has("plain") => say("author=\"nameless\"\n"),
            "ABOUT" => say("name=\"mock\", version=\"1\"\n"),
            "RESTART" if self.has("plain") => {
                let size = self.position.as_ref().unwrap().size();
                self.position = Some(Position::new(self.rule, size));
                say("OK\n");
            }
            _ => say("UNKNOWN command\n"),
        }
    }

    fn start(&mut self, size: &str) {
        if self.has("refuse") {
            return say("ERROR this board is too beautiful\n");
        }
        if self.has("silent-start") {
            return;
        }
        say(&std::mem::take(&mut self.owed));
        self.is_timed = false;
        let sides: Vec<u64> = size.split(',').map(|side| side.trim().parse().unwrap()).collect();
        let size = BoardSize::new(sides[0], *sides.last().unwrap()).unwrap();
        self.position = Some(Position::new(self.rule, size));
        (self.moves, self.has_refused) = (0, false);
        say("OK\r\n");
    }

    fn take_block(&mut self, command: &str, rows: &[String]) {
        let is_plain = self.has("plain");
        let Some(position) = &mut self.position else { return };
        if is_plain && !position.stones().is_empty() {
            return say("ERROR the board is not empty\n");
        }
        *position = Position::new(self.rule, position.size());
        for row in rows {
            let numbers: Vec<&str> = row.split(',').collect();
            position.play(coord(&numbers[..2].join(",")).unwrap()).unwrap();
        }
        if command == "BOARD" {
            return self.answer();
        }
        let faulty = self.has("bad-swap2");
        say(match rows.len() {
            0 if faulty => "7,7 7,7 8,8\n",
            0 => "7,7 8,8 6,9\n",
            3 if self.has("swap") => "SWAP\n",
            3 if self.has("put-two") => "5,5 9,4\n",
            3 => "10,10\n",
            _ if self.has("swap-at-five") => "SWAP\n",
            _ => "3,3\n",
        });
        if rows.len() == 3 && self.faults.is_empty() {
            self.moves += 1;
        }
    }

    /// Answers with a move or with a fault.
    fn answer(&mut self) {
        fault::before_move(self);
        let Some(position) = &mut self.position else { return };
        let occupied = position.stones().first().map_or(Coord::new(0, 0), |&(coord, _)| coord);
        let best = player::choose(position);
        let text = fault::spoil(self, best, occupied);
        self.moves += 1;
        if let Some(position) = &mut self.position {
            let _ = position.play(best);
        }
        if self.has("plain") && !self.is_timed {
            self.owed += &text;
        } else {
            say(&text);
        }
    }
}

fn coord(text: &str) -> Option<Coord> {
    let (x, y) = text.split_once(',')?;
    Some(Coord::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Points occupied by a player's stones.
fn is_stone(position: &Position, coord: Coord, stone: Stone) -> bool {
    position.stone_at(coord) == Some(stone)
}
