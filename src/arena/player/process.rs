//! A player's process: started in its own group, read by threads, killed when dropped.
//!
//! Knows bytes and lines, not the protocol. Each line has the time at which it was read, so that
//! players are not charged for delays of the arena. Waiting for a line blocks on a channel; only the
//! end of a process is polled for.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::launcher::Launcher;
use super::process_group::ProcessGroup;
use super::transcript::{Speaker, Transcript};
use tengen_brain::wire::WireLine;
use tengen_brain::wire::line::read_lines;
use tengen_util::process_limits;

/// Lines that are buffered; beyond that the player blocks, as with every pipe.
const WAITING_LINES: usize = 1024;

/// How long a process that closed its output may take to exit before it is killed.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// What to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCommand {
    /// The executable.
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// The folder it starts in.
    pub folder: Option<PathBuf>,
    /// The intermediate process that ties it to the arena, if the system has one.
    pub launcher: Option<Launcher>,
    /// The core it may use, all if `None`. Needs the launcher.
    pub core: Option<usize>,
}

/// A line of the player and the time at which it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TimedLine {
    /// When its end was read.
    pub at: Instant,
    /// The text without its end.
    pub text: String,
}

/// The result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    Line(TimedLine),
    /// No line until the deadline.
    Late,
    /// The player closed its output.
    Ended,
}

/// A running player.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: ProcessGroup,
    stdin: Option<ChildStdin>,
    lines: Receiver<TimedLine>,
    transcript: Option<Transcript>,
    errors: Option<ErrorReader>,
    is_suspended: bool,
    /// Whether its exit status was read; the system may then reuse its id.
    is_reaped: bool,
}

impl Process {
    /// Starts a player with its three pipes.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub(crate) fn start(start: &PlayerCommand, transcript: Option<Transcript>) -> io::Result<Self> {
        let mut command = command(start);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &start.folder {
            command.current_dir(folder);
        }
        let preparation = ProcessGroup::prepare(&mut command);
        let mut child = command.spawn()?;
        let group = ProcessGroup::of(&child, preparation);
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(stdout) = child.stdout.take() {
            let _ = spawn("player's stdout", move || {
                read_lines(stdout, pass_on(sender));
            })?;
        }
        let errors = match child.stderr.take() {
            Some(stderr) => Some(ErrorReader::start(stderr, transcript.clone())?),
            None => None,
        };
        let stdin = child.stdin.take();
        let (is_suspended, is_reaped) = (false, false);
        Ok(Self { child, group, stdin, lines, transcript, errors, is_suspended, is_reaped })
    }

    /// Sends a block of complete lines with one write.
    ///
    /// # Errors
    /// If the player has closed its input.
    pub(crate) fn send(&mut self, block: &str) -> io::Result<()> {
        self.send_bytes(block.as_bytes())
    }

    /// Sends bytes, whatever they are, with one write.
    ///
    /// # Errors
    /// If the player has closed its input.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(transcript) = &self.transcript {
            transcript.add_lines(Speaker::Manager, &String::from_utf8_lossy(bytes));
        }
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(bytes)?;
        stdin.flush()
    }

    /// Waits for the next line until `until`.
    pub(crate) fn receive(&mut self, until: Instant) -> Received {
        let received =
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => Received::Line(line),
                Err(RecvTimeoutError::Timeout) => Received::Late,
                Err(RecvTimeoutError::Disconnected) => Received::Ended,
            };
        if let (Received::Line(line), Some(transcript)) = (&received, &self.transcript) {
            transcript.add(line.at, Speaker::Player, &line.text);
        }
        received
    }

    /// Freezes the player and its children, if the system can.
    pub(crate) fn suspend(&mut self) {
        if !self.is_suspended {
            self.group.suspend();
            self.is_suspended = true;
        }
    }

    /// Resumes a suspended player.
    pub(crate) fn resume(&mut self) {
        if self.is_suspended {
            self.group.resume();
            self.is_suspended = false;
        }
    }

    /// Memory of the player in KiB, see [`ProcessGroup::held_kib`].
    pub(crate) fn held_kib(&self, limit_kib: Option<u64>) -> Option<u64> {
        self.group.held_kib(&self.child, limit_kib)
    }

    /// The exit status, after the output ended; the process is killed if it does not exit soon.
    pub(crate) fn end_status(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + LAST_WORDS;
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.is_reaped = true;
                return Some(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
        self.kill();
        None
    }

    /// Whether the process has exited, as far as the system tells now.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.is_reaped |= matches!(self.child.try_wait(), Ok(Some(_)));
        self.is_reaped
    }

    /// The last line on stderr, after the process has exited; `None` if there was none.
    pub(crate) fn last_error(&self) -> Option<String> {
        self.errors.as_ref()?.last_line(Instant::now() + LAST_WORDS)
    }

    /// Closes the player's input and waits until it exits. Returns the time it took, `None` if it
    /// had to be killed after `grace`.
    pub(crate) fn finish(mut self, grace: Duration) -> Option<Duration> {
        self.resume();
        let began = Instant::now();
        drop(self.stdin.take());
        loop {
            match self.receive(began + grace) {
                Received::Line(line) if line.at <= began + grace => {}
                Received::Line(_) | Received::Late => return None,
                Received::Ended => break,
            }
        }
        self.end_status().map(|_| began.elapsed())
    }

    fn kill(&mut self) {
        self.group.kill(&mut self.child);
        self.is_reaped = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process id is not reused until its exit was seen.
        if !self.is_reaped {
            self.kill();
        }
        self.group.end();
    }
}

/// Reads what a player writes to stderr.
#[derive(Debug)]
struct ErrorReader {
    thread: thread::JoinHandle<()>,
    last: Arc<Mutex<String>>,
}

