//! `tengen demo …`: the teaching programs at the terminal. Turns arguments into calls of `demos`
//! and passes them stdin and stdout; knows nothing about games itself.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};

use tengen_demos::ask::{Who, grouped};
use tengen_demos::method;
use tengen_demos::selective::{Ideas, RATED_DEPTH};
use tengen_demos::settings::SearchSettings;
use tengen_demos::tictactoe::{self, brain, count, show as trace};
use tengen_demos::tree::{GivenTree, show as story};
use tengen_demos::xiangqi::{Xiangqi, check::perft, compare, fen, session};

/// The arguments of `tengen demo`.
#[derive(Debug, Args)]
pub(super) struct DemoArgs {
    #[command(subcommand)]
    demo: Demo,
}

#[derive(Debug, Subcommand)]
enum Demo {
    /// Tic-tac-toe, searched to its end: play, count, draw the tree, or be a brain.
    Tictactoe(TicTacToeArgs),
    /// A tree given on paper: its values, and alpha-beta step by step.
    Tree(TreeArgs),
    /// Chinese chess: play, count the games, compare the searches.
    Xiangqi(XiangqiArgs),
}

#[derive(Debug, Args)]
struct TicTacToeArgs {
    /// Print the size of the game and the nodes that each method visits.
    #[arg(long, group = "what")]
    count: bool,
    /// Print the tree of the first N plies with values and cut branches.
    #[arg(long, value_name = "N", group = "what")]
    trace: Option<usize>,
    /// Speak the Piskvork protocol on a 3x3 board.
    #[arg(long, group = "what")]
    brain: bool,
    /// Who plays ×, the side that moves first.
    #[arg(long, value_enum, default_value_t = DemoPlayer::Person, conflicts_with_all = ["count", "trace", "brain"])]
    x: DemoPlayer,
    /// Who plays ○.
    #[arg(long, value_enum, default_value_t = DemoPlayer::Computer, conflicts_with_all = ["count", "trace", "brain"])]
    o: DemoPlayer,
    /// How the computer searches.
    #[arg(long, value_enum, default_value_t = DemoMethod::AlphaBeta, conflicts_with_all = ["count", "brain"])]
    method: DemoMethod,
    /// Use a table of seen positions.
    #[arg(long, conflicts_with_all = ["count", "brain"])]
    table: bool,
    /// Continue after a win is found, instead of ending the branch early.
    #[arg(long, conflicts_with_all = ["count", "brain"])]
    whole: bool,
}

#[derive(Debug, Args)]
struct TreeArgs {
    /// Indented text or JSON, - for stdin; without it, the textbook example.
    file: Option<String>,
}

