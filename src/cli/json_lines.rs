//! Streams of positions: JSON lines in, answers out, for every command that reads them.
//!
//! A bad line is answered with `{"error":…,"line":N}` in its place, and the stream continues; the
//! exit status is then 2. Every answer is flushed before the next line is read, so that another
//! program can hold a dialogue.

mod game;
mod line;
mod parallel;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

pub(crate) use self::line::write_line;
use self::line::{EXAMPLE, LineFailure, is_gone, line_of};
use super::hints;
use super::statuses::after_reading;
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::game_format::GameFormat;
use tengen_records::{PositionLine, move_text};
use tengen_util::lines::read_line;

/// Describes a stream of positions, for a user at a terminal.
const WAITS_FOR: &str = "positions, one per line, such as";
/// The side of the board of moves without `--size`.
const USUAL_SIDE: u64 = 15;

/// Where positions come from.
#[derive(Clone, Debug, Args)]
pub struct PositionSource {
    #[arg(
        value_name = "FILE", default_value = "-",
        help = format!(
            "File with one position per line as JSON, or a game as {}; '-' is stdin",
            GameFormat::endings("or")
        )
    )]
    file: PathBuf,
    /// One position given by its moves, such as h8i9g7, instead of a file; '-' reads them from stdin.
    #[arg(long, value_name = "MOVES", conflicts_with = "file")]
    moves: Option<String>,
    #[command(flatten)]
    game: game::GameChoice,
    /// Board of --moves, or of a .txt file: N or WxH [default: 15].
    #[arg(long, value_name = "N|WxH")]
    size: Option<BoardSize>,
    /// Rule of positions and games that do not name one, or one that is unknown [default: freestyle
    /// for those that name none].
    #[arg(long, value_parser = crate::values::rule())]
    rule: Option<Rule>,
}

impl PositionSource {
    /// The input file; `-` is stdin.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The rule of positions that do not name one.
    fn rule(&self) -> Rule {
        self.rule.unwrap_or(Rule::Freestyle)
    }

    /// The line to the position, if the source is not a stream: that of `--moves`, or one of a game,
    /// whose file may be damaged in another part.
    fn single(&self) -> Result<Option<(PositionLine, bool)>> {
        if let Some(moves) = &self.moves {
            let (size, given) = (self.board()?, typed(moves)?);
            let line = move_text::line(&given, self.rule(), size).context("--moves")?;
            return Ok(Some((line, false)));
        }
        if let Some(line) = self.game.line(&self.file, self.rule, self.size, self.board()?)? {
            return Ok(Some(line));
        }
        if let Some(size) = self.size {
            bail!("--size: seen {size}, but positions as JSON name their board");
        }
        Ok(None)
    }

    /// The board of moves.
    fn board(&self) -> Result<BoardSize> {
        Ok(self.size.map_or_else(|| BoardSize::square(USUAL_SIDE), Ok)?)
    }
}

/// The moves of an option, or those of stdin if it is `-`.
fn typed(moves: &str) -> Result<Cow<'_, str>> {
    if moves != "-" {
        return Ok(Cow::Borrowed(moves));
    }
    hints::waits_for("moves such as h8i9g7");
    Ok(Cow::Owned(io::read_to_string(io::stdin().lock()).context("stdin")?))
}

/// Passes each position, with the moves that led to it, to `answer`, which writes complete lines to
/// the given stream, stdout. If the reader closes the pipe, the work ends silently.
///
/// # Errors
/// If the file cannot be read or the answers cannot be written.
pub(crate) fn for_each_line(
    source: &PositionSource,
    mut answer: impl FnMut(&PositionLine, &mut dyn Write) -> io::Result<()>,
) -> Result<ExitCode> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    if let Some((line, is_damaged)) = source.single()? {
        is_gone(answer(&line, &mut output).and_then(|()| output.flush()))?;
        return Ok(after_reading(is_damaged));
    }
    of_stream(source, |input| pump(input, source.rule(), output, answer))
}

/// As [`for_each_line`], with the position alone.
///
/// # Errors
/// As [`for_each_line`].
pub(crate) fn for_each_position(
    source: &PositionSource,
    mut answer: impl FnMut(&Position, &mut dyn Write) -> io::Result<()>,
) -> Result<ExitCode> {
    for_each_line(source, |line, output| answer(&line.position, output))
}

