//! The brain as a manager sees it: a process with three pipes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::common;

/// A running brain. Killed when dropped.
pub(crate) struct Brain {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    errors: Receiver<String>,
    /// When bytes were last sent.
    pub sent_at: Instant,
}

impl Brain {
    /// Starts the executable under test, in `folder` if there is one.
    pub(crate) fn start(args: &[String], folder: Option<&Path>) -> Result<Brain, String> {
        let mut command = common::brain();
        folder.map(|folder| command.current_dir(folder));
        Self::spawn(command.args(args))
    }

    /// Starts a brain by this command.
    pub(crate) fn spawn(command: &mut Command) -> Result<Brain, String> {
        let mut child = command
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start the brain: {error}"))?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().ok_or("no stdout")?;
        let mut stderr = child.stderr.take().ok_or("no stderr")?;
        let (line_sender, lines) = mpsc::channel();
        let (error_sender, errors) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                if line_sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            let _ = error_sender.send(text);
        });
        Ok(Brain { child, stdin, lines, errors, sent_at: Instant::now() })
    }

    /// Sends bytes. A brain that has exited is not an error here: the exit status is tested
    /// elsewhere.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        }
        self.sent_at = Instant::now();
    }

    /// Closes stdin.
    pub(crate) fn close(&mut self) {
        self.stdin = None;
        self.sent_at = Instant::now();
    }

    /// The next line if it comes before `deadline`; `Err` with the reason otherwise.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<String, &'static str> {
        self.timed_line(deadline).map(|(_, line)| line)
    }

    /// The next line and when it came, if it comes before `deadline`.
    pub(crate) fn timed_line(
        &mut self,
        deadline: Instant,
    ) -> Result<(Instant, String), &'static str> {
        let patience = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(patience) {
            Ok((came_at, line)) if came_at <= deadline => Ok((came_at, line)),
            Ok(_) | Err(RecvTimeoutError::Timeout) => Err("nothing came in time"),
            Err(RecvTimeoutError::Disconnected) => Err("nothing came: the brain closed its output"),
        }
    }

    /// See [`peak_kib`].
    pub(crate) fn peak_kib(&self) -> Option<u64> {
        peak_kib(self.child.id())
    }

    /// Waits for the process to end.
    pub(crate) fn wait(&mut self, within: Duration) -> Result<ExitStatus, String> {
        let deadline = Instant::now() + within;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) => return Err(format!("still runs after {within:?}")),
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// What the brain wrote to stderr, once it has ended.
    pub(crate) fn stderr(&mut self) -> String {
        self.errors.recv_timeout(Duration::from_secs(5)).unwrap_or_default()
    }
}

/// The most memory that the process has held so far, in KiB, pages shared with other processes
/// included: never less than what a judge counts. Known on Linux, not under wine or qemu, whose own
/// memory counts too.
pub(crate) fn peak_kib(id: u32) -> Option<u64> {
    let program = fs::read_link(format!("/proc/{id}/exe")).ok()?;
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib = peak.split_whitespace().next()?.parse().ok()?;
    let name = program.file_name()?.to_string_lossy();
    (!name.starts_with("wine") && !name.starts_with("qemu")).then_some(kib)
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
