//! Holds a conversation with a brain, and judges its answers.

use std::time::{Duration, Instant};

use super::act::{Act, MoveRequest};
use super::fault::{BrainFault, FaultKind};
use crate::player::process::{PlayerCommand, Process, Received};
use crate::player::transcript::Speaker;
use crate::player::{PlayLimits, Transcript, commands};
use tengen_brain::wire::{Axes, Reply};
use tengen_engine::board::Position;
use tengen_engine::rules::legality::{self, ending_after};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};

/// How long a brain has to exit: the Gomocup judge kills it after half a second.
const GRACE: Duration = Duration::from_millis(500);
/// Memory that managers allow, in bytes.
const MEMORY: u64 = 350 << 20;

/// The boards that every brain must play on.
const LEAGUE_SIDES: [u8; 2] = [15, 20];

/// How long a brain has for its first line: it may have to load files.
const LOADING: Duration = Duration::from_secs(10);

/// Interval between repeated lines: a brain that thinks may ignore everything but `YXSTOP`.
const REPEAT: Duration = Duration::from_secs(1);

/// How long the answers to repeated lines may take once the first was answered.
const STRAGGLERS: Duration = Duration::from_millis(200);

/// Lines that end hostile input: an open line, a block, a search and every setting that would keep
/// the brain from playing. The answer to `ABOUT` shows that everything has been read.
const RETURN: &[&str] = &[
    "",
    "INFO timeout_turn 20",
    "INFO timeout_match 0",
    "INFO time_left 2147483647",
    "INFO max_memory 367001600",
    "INFO max_node -1",
    "INFO max_depth -1",
    "INFO thread_num 1",
    "INFO pondering 0",
    "INFO show_detail 0",
    "DONE",
    "YXSTOP",
    "YXBLOCKRESET",
    "ABOUT",
];

/// Totals over conversations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActorTally {
    /// Lines that were sent, pieces of lines included.
    pub lines: u64,
    /// Moves that were judged.
    pub moves: u64,
    /// Moves that came later than their limit, but within the tolerance.
    pub over_limit: u64,
    /// The largest delay in milliseconds.
    pub most_over_ms: u64,
    /// Processes that were started.
    pub processes: u64,
}

impl ActorTally {
    /// Adds the totals of another one.
    pub(super) fn add(&mut self, other: &ActorTally) {
        self.lines += other.lines;
        self.moves += other.moves;
        self.over_limit += other.over_limit;
        self.most_over_ms = self.most_over_ms.max(other.most_over_ms);
        self.processes += other.processes;
    }
}

/// How a brain is started and how patient the manager is.
#[derive(Clone, Debug)]
pub struct HuntTerms {
    /// The brain.
    pub command: PlayerCommand,
    /// The time that a move may take beyond its limit.
    pub tolerance: Duration,
    /// Whether the brain may write to stderr.
    pub allows_stderr: bool,
    /// Whether `BOARD` comes in an open game, as some managers send it. The protocol has `RESTART`
    /// before it.
    pub boards_in_games: bool,
}

/// A brain in conversation.
pub(super) struct Actor<'a> {
    terms: &'a HuntTerms,
    process: Process,
    dialogue: Transcript,
    /// The position; `None` if it is not known, or the game is over.
    game: Option<Position>,
    turn: Duration,
    /// Whether hostile input was sent and the brain has not recovered yet: then no game begins.
    is_astray: bool,
    /// How long the brain has for an answer that needs no search, and to recover from hostile
    /// input.
    patience: Duration,
    /// Whether something was sent during a search that may be answered later.
    is_disturbed: bool,
    /// Whether the process has written a line.
    has_spoken: bool,
    /// Whether `YXSTOP` ends a search; `None` if not known yet. Otherwise a search that hostile input
    /// began may last until `START` ends it.
    knows_stop: Option<bool>,
    /// The steps so far, as lines of a transcript.
    pub script: Vec<String>,
    /// The totals.
    pub tally: ActorTally,
}

type ActorStep = Result<(), BrainFault>;

/// How a brain may refuse a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// Not at all.
    Never,
    /// By `UNKNOWN`: the protocol does not require the command.
    Unknown,
    /// By `UNKNOWN` or `ERROR`.
    Any,
}

