//! `tengen puzzles`: positions to solve.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::columns;
use super::game_file::{GameArgs, GameLimit};
use super::outputs::{check_not_read, explained, open_lines};
use super::review_bar::ReviewBar;
use super::statuses::after_reading;
use crate::interrupt;
use crate::stoppable_input::StoppableInput;
use tengen_boards::puzzles::{self, PuzzleRun};
use tengen_engine::engine::Engine;
use tengen_engine::threats::{ThreatKind, Watch};
use tengen_engine::types::Color;
use tengen_records::game_format::GameFormat;
use tengen_records::game_tree::GameTree;
use tengen_records::positions;
use tengen_study::puzzle::daily::{self, Day};
use tengen_study::puzzle::{self, Attempt, Puzzle, PuzzleError, PuzzleGoal, PuzzleProgress};
use tengen_study::review::{
    self, Effort, KnownSearches, Practice, Review, ReviewError, ReviewOptions, ReviewedGame,
};
use tengen_util::count::counted;
use tengen_util::date::now_unix_ms;
use tengen_util::journal_file::JournalFile;
use tengen_util::{files, stderr};

const AFTER_HELP: &str = "\
Of a file of games, the puzzles are the mistakes that a review finds (see games review): a win to \
find, the opponent's win to stop, or a better move, of which every one counts that is about as good as \
the best. With --forced there is no review, only wins and defenses that the solver finds, quickly in \
many games. Of a file of positions, as JSON lines, the puzzles are those that the side to move wins by \
force. Where a win is to be found the solver answers every right move with the longest resistance; \
hint, show, skip and quit are commands.

Exit status: 0 success, 1 a part of a file cannot be read, is not proved or is on a board over 22x22, \
2 bad input, 130 ended by Ctrl-C.";

/// Arguments of `tengen puzzles`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct PuzzlesArgs {
    #[arg(
        value_name = "FILE",
        help = format!("Files of games: {}; of positions or of puzzles as JSON lines", GameFormat::endings("or"))
    )]
    files: Vec<PathBuf>,
    /// The puzzles of this day, UTC, such as 2026-11-28 [default: today, without a file]
    #[arg(long, value_name = "DAY", conflicts_with_all = ["files", "all"])]
    day: Option<Day>,
    /// All built-in puzzles
    #[arg(long, conflicts_with = "files")]
    all: bool,
    /// Only puzzles that this side has to solve
    #[arg(long, value_name = "COLOR", value_parser = crate::values::color())]
    color: Option<Color>,
    /// Only wins by fours, found as with --forced
    #[arg(long)]
    vcf: bool,
    /// Of games: only forced wins and defenses, found by the solver without a review
    #[arg(long, requires = "files", conflicts_with_all = ["day", "all"])]
    forced: bool,
    /// Nodes per position of the review of games
    #[arg(long, value_name = "N", requires = "files", conflicts_with_all = ["forced", "vcf", "day", "all"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// At most so many puzzles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max: Option<u64>,
    /// Solve as many as possible in so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    clock: Option<u64>,
    /// Save what was solved in this file; puzzles that were solved without help do not come again
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
    /// Ask also those
    #[arg(long, requires = "progress")]
    again: bool,
    /// Print the puzzles as JSON lines instead of asking them
    #[arg(long, conflicts_with_all = ["clock", "again"])]
    list: bool,
    #[command(flatten)]
    reading: GameArgs,
    #[command(flatten)]
    limit: GameLimit,
}