#[derive(Debug, Args)]
struct XiangqiArgs {
    /// Count the games of 1 to N plies.
    #[arg(long, value_name = "N", group = "what", value_parser = clap::value_parser!(u32).range(1..))]
    perft: Option<u32>,
    /// Search one position by every method, with and without the two ideas, and count the nodes.
    #[arg(long, group = "what")]
    compare: bool,
    /// Show the position in which a narrow width misses a win.
    #[arg(long, group = "what")]
    missed: bool,
    /// The starting position.
    #[arg(long, default_value = fen::START, conflicts_with = "missed")]
    fen: String,
    /// Who plays red, the side that moves first.
    #[arg(long, value_enum, default_value_t = DemoPlayer::Person, conflicts_with_all = ["perft", "compare", "missed"])]
    red: DemoPlayer,
    /// Who plays black.
    #[arg(long, value_enum, default_value_t = DemoPlayer::Computer, conflicts_with_all = ["perft", "compare", "missed"])]
    black: DemoPlayer,
    /// Plies that the computer looks ahead.
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with_all = ["perft", "missed"], value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Try the moves in generated order, not ordered by a search two plies shallower; from a depth
    /// of 3.
    #[arg(long, conflicts_with_all = ["perft", "compare", "missed"])]
    no_order: bool,
    /// Search only the best N moves of a position; from a depth of 3.
    #[arg(long, value_name = "N", conflicts_with = "perft")]
    width: Option<NonZeroUsize>,
    /// Leave a game undecided after N plies.
    #[arg(long, value_name = "N", default_value_t = 400, conflicts_with_all = ["perft", "compare", "missed"])]
    plies: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DemoPlayer {
    Person,
    Computer,
}

impl From<DemoPlayer> for Who {
    fn from(player: DemoPlayer) -> Who {
        match player {
            DemoPlayer::Person => Who::Person,
            DemoPlayer::Computer => Who::Computer,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DemoMethod {
    Minimax,
    Negamax,
    #[value(name = "alphabeta", alias = "alpha-beta")]
    AlphaBeta,
}

impl From<DemoMethod> for method::Method {
    fn from(method: DemoMethod) -> method::Method {
        match method {
            DemoMethod::Minimax => method::Method::Minimax,
            DemoMethod::Negamax => method::Method::Negamax,
            DemoMethod::AlphaBeta => method::Method::AlphaBeta,
        }
    }
}

/// Runs a demonstrator on stdin and stdout.
///
/// # Errors
/// If a file or an argument is bad, or reading or writing fails.
pub(super) fn run(args: &DemoArgs) -> Result<()> {
    run_on(args, &mut io::stdin().lock(), &mut io::stdout().lock())
}

fn run_on(args: &DemoArgs, input: &mut impl BufRead, output: &mut impl Write) -> Result<()> {
    match &args.demo {
        Demo::Tictactoe(args) => run_tictactoe(args, input, output),
        Demo::Tree(args) => run_tree(args, input, output),
        Demo::Xiangqi(args) => run_xiangqi(args, input, output),
    }
}

fn run_tictactoe(
    args: &TicTacToeArgs,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<()> {
    let method = args.method.into();
    let settings = SearchSettings {
        stop_at_best: !args.whole,
        table: args.table,
        ..SearchSettings::default()
    };
    if args.count {
        count::write_page(output)?;
    } else if let Some(plies) = args.trace {
        // Many short lines: buffer them.
        let mut output = io::BufWriter::new(output);
        trace::write_trace(plies, method, settings, &mut output)?;
        output.flush()?;
    } else if args.brain {
        brain::run(input, output)?;
    } else {
        let (cross, nought) = (args.x.into(), args.o.into());
        let options = tictactoe::session::TicTacToeOptions { cross, nought, method, settings };
        tictactoe::session::play(options, input, output)?;
    }
    Ok(())
}

fn run_tree(args: &TreeArgs, input: &mut impl Read, output: &mut impl Write) -> Result<()> {
    let (name, text) = match args.file.as_deref() {
        None => ("the example", GivenTree::EXAMPLE.to_owned()),
        Some("-") => {
            let mut text = String::new();
            input.read_to_string(&mut text).context("cannot read a tree from stdin")?;
            ("stdin", text)
        }
        Some(file) => {
            (file, fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?)
        }
    };
    let tree = GivenTree::read(&text).map_err(|error| match error.line {
        Some(line) => anyhow!("{name}:{line}: {error}"),
        None => anyhow!("{name}: {error}"),
    })?;
    story::write_story(&tree, output)?;
    Ok(())
}

fn run_xiangqi(
    args: &XiangqiArgs,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<()> {
    let game = Xiangqi::from_fen(&args.fen).with_context(|| format!("--fen '{}'", args.fen))?;
    check_ideas(args)?;
    let ideas = Ideas { order: !args.no_order, width: args.width };
    if let Some(plies) = args.perft {
        write_perft(&game, plies, output)?;
    } else if args.compare {
        compare::write_page(game, args.depth, args.width, output)?;
    } else if args.missed {
        compare::write_missed(args.width, output)?;
    } else {
        let (red, black) = (args.red.into(), args.black.into());
        let (depth, most_plies) = (args.depth, args.plies);
        let options = session::XiangqiOptions { red, black, depth, ideas, most_plies };
        session::play(game, options, input, output)?;
    }
    Ok(())
}

/// Refuses options of the two ideas that have no effect at this depth.
fn check_ideas(args: &XiangqiArgs) -> Result<()> {
    let ideas = [("--width", args.width.is_some()), ("--no-order", args.no_order)];
    match ideas.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) if args.depth < RATED_DEPTH => bail!(
            "{option} with --depth {}, expected a depth of {RATED_DEPTH} or more: moves are rated only there",
            args.depth
        ),
        _ => Ok(()),
    }
}

/// One line for each number of plies, as soon as it is known.
fn write_perft(game: &Xiangqi, plies: u32, output: &mut impl Write) -> Result<()> {
    let mut board = game.board().clone();
    for plies in 1..=plies {
        let start = Instant::now();
        let games = grouped(perft(&mut board, plies));
        let seconds = start.elapsed().as_secs_f64();
        writeln!(output, "perft {plies} = {games}  ({seconds:.2} s)")?;
        output.flush()?;
    }
    Ok(())
}