impl Refusal {
    fn allows(self, reply: &Reply) -> bool {
        match reply {
            Reply::Unknown(_) => self != Refusal::Never,
            Reply::Error(_) => self == Refusal::Any,
            _ => false,
        }
    }
}

impl<'a> Actor<'a> {
    /// Starts the brain.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub(super) fn start(terms: &'a HuntTerms, patience: Duration) -> std::io::Result<Self> {
        let dialogue = Transcript::new();
        let process = Process::start(&terms.command, Some(dialogue.clone()))?;
        Ok(Self {
            terms,
            process,
            dialogue,
            game: None,
            turn: Duration::ZERO,
            is_astray: false,
            patience,
            is_disturbed: false,
            has_spoken: false,
            knows_stop: None,
            script: Vec::new(),
            tally: ActorTally { processes: 1, ..ActorTally::default() },
        })
    }

    /// Executes one step. After a fault the brain is in an unknown state.
    pub(super) fn act(&mut self, act: &Act) -> ActorStep {
        let done = match act {
            Act::Hostile(bytes) => {
                (self.game, self.is_astray) = (None, true);
                self.send(bytes)
            }
            Act::Wait(pause) => {
                self.pause(*pause);
                Ok(())
            }
            Act::Return => self.come_back(),
            Act::Start { size, rule, turn } => self.begin(*size, *rule, *turn),
            Act::Ask { request, during } => self.ask(request, during),
            Act::Takeback(count) => self.take_back(*count),
            Act::End | Act::EndOfInput => Ok(()),
        };
        done.and_then(|()| self.look_at_stderr())
    }

    /// Waits until hostile input that nothing followed has been read.
    pub(super) fn recover(&mut self) -> ActorStep {
        if self.is_astray { self.act(&Act::Return) } else { Ok(()) }
    }

    /// Ends the brain by END, or by the end of its input alone.
    pub(super) fn end(mut self, says_so: bool) -> (ActorStep, Vec<String>, ActorTally) {
        let sent = if says_so { self.send(b"END\n") } else { Ok(()) };
        self.script
            .push(if says_so { "$ exit 0 within 500" } else { "eof\n$ exit 0 within 500" }.into());
        let done = sent.and_then(|()| self.look_at_stderr());
        let Self { process, script, tally, .. } = self;
        let after = if says_so { "END" } else { "the end of its input" };
        let done = done.and_then(|()| match process.finish(GRACE) {
            Some(_) => Ok(()),
            None => Err(BrainFault::new(
                FaultKind::Lingers,
                format!("still there {} ms after {after}", GRACE.as_millis()),
                "an exit",
            )),
        });
        (done, script, tally)
    }

    fn send(&mut self, bytes: &[u8]) -> ActorStep {
        self.script.push(Act::transcript_line(bytes));
        self.tally.lines += 1;
        self.process.send_bytes(bytes).map_err(|_| self.crashed("more input"))
    }

    fn say(&mut self, lines: &str) -> ActorStep {
        for line in lines.split_inclusive('\n') {
            self.script.push(Act::transcript_line(line.as_bytes()));
            self.tally.lines += 1;
        }
        self.process.send_bytes(lines.as_bytes()).map_err(|_| self.crashed("more input"))
    }

    fn pause(&mut self, pause: Duration) {
        self.script.push(format!("sleep {}", pause.as_millis()));
        std::thread::sleep(pause);
    }

    fn crashed(&mut self, before: &str) -> BrainFault {
        let status = self.process.end_status().map_or_else(
            || "it closed its output but did not exit".to_owned(),
            |status| status.to_string(),
        );
        BrainFault::new(
            FaultKind::Crash,
            format!("the process ended before {before} ({status})"),
            "a living process",
        )
    }

    fn look_at_stderr(&mut self) -> ActorStep {
        if self.terms.allows_stderr {
            return Ok(());
        }
        let line = self.dialogue.first_of(Speaker::Stderr);
        line.map_or(Ok(()), |text| {
            Err(BrainFault::new(FaultKind::Stderr, format!("{text:?} on stderr"), "nothing there"))
        })
    }

    /// The next line; `None` if there is none in time.
    fn line(
        &mut self,
        until: Instant,
        before: &str,
    ) -> Result<Option<(Instant, String)>, BrainFault> {
        match self.process.receive(until) {
            Received::Line(line) => {
                self.has_spoken = true;
                Ok(Some((line.at, line.text)))
            }
            Received::Late => Ok(None),
            Received::Ended => Err(self.crashed(before)),
        }
    }

    /// How long the brain has for an answer that needs no search.
    fn patience(&self) -> Duration {
        if self.has_spoken { self.patience } else { self.patience.max(LOADING) }
    }

    /// Stops whatever is in progress and waits until everything has been read.
    fn come_back(&mut self) -> ActorStep {
        self.game = None;
        self.read_up_to_about(RETURN)?;
        if self.knows_stop.is_none() {
            self.knows_stop = Some(!self.read_up_to_about(&["YXSTOP", "ABOUT"])?);
        }
        self.is_astray = false;
        Ok(())
    }

    /// Says the lines, the last of which is `ABOUT`, until it is answered. True if the brain refused
    /// something before.
    fn read_up_to_about(&mut self, lines: &[&str]) -> Result<bool, BrainFault> {
        let lines: String = lines.iter().flat_map(|line| [*line, "\n"]).collect();
        let until = Instant::now() + self.patience();
        let mut has_refused = false;
        for times in 1.. {
            self.say(&lines)?;
            let again = (Instant::now() + REPEAT).min(until);
            while let Some((_, text)) = self.line(again, "it answered ABOUT")? {
                match Reply::parse(&text) {
                    Some(Reply::About(_)) => {
                        self.script.push("<* /=/ within 10000".into());
                        if times > 1 {
                            let end = Instant::now() + STRAGGLERS;
                            while self.line(end, "it answered ABOUT")?.is_some() {}
                        }
                        self.is_disturbed = false;
                        return Ok(has_refused);
                    }
                    Some(Reply::Unknown(_) | Reply::Error(_)) => has_refused = true,
                    Some(_) => {}
                    None => return Err(nonsense(&text, "a line of the protocol")),
                }
            }
            if Instant::now() >= until {
                break;
            }
            self.script.push(format!("sleep {}", REPEAT.as_millis()));
        }
        self.script.push("<* /=/ within 10000".into());
        Err(BrainFault::new(
            FaultKind::Silence,
            format!("no answer to ABOUT after {} s", self.patience().as_secs()),
            "name and version, once what came before is read",
        ))
    }

    /// Waits for an answer; skips lines for people and answers to lines that disturbed a search.
    fn answer(
        &mut self,
        until: Instant,
        asked: &str,
        expected: &str,
        refusal: Refusal,
    ) -> Result<Option<(Instant, Reply)>, BrainFault> {
        loop {
            let Some((at, text)) = self.line(until, &format!("it answered {asked}"))? else {
                return Ok(None);
            };
            match Reply::parse(&text) {
                Some(Reply::Message(text) | Reply::Debug(text)) if !text.is_empty() => {}
                Some(reply) if refusal.allows(&reply) => return Ok(Some((at, reply))),
                Some(Reply::Unknown(_) | Reply::Error(_)) if self.is_disturbed => {}
                Some(reply @ (Reply::Ok | Reply::Moves(_))) => return Ok(Some((at, reply))),
                _ => return Err(nonsense(&text, &format!("{expected} after {asked}"))),
            }
        }
    }

    /// Waits for `OK`; false if the brain refuses, which it may.
    fn is_ok(&mut self, asked: &str, refusal: Refusal) -> Result<bool, BrainFault> {
        let refused = |seen: String| BrainFault::new(FaultKind::Refused, seen, "OK");
        let until = Instant::now() + self.patience();
        let mut answer = self.answer(until, asked, "OK", refusal);
        // The end of a search that hostile input began.
        while asked == "START"
            && self.knows_stop == Some(false)
            && matches!(answer, Ok(Some((_, Reply::Moves(_)))))
        {
            self.script.push("< MOVE".into());
            answer = self.answer(until, asked, "OK", refusal);
        }
        let is_refusal = matches!(answer, Ok(Some((_, Reply::Error(_) | Reply::Unknown(_)))));
        self.script.push(if is_refusal { "< /ERROR|UNKNOWN/" } else { "< OK within 10000" }.into());
        match answer {
            Ok(Some((_, Reply::Ok))) => Ok(true),
            Ok(Some(_)) if is_refusal => Ok(false),
            Ok(Some((_, other))) => Err(refused(format!("'{other}' in answer to {asked}"))),
            Ok(None) => {
                Err(refused(format!("no answer to {asked} after {} s", self.patience().as_secs())))
            }
            Err(fault) if fault.kind == FaultKind::Nonsense => Err(refused(fault.seen)),
            Err(fault) => Err(fault),
        }
    }

    fn begin(&mut self, size: BoardSize, rule: Rule, turn: Duration) -> ActorStep {
        self.game = None;
        if self.is_astray {
            return Ok(());
        }
        self.say(&commands::start(size))?;
        let is_required = size.is_square() && LEAGUE_SIDES.contains(&size.width());
        let refusal = if is_required { Refusal::Never } else { Refusal::Any };
        if !self.is_ok("START", refusal)? {
            return Ok(());
        }
        self.turn = turn;
        self.say_settings(rule)?;
        self.game = Some(Position::new(rule, size));
        Ok(())
    }

    fn say_settings(&mut self, rule: Rule) -> ActorStep {
        let (turn, memory) = (Some(self.turn), Some(MEMORY));
        let limits = PlayLimits { turn, memory, ..PlayLimits::default() };
        self.say(&commands::infos(&limits, rule, 1, &[]))
    }

    /// Empties the board of a game by `RESTART`, or by `START` if the brain does not know it.
    fn restart(&mut self, rule: Rule, size: BoardSize) -> ActorStep {
        self.settle()?;
        self.say("RESTART\n")?;
        if !self.is_ok("RESTART", Refusal::Unknown)? {
            self.say(&commands::start(size))?;
            self.is_ok("START", Refusal::Never)?;
        }
        self.say_settings(rule)
    }

    /// Waits for the answers to lines that disturbed a search.
    fn settle(&mut self) -> ActorStep {
        if self.is_disturbed {
            self.read_up_to_about(&["ABOUT"])?;
        }
        Ok(())
    }

    fn ask(&mut self, request: &MoveRequest, during: &[(Duration, Vec<u8>)]) -> ActorStep {
        let Some(mut position) = self.game.take() else { return Ok(()) };
        let is_open = !position.stones().is_empty();
        let Some(lines) = place(&mut position, request) else {
            self.game = Some(position);
            return Ok(());
        };
        if legality::legal_moves(&position).is_empty() {
            return Ok(());
        }
        if is_open && matches!(request, MoveRequest::Board(_)) && !self.terms.boards_in_games {
            self.restart(position.rule(), position.size())?;
        }
        self.say(&format!(
            "INFO timeout_turn {}\n{}",
            self.turn.as_millis(),
            commands::time_left(None)
        ))?;
        self.say(&lines)?;
        let asked = Instant::now();
        for (pause, bytes) in during {
            self.pause(*pause);
            self.is_disturbed = true;
            self.send(bytes)?;
        }
        let (at, coord) =
            self.judged_move(&position, asked, lines.lines().next().unwrap_or_default())?;
        self.tally.moves += 1;
        let over = at.saturating_duration_since(asked).saturating_sub(self.turn);
        if !over.is_zero() {
            self.tally.over_limit += 1;
            self.tally.most_over_ms = self.tally.most_over_ms.max(over.as_millis() as u64);
        }
        let is_over = position.play(coord).is_err() || ending_after(&position, coord).is_some();
        self.game = (!is_over).then_some(position);
        Ok(())
    }

    /// The move that answers a request, if it is legal and in time.
    fn judged_move(
        &mut self,
        position: &Position,
        asked: Instant,
        request: &str,
    ) -> Result<(Instant, Coord), BrainFault> {
        let allowed = self.turn + self.terms.tolerance;
        let within = allowed.as_millis();
        self.script.push(format!("< MOVE within {within}"));
        let patience = allowed.max(self.patience());
        let answer = self.answer(asked + patience, request, "a move", Refusal::Never)?;
        let (at, reply) = answer.ok_or_else(|| {
            BrainFault::new(
                FaultKind::Silence,
                format!("no answer to {request} after {} ms", patience.as_millis()),
                "a move",
            )
        })?;
        let took = at.saturating_duration_since(asked);
        if took > allowed {
            let seen = format!("a move after {} ms", took.as_millis());
            return Err(BrainFault::new(FaultKind::Late, seen, format!("one within {within} ms")));
        }
        let Reply::Moves(points) = &reply else {
            return Err(nonsense(&reply.to_string(), &format!("a move after {request}")));
        };
        let [point] = points[..] else {
            return Err(nonsense(&reply.to_string(), "one point"));
        };
        let illegal = |seen: String| BrainFault::new(FaultKind::Illegal, seen, "a legal move");
        let coord = Axes::ColumnFirst
            .coord(point, position.size())
            .ok_or_else(|| illegal(format!("{point} is off the board")))?;
        legality::check(position, coord).map_err(|error| illegal(format!("{point}: {error}")))?;
        Ok((at, coord))
    }

    fn take_back(&mut self, count: usize) -> ActorStep {
        let Some(mut position) = self.game.take() else { return Ok(()) };
        self.settle()?;
        for _ in 0..count {
            let Some(&(coord, _)) = position.stones().last() else { break };
            self.say(&format!("TAKEBACK {},{}\n", coord.x, coord.y))?;
            // The brain does not know the command: the stone stays.
            if !self.is_ok("TAKEBACK", Refusal::Unknown)? {
                break;
            }
            if position.remove(coord).is_ok() {
                position.set_to_move(!position.to_move());
            }
        }
        self.game = Some(position);
        Ok(())
    }
}