/// Finds the puzzles and asks them.
///
/// # Errors
/// If a file cannot be read or written, or a line of it is no puzzle.
pub(super) fn run(args: &PuzzlesArgs) -> Result<ExitCode> {
    let watch = Watch { stop: interrupt::stop_flag().context("Ctrl-C")?, ..Watch::default() };
    let (progress, mut file) = open_progress(args)?;
    let (mut engine, mut known) = (Engine::new(), KnownSearches::default());
    engine.set_options(Practice::engine_options());
    let mut practice = Practice { engine: &mut engine, known: &mut known };
    let (mut found, is_damaged) = find(args, &mut practice, &watch)?;
    found.retain(|puzzle| !args.vcf || is_vcf(puzzle));
    found.retain(|puzzle| args.color.is_none_or(|color| color == puzzle.position.to_move()));
    let nothing = match found.is_empty() {
        true => "There is no puzzle.",
        false => "There is no puzzle that is not mastered.",
    };
    found.retain(|puzzle| args.again || !progress.is_mastered(&puzzle.id()));
    let mut seen = std::collections::HashSet::new();
    found.retain(|puzzle| seen.insert(puzzle.id()));
    found.truncate(args.max.and_then(|max| usize::try_from(max).ok()).unwrap_or(usize::MAX));
    if args.list {
        let lines: String = found.iter().map(Puzzle::line).collect();
        io::stdout().lock().write_all(lines.as_bytes())?;
    } else if watch.stop.is_set() {
        // Ctrl-C while they were sought: nothing is asked.
    } else if found.is_empty() {
        writeln!(io::stdout(), "{nothing}")?;
    } else {
        let clock = args.clock.map(Duration::from_secs);
        let columns = columns::of_stdout();
        let asked = PuzzleRun { puzzles: found, clock, progress, practice, watch: &watch, columns };
        let mut save = |attempt: &Attempt| match &mut file {
            Some(file) => {
                file.append(&attempt.line()).map_err(|fault| io::Error::other(explained(fault)))
            }
            None => Ok(()),
        };
        // Ctrl-C ends a prompt at once, with what was tried saved.
        let mut input = StoppableInput::of_stdin(watch.stop.clone())?;
        puzzles::run(asked, &mut input, &mut io::stdout().lock(), &mut save)?;
    }
    let stopped = ExitCode::from(interrupt::EXIT_STATUS);
    Ok(if watch.stop.is_set() { stopped } else { after_reading(is_damaged) })
}

fn is_vcf(puzzle: &Puzzle) -> bool {
    let kind = puzzle.win.as_ref().map(|win| win.kind);
    puzzle.goal == PuzzleGoal::Win && kind == Some(ThreatKind::Vcf)
}

/// The attempts so far, and the file to add others to.
fn open_progress(args: &PuzzlesArgs) -> Result<(PuzzleProgress, Option<JournalFile>)> {
    let Some(path) = &args.progress else { return Ok((PuzzleProgress::default(), None)) };
    check_not_read(path, &args.files).context("--progress")?;
    let opened = open_lines(path, |text| Ok(PuzzleProgress::read(text)?));
    let (progress, file) = opened.with_context(|| format!("--progress {}", path.display()))?;
    Ok((progress, Some(file)))
}

/// The puzzles, and whether a part of a file cannot be read.
fn find(
    args: &PuzzlesArgs,
    practice: &mut Practice<'_>,
    watch: &Watch,
) -> Result<(Vec<Puzzle>, bool)> {
    if args.all {
        let read: Result<_, _> = daily::lines().map(|line| Puzzle::read(line, watch)).collect();
        return Ok((unless_stopped(read)?, false));
    }
    if args.files.is_empty() {
        let day = args.day.unwrap_or_else(|| Day::of_unix_ms(now_unix_ms()));
        return Ok((unless_stopped(daily::of_day(day, watch))?, false));
    }
    let (mut found, mut is_damaged) = (Vec::new(), false);
    for path in &args.files {
        let (before, mut why) = (found.len(), WhyNone::default());
        let name = path.display().to_string();
        match lines_of(path)? {
            Some(lines) => {
                is_damaged |= in_lines(&lines, args, watch, &mut found).context(name)?;
            }
            None => is_damaged |= in_games(path, args, practice, watch, (&mut found, &mut why))?,
        }
        if found.len() == before && !watch.stop.is_set() {
            stderr::say(format_args!("{}: no puzzle was found{why}", path.display()));
        }
    }
    Ok((found, is_damaged))
}

/// Why the games of a file have no puzzle, each reason with how many games.
#[derive(Default)]
struct WhyNone {
    reasons: BTreeMap<String, u64>,
    games: u64,
}

impl WhyNone {
    fn add(&mut self, why: impl ToString) {
        self.games += 1;
        *self.reasons.entry(why.to_string()).or_default() += 1;
    }
}

impl fmt::Display for WhyNone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (reason, games)) in self.reasons.iter().enumerate() {
            f.write_str(if number == 0 { ": " } else { "; " })?;
            f.write_str(reason)?;
            if self.games > 1 {
                write!(f, " ({})", counted(*games, "game"))?;
            }
        }
        Ok(())
    }
}

