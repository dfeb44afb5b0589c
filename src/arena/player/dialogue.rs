//! The conversation with one player: commands out, answers or typed faults in.
//!
//! Knows the protocol and the clock of a single request, but neither the rules of the game nor
//! whose turn it is. Imports the other files of this folder, what a complaint is, and `wire`.

use std::time::{Duration, Instant};

use super::answers::{self, Swap2Reply};
use super::commands::{self, millis};
use super::fault::PlayerFault;
use super::launcher::Launcher;
use super::manager_options::{ManagerOptions, Order};
use super::process::{PlayerCommand, Process, Received, TimedLine};
use super::search_info::SearchInfo;
use super::spec::{PlayLimits, PlayerSpec};
use super::transcript::{Speaker, Transcript};
use crate::complaint::{complaint, options_of};
use tengen_brain::wire::{Command, NumberPair, Reply};
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_util::excerpt::excerpt;

/// How often the memory of a searching player is measured, if it is limited.
const MEMORY_WATCH: Duration = Duration::from_millis(200);

/// A searching player that uses this many times its memory limit is killed at once, before it
/// exhausts the machine. Below that its memory is judged after the move, as the Gomocup judge does.
const RUNAWAY_FACTOR: u64 = 2;

/// How processes of players are started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaunchOptions {
    /// The intermediate process that ties players to the arena, see [`Launcher`].
    pub launcher: Option<Launcher>,
    /// The core to use.
    pub core: Option<usize>,
}

/// An answer with the time it took and the search info that came before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerAnswer<T> {
    /// The answer.
    pub value: T,
    /// From the moment given in the request to the end of the answer's line.
    pub used: Duration,
    /// The last search info.
    pub info: SearchInfo,
}

/// The clock of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// When the player's clock began to run.
    pub since: Instant,
    /// Time allowed from then on, tolerance included.
    pub allowed: Duration,
    /// Time left for the whole game, as sent to the player; `None` without a limit.
    pub left: Option<Duration>,
}

/// A question to a player: its name in messages, and what an answer looks like.
struct Question<T> {
    name: &'static str,
    expected: &'static str,
    read: fn(&Reply) -> Option<T>,
}

const MOVE: Question<NumberPair> =
    Question { name: "the request for a move", expected: "x,y", read: answers::point };

const SWAP2: Question<Swap2Reply> =
    Question { name: "SWAP2BOARD", expected: "SWAP or points", read: answers::swap2 };

/// A player with a running process.
#[derive(Debug)]
pub struct PlayerClient {
    process: Process,
    options: ManagerOptions,
    limits: PlayLimits,
    own_infos: Vec<(String, String)>,
    settle: Duration,
    last_answer: Option<Instant>,
    peak_kib: u64,
    /// When the memory was last measured.
    weighed: Instant,
    has_said_end: bool,
    transcript: Option<Transcript>,
    /// The options of its command line.
    own_options: Vec<String>,
    has_moved: bool,
    /// What it said about them before its first move.
    complaint: Option<String>,
}

impl PlayerClient {
    /// Starts the process. Nothing is sent yet.
    ///
    /// # Errors
    /// [`PlayerFault::Refused`] if the program cannot be started.
    pub fn launch(
        spec: &PlayerSpec,
        options: &ManagerOptions,
        launch: &LaunchOptions,
        transcript: Option<Transcript>,
    ) -> Result<Self, PlayerFault> {
        let start = PlayerCommand {
            program: spec.program.clone(),
            arguments: spec.arguments.clone(),
            folder: spec.folder.clone(),
            launcher: launch.launcher.clone(),
            core: launch.core,
        };
        let process =
            Process::start(&start, transcript.clone()).map_err(|error| PlayerFault::Refused {
                seen: format!("{} cannot be started: {error}", spec.program.display()),
            })?;
        Ok(Self {
            process,
            options: options.clone(),
            limits: spec.limits.clone(),
            own_infos: spec.info.clone(),
            settle: spec.settle,
            last_answer: None,
            peak_kib: 0,
            weighed: Instant::now(),
            has_said_end: false,
            transcript,
            own_options: options_of(spec.arguments.iter().filter_map(|word| word.to_str())),
            has_moved: false,
            complaint: None,
        })
    }

