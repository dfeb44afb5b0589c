//! A stream of positions answered by several threads; the answers come in the order of the input.

use std::io::{self, BufReader, Read, Write};
use std::iter;

use anyhow::{Context, Result};

use super::line::{LineFailure, is_gone, line_of, write_line};
use tengen_engine::board::Position;
use tengen_engine::types::Rule;
use tengen_engine::util::parallel::{self, Results};
use tengen_util::lines::read_line;

/// A line of input: the position or what is wrong with it; an error if the input cannot be read.
type InputLine = Result<Result<Position, LineFailure>>;
type LineAnswer<T> = Result<Result<(Position, T), LineFailure>>;

/// Answers every line of `input` and returns the number of bad ones: `work` runs in `threads`
/// threads, `show` writes the answers. Output is flushed before this thread waits for anything.
pub(super) fn pump<T: Send>(
    input: impl Read + Send,
    rule: Rule,
    threads: usize,
    output: impl Write,
    work: impl Fn(&Position) -> T + Sync,
    show: impl FnMut(&Position, T, &mut dyn Write) -> io::Result<()>,
) -> Result<usize> {
    let answer = |job: InputLine| -> Option<LineAnswer<T>> {
        Some(job.map(|line| {
            line.map(|position| {
                let answer = work(&position);
                (position, answer)
            })
        }))
    };
    parallel::run(threads, jobs(input, rule), |_| answer, |answers| write(answers, output, show))
}

/// The lines of the input as jobs; the last one is an error if the input breaks off.
fn jobs(input: impl Read, rule: Rule) -> impl Iterator<Item = InputLine> {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    let mut lines = 1..;
    let mut is_over = false;
    let next = move || {
        loop {
            if is_over {
                return None;
            }
            bytes.clear();
            let line = lines.next()?;
            let read = read_line(&mut input, &mut bytes).context("cannot read the input");
            let read = match read.transpose() {
                Some(Ok(line)) => line,
                Some(Err(error)) => {
                    is_over = true;
                    return Some(Err(error));
                }
                None => {
                    is_over = true;
                    return None;
                }
            };
            let Some(position) = line_of(read, rule) else { continue };
            let position = position.map(|line| line.position);
            return Some(Ok(position.map_err(|error| LineFailure { error, line })));
        }
    };
    iter::from_fn(next)
}

/// Writes the answers in order and returns the number of bad lines.
fn write<T>(
    mut answers: Results<LineAnswer<T>>,
    mut output: impl Write,
    mut show: impl FnMut(&Position, T, &mut dyn Write) -> io::Result<()>,
) -> Result<usize> {
    let mut bad_lines = 0;
    loop {
        if answers.would_wait() && is_gone(output.flush())? {
            return Ok(bad_lines);
        }
        let Some(answer) = answers.next() else { break };
        let written = match answer? {
            Ok((position, answer)) => show(&position, answer, &mut output),
            Err(failure) => {
                bad_lines += 1;
                write_line(&failure, &mut output)
            }
        };
        if is_gone(written)? {
            return Ok(bad_lines);
        }
    }
    is_gone(output.flush())?;
    Ok(bad_lines)
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// A pipe whose reader has closed it.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Answers with the number of stones; the more stones, the faster.
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
        let answer = |_: &Position, (), output: &mut dyn Write| output.write_all(b"x");
        assert_eq!(pump(input.as_bytes(), Rule::Renju, 2, Gone, |_| (), answer).unwrap(), 0);
    }
}
