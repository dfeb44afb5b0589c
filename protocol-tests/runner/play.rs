//! Plays a transcript against a brain.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::brain::Brain;
use super::referee::Referee;
use super::script::{Pattern, Script, Step, coord};

/// How long a brain may take to exit if the transcript does not say.
const LAST_EXIT: Duration = Duration::from_secs(5);

/// What the system maps more of an unoptimized executable, which is tested: 12 to 16 MiB, as much as its cache
/// holds just then; of a file of a release 7.5.
const UNOPTIMIZED_KIB: u64 = if cfg!(debug_assertions) { 2048 } else { 0 };

/// What is sent first unless the transcript is bare.
pub(crate) const SMALL_TABLE: &[u8] = b"INFO hash_size 4096\n";

struct Stage {
    brain: Brain,
    referee: Referee,
}

/// Plays the transcript; the first difference, with its line, is the error.
pub(crate) fn run(script: &Script) -> Result<(), String> {
    let folder = script.has_folder.then(tempfile::tempdir).transpose();
    let folder = folder.map_err(|error| format!("no folder: {error}"))?;
    let brain = Brain::start(&script.args, folder.as_ref().map(TempDir::path))?;
    let mut stage = Stage { brain, referee: Referee::default() };
    if !script.is_bare {
        stage.send(SMALL_TABLE);
    }
    for (number, step) in &script.steps {
        stage.step(step).map_err(|error| format!("line {number}: {error}"))?;
    }
    stage.end(script)
}

impl Stage {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Send(bytes) => self.send(bytes),
            Step::Turn => {
                let point = self.referee.any_move().ok_or("no legal move to send")?;
                self.send(format!("TURN {point}\n").as_bytes());
            }
            Step::Expect { pattern, within, any } => return self.expect(pattern, *within, *any),
            Step::Allow { pattern, within } => return self.allow(pattern, *within),
            Step::Silence { lasts, any } => return self.silence(*lasts, *any),
            Step::Sleep(time) => thread::sleep(*time),
            Step::Eof => self.brain.close(),
            Step::Alive => {
                self.send(b"ABOUT\n");
                let about = Pattern::Prefix("name=");
                return self.expect(&about, Duration::from_secs(10), false);
            }
            Step::Peak(most) => match self.brain.peak_kib() {
                Some(peak) if peak > *most + UNOPTIMIZED_KIB => {
                    return Err(format!("{peak} KiB of memory, expected at most {most}"));
                }
                _ => {}
            },
            Step::Exit { status, within } => {
                let ended = self.brain.wait(*within)?;
                if ended.code() != Some(*status) {
                    return Err(format!("exit status {ended}, expected {status}"));
                }
            }
        }
        Ok(())
    }

    fn send(&mut self, bytes: &[u8]) {
        self.referee.sent(bytes);
        self.brain.send(bytes);
    }

    fn is_chatter(&self, line: &str) -> bool {
        let starts = |word: &str| line.starts_with(word) && line.len() > word.len();
        starts("MESSAGE ") || starts("DEBUG ") || (self.referee.detail && starts("INFO "))
    }

    fn expect(&mut self, pattern: &Pattern, within: Duration, any: bool) -> Result<(), String> {
        let deadline = self.brain.sent_at + within;
        loop {
            let wanted = || format!("expected {}", describe(pattern));
            let line =
                self.brain.line(deadline).map_err(|why| format!("{}, but {why}", wanted()))?;
            if self.is_chatter(&line) && !any {
                continue;
            }
            match self.matches(pattern, &line) {
                Ok(()) => return Ok(()),
                Err(_) if any => {}
                Err(why) => return Err(format!("{}, seen '{line}'{why}", wanted())),
            }
        }
    }

    fn allow(&mut self, pattern: &Pattern, within: Duration) -> Result<(), String> {
        let deadline = self.brain.sent_at + within;
        while let Ok(line) = self.brain.line(deadline) {
            if !self.is_chatter(&line) {
                let wanted = || format!("expected {} or nothing", describe(pattern));
                let seen = |why| format!("{}, seen '{line}'{why}", wanted());
                return self.matches(pattern, &line).map_err(seen);
            }
        }
        Ok(())
    }

    /// Whether the line matches; a move is then played on the board.
    fn matches(&mut self, pattern: &Pattern, line: &str) -> Result<(), String> {
        let points: Option<Vec<_>> =
            line.split(' ').map(|word| coord(word).map(|c| self.referee.coord(c))).collect();
        let fits = match (pattern, points.as_deref()) {
            (Pattern::Move, Some(&[point])) => self.judged(point, false)?,
            (Pattern::Point, Some(&[point])) => self.judged(point, true)?,
            (Pattern::OneOf(wanted), Some(&[point])) => {
                wanted.contains(&point) && self.judged(point, true)?
            }
            (Pattern::Moves(count), Some(points)) => {
                let different: HashSet<_> = points.iter().collect();
                for &point in points {
                    self.judged(point, true)?;
                }
                different.len() == *count && points.len() == *count
            }
            (Pattern::Prefix(prefix), _) => line.len() > prefix.len() && line.starts_with(prefix),
            (Pattern::Regex(regex), _) => regex.is_match(line),
            (Pattern::Literal(literal), _) => line == literal,
            _ => false,
        };
        if !fits {
            return Err(String::new());
        }
        for point in points.into_iter().flatten() {
            self.referee.received(point);
        }
        Ok(())
    }

    fn judged(
        &self,
        point: tengen_engine::types::Coord,
        forbidden_is_fine: bool,
    ) -> Result<bool, String> {
        let verdict = self.referee.judge(point, forbidden_is_fine);
        verdict.map(|()| true).map_err(|why| format!(": {why}"))
    }

    fn silence(&mut self, lasts: Duration, any: bool) -> Result<(), String> {
        let deadline = Instant::now() + lasts;
        while let Ok(line) = self.brain.line(deadline) {
            if any || !self.is_chatter(&line) {
                return Err(format!("expected silence, seen '{line}'"));
            }
        }
        Ok(())
    }

    /// Ends the brain and checks that no output is left over.
    fn end(mut self, script: &Script) -> Result<(), String> {
        if !matches!(script.steps.last(), Some((_, Step::Exit { .. }))) {
            self.brain.send(b"END\n");
            self.brain.wait(LAST_EXIT)?;
        }
        let deadline = Instant::now() + LAST_EXIT;
        while let Ok(line) = self.brain.line(deadline) {
            if !self.is_chatter(&line) {
                return Err(format!("left over: '{line}'"));
            }
        }
        match self.brain.stderr() {
            text if text.is_empty() || script.may_complain => Ok(()),
            text => Err(format!("stderr: {text}")),
        }
    }
}

fn describe(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Move => "a legal move".to_owned(),
        Pattern::Point => "an empty point".to_owned(),
        Pattern::Moves(count) => format!("{count} moves"),
        Pattern::OneOf(points) => format!("one of {points:?}"),
        Pattern::Prefix(prefix) => format!("'{prefix}...'"),
        Pattern::Regex(regex) => format!("/{regex}/"),
        Pattern::Literal(literal) => format!("'{literal}'"),
    }
}