/// Places the stones of a request, and returns its lines; `None` if it does not fit.
fn place(position: &mut Position, request: &MoveRequest) -> Option<String> {
    match request {
        MoveRequest::Begin => position.stones().is_empty().then(|| "BEGIN\n".to_owned()),
        MoveRequest::Turn(number) => {
            let legal = legality::legal_moves(position);
            let &coord = legal.get(usize::try_from(*number % legal.len().max(1) as u64).ok()?)?;
            position.play(coord).ok()?;
            let is_over = ending_after(position, coord).is_some();
            if is_over {
                position.remove(coord).ok()?;
                position.set_to_move(!position.to_move());
                return None;
            }
            Some(format!("TURN {},{}\n", coord.x, coord.y))
        }
        MoveRequest::Board(stones) => {
            let mut set_up = Position::new(position.rule(), position.size());
            stones.iter().try_for_each(|&coord| set_up.play(coord)).ok()?;
            *position = set_up;
            let own: Color = position.to_move();
            Some(commands::board(position, own))
        }
    }
}

fn nonsense(text: &str, expected: &str) -> BrainFault {
    let shown: String = text.chars().take(200).collect();
    BrainFault::new(FaultKind::Nonsense, format!("{shown:?}"), expected)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The result of two recoveries with a patience of one second; the brain is a shell.
    fn recovery(script: &str) -> Result<(), FaultKind> {
        let arguments = ["-c", script].map(Into::into).to_vec();
        let (program, folder) = ("/bin/sh".into(), None);
        let command = PlayerCommand { program, arguments, folder, launcher: None, core: None };
        let terms = HuntTerms {
            command,
            tolerance: Duration::ZERO,
            allows_stderr: false,
            boards_in_games: false,
        };
        let mut actor = Actor::start(&terms, Duration::from_secs(1)).unwrap();
        actor.knows_stop = Some(true);
        let mut recover = || actor.act(&Act::Return).map_err(|fault| fault.kind);
        recover().and_then(|()| recover())
    }

    #[test]
    fn only_the_first_answer_may_take_longer_than_the_patience() {
        let answers = |first: &str, others: &str| {
            let reading = "while read -r line; do [ \"$line\" = ABOUT ] && return; done; false";
            let answer = "echo 'name=\"a\"'";
            recovery(&format!(
                "about() {{ {reading}; }}; about; {first} {answer}; \
                 while about; do {others} {answer}; done"
            ))
        };
        assert_eq!(answers("sleep 1.2;", ""), Ok(()));
        assert_eq!(answers("", "sleep 3;"), Err(FaultKind::Silence));
    }
}