    /// Announces a game: START, and the INFO lines after OK (in the judge's order at once, without
    /// waiting for OK), `seed` among them if there is one. Returns the time until OK.
    ///
    /// # Errors
    /// [`PlayerFault::Refused`] if START is not answered with OK in time.
    pub(crate) fn announce(
        &mut self,
        size: BoardSize,
        rule: Rule,
        seed: Option<u32>,
    ) -> Result<Duration, PlayerFault> {
        let seed = seed.map(commands::seed).unwrap_or_default();
        let own = commands::infos(&self.limits, rule, self.options.game_type, &self.own_infos);
        let infos = seed + &own;
        let began = Instant::now();
        self.process.resume();
        if self.options.order == Order::Judge {
            self.say(&(commands::start(size) + &infos));
            if !self.options.freezes_start.is_zero() {
                self.process.suspend();
                std::thread::sleep(self.options.freezes_start);
            }
            return Ok(Duration::ZERO);
        }
        self.say(&commands::start(size));
        self.wait_for_ok(began + self.options.start_limit)?;
        let used = began.elapsed();
        self.say(&infos);
        Ok(used)
    }

    fn wait_for_ok(&mut self, until: Instant) -> Result<(), PlayerFault> {
        let refused = |seen: String| Err(PlayerFault::Refused { seen });
        let is_strict = self.options.is_strict;
        loop {
            match self.process.receive(until) {
                Received::Line(TimedLine { text, at }) => {
                    let reply = Reply::parse(&text);
                    if reply.as_ref().is_some_and(|reply| answers::is_ok(reply, is_strict)) {
                        self.last_answer = Some(at);
                        return Ok(());
                    }
                    if refuses_start(reply.as_ref(), is_strict) {
                        return refused(format!("answered '{text}' to START, expected OK"));
                    }
                    self.hear(reply.as_ref());
                }
                Received::Late => {
                    let limit = millis(self.options.start_limit);
                    return refused(format!("no OK to START within {limit} ms"));
                }
                Received::Ended => {
                    let status = self.end_status();
                    return refused(format!("the process ended before OK to START ({status})"));
                }
            }
        }
    }

    /// Asks for the first move of a game; the position may hold an opening.
    ///
    /// # Errors
    /// Every [`PlayerFault`].
    pub fn first_move(
        &mut self,
        position: &Position,
        own: Color,
        deadline: Deadline,
    ) -> Result<PlayerAnswer<NumberPair>, PlayerFault> {
        let request = match self.options.order {
            Order::Gui => commands::first_request(position, own),
            Order::Judge => commands::board(position, own),
        };
        self.ask(&MOVE, &request, deadline)
    }

    /// Sends the opponent's move and asks for the next.
    ///
    /// # Errors
    /// Every [`PlayerFault`].
    pub(crate) fn next_move(
        &mut self,
        opponents: Coord,
        deadline: Deadline,
    ) -> Result<PlayerAnswer<NumberPair>, PlayerFault> {
        self.ask(&MOVE, &commands::turn(opponents), deadline)
    }

    /// Asks for the next step of the swap2 opening.
    ///
    /// # Errors
    /// Every [`PlayerFault`].
    pub fn swap2(
        &mut self,
        stones: &[Coord],
        deadline: Deadline,
    ) -> Result<PlayerAnswer<Swap2Reply>, PlayerFault> {
        self.ask(&SWAP2, &commands::swap2_board(stones), deadline)
    }

    /// Suspends the player until its next request, if the options say so.
    pub fn rest(&mut self) {
        if self.options.suspends {
            self.process.suspend();
        }
    }

    /// Whether it has answered anything yet.
    pub(crate) fn has_answered(&self) -> bool {
        self.last_answer.is_some()
    }