impl ErrorReader {
    fn start(
        stderr: impl io::Read + Send + 'static,
        transcript: Option<Transcript>,
    ) -> io::Result<Self> {
        let last = Arc::new(Mutex::new(String::new()));
        let newest = Arc::clone(&last);
        let thread = spawn("player's stderr", move || {
            read_lines(stderr, |line| {
                let line = line.text();
                log::trace!("stderr of a player: {line}");
                if let Some(transcript) = &transcript {
                    transcript.add(Instant::now(), Speaker::Stderr, &line);
                }
                if !line.trim().is_empty() {
                    *newest.lock().unwrap_or_else(PoisonError::into_inner) = line.into_owned();
                }
                true
            });
        })?;
        Ok(Self { thread, last })
    }

    /// The last line that was not empty, once stderr is closed or at `until`.
    fn last_line(&self, until: Instant) -> Option<String> {
        while !self.thread.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (!last.is_empty()).then_some(last)
    }
}

fn command(start: &PlayerCommand) -> Command {
    let mut command = match &start.launcher {
        Some(launcher) => {
            let mut command = Command::new(&launcher.program);
            command.args(Launcher::arguments(start.core)).arg(&start.program);
            command.args(&start.arguments);
            command
        }
        None => {
            let mut command = Command::new(&start.program);
            command.args(&start.arguments);
            command
        }
    };
    process_limits::hide_from(&mut command);
    command
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

/// Timestamps each line and passes it on. Without a receiver lines are dropped, so that an exiting
/// player is never blocked by a full pipe.
fn pass_on(sender: SyncSender<TimedLine>) -> impl FnMut(WireLine) -> bool {
    let mut sender = Some(sender);
    move |line| {
        let at = Instant::now();
        let text = line.text().into_owned();
        if let Some(open) = &sender
            && open.send(TimedLine { at, text }).is_err()
        {
            sender = None;
        }
        true
    }
}

#[cfg(all(test, windows))]
mod windows_tests {
    use super::*;

    /// The grandchild holds the pipe: the output ends only when it is dead, too.
    #[test]
    fn kill_ends_the_grandchildren_and_memory_is_measured() {
        let start = PlayerCommand {
            program: "cmd.exe".into(),
            arguments: ["/C", "cmd.exe /C echo ready & cmd.exe /C pause"].map(Into::into).to_vec(),
            folder: None,
            launcher: None,
            core: None,
        };
        let mut process = Process::start(&start, None).unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        assert!(
            matches!(process.receive(until), Received::Line(line) if line.text.contains("ready"))
        );
        assert!(process.held_kib(None).is_some_and(|kib| kib > 0));
        process.kill();
        while let Received::Line(_) = process.receive(until) {}
        assert_eq!(process.receive(until), Received::Ended);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let start = PlayerCommand {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            folder: Some("/".into()),
            launcher: None,
            core: None,
        };
        Process::start(&start, None).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    fn text(received: Received) -> String {
        match received {
            Received::Line(line) => line.text,
            other => panic!("expected a line, got {other:?}"),
        }
    }

    #[test]
    fn process_passes_lines_both_ways_and_reports_its_end() {
        let mut process = shell("read a; echo got $a; pwd; exit 3");
        process.send("hello\r\n").unwrap();
        assert_eq!(text(process.receive(soon())), "got hello");
        assert_eq!(text(process.receive(soon())), "/");
        assert_eq!(process.receive(soon()), Received::Ended);
        assert_eq!(process.end_status().and_then(|status| status.code()), Some(3));
    }

    #[test]
    fn drop_kills_the_children_of_the_process_too() {
        let mut process = shell("sleep 1000 & echo $!; wait");
        let sleeper = text(process.receive(soon()));
        assert_eq!(process.receive(Instant::now() + Duration::from_millis(10)), Received::Late);
        drop(process);
        let is_there = || {
            let stat = std::fs::read_to_string(format!("/proc/{sleeper}/stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z")
        };
        let until = soon();
        while is_there() {
            assert!(Instant::now() < until, "the child of the player still lives");
            thread::yield_now();
        }
    }

    /// A child in a session of its own, whose parent has ended, is in no group of the player.
    #[cfg(target_os = "linux")]
    #[test]
    fn children_that_left_the_session_end_with_the_player() {
        let is_there = |id: &str| {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z")
        };
        let leave = "(setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &)";
        let mut killed = shell(&format!("{leave}; cat"));
        let mut ended = shell(&format!("{leave}; read -r line; exit 5"));
        let sleepers = [&mut killed, &mut ended].map(|player| text(player.receive(soon())));
        assert!(sleepers.iter().all(|id| is_there(id)));
        // Another player is not concerned.
        let mut other = shell("(setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &); cat");
        let stays = text(other.receive(soon()));
        ended.send("\n").unwrap();
        assert!(ended.finish(Duration::from_secs(20)).is_some());
        drop(killed);
        assert!(!sleepers.iter().any(|id| is_there(id)) && is_there(&stays));
        drop(other);
        assert!(!is_there(&stays));
    }

    #[test]
    fn finish_kills_a_process_that_does_not_exit() {
        assert!(shell("cat; exit 0").finish(Duration::from_secs(20)).is_some());
        assert!(shell("exec sleep 1000").finish(Duration::from_millis(30)).is_none());
        assert!(shell("while :; do echo flood; done").finish(Duration::from_millis(30)).is_none());
    }

    #[test]
    fn a_program_that_does_not_exist_is_an_error() {
        let start = PlayerCommand {
            program: "/nowhere/pbrain-none".into(),
            arguments: Vec::new(),
            folder: None,
            launcher: None,
            core: None,
        };
        assert!(Process::start(&start, None).is_err());
    }
}
