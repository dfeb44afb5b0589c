//! A manager that writes much and reads nothing: how much memory the brain holds, whether `END` and
//! `STOP` still count, and that no line of a manager that reads later is lost.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::common;
use crate::runner::brain::peak_kib;
use crate::runner::play::SMALL_TABLE;

/// For what a busy machine may delay.
const PATIENCE: Duration = Duration::from_secs(60);
/// Less than the brain waits for an engine that hangs.
const SOON: Duration = Duration::from_secs(5);
/// How much more memory a flood may take than the same brain without it.
const MOST_KIB: u64 = 16 << 10;

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |name: &str, run: fn() -> Result<(), String>| {
        Trial::test(format!("floods/{name}"), move || run().map_err(Failed::from))
    };
    vec![
        trial("questions_whose_answers_nobody_reads", questions_whose_answers_nobody_reads),
        trial("settings_during_a_search", settings_during_a_search),
        trial("answers_wait_for_a_manager_that_reads_later", answers_wait_for_a_manager),
        trial("a_long_script_loses_nothing", a_long_script_loses_nothing),
    ]
}

/// A brain whose answers are read only if the test reads them. Killed when dropped.
struct Unread {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Unread {
    fn start() -> Result<Self, String> {
        let mut command = common::brain();
        command.env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().map_err(|error| error.to_string())?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("no stdout")?);
        let mut brain = Self { child, input, output };
        brain.send(SMALL_TABLE)?;
        Ok(brain)
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("stdin is closed")?;
        input.write_all(bytes).map_err(|error| format!("the brain does not read: {error}"))
    }

    /// Sends bytes many times from another thread, which must end in time.
    fn flood(&mut self, bytes: &'static [u8], times: usize) -> Result<(), String> {
        let mut input = self.input.take().ok_or("stdin is closed")?;
        let (sender, done) = mpsc::channel();
        let chunk = bytes.repeat(1000);
        thread::spawn(move || {
            let written = (0..times / 1000).try_for_each(|_| input.write_all(&chunk));
            let _ = sender.send(written.map(|()| input));
        });
        let written = done.recv_timeout(PATIENCE).map_err(|_| "the brain does not read".to_owned());
        self.input = Some(written?.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// The next line that is no message.
    fn line(&mut self) -> Result<String, String> {
        loop {
            let mut line = String::new();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err("the brain has closed its output".to_owned()),
                Ok(_) if line.starts_with("MESSAGE ") => {}
                Ok(_) => return Ok(line.trim_end().to_owned()),
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// The line must begin so.
    fn expect(&mut self, start: &str) -> Result<(), String> {
        match self.line()? {
            line if line.starts_with(start) => Ok(()),
            line => Err(format!("seen '{line}', expected '{start}…'")),
        }
    }

    fn peak_kib(&self) -> Option<u64> {
        peak_kib(self.child.id())
    }

    /// Whether it has held at most so much more memory than before.
    fn has_held_little_since(&self, before: Option<u64>) -> Result<(), String> {
        match before.zip(self.peak_kib()) {
            Some((before, peak)) if peak > before + MOST_KIB => {
                Err(format!("{peak} KiB of memory, {before} before the flood"))
            }
            _ => Ok(()),
        }
    }

    fn ends_within(&mut self, limit: Duration) -> Result<(), String> {
        let begun = Instant::now();
        while begun.elapsed() < limit {
            if self.child.try_wait().map_err(|error| error.to_string())?.is_some() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(2));
        }
        Err(format!("still runs after {limit:?}"))
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn questions_whose_answers_nobody_reads() -> Result<(), String> {
    let mut brain = Unread::start()?;
    brain.send(b"START 15\n")?;
    brain.expect("OK")?;
    let before = brain.peak_kib();
    brain.flood(b"ABOUT\n", 5_000_000)?;
    brain.has_held_little_since(before)?;
    brain.send(b"END\n")?;
    brain.ends_within(SOON)
}

fn settings_during_a_search() -> Result<(), String> {
    let mut brain = Unread::start()?;
    brain.send(b"START 15\n")?;
    brain.expect("OK")?;
    brain.send(b"INFO timeout_turn 3600000\nTURN 7,7\n")?;
    let before = brain.peak_kib();
    brain.flood(b"INFO time_left 1000000\nINFO x y\n", 600_000)?;
    brain.has_held_little_since(before)?;
    brain.send(b"STOP\n")?;
    let move_ = brain.line()?;
    if !common::is_move(&move_) {
        return Err(format!("seen '{move_}', expected a move"));
    }
    brain.send(b"END\n")?;
    brain.ends_within(SOON)
}

/// More answers than a pipe holds.
fn answers_wait_for_a_manager() -> Result<(), String> {
    let mut brain = Unread::start()?;
    brain.flood(b"ABOUT\n", 10_000)?;
    // Longer than it takes the brain to see that its answers are not read.
    thread::sleep(Duration::from_millis(600));
    (0..10_000).try_for_each(|_| brain.expect("name="))?;
    brain.send(b"END\n")?;
    brain.ends_within(SOON)
}

/// More commands than the brain keeps, and a manager that reads all the time.
fn a_long_script_loses_nothing() -> Result<(), String> {
    let mut brain = Unread::start()?;
    let mut input = brain.input.take().ok_or("stdin is closed")?;
    thread::spawn(move || {
        let _ = input.write_all(&b"ABOUT\n".repeat(100_000));
    });
    (0..100_000).try_for_each(|_| brain.expect("name="))?;
    let mut rest = String::new();
    brain.output.read_to_string(&mut rest).map_err(|error| error.to_string())?;
    match rest.is_empty() {
        true => brain.ends_within(SOON),
        false => Err(format!("left over: '{rest}'")),
    }
}
