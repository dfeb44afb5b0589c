//! `tengen solve`: is there a forced win, and how? `tengen solve verify`: does a written proof hold?

mod first_moves;
mod proof_file;
mod show;
mod ticker;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;

use self::proof_file::ProofFile;
use super::json_lines::{Source, for_each_position, for_each_position_by, write_line};
use crate::board::Position;
use crate::records::proof::{self, Proof};
use crate::rules::reference;
use crate::threats::verify::verify;
use crate::threats::{Answer, Budget, Kind, Watch, WinTree, longest_line, prove};

/// Arguments of `tengen solve`. Without a limit each position gets ten seconds.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SolveArgs {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    source: Source,
    /// Threats to use: vcf (fours) or vct (fours and threes) [default: vcf, then vct].
    #[arg(long)]
    kind: Option<KindArg>,
    /// Time for each position, in milliseconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Most stones placed for each position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads: so many positions of a stream at once, or moves of one with --all and --defend.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Memory for the tables in MiB, that of all threads together.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory_mb: u64,
    /// Find the shortest win by fours.
    #[arg(long)]
    shortest: bool,
    /// Tell all first moves that win, each within the limits.
    #[arg(long, conflicts_with_all = ["defend", "board", "proof"])]
    all: bool,
    /// Tell all first moves of the side to move that stop the forced win of the other.
    #[arg(long, conflicts_with_all = ["board", "proof"])]
    defend: bool,
    /// Write each win as a proof to this file, one after the other.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// For people: the board with the numbered line in place of JSON.
    #[arg(long)]
    board: bool,
    /// With --board: the whole tree as well.
    #[arg(long, requires = "board")]
    tree: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Replay a proof against every reply by the rules alone.
    Verify {
        /// File as --proof writes it.
        file: PathBuf,
    },
}

/// A kind of threats as an argument.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum KindArg {
    Vcf,
    Vct,
}

/// Time for a position when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The least time for checking a win that was found within the time for a position.
const LEAST_CHECKING: Duration = Duration::from_secs(10);

/// What is asked of every position.
struct Task<'a> {
    kinds: &'a [Kind],
    budget: Budget,
    threads: usize,
}

/// What is known of a position in the end.
struct Outcome {
    result: &'static str,
    kind: Kind,
    tree: Option<WinTree>,
    nodes: u64,
    time: Duration,
    /// The part of it that the checker took.
    checking: Duration,
}

/// One line of output.
#[derive(Serialize)]
struct Line {
    result: &'static str,
    kind: &'static str,
    plies: usize,
    line: Vec<[u8; 2]>,
    nodes: u64,
    time_ms: u64,
    /// The same time, finer: many wins are found in less than a millisecond.
    time_us: u64,
    /// The part of it that proving took, after the search.
    check_us: u64,
}