    /// Whether its process has exited.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.process.has_ended()
    }

    /// What it said before its first move about how it was started.
    pub(crate) fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// Keeps the first complaint of a line before the first move.
    fn hear(&mut self, reply: Option<&Reply>) {
        if let Some(reply) = reply
            && !self.has_moved
            && self.complaint.is_none()
        {
            self.complaint = complaint(reply, &self.own_options);
        }
    }

    /// The dialogue so far, if it is recorded.
    pub fn transcript(&self) -> Option<&Transcript> {
        self.transcript.as_ref()
    }

    /// The peak memory in KiB, 0 if memory is not limited.
    pub fn peak_kib(&self) -> u64 {
        self.peak_kib
    }

    /// Sends END and waits until the process has exited. Returns the time it took, `None` if it had
    /// to be killed.
    pub(crate) fn quit(mut self) -> Option<Duration> {
        let grace = self.options.end_grace;
        self.say_end();
        let ended = self.process.finish(grace);
        if let (None, Some(transcript)) = (ended, &self.transcript) {
            let text = format!("killed: still running {} ms after END", grace.as_millis());
            transcript.add(Instant::now(), Speaker::Remark, &text);
        }
        ended
    }

    /// Sends END without waiting, so that several players exit at the same time;
    /// [`PlayerClient::quit`] waits later.
    pub(crate) fn say_end(&mut self) {
        if !self.has_said_end {
            self.process.resume();
            self.say(&commands::line(Command::End));
            self.has_said_end = true;
        }
    }

    /// Sends ABOUT and returns the answer, if there is one.
    pub fn about(&mut self, patience: Duration) -> Option<String> {
        self.say(&commands::line(Command::About));
        let until = Instant::now() + patience;
        loop {
            match self.process.receive(until) {
                Received::Line(line)
                    if matches!(Reply::parse(&line.text), Some(Reply::About(_))) =>
                {
                    return Some(line.text);
                }
                Received::Line(_) => {}
                Received::Late | Received::Ended => return None,
            }
        }
    }

    /// Sends a block with the match's line ends. A player that no longer reads is detected when its
    /// answer is missing.
    fn say(&mut self, block: &str) {
        let result = match self.options.line_end {
            "\n" => self.process.send(block),
            end => self.process.send(&block.replace('\n', end)),
        };
        if let Err(error) = result {
            log::debug!("a player does not read: {error}");
        }
    }

    /// Waits for the settle time after the last answer. Call it before the clock starts.
    pub(crate) fn settle(&self) {
        if let Some(last) = self.last_answer {
            std::thread::sleep(self.settle.saturating_sub(last.elapsed()));
        }
    }

    fn ask<T>(
        &mut self,
        question: &Question<T>,
        request: &str,
        deadline: Deadline,
    ) -> Result<PlayerAnswer<T>, PlayerFault> {
        self.process.resume();
        self.say(&(commands::time_left(deadline.left) + request));
        let answer = self.wait_for(question, deadline)?;
        self.last_answer = Some(deadline.since + answer.used);
        self.has_moved = true;
        self.weigh()?;
        Ok(answer)
    }

    fn wait_for<T>(
        &mut self,
        question: &Question<T>,
        deadline: Deadline,
    ) -> Result<PlayerAnswer<T>, PlayerFault> {
        let Deadline { since, allowed, .. } = deadline;
        let until = since + allowed;
        let mut info = SearchInfo::default();
        let mut last = None;
        loop {
            let asked = question.name;
            let late = |used, last, is_answered| PlayerFault::Timeout {
                asked,
                is_answered,
                used,
                allowed,
                last,
            };
            match self.receive(until)? {
                Received::Line(line) if line.at > until => {
                    let (is_answered, other) = read_late(question, line.text);
                    return Err(late(line.at - since, other.or(last), is_answered));
                }
                Received::Line(line) => {
                    let used = line.at.saturating_duration_since(since);
                    match self.read_line(question, line.text, &mut info)? {
                        Read::Answer(value) => return Ok(PlayerAnswer { value, used, info }),
                        Read::Remark => {}
                        Read::Other(text) => last = Some(text),
                    }
                }
                Received::Late => return Err(late(since.elapsed(), last, false)),
                Received::Ended => {
                    let status = self.end_status();
                    return Err(PlayerFault::Crash { asked, status, last });
                }
            }
        }
    }

    /// Waits for a line and meanwhile measures the memory of the player, if it is limited.
    fn receive(&mut self, until: Instant) -> Result<Received, PlayerFault> {
        let (limit_kib, runaway_kib) = match (self.limits.memory, self.limits.memory_cap) {
            (Some(limit), _) => (limit / 1024, (limit / 1024).saturating_mul(RUNAWAY_FACTOR)),
            (None, Some(cap)) => (cap / 1024, cap / 1024),
            (None, None) => return Ok(self.process.receive(until)),
        };
        loop {
            let step = until.min(Instant::now() + MEMORY_WATCH);
            match self.process.receive(step) {
                Received::Late if step < until => {}
                received => return Ok(received),
            }
            self.weighed = Instant::now();
            if let Some(held_kib) = self.process.held_kib(Some(runaway_kib))
                && held_kib > runaway_kib
            {
                self.peak_kib = self.peak_kib.max(held_kib);
                return Err(PlayerFault::Memory { held_kib, limit_kib });
            }
        }
    }

    fn read_line<T>(
        &mut self,
        question: &Question<T>,
        text: String,
        info: &mut SearchInfo,
    ) -> Result<Read<T>, PlayerFault> {
        let reply = Reply::parse(&text);
        match &reply {
            Some(Reply::Message(rest) | Reply::Debug(rest)) => {
                self.hear(reply.as_ref());
                info.read(rest);
                return Ok(Read::Remark);
            }
            Some(Reply::Suggest(point)) if self.options.order == Order::Gui => {
                self.say(&commands::line(Command::Play(*point)));
                return Ok(Read::Remark);
            }
            Some(reply) => {
                if let Some(value) = (question.read)(reply) {
                    return Ok(Read::Answer(value));
                }
            }
            None => {}
        }
        if self.options.is_strict {
            let (asked, expected) = (question.name, question.expected);
            return Err(PlayerFault::Nonsense { asked, seen: text, expected });
        }
        self.hear(reply.as_ref());
        Ok(Read::Other(text))
    }

    /// Measures the memory after an answer, as the judge does.
    fn weigh(&mut self) -> Result<(), PlayerFault> {
        let Some(limit) = self.limits.memory else { return self.weigh_by_cap() };
        let limit_kib = limit / 1024;
        let Some(held_kib) = self.process.held_kib(Some(limit_kib)) else { return Ok(()) };
        self.peak_kib = self.peak_kib.max(held_kib);
        if held_kib > limit_kib {
            return Err(PlayerFault::Memory { held_kib, limit_kib });
        }
        Ok(())
    }

    /// Measures the memory of a player that has only a cap, from time to time: fast games are not
    /// slowed down.
    fn weigh_by_cap(&mut self) -> Result<(), PlayerFault> {
        let Some(cap) = self.limits.memory_cap else { return Ok(()) };
        if self.weighed.elapsed() < MEMORY_WATCH {
            return Ok(());
        }
        self.weighed = Instant::now();
        let limit_kib = cap / 1024;
        match self.process.held_kib(Some(limit_kib)) {
            Some(held_kib) if held_kib > limit_kib => {
                self.peak_kib = self.peak_kib.max(held_kib);
                Err(PlayerFault::Memory { held_kib, limit_kib })
            }
            _ => Ok(()),
        }
    }

    /// How the process ended, and its last line on stderr, which usually says why.
    fn end_status(&mut self) -> String {
        let status = match self.process.end_status() {
            Some(status) => status.to_string(),
            None => "it closed its output and was killed".to_owned(),
        };
        match self.process.last_error() {
            Some(line) => format!("{status}, stderr: '{}'", excerpt(&line, 100)),
            None => status,
        }
    }
}