/// No puzzles if Ctrl-C ended their proof: that is no fault of theirs.
fn unless_stopped(read: Result<Vec<Puzzle>, PuzzleError>) -> Result<Vec<Puzzle>> {
    match read {
        Err(PuzzleError::Stopped) => Ok(Vec::new()),
        read => Ok(read?),
    }
}

/// The text of a file of positions or puzzles; `None` for a file of games.
fn lines_of(path: &Path) -> Result<Option<String>> {
    if path.as_os_str() == "-" || GameFormat::of_name(&path.to_string_lossy()).is_some() {
        return Ok(None);
    }
    let bytes = files::read_regular(path).with_context(|| path.display().to_string())?;
    let is_object = bytes.trim_ascii_start().starts_with(b"{");
    Ok(is_object.then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Adds the puzzles of lines of JSON; whether one is left out, as nothing is proved about it here.
fn in_lines(
    text: &str,
    args: &PuzzlesArgs,
    watch: &Watch,
    found: &mut Vec<Puzzle>,
) -> Result<bool> {
    let (rule, mut is_left_out) = (args.reading.defaults().rule.rule(), false);
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        if watch.stop.is_set() {
            break;
        }
        let at = || format!("line {number}");
        if line.contains("\"puzzle\"") {
            match Puzzle::read(line, watch) {
                Err(error @ (PuzzleError::Unsolved(_) | PuzzleError::Undefended(_))) => {
                    is_left_out = true;
                    stderr::say(format_args!("line {number}: {error}; left out"));
                }
                read => {
                    let read = read.map(|puzzle| vec![puzzle]);
                    found.extend(unless_stopped(read).with_context(at)?);
                }
            }
            continue;
        }
        let position = positions::parse_with(line, rule).with_context(at)?;
        if !position.size().is_fast() {
            bail!("line {number}: {}", position.size().too_large());
        }
        let is_wanted = args.color.is_none_or(|color| color == position.to_move());
        if is_wanted {
            found.extend(puzzle::in_position(&position, &format!("line {number}"), watch));
        }
    }
    Ok(is_left_out)
}

/// Adds the puzzles of all games of a file; whether a part of it cannot be read.
fn in_games(
    path: &Path,
    args: &PuzzlesArgs,
    practice: &mut Practice<'_>,
    watch: &Watch,
    (found, why): (&mut Vec<Puzzle>, &mut WhyNone),
) -> Result<bool> {
    let source = args.reading.open(path, args.limit)?;
    let name =
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let (mut too_large, mut is_left_out) = (0_u64, false);
    let losses = source.each(|number, game| {
        let line = game.line_to(game.end());
        if !line.start.size().is_fast() {
            too_large += 1;
            return ControlFlow::Continue(());
        }
        let origin = format!("{name}, game {number}");
        if args.forced || args.vcf {
            let all = puzzle::in_game(&line, &origin, args.color, watch, &mut |_| {});
            if all.is_empty() {
                why.add(NO_FORCED);
            }
            found.extend(all);
        } else {
            match of_review(&game, args, practice, watch) {
                Ok(reviewed) => {
                    review::why_no_exercise(&reviewed, args.color)
                        .into_iter()
                        .for_each(|it| why.add(it));
                    found.extend(review::exercises(&reviewed, &origin, args.color));
                }
                Err(error @ ReviewError::Empty(_)) => why.add(error),
                Err(error) => {
                    is_left_out = true;
                    stderr::say(format_args!("{origin}: {error}; left out"));
                }
            }
        }
        if watch.stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    source.say(&losses);
    if too_large > 0 {
        let games = counted(too_large, "game");
        let path = path.display();
        stderr::say(format_args!("{path}: {games} on boards over 22x22 left out"));
    }
    Ok(losses.is_damaged() || too_large > 0 || is_left_out)
}

/// Why the solver alone finds nothing in a game.
const NO_FORCED: &str = "no forced win was missed, and no defense against one, as far as the solver \
    sees without a review";

/// The review of a game, with its progress on a terminal.
fn of_review(
    game: &GameTree,
    args: &PuzzlesArgs,
    practice: &mut Practice<'_>,
    watch: &Watch,
) -> Result<Review, ReviewError> {
    let options = ReviewOptions::of_limits(args.nodes, None, Effort::Quick);
    let bar = ReviewBar::new();
    let Practice { engine, known } = practice;
    let game = ReviewedGame::of_tree(game);
    let reviewed =
        review::review(&game, engine, &options, known, &watch.stop, &mut |now| bar.show(now));
    bar.finish();
    reviewed
}
