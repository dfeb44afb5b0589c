//! The brain as a program: its options, and the commands of the lean build.
//!
//! `tengen` without its tools is a brain for tournaments. It has three commands: `brain`, which is
//! what it does without arguments too, `bench`, and `--version`.

pub mod args;
pub mod bench;
pub mod version;
pub mod words;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use self::args::{BrainArgs, BrainOption, brain_words};
use self::bench::BenchArgs;
use crate::protocol;
use tengen_util::process_limits;

/// The commands of the lean build.
#[derive(Debug, Parser)]
#[command(
    name = "tengen",
    version,
    long_version = version::LONG,
    about = "A Gomoku and Renju engine: the lean brain"
)]
struct LeanArgs {
    #[command(subcommand)]
    command: LeanCommand,
}

#[derive(Debug, Subcommand)]
enum LeanCommand {
    /// Speak the Piskvork protocol, as without a command.
    Brain(BrainArgs),
    /// Search fixed positions of all rules; print the speed and a signature of the search.
    Bench(BenchArgs),
}

/// Runs the lean build with the arguments of the process. `start_log` is called once, with the log
/// file if one was named.
///
/// # Errors
/// With a message for one line on stderr.
pub fn run_lean(start_log: fn(Option<&Path>) -> Result<()>) -> Result<()> {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let Some(command) = read(args, io::stdin().is_terminal())? else { return Ok(()) };
    let log = match &command {
        LeanCommand::Brain(args) => args.log.clone(),
        LeanCommand::Bench(_) => None,
    };
    start_log(log.as_deref())?;
    tengen_records::book::store::log_panics();
    process_limits::report_file_size_limit().context("SIGXFSZ")?;
    let ran = match command {
        LeanCommand::Brain(args) => run_brain(&args, "This build has no other commands but bench."),
        LeanCommand::Bench(args) => check_address_space().and_then(|()| args.run()),
    };
    // A reader that closes the pipe (`| head`) is not an error.
    ran.or_else(|error| if is_broken_pipe(&error) { Ok(()) } else { Err(error) })
}

/// Whether an error says that the reader of stdout has closed it.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Checks that the engine can start in the address space of this process.
///
/// # Errors
/// If it is too small: without the check, the program would abort at the first allocation that fails.
pub fn check_address_space() -> Result<()> {
    Ok(process_limits::check_address_space()?)
}

/// Speaks the protocol on stdin and stdout. `hint` is what a person who started it at a terminal is
/// told beside what it waits for.
///
/// # Errors
/// If an option has a value that cannot be used, or answers could not be sent.
pub fn run_brain(args: &BrainArgs, hint: &str) -> Result<()> {
    check_address_space()?;
    let options = args.options()?;
    banner(hint);
    Ok(protocol::run(options)?)
}

/// Reads a command line; `None` if all there is to do was to print a text. What a manager adds to
/// the brain's options is ignored; a person who types a command that is not here is told.
fn read(args: Vec<OsString>, is_typed: bool) -> Result<Option<LeanCommand>> {
    let parser = LeanArgs::command().mut_subcommands(|command| command.mut_args(lenient));
    let known = ["bench", "brain", "help", "-h", "--help", "-V", "--version"];
    let is_known = |word: &OsString| word.to_str().is_some_and(|word| known.contains(&word));
    let options = brain_options(&parser);
    let words = match args.first() {
        Some(first) if is_known(first) => args,
        Some(first) if is_typed && !first.to_string_lossy().starts_with("--") => bail!(
            "unknown command '{}', expected brain, bench or --version (the other commands are not in this build)",
            first.to_string_lossy()
        ),
        _ => brain_words(&args, &options),
    };
    let line = [OsString::from("tengen")].into_iter().chain(words);
    match parser.try_get_matches_from(line).and_then(|matches| LeanArgs::from_arg_matches(&matches))
    {
        Ok(args) => Ok(Some(args.command)),
        Err(text) if !text.use_stderr() => {
            text.print()?;
            Ok(None)
        }
        Err(error) => {
            let text = error.render().to_string();
            let first = text.lines().next().unwrap_or_default();
            bail!("{}", first.strip_prefix("error: ").unwrap_or(first))
        }
    }
}

/// The argument as all commands take it: a word in any case, and a negative number as a value out of
/// range, not an unknown option.
pub fn lenient(arg: clap::Arg) -> clap::Arg {
    if !arg.get_action().takes_values() {
        return arg;
    }
    let is_choice = !arg.get_possible_values().is_empty();
    arg.ignore_case(is_choice).allow_negative_numbers(true)
}

/// The options of the brain in a parser that has the command `brain`.
pub fn brain_options(parser: &Command) -> Vec<BrainOption> {
    let brain = parser.find_subcommand("brain");
    let of = |arg: &clap::Arg| {
        let takes_value = arg.get_action().takes_values();
        let longs = arg.get_long_and_visible_aliases().unwrap_or_default().into_iter();
        let longs = longs.filter(|long| *long != "help");
        longs.map(|long| BrainOption { name: format!("--{long}"), takes_value }).collect::<Vec<_>>()
    };
    brain.into_iter().flat_map(Command::get_arguments).flat_map(of).collect()
}

/// Explains what a brain is, if a user started it at a terminal. Managers and scripts use pipes and
/// do not get it.
fn banner(hint: &str) {
    let mut stderr = io::stderr();
    if io::stdin().is_terminal() && stderr.is_terminal() {
        // A hint is optional: ignore write errors.
        let _ = writeln!(
            stderr,
            "Tengen {}, a Gomoku and Renju engine, waits for commands of the Piskvork protocol (START 15, BEGIN, END).\n\
             {hint}",
            env!("CARGO_PKG_VERSION")
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str, is_typed: bool) -> Result<Option<LeanCommand>> {
        read(line.split_whitespace().map(OsString::from).collect(), is_typed)
    }

    #[test]
    fn a_lean_brain_takes_its_options_and_ignores_what_managers_add() {
        let line = "--force-utf8 --log=a.log x --book b --reserve-ms 50 --level EASY";
        let Ok(Some(LeanCommand::Brain(brain))) = read_line(line, false) else {
            panic!("a brain was expected");
        };
        assert_eq!(brain.log, Some("a.log".into()));
        assert_eq!(brain.reserve_ms, Some(50));
        assert_eq!(brain.level, Some(tengen_engine::engine::Level::Easy));
    }

    #[test]
    fn a_lean_brain_says_what_it_has_not() {
        let error = read_line("analyze", true).unwrap_err().to_string();
        assert!(error.starts_with("unknown command 'analyze'"), "{error}");
        assert!(matches!(read_line("analyze", false), Ok(Some(LeanCommand::Brain(_)))));
        assert!(matches!(read_line("bench --depth 3", false), Ok(Some(LeanCommand::Bench(_)))));
        let error = read_line("--level eazy", false).unwrap_err().to_string();
        assert!(error.starts_with("invalid value 'eazy' for '--level <LEVEL>'"), "{error}");
    }
}
