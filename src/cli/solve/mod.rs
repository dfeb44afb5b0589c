//! `tengen solve`: is there a forced win, and how? `tengen solve verify`: does a saved proof hold?

mod lines;
mod proof_file;
mod show;
mod ticker;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use self::lines::{DefendingLine, SolveLine, WinningLine};
use self::proof_file::ProofFile;
use super::json_lines::{PositionSource, for_each_position, for_each_position_by, write_line};
use crate::interrupt;
use tengen_engine::board::Position;
use tengen_engine::search::StopFlag;
use tengen_engine::threats::first_moves::{self, Defending, Winning};
use tengen_engine::threats::verify::verify;
use tengen_engine::threats::{SolveBudget, Task, TaskResult, ThreatKind, Watch};
use tengen_records::book::known_moves::{add_to_defending, add_to_winning};
use tengen_records::book::proof::{self as book_proof, BookProof};
use tengen_records::book::reader::Book;
use tengen_records::book::{BookError, Label};
use tengen_records::proof::{self, Proof};
use tengen_util::count::moves_of;

const EXIT_STATUSES: &str = "\
Exit status: 0 success, 2 bad input, 130 ended by Ctrl-C; --all and --defend then print what was found.";

/// The total time of --all and --defend without a limit: each attempt alone may take ten seconds.
const TOTAL: Duration = Duration::from_secs(60);

/// Arguments of `tengen solve`. Without a limit each position gets ten seconds.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXIT_STATUSES)]
pub(super) struct SolveArgs {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    source: PositionSource,
    /// Threats to use: vcf (fours) or vct (fours and threes) [default: vcf, then vct].
    #[arg(long, value_parser = crate::values::threat_kind())]
    kind: Option<ThreatKind>,
    /// Time per position, with --all or --defend per attempt, in milliseconds [default: 10000
    /// without --nodes].
    #[arg(long, value_name = "N", visible_alias = "turn-ms", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Maximum number of stones placed per position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of positions solved in parallel; with --all or --defend, of moves of one position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Memory for the tables of all threads together, in MiB.
    #[arg(long, value_name = "N", visible_alias = "max-memory-mb", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory_mb: u64,
    /// Find the shortest win by fours; a win by threes need not be the shortest.
    #[arg(long)]
    shortest: bool,
    /// Report all winning first moves; the limits apply to each attempt to prove one.
    #[arg(long, conflicts_with_all = ["defend", "tree", "proof"])]
    all: bool,
    /// Report all moves that stop the opponent's forced win; limits as with --all.
    #[arg(long, conflicts_with_all = ["tree", "proof"])]
    defend: bool,
    /// With --all or --defend: total time for all moves of a position, in milliseconds [default:
    /// 60000 without --time-ms and --nodes]. Results found until then, or until Ctrl-C, are
    /// printed; the other moves are undecided.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    total_ms: Option<u64>,
    /// Write a proof of each win to this file.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Overwrite an existing file of proofs.
    #[arg(long, requires = "proof")]
    force: bool,
    /// Print the board with the numbered line instead of JSON.
    #[arg(long)]
    board: bool,
    /// With --board: print the whole tree, too.
    #[arg(long, requires = "board")]
    tree: bool,
    /// First look up what this book proves: a store of `tengen book` or a sealed one. With --all
    /// or --defend it decides the moves that it knows; the solver decides the others.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tree", "proof"])]
    book: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Verify a proof against every reply by the rules alone.
    Verify {
        /// File written by --proof.
        file: PathBuf,
    },
}

/// Solves every position of the source, or verifies a file.
///
/// # Errors
/// If the source cannot be read, stdout or the proof file cannot be written, or a proof does not
/// hold.
pub(super) fn run(args: &SolveArgs) -> Result<ExitCode> {
    if let Some(Action::Verify { file }) = &args.action {
        return verify_file(file);
    }
    let task = args.task();
    if args.total_ms.is_some() && !args.all && !args.defend {
        bail!("--total-ms without a list of moves, expected --all or --defend as well");
    }
    if args.shortest && args.kind == Some(ThreatKind::Vct) {
        bail!("--shortest finds wins by fours, seen --kind vct, expected vcf or no --kind");
    }
    if args.all || args.defend {
        return solve_moves(args, &task);
    }
    solve_all(args, &task)
}

