//! The transcript language: text becomes steps.

use std::time::Duration;

use regex_lite::Regex;
use tengen_engine::types::Coord;

/// How long a line may take if the transcript does not say.
const DEFAULT_WITHIN: Duration = Duration::from_secs(10);

/// What a line must look like.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// `MOVE`: a legal move on the board that the runner tracks.
    Move,
    /// `POINT`: an empty point, forbidden or not.
    Point,
    /// `MOVES n`: that many different empty points.
    Moves(usize),
    /// `ONE OF x,y x,y …`: one of these points.
    OneOf(Vec<Coord>),
    /// `ERROR`, `UNKNOWN`: the word and some text.
    Prefix(&'static str),
    /// `/expression/`.
    Regex(Regex),
    /// The line itself.
    Literal(String),
}

/// One step.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Send these bytes.
    Send(Vec<u8>),
    /// Send `TURN` with a legal point far from the other stones.
    Turn,
    /// The next line that is not chatter must match; with `any`, the first line of any kind that
    /// matches is taken.
    Expect { pattern: Pattern, within: Duration, any: bool },
    /// If a line comes it must match.
    Allow { pattern: Pattern, within: Duration },
    /// Nothing (with `any`: not even chatter) may come for this time.
    Silence { lasts: Duration, any: bool },
    /// Wait.
    Sleep(Duration),
    /// Close stdin.
    Eof,
    /// The brain must still answer `ABOUT`.
    Alive,
    /// The process must never have held more memory than this, in KiB.
    Peak(u64),
    /// The process must end with this status.
    Exit { status: i32, within: Duration },
}

/// A transcript.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// Steps with the numbers of their lines.
    pub steps: Vec<(usize, Step)>,
    /// Tagged `#! bare`: only the transcript is sent. Otherwise a small `INFO hash_size` comes
    /// first, so that many brains at once do not fill the memory.
    pub is_bare: bool,
    /// Tagged `#! stderr`: the process may write there.
    pub may_complain: bool,
    /// Tagged `#! folder`: the process runs in a folder of its own, empty at first.
    pub has_folder: bool,
    /// Arguments of the process, from `#! args …`.
    pub args: Vec<String>,
}

impl Script {
    /// Reads a transcript.
    pub(crate) fn parse(text: &str) -> Result<Script, String> {
        let mut script = Script {
            steps: Vec::new(),
            is_bare: false,
            may_complain: false,
            has_folder: false,
            args: Vec::new(),
        };
        if !text.starts_with("# ") {
            return Err("line 1: expected a comment that states the behavior".to_owned());
        }
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let line = line.trim_end();
            if let Some(tag) = line.strip_prefix("#!") {
                script.tag(tag.trim()).map_err(|error| format!("line {number}: {error}"))?;
            } else if !line.is_empty() && !line.starts_with('#') {
                let step = step(line).map_err(|error| format!("line {number}: {error}"))?;
                script.steps.push((number, step));
            }
        }
        Ok(script)
    }

    fn tag(&mut self, tag: &str) -> Result<(), String> {
        match tag.split_once(' ').unwrap_or((tag, "")) {
            ("bare", "") => self.is_bare = true,
            ("stderr", "") => self.may_complain = true,
            ("folder", "") => self.has_folder = true,
            ("args", args) => self.args = args.split_whitespace().map(str::to_owned).collect(),
            _ => return Err(format!("unknown tag '{tag}'")),
        }
        Ok(())
    }
}

fn step(line: &str) -> Result<Step, String> {
    if let Some(text) = line.strip_prefix("> ") {
        return Ok(Step::Send(format!("{text}\n").into_bytes()));
    }
    if let Some(text) = line.strip_prefix("raw ") {
        return raw(text).map(Step::Send);
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "<" | "<*" => {
            let (text, within) = split_within(rest)?;
            Ok(Step::Expect { pattern: pattern(text)?, within, any: word == "<*" })
        }
        "<?" => {
            let (text, within) = split_within(rest)?;
            Ok(Step::Allow { pattern: pattern(text)?, within })
        }
        "!" | "!*" => Ok(Step::Silence { lasts: millis(rest)?, any: word == "!*" }),
        "sleep" => Ok(Step::Sleep(millis(rest)?)),
        "turn" => Ok(Step::Turn),
        "eof" => Ok(Step::Eof),
        "kill-check" => Ok(Step::Alive),
        "peak" => {
            let most = rest.parse();
            most.map(Step::Peak).map_err(|_| format!("'{rest}', expected KiB"))
        }
        "$" => {
            let (text, within) = split_within(rest)?;
            let status = text.strip_prefix("exit ").and_then(|status| status.parse().ok());
            let status = status.ok_or_else(|| format!("'{text}', expected exit STATUS"))?;
            Ok(Step::Exit { status, within })
        }
        _ => Err(format!("unknown step '{line}'")),
    }
}