/// Solves every position of the source, or verifies a file.
///
/// # Errors
/// If the source cannot be read, stdout or the proof file cannot be written, or a proof does not hold.
pub fn run(args: &SolveArgs) -> Result<ExitCode> {
    if let Some(Action::Verify { file }) = &args.action {
        return verify_file(file);
    }
    let unlimited = args.time_ms.is_none() && args.nodes.is_none();
    let time = args.time_ms.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME));
    let task = Task {
        kinds: match args.kind {
            Some(KindArg::Vcf) => &[Kind::Vcf],
            Some(KindArg::Vct) => &[Kind::Vct],
            None => &[Kind::Vcf, Kind::Vct],
        },
        budget: Budget {
            nodes: args.nodes,
            time,
            checking: time.map(|time| time.max(LEAST_CHECKING)),
            memory_mb: (args.memory_mb / u64::from(args.threads)).max(1),
            shortest: args.shortest,
        },
        threads: args.threads as usize,
    };
    let mut proofs = match &args.proof {
        Some(path) => Some(ProofFile::open(path, args.source.file())?),
        None => None,
    };
    if args.all {
        return for_each_position(&args.source, |position, output| {
            write_line(&first_moves::winning(position, &task), output)
        });
    }
    if args.defend {
        return for_each_position(&args.source, |position, output| {
            write_line(&first_moves::defending(position, &task), output)
        });
    }
    let mut tell = |position: &Position, outcome: Outcome, output: &mut dyn Write| {
        if let (Some(file), Some(tree)) = (&mut proofs, &outcome.tree) {
            let position = position.clone();
            let proof = Proof { position, kind: outcome.kind, tree: tree.clone() };
            file.write(&proof)?;
        }
        if args.board {
            return output.write_all(show::outcome(position, &outcome, args.tree).as_bytes());
        }
        write_line(&outcome.line(position), output)
    };
    let code = if args.threads > 1 {
        let work = |position: &Position| task.solve(position, &Watch::default());
        for_each_position_by(&args.source, task.threads, work, tell)?
    } else {
        for_each_position(&args.source, |position, output| {
            let outcome = ticker::watched(|watch| task.solve(position, watch));
            tell(position, outcome, output)
        })?
    };
    if let Some(mut file) = proofs {
        file.empty_once()?;
    }
    Ok(code)
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
            "proof {}: {} in {} plies holds against every reply ({positions} positions, {} ms)",
            number + 1,
            proof.kind.name(),
            proof.tree.plies(),
            start.elapsed().as_millis()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Task<'_> {
    /// Tries one kind after the other; a win counts only if it is proved.
    fn solve(&self, position: &Position, watch: &Watch) -> Outcome {
        let start = Instant::now();
        let mut outcome = Outcome {
            result: match () {
                () if reference::winner(position).is_some() => "over",
                () if !position.size().is_fast() => "too-large",
                () => "unknown",
            },
            kind: self.kinds[0],
            tree: None,
            nodes: 0,
            time: Duration::ZERO,
            checking: Duration::ZERO,
        };
        let kinds = if outcome.result == "unknown" { self.kinds } else { &[] };
        for &kind in kinds {
            let solution = prove(position, kind, &self.budget, watch);
            outcome.kind = kind;
            outcome.nodes += solution.nodes;
            outcome.checking += solution.checking;
            (outcome.result, outcome.tree) = match solution.answer {
                Answer::Win(tree) => ("win", Some(tree)),
                Answer::None => ("none", None),
                Answer::Unknown => ("unknown", None),
            };
            if outcome.tree.is_some() {
                break;
            }
        }
        outcome.time = start.elapsed();
        outcome
    }
}

impl Outcome {
    fn line(&self, position: &Position) -> Line {
        let line = self.tree.as_ref().map_or_else(Vec::new, |tree| longest_line(position, tree));
        Line {
            result: self.result,
            kind: self.kind.name(),
            plies: self.tree.as_ref().map_or(0, WinTree::plies),
            line: line.into_iter().map(|coord| [coord.x, coord.y]).collect(),
            nodes: self.nodes,
            time_ms: self.time.as_millis() as u64,
            time_us: self.time.as_micros() as u64,
            check_us: self.checking.as_micros() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::positions;

    fn told(line: &str, kinds: &[Kind]) -> String {
        let budget = Budget { nodes: Some(1_000_000), ..Budget::default() };
        let task = Task { kinds, budget, threads: 1 };
        let position = positions::parse(line).unwrap();
        let outcome = task.solve(&position, &Watch::default());
        let told = serde_json::to_string(&Line {
            nodes: 0,
            time_ms: 0,
            time_us: 0,
            check_us: 0,
            ..outcome.line(&position)
        });
        told.unwrap()
    }

    #[test]
    fn games_that_are_over_and_boards_that_are_too_large_are_told_as_such() {
        let over = r#"{"size":9,"black":[[0,0],[1,0],[2,0],[3,0],[4,0]],"white":[[0,1],[1,1],[2,1],[3,1]]}"#;
        let large = r#"{"size":23,"black":[[3,4],[4,4],[5,4]],"white":[[0,0],[8,0],[0,8]]}"#;
        for (line, result) in [(over, "over"), (large, "too-large")] {
            assert!(
                told(line, &[Kind::Vcf, Kind::Vct])
                    .starts_with(&format!(r#"{{"result":"{result}""#))
            );
        }
    }

    #[test]
    fn a_win_is_told_with_its_line_and_none_without() {
        let three = r#"{"rule":"freestyle","size":9,"black":[[3,4],[4,4],[5,4]],"white":[[0,0],[8,0],[0,8]]}"#;
        let line = told(three, &[Kind::Vcf]);
        assert!(line.starts_with(r#"{"result":"win","kind":"vcf","plies":3,"line":[["#), "{line}");
        assert_eq!(line.matches("],[").count(), 2);
        let empty = r#"{"size":9,"moves":[[4,4]]}"#;
        let none = r#"{"result":"none","kind":"vct","plies":0,"line":[],"nodes":0,"time_ms":0,"time_us":0,"check_us":0}"#;
        assert_eq!(told(empty, &[Kind::Vcf, Kind::Vct]), none);
    }
}