/// Writes the winning or the defending moves of every position. Ctrl-C ends the stream after the
/// answer to the current position.
fn solve_moves(args: &SolveArgs, task: &Task<'_>) -> Result<ExitCode> {
    let interrupted = interrupt::stop_flag().context("Ctrl-C")?;
    let book = args.open_book()?;
    let code = for_each_position(&args.source, |position, output| {
        let start = Instant::now();
        let until = args.total().map(|total| start + total);
        let view = ticker::TickerView { until, interrupted: &interrupted, counts_moves: true };
        let proof = in_book(book.as_ref(), position);
        match proof
            .filter(|proof| proof.label != Label::Win && (args.all || proof.label == Label::Loss))
        {
            Some(proof) => write_no_moves(args, position, &proof, output)?,
            None => {
                let known = moves_in_book(book.as_ref(), position);
                let watched = |watch: &Watch| match args.all {
                    true => {
                        let mut answer = first_moves::winning(position, task, watch);
                        add_to_winning(&mut answer, &known);
                        Moves::Winning(answer)
                    }
                    false => {
                        let mut answer = first_moves::defending(position, task, watch);
                        add_to_defending(&mut answer, &known);
                        Moves::Defending(answer)
                    }
                };
                let answer = ticker::watched(&view, watched);
                write_moves(args, position, answer, start.elapsed(), output)?;
            }
        }
        output.flush()?;
        // A broken pipe ends the stream silently, which is also right here.
        if interrupted.is_set() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    })?;
    Ok(if interrupted.is_set() { ExitCode::from(interrupt::EXIT_STATUS) } else { code })
}

/// The answer to `--all` or `--defend`.
enum Moves {
    Winning(Winning),
    Defending(Defending),
}

fn write_moves(
    args: &SolveArgs,
    position: &Position,
    answer: Moves,
    time: Duration,
    output: &mut dyn Write,
) -> io::Result<()> {
    match answer {
        Moves::Winning(answer) if args.board => {
            output.write_all(show::winning(position, &answer).as_bytes())
        }
        Moves::Winning(answer) => write_line(&WinningLine::new(answer, time), output),
        Moves::Defending(answer) if args.board => {
            output.write_all(show::defending(position, &answer).as_bytes())
        }
        Moves::Defending(answer) => write_line(&DefendingLine::new(answer, time), output),
    }
}

/// Writes the answer if the book proves that no move wins or defends.
fn write_no_moves(
    args: &SolveArgs,
    position: &Position,
    proof: &BookProof,
    output: &mut dyn Write,
) -> io::Result<()> {
    match () {
        () if args.board => output.write_all(show::book_proof(position, proof).as_bytes()),
        () if args.all => write_line(&WinningLine::of_book(proof), output),
        () => write_line(&DefendingLine::of_book(proof), output),
    }
}

impl SolveArgs {
    fn open_book(&self) -> Result<Option<Book>> {
        self.book.as_deref().map(Book::open).transpose().context("--book")
    }

    /// The time for all moves of a position together.
    fn total(&self) -> Option<Duration> {
        let is_limited = self.time_ms.is_some() || self.nodes.is_some();
        self.total_ms.map(Duration::from_millis).or((!is_limited).then_some(TOTAL))
    }

    fn task(&self) -> Task<'static> {
        Task {
            kinds: ThreatKind::or_all(self.kind),
            budget: SolveBudget {
                memory_mb: (self.memory_mb / u64::from(self.threads)).max(1),
                shortest: self.shortest,
                ..SolveBudget::requested(self.nodes, self.time_ms.map(Duration::from_millis))
            },
            threads: self.threads as usize,
            deadline: None,
        }
    }
}

