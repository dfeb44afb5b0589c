//! A stream of positions answered by several threads; the answers come in the order of the input.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, anyhow};

use super::line::{Failure, is_gone, read_line, write_line};
use crate::board::Position;
use crate::records::positions;
use crate::types::Rule;

/// How many positions per thread may be read ahead of the last one answered: a hard one delays the
/// answers behind it, which must be held in memory.
const AHEAD: usize = 64;

/// A line of input: its number among the lines that are answered, and the position or what is wrong.
type Job = (usize, Result<Position, Failure>);
/// Its answer.
type Done<T> = (usize, Result<(Position, T), Failure>);

/// Answers every line of `input` and returns the number of bad ones: `work` runs in `threads` threads,
/// `write` writes the answers. Output is flushed before this thread waits for anything.
pub(super) fn pump<T: Send>(
    input: impl Read + Send,
    rule: Rule,
    threads: usize,
    output: impl Write,
    work: impl Fn(&Position) -> T + Sync,
    tell: impl FnMut(&Position, T, &mut dyn Write) -> io::Result<()>,
) -> Result<usize> {
    let (ask, jobs) = mpsc::sync_channel(threads);
    let (grant, granted) = mpsc::channel();
    let (done, answers) = mpsc::channel();
    let jobs = Mutex::new(jobs);
    thread::scope(|scope| {
        let reader = scope.spawn(move || read(input, rule, &ask, &granted));
        for _ in 0..threads {
            let done = done.clone();
            scope.spawn(|| work_off(&jobs, &work, done));
        }
        drop(done);
        for _ in 0..AHEAD * threads {
            let _ = grant.send(());
        }
        let written = write(&answers, grant, output, tell);
        // Release the reader if it waits for room in the queue.
        drop(answers);
        let read = reader.join().unwrap_or_else(|_| Err(anyhow!("the reading thread failed")));
        written.and_then(|bad_lines| read.map(|()| bad_lines))
    })
}

/// Reads lines and sends them as jobs, as far ahead as it is granted.
fn read(input: impl Read, rule: Rule, ask: &SyncSender<Job>, granted: &Receiver<()>) -> Result<()> {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    let mut asked = 0;
    for line in 1.. {
        bytes.clear();
        let Some(text) = read_line(&mut input, &mut bytes).context("cannot read further")? else {
            break;
        };
        let position = match text {
            Ok("") => continue,
            Ok(text) => positions::parse_with(text, rule).map_err(|error| error.to_string()),
            Err(error) => Err(error),
        };
        let job = position.map_err(|error| Failure { error, line });
        if granted.recv().is_err() || ask.send((asked, job)).is_err() {
            break;
        }
        asked += 1;
    }
    Ok(())
}

/// Does jobs until there are none. Once the answers are no longer received, jobs are still taken, so
/// that the reader never blocks.
fn work_off<T>(jobs: &Mutex<Receiver<Job>>, work: impl Fn(&Position) -> T, done: Sender<Done<T>>) {
    let mut is_wanted = true;
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, job)) = job else { return };
        if is_wanted {
            let answer = job.map(|position| {
                let answer = work(&position);
                (position, answer)
            });
            is_wanted = done.send((number, answer)).is_ok();
        }
    }
}

/// Writes the answers in order and returns the number of bad lines.
fn write<T>(
    answers: &Receiver<Done<T>>,
    grant: Sender<()>,
    mut output: impl Write,
    mut tell: impl FnMut(&Position, T, &mut dyn Write) -> io::Result<()>,
) -> Result<usize> {
    let mut early = BTreeMap::new();
    let (mut next, mut bad_lines) = (0, 0);
    loop {
        let answer = match answers.try_recv() {
            Err(TryRecvError::Empty) => {
                if is_gone(output.flush())? {
                    return Ok(bad_lines);
                }
                answers.recv().ok()
            }
            answer => answer.ok(),
        };
        let Some((number, answer)) = answer else { break };
        early.insert(number, answer);
        while let Some(answer) = early.remove(&next) {
            next += 1;
            let _ = grant.send(());
            let written = match answer {
                Ok((position, answer)) => tell(&position, answer, &mut output),
                Err(failure) => {
                    bad_lines += 1;
                    write_line(&failure, &mut output)
                }
            };
            if is_gone(written)? {
                return Ok(bad_lines);
            }
        }
    }
    is_gone(output.flush())?;
    Ok(bad_lines)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The way to a reader that went away.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Answers with the number of stones; the more there are, the sooner.
    fn pumped(input: &[u8], threads: usize) -> (String, usize) {
        let mut output = Vec::new();
        let work = |position: &Position| {
            let stones = position.stones().len();
            thread::sleep(Duration::from_millis(20u64.saturating_sub(5 * stones as u64)));
            stones
        };
        let bad =
            pump(input, Rule::Renju, threads, &mut output, work, |position, stones, output| {
                writeln!(output, "{} {stones}", position.rule())
            });
        (String::from_utf8(output).unwrap(), bad.unwrap())
    }

    #[test]
    fn answers_come_in_the_order_of_the_lines() {
        let line = |stones: usize| {
            let moves: Vec<String> = (0..stones).map(|x| format!("[{x},0]")).collect();
            format!("{{\"size\":9,\"moves\":[{}]}}\n", moves.join(","))
        };
        let input: String = (0..400).map(|n| line(n % 5)).collect();
        let expected: String = (0..400).map(|n| format!("renju {}\n", n % 5)).collect();
        assert_eq!(pumped(input.as_bytes(), 3), (expected, 0));
    }

    #[test]
    fn a_bad_line_is_answered_in_its_place() {
        let good = "{\"size\":9,\"moves\":[]}\n";
        let input = format!("{good}\nnonsense\n{good}");
        let (output, bad_lines) = pumped(input.as_bytes(), 2);
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!((lines.len(), lines[0], lines[2]), (3, "renju 0", "renju 0"));
        assert!(lines[1].contains("\"line\":3"), "{output}");
        assert_eq!(bad_lines, 1);
    }

    #[test]
    fn a_reader_that_went_away_ends_the_work() {
        let input = "{\"size\":9,\"moves\":[]}\n".repeat(1000);
        let told = |_: &Position, (), output: &mut dyn Write| output.write_all(b"x");
        assert_eq!(pump(input.as_bytes(), Rule::Renju, 2, Gone, |_| (), told).unwrap(), 0);
    }
}