/// Whether the reply refuses START; comments and, under tolerant managers, other lines do not.
fn refuses_start(reply: Option<&Reply>, is_strict: bool) -> bool {
    match reply {
        Some(Reply::Error(_) | Reply::Unknown(_)) => true,
        Some(Reply::Message(_) | Reply::Debug(_) | Reply::Suggest(_)) => false,
        _ => is_strict,
    }
}

/// Whether a line that came too late is an answer; if it is neither that nor a comment, the line.
fn read_late<T>(question: &Question<T>, text: String) -> (bool, Option<String>) {
    match Reply::parse(&text) {
        Some(Reply::Message(_) | Reply::Debug(_)) => (false, None),
        Some(reply) if (question.read)(&reply).is_some() => (true, None),
        _ => (false, Some(text)),
    }
}

/// How a line relates to the question.
enum Read<T> {
    Answer(T),
    Remark,
    Other(String),
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn a_late_line_is_an_answer_a_comment_or_the_last_line() {
        let read = |text: &str| read_late(&MOVE, text.to_owned());
        assert_eq!(read("7,7"), (true, None));
        assert_eq!(read("MESSAGE depth 9"), (false, None));
        for text in ["I resign", "ERROR no move"] {
            assert_eq!(read(text), (false, Some(text.to_owned())));
        }
    }

    /// `tail` stores its input until the end, and then blocks until its output is read.
    fn runaway(limits: PlayLimits) -> (PlayerFault, u64) {
        let keep = "head -c 67108864 /dev/zero | tail -c 67108864 | { sleep 60; cat; }";
        let script = format!("while read -r line; do case $line in BEGIN*) {keep};; esac; done");
        let spec = PlayerSpec {
            name: "runaway".to_owned(),
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            folder: None,
            info: Vec::new(),
            limits,
            settle: Duration::ZERO,
        };
        let (options, launch) = (ManagerOptions::default(), LaunchOptions::default());
        let mut player = PlayerClient::launch(&spec, &options, &launch, None).unwrap();
        let position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        let allowed = Duration::from_secs(30);
        let deadline = Deadline { since: Instant::now(), allowed, left: None };
        let fault = player.first_move(&position, Color::Black, deadline).unwrap_err();
        (fault, player.peak_kib())
    }

    #[test]
    fn a_runaway_player_has_its_memory_as_peak() {
        let limits = PlayLimits { memory: Some(16 << 20), ..PlayLimits::default() };
        let (PlayerFault::Memory { held_kib, .. }, peak_kib) = runaway(limits) else {
            panic!("a player beyond its memory is at fault")
        };
        assert!(held_kib > 32 * 1024);
        assert_eq!(peak_kib, held_kib);
    }

    #[test]
    fn a_player_without_a_limit_is_ended_at_its_cap() {
        let limits = PlayLimits { memory_cap: Some(48 << 20), ..PlayLimits::default() };
        let (PlayerFault::Memory { held_kib, limit_kib }, _) = runaway(limits) else {
            panic!("a player beyond its cap is at fault")
        };
        assert!(held_kib > 48 * 1024 && limit_kib == 48 * 1024);
    }
}