/// Writes an answer for every position, and the proofs.
fn solve_all(args: &SolveArgs, task: &Task<'_>) -> Result<ExitCode> {
    let mut proofs = match &args.proof {
        Some(path) => {
            let file = ProofFile::open(path, args.source.file(), args.force);
            Some(file.context("--proof")?)
        }
        None => None,
    };
    let never = StopFlag::new();
    let book = args.open_book()?;
    let known = |position: &Position| in_book(book.as_ref(), position).map(Found::InBook);
    let mut write = |position: &Position, found: Found, output: &mut dyn Write| {
        if let Some(file) = &mut proofs {
            write_proof(position, &found, file)?;
        }
        write_answer(args, position, &found, output)
    };
    let code = if args.threads > 1 {
        let work = |position: &Position| {
            known(position)
                .unwrap_or_else(|| Found::Solved(task.solve(position, &Watch::default())))
        };
        for_each_position_by(&args.source, task.threads, work, write)?
    } else {
        for_each_position(&args.source, |position, output| {
            let view = ticker::TickerView { until: None, interrupted: &never, counts_moves: false };
            let found = known(position).unwrap_or_else(|| {
                Found::Solved(ticker::watched(&view, |watch| task.solve(position, watch)))
            });
            write(position, found, output)
        })?
    };
    if let Some(mut file) = proofs {
        file.empty_once()?;
    }
    Ok(code)
}

/// Adds the proof of a win by threats to the file of proofs.
fn write_proof(position: &Position, found: &Found, file: &mut ProofFile) -> io::Result<()> {
    let Found::Solved(TaskResult { kind, tree: Some(tree), .. }) = found else { return Ok(()) };
    file.write(&Proof { position: position.clone(), kind: *kind, tree: tree.clone() })
}

/// Writes the answer to a position, as a line or drawn.
fn write_answer(
    args: &SolveArgs,
    position: &Position,
    found: &Found,
    output: &mut dyn Write,
) -> io::Result<()> {
    match found {
        Found::Solved(outcome) if args.board => {
            output.write_all(show::outcome(position, outcome, args.tree).as_bytes())
        }
        Found::Solved(outcome) => write_line(&SolveLine::new(position, outcome), output),
        Found::InBook(proof) if args.board => {
            output.write_all(show::book_proof(position, proof).as_bytes())
        }
        Found::InBook(proof) => write_line(&SolveLine::of_book(proof), output),
    }
}

/// The source of the answer about a position.
enum Found {
    /// By a search.
    Solved(TaskResult),
    /// By the book.
    InBook(BookProof),
}

/// What the book proves about a position. A book that cannot be read is logged.
fn in_book(book: Option<&Book>, position: &Position) -> Option<BookProof> {
    read(book_proof::of(book?, position)).flatten()
}

/// What the book proves about the moves of a position.
fn moves_in_book(book: Option<&Book>, position: &Position) -> Vec<BookProof> {
    let known = book.and_then(|book| read(book_proof::moves(book, position)));
    known.unwrap_or_default()
}

fn read<T>(found: Result<T, BookError>) -> Option<T> {
    found.inspect_err(|error| log::warn!("{error}; searching instead")).ok()
}

fn verify_file(file: &Path) -> Result<ExitCode> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read '{name}'"))?;
    let mut output = io::stdout().lock();
    for (number, part) in show::proofs(&text).into_iter().enumerate() {
        let proof = proof::read(part).with_context(|| format!("'{name}', proof {}", number + 1))?;
        let start = Instant::now();
        let positions = verify(&proof.position, &proof.tree, &|| false)
            .with_context(|| format!("'{name}', proof {}: not a win", number + 1))?;
        writeln!(
            output,
            "proof {}: {} in {} holds against every reply ({positions} positions, {} ms)",
            number + 1,
            proof.kind.name(),
            moves_of(proof.tree.plies()),
            start.elapsed().as_millis()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