/// Like [`for_each_position`], in parallel: `work` finds the answers, `write` writes them in the
/// order of the positions.
///
/// # Errors
/// As there.
pub(crate) fn for_each_position_by<T: Send>(
    source: &PositionSource,
    threads: usize,
    work: impl Fn(&Position) -> T + Sync,
    mut write: impl FnMut(&Position, T, &mut dyn Write) -> io::Result<()>,
) -> Result<ExitCode> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    if let Some((PositionLine { position, .. }, is_damaged)) = source.single()? {
        let written = write(&position, work(&position), &mut output);
        is_gone(written.and_then(|()| output.flush()))?;
        return Ok(after_reading(is_damaged));
    }
    of_stream(source, |input| parallel::pump(input, source.rule(), threads, output, work, write))
}

/// Opens the source's stream for `pump`, which returns the number of bad lines; the exit status is
/// 2 if there were any.
fn of_stream(
    source: &PositionSource,
    pump: impl FnOnce(&mut (dyn Read + Send)) -> Result<usize>,
) -> Result<ExitCode> {
    let bad_lines = if source.file == Path::new("-") {
        hints::waits_for(&format!("{WAITS_FOR} {EXAMPLE}"));
        pump(&mut io::stdin()).context("stdin")?
    } else {
        let name = source.file.display();
        let mut file = File::open(&source.file).with_context(|| format!("cannot open '{name}'"))?;
        pump(&mut file).with_context(|| format!("'{name}'"))?
    };
    Ok(if bad_lines == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Answers every line of `input` and returns the number of bad ones.
fn pump(
    input: impl Read,
    rule: Rule,
    mut output: impl Write,
    answer: impl FnMut(&PositionLine, &mut dyn Write) -> io::Result<()>,
) -> Result<usize> {
    let mut input = BufReader::new(input);
    let mut session = Session { rule, answer, bad_lines: 0 };
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        if !input.buffer().contains(&b'\n') && is_gone(output.flush())? {
            break;
        }
        let line = read_line(&mut input, &mut bytes).context("cannot read the input")?;
        let Some(line) = line else { break };
        if is_gone(session.answer_line(number, line, &mut output))? {
            break;
        }
    }
    Ok(session.bad_lines)
}

/// State kept between lines.
struct Session<A> {
    rule: Rule,
    answer: A,
    bad_lines: usize,
}

impl<A: FnMut(&PositionLine, &mut dyn Write) -> io::Result<()>> Session<A> {
    fn answer_line(
        &mut self,
        number: usize,
        line: Result<&str, String>,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(line) = line_of(line, self.rule) else { return Ok(()) };
        match line {
            Ok(line) => (self.answer)(&line, output),
            Err(error) => {
                self.bad_lines += 1;
                write_line(&LineFailure { error, line: number }, output)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_util::lines::LINE_BYTES;

    /// Answers each position with its number of stones.
    fn pumped(input: &[u8]) -> (String, usize) {
        let mut output = Vec::new();
        let bad_lines = pump(input, Rule::Renju, &mut output, |line, output| {
            let position = &line.position;
            writeln!(output, "{} {}", position.rule(), position.stones().len())
        });
        (String::from_utf8(output).unwrap(), bad_lines.unwrap())
    }

    #[test]
    fn every_line_is_answered_in_its_place() {
        let input = b"\xef\xbb\xbf{\"size\":9,\"moves\":[[1,2]]}\r\n\n  \nnonsense\n\xff{}\n\
            {\"size\":9,\"rule\":0,\"moves\":[]}";
        let (output, bad_lines) = pumped(input);
        let lines: Vec<_> = output.lines().collect();
        let seen = format!("seen 'nonsense', expected a JSON object such as {EXAMPLE}");
        let not_json = serde_json::json!({ "error": seen, "line": 4 }).to_string();
        let not_utf8 = r#"{"error":"not UTF-8 at byte 1, expected JSON","line":5}"#;
        assert_eq!(lines, ["renju 1", not_json.as_str(), not_utf8, "freestyle 0"]);
        assert_eq!(bad_lines, 2);
    }

    #[test]
    fn an_endless_line_is_skipped_and_reported() {
        let mut input = vec![b'['; LINE_BYTES as usize + 10];
        input.extend_from_slice(b"\n{\"size\":9,\"moves\":[]}\n");
        let (output, bad_lines) = pumped(&input);
        assert!(output.starts_with(r#"{"error":"line too long"#), "{output}");
        assert!(output.ends_with("renju 0\n"), "{output}");
        assert_eq!(bad_lines, 1);
    }

    #[test]
    fn empty_input_gives_no_answers() {
        assert_eq!(pumped(b""), (String::new(), 0));
    }

    /// Output to a reader that has closed the pipe.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_went_away_ends_the_work() {
        let input: &[u8] = b"x\nx\n";
        assert_eq!(pump(input, Rule::Renju, Gone, |_, _| Ok(())).unwrap(), 1);
    }
}