/// Splits ` within N` off the end.
fn split_within(text: &str) -> Result<(&str, Duration), String> {
    match text.rsplit_once(" within ") {
        Some((text, ms)) if ms.bytes().all(|byte| byte.is_ascii_digit()) => {
            Ok((text.trim(), millis(ms)?))
        }
        _ => Ok((text.trim(), DEFAULT_WITHIN)),
    }
}

fn millis(text: &str) -> Result<Duration, String> {
    let ms = text.trim().parse().map_err(|_| format!("'{text}', expected milliseconds"))?;
    Ok(Duration::from_millis(ms))
}

fn pattern(text: &str) -> Result<Pattern, String> {
    if let Some(points) = text.strip_prefix("ONE OF ") {
        let points: Option<Vec<Coord>> = points.split_whitespace().map(coord).collect();
        return points.map(Pattern::OneOf).ok_or_else(|| format!("'{text}', expected points x,y"));
    }
    if let Some(count) = text.strip_prefix("MOVES ") {
        return count
            .parse()
            .map(Pattern::Moves)
            .map_err(|_| format!("'{text}', expected MOVES n"));
    }
    if let Some(inner) = text.strip_prefix('/').and_then(|text| text.strip_suffix('/')) {
        return Regex::new(inner).map(Pattern::Regex).map_err(|error| error.to_string());
    }
    Ok(match text {
        "MOVE" => Pattern::Move,
        "POINT" => Pattern::Point,
        "ERROR" => Pattern::Prefix("ERROR "),
        "UNKNOWN" => Pattern::Prefix("UNKNOWN "),
        "" => return Err("expected a pattern".to_owned()),
        _ => Pattern::Literal(text.to_owned()),
    })
}

/// `x,y`: digits, a comma, digits, as the strictest manager reads it.
pub(crate) fn coord(text: &str) -> Option<Coord> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse().ok()).flatten()
    };
    Some(Coord::new(number(x)?, number(y)?))
}

/// `"text"`, optionally `* count`, with `\r \n \t \0 \\ \" \xNN`; several may follow each other.
fn raw(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (piece, after) = quoted(rest)?;
        let after = after.trim_start();
        let (count, after) = match after.strip_prefix('*') {
            Some(after) => {
                let after = after.trim_start();
                let end = after.find(' ').unwrap_or(after.len());
                let (count, after) = after.split_at(end);
                (count.parse().map_err(|_| format!("'{count}', expected a count"))?, after)
            }
            None => (1, after),
        };
        bytes.extend(piece.repeat(count));
        rest = after.trim_start();
    }
    Ok(bytes)
}

fn quoted(text: &str) -> Result<(Vec<u8>, &str), String> {
    let mut rest = text.strip_prefix('"').ok_or("expected \"text\"")?.char_indices();
    let inner = &text[1..];
    let mut bytes = Vec::new();
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => return Ok((bytes, &inner[at + 1..])),
            '\\' => match rest.next().map(|(_, c)| c) {
                Some('r') => bytes.push(b'\r'),
                Some('n') => bytes.push(b'\n'),
                Some('t') => bytes.push(b'\t'),
                Some('0') => bytes.push(0),
                Some('x') => {
                    let digits: String = rest.by_ref().take(2).map(|(_, c)| c).collect();
                    bytes.push(u8::from_str_radix(&digits, 16).map_err(|e| e.to_string())?);
                }
                Some(c @ ('\\' | '"')) => bytes.push(c as u8),
                other => return Err(format!("unknown escape {other:?}")),
            },
            c => bytes.extend(c.to_string().bytes()),
        }
    }
    Err("missing closing quote".to_owned())
}
