//! Parses the words of a command line into a command, or into a one-line error.

use std::ffi::OsString;
use std::io::{self, IsTerminal};

use anyhow::{Result, anyhow};
use clap::builder::styling::{AnsiColor, Effects, Styles};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use super::args::{BrainArgs, brain_words};
use super::commands::{Args, TengenCommand};
use super::topics::{self, TopicPage};
use super::{examples, refusal, statuses, typo};
use tengen_brain::command::{brain_options, lenient};

/// The result of parsing a command line.
pub(super) enum CommandLine {
    Command(Box<TengenCommand>),
    /// Text to print, such as help.
    Text(clap::Error),
    /// A page of help in short.
    Page(String),
}

/// Colors of help texts in a terminal.
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().effects(Effects::BOLD))
    .usage(AnsiColor::Yellow.on_default().effects(Effects::BOLD))
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// The parser of the command line: it accepts words in any case, and every help text ends with the
/// examples and the exit statuses.
pub(super) fn parser() -> clap::Command {
    finished(Args::command(), "").styles(STYLES).max_term_width(100)
}

/// Completes the command with this path, such as `games list`, and those below it.
fn finished(command: clap::Command, path: &str) -> clap::Command {
    let after = command.get_after_help().map(ToString::to_string);
    let after = after.unwrap_or_else(|| statuses::PLAIN.to_owned());
    let (text, statuses) = after.split_at(after.rfind("Exit status").unwrap_or(after.len()));
    let examples = examples::paragraph(path).map_or_else(String::new, |shown| shown + "\n");
    let after = format!("{text}{examples}{statuses}");
    command.after_help(after).mut_args(lenient).mut_subcommands(|below| {
        let path = format!("{path} {}", below.get_name());
        finished(below, path.trim_start())
    })
}

/// Reads a command line without the program's name. `at_terminal` is whether a person types the
/// input: a manager uses a pipe.
///
/// # Errors
/// With one line: what was seen, what was expected.
pub(super) fn read(args: &[OsString], at_terminal: bool) -> Result<CommandLine> {
    // As managers start the brain: there is nothing to check, and the parser of all commands would
    // cost a few milliseconds and MiB.
    if args.is_empty() {
        return Ok(CommandLine::Command(Box::new(TengenCommand::Brain(BrainArgs::default()))));
    }
    let parser = parser();
    let commands: Vec<&str> = parser.get_subcommands().map(clap::Command::get_name).collect();
    let first = args.first().and_then(|first| first.to_str());
    let is_known = first.is_some_and(|first| {
        ["help", "-h", "--help", "-V", "--version"].contains(&first) || commands.contains(&first)
    });
    if is_known {
        return parse(args.to_vec());
    }
    if at_terminal && args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return parse(vec!["--help".into()]);
    }
    let options = brain_options(&parser);
    let shown = parser.get_subcommands().filter(|command| !command.is_hide_set());
    let shown: Vec<&str> = shown.map(clap::Command::get_name).chain(["help"]).collect();
    typo::check(args, &shown, &two_words(&parser), &options, at_terminal)?;
    parse(brain_words(args, &options))
}

/// The commands of two words, such as `games list`.
fn two_words(parser: &clap::Command) -> Vec<String> {
    let of = |command: &clap::Command| {
        let first = command.get_name().to_owned();
        let seconds =
            command.get_subcommands().map(|second| format!("{first} {}", second.get_name()));
        seconds.collect::<Vec<_>>()
    };
    parser.get_subcommands().flat_map(of).collect()
}

fn parse(args: Vec<OsString>) -> Result<CommandLine> {
    let words: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let line = [OsString::from("tengen")].into_iter().chain(args);
    let mut parser = parser();
    match topics::page(&parser, &words) {
        Some(TopicPage::Short(page)) => return Ok(CommandLine::Page(page)),
        Some(TopicPage::Group(parser, words)) => {
            let line = ["tengen".to_owned()].into_iter().chain(words);
            return match parser.try_get_matches_from(line) {
                Err(text) => Ok(CommandLine::Text(text)),
                Ok(_) => Err(anyhow!("no page of help")),
            };
        }
        None => {}
    }
    let unknown = topics::unknown_page(&parser, &words);
    if let Some(error) = unknown.or_else(|| refusal::misspelled(&parser, &words)) {
        return Err(anyhow!("{error}"));
    }
    let parsed = parser
        .try_get_matches_from_mut(line)
        .and_then(|matches| Args::from_arg_matches(&matches).map(|args| args.command));
    match parsed {
        Ok(command) => Ok(CommandLine::Command(Box::new(command))),
        Err(text) if matches!(text.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Ok(CommandLine::Text(text))
        }
        Err(error) => Err(anyhow!("{}", refusal::line(&error, &parser, &words))),
    }
}

/// Whether a person types the input.
pub(super) fn is_typed() -> bool {
    io::stdin().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &str) -> String {
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        match read(&args, false) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{line} is accepted"),
        }
    }

    #[track_caller]
    fn assert_refused(line: &str, expected: &str) {
        let error = refused(line);
        assert!(error.starts_with(expected), "{line}: {error}");
        assert_eq!(error.lines().count(), 1, "{line}: {error}");
    }

    #[test]
    fn every_command_is_well_formed() {
        parser().debug_assert();
    }

    /// The pages that are shown, by their paths.
    fn pages(command: &clap::Command, path: &str) -> Vec<String> {
        let shown = command.get_subcommands().filter(|below| !below.is_hide_set());
        let below = shown
            .flat_map(|below| pages(below, format!("{path} {}", below.get_name()).trim_start()));
        [path.to_owned()].into_iter().chain(below).collect()
    }

    #[test]
    fn every_help_page_has_examples_that_are_accepted() {
        for page in pages(&parser(), "") {
            let examples = examples::of(&page);
            assert!(!examples.is_empty(), "tengen help {page}: no example");
            for (line, _) in examples {
                // Without what stands before and after a pipe, or a file.
                let line = line.split_once("| ").map_or(*line, |(_, after)| after);
                let line = line.split(" > ").next().unwrap();
                let words = line.strip_prefix("tengen ").unwrap();
                let is_of_page = page.is_empty() || page == "brain" || words.starts_with(&page);
                assert!(is_of_page, "tengen help {page}: {line}");
                let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
                let read = read(&words, false);
                assert!(matches!(read, Ok(CommandLine::Command(_))), "{line}: {:?}", read.err());
            }
            let shown = examples::paragraph(&page).unwrap();
            let widest = shown.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= 80, "tengen help {page}: wider than a terminal:\n{shown}");
        }
    }

    fn page(line: &str) -> String {
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        match read(&args, false).unwrap_or_else(|error| panic!("{line}: {error}")) {
            CommandLine::Page(text) => text,
            CommandLine::Text(text) => text.to_string(),
            CommandLine::Command(_) => panic!("{line} is a command"),
        }
    }

    #[test]
    fn a_command_with_many_options_has_a_short_page_and_one_for_each_group() {
        let short = page("help match");
        assert_eq!(page("match -h"), short);
        assert!(short.lines().count() < 80, "{}:\n{short}", short.lines().count());
        let widest = short.lines().map(|line| line.chars().count()).max().unwrap();
        let is_cut = short.lines().any(|line| line.ends_with('…'));
        assert!(widest <= 80 && !is_cut, "{widest}:\n{short}");
        let whole = page("match --help");
        let of = |page: &str| -> std::collections::BTreeSet<String> {
            let words = page.split_whitespace().filter(|word| word.starts_with("--"));
            words.map(|word| word.split(['[', '<', '=']).next().unwrap().to_owned()).collect()
        };
        let options = parser();
        let options = options.find_subcommand("match").unwrap().get_arguments();
        for long in options.filter_map(clap::Arg::get_long).filter(|long| *long != "help") {
            let option = format!("--{long}");
            assert!(of(&whole).contains(&option), "{option}");
            assert!(of(&short).contains(&option), "{option}");
        }
        let openings = page("help match openings");
        assert!(openings.contains("Offsets (0,0, 1,-2), names (h8i9)"), "{openings}");
        assert!(!openings.contains("--tc") && openings.lines().count() < 40, "{openings}");
    }

    #[test]
    fn a_brain_without_arguments_has_the_defaults_of_the_parser() {
        let Ok(CommandLine::Command(command)) = parse(vec!["brain".into()]) else {
            panic!("a command was expected");
        };
        let TengenCommand::Brain(brain) = *command else { panic!("a brain was expected") };
        assert_eq!(brain, BrainArgs::default());
    }

    #[test]
    fn every_refusal_is_one_line_with_what_was_expected() {
        let rules = "--rule: seen 'go', expected freestyle, standard, renju, caro or caro-exact";
        assert_refused("judge --rule go", rules);
        assert_refused("judge --sise 15", "unknown option '--sise', did you mean '--size'?");
        assert_refused("analyze --dept 3", "unknown option '--dept', did you mean '--depth'?");
        assert_refused("analyze --xyzzy", "unknown option '--xyzzy' (see 'tengen help analyze')");
        assert_refused("analyze --depth", "--depth: expected a value after it");
        assert_refused("analyze --depth x", "--depth: seen 'x', expected a whole number");
        assert_refused("analyze --depth 0", "--depth: seen '0', expected 1 to 99");
        assert_refused("analyze --depth -1", "--depth: seen '-1', expected 1 to 99");
        assert_refused("analyze --nodes -1", "--nodes: seen '-1', expected a whole number that");
        assert_refused("analyze --foo", "unknown option '--foo' (see 'tengen help analyze')");
        assert_refused("help brain --x", "unexpected argument '--x' (see 'tengen help brain')");
        assert_refused("solve --nodes 0", "--nodes: seen '0', expected 1 or more");
        assert_refused("help analyse", "unknown command 'analyse', did you mean 'analyze'?");
        assert_refused("solve verfy x.jsonl", "unknown command 'verfy', did you mean 'verify'?");
        assert_refused("solve verfy", "unknown command 'verfy', did you mean 'verify'?");
        assert_refused("solve --kind vcx", "--kind: seen 'vcx', expected vcf or vct");
        assert_refused("solve --all --defend", "--all cannot be used with --defend");
        assert_refused("solve --tree", "--tree needs --board (see 'tengen help solve')");
        assert_refused("solve --nodes 9 --tree", "--tree needs --board");
        assert_refused("--level eazy", "--level: seen 'eazy', expected 1, 2, ");
        assert_refused("--reserve-ms=-1", "--reserve-ms: seen '-1', expected a whole number");
        assert_refused("--log", "--log: expected a value after it");
    }

    #[test]
    fn a_page_of_help_that_there_is_not_names_those_that_there_are() {
        let seen = refused("help match openngs");
        let expected =
            "unknown page 'openngs' of help match (did you mean 'openings'?), expected openings, ";
        assert!(seen.starts_with(expected), "{seen}");
        let seen = refused("help match nonsense");
        assert!(seen.starts_with("unknown page 'nonsense' of help match, expected "), "{seen}");
        for topic in ["openings", "players", "report"] {
            assert!(seen.contains(topic), "{topic}: {seen}");
        }
        assert_refused(
            "help match openings more",
            "unexpected argument 'more' after help match openings",
        );
        let one = "unknown page 'x' of help judge, which has one page: tengen help judge";
        assert_refused("help judge x", one);
        assert_refused("help games lst", "unknown page 'lst' of help games (did you mean 'list'?)");
    }

    #[test]
    fn refusals_of_commands_below_a_command_name_the_others() {
        assert_refused("games lst", "unknown command 'lst', did you mean 'list'?");
        assert_refused("match reprot x", "unknown command 'reprot', did you mean 'report'?");
        assert_refused("games zzz", "unknown command 'zzz', expected list, show, ");
        assert_refused("games", "a command is missing, expected list, show, ");
        assert_refused("games show", "<N>... is missing (see 'tengen help games show')");
        assert_refused("games show x", "N: seen 'x', expected a whole number");
        assert_refused("play --size 4", "--size: ");
    }

    #[test]
    fn a_brain_takes_its_options_and_ignores_what_managers_add() {
        let line = "--force-utf8 --log=a.log x --book b --book-learn --reserve-ms 50 --level EASY";
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let Ok(CommandLine::Command(command)) = read(&args, false) else {
            panic!("a command was expected");
        };
        let TengenCommand::Brain(brain) = *command else { panic!("a brain was expected") };
        assert_eq!(brain.log, Some("a.log".into()));
        assert_eq!(brain.reserve_ms, Some(50));
        assert_eq!(brain.level, Some(tengen_engine::engine::Level::Easy));
    }
}
