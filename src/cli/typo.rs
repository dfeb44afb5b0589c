//! Mistyped commands and options of the brain.
//!
//! Managers start a brain without arguments or with some of their own, which it must ignore. None
//! of these looks like one of our commands or options: they are, for example, `--force-utf8`
//! (Yixin-Board) or a path. So a word that differs from ours by a letter or two is a user's mistake
//! wherever it comes from, and is refused even through a pipe; so is the second word of a command.
//! At a terminal there is no manager, so every unknown argument is a mistake.

use std::ffi::OsString;

use anyhow::{Result, bail};

use super::args::{BrainOption, option_of};
use super::refusal::misspelling;
use tengen_util::listed::listed;

/// Checks the arguments of a command line that does not begin with a command.
///
/// # Errors
/// For the first argument if it looks like a mistyped one of `commands` or is the last word of one
/// of `parts`, such as `games list`, and for any that looks like one of `options` (with hyphens); at
/// a terminal, for every unknown argument.
pub(super) fn check(
    args: &[OsString],
    commands: &[&str],
    parts: &[String],
    options: &[BrainOption],
    at_terminal: bool,
) -> Result<()> {
    let words: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
    let mut rest = args.iter().map(|arg| arg.to_string_lossy()).enumerate();
    while let Some((index, arg)) = rest.next() {
        let name = arg.split_once('=').map_or(&*arg, |(name, _)| name);
        if let Some((_, has_value)) = option_of(&arg, options) {
            if has_value {
                rest.next();
            }
        } else if arg.starts_with("--") {
            refuse("option", name, &words, at_terminal)?;
        } else if arg.starts_with('-') {
            if at_terminal {
                refuse("option", name, &words, true)?;
            }
        } else if index == 0 {
            refuse_part(&arg, parts)?;
            refuse("command", &arg, commands, at_terminal)?;
        } else if at_terminal {
            bail!("unexpected argument '{arg}' (see 'tengen help')");
        }
    }
    Ok(())
}

/// Refuses the last word of a command of two words.
fn refuse_part(seen: &str, parts: &[String]) -> Result<()> {
    let is_of = |part: &&String| part.split_once(' ').is_some_and(|(_, last)| last == seen);
    let meant: Vec<String> = parts.iter().filter(is_of).map(|part| format!("'{part}'")).collect();
    if meant.is_empty() {
        return Ok(());
    }
    bail!("unknown command '{seen}', did you mean {}?", listed(&meant, "or"))
}

/// Refuses a word that is similar to one of `known`; if `strictly`, any word.
fn refuse(what: &str, seen: &str, known: &[&str], strictly: bool) -> Result<()> {
    if let Some(sentence) = misspelling(what, seen, known) {
        bail!("{sentence}");
    }
    if strictly {
        let known = known.join(", ");
        bail!("unknown {what} '{seen}', expected one of {known} (see 'tengen help')");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMANDS: [&str; 5] = ["analyze", "brain", "match", "play", "tune"];

    fn checked(line: &str, at_terminal: bool) -> Result<(), String> {
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let option = |name: &str| BrainOption { name: name.to_owned(), takes_value: true };
        let options = ["--level", "--log"].map(option);
        let parts = ["games list", "games show", "book show"].map(str::to_owned);
        check(&args, &COMMANDS, &parts, &options, at_terminal).map_err(|error| error.to_string())
    }

    #[test]
    fn the_second_word_of_a_command_is_no_command() {
        for (line, meant) in [("list", "'games list'"), ("show 3", "'games show' or 'book show'")] {
            let error = checked(line, false).unwrap_err();
            assert!(error.ends_with(&format!("did you mean {meant}?")), "{line}: {error}");
        }
        assert_eq!(checked("x list", false), Ok(()));
    }

    #[test]
    fn misspelled_words_are_refused_everywhere() {
        for (line, meant) in [
            ("analyse", "analyze"),
            ("mach", "match"),
            ("Match x", "match"),
            ("paly", "play"),
            ("--levl easy", "--level"),
            ("--levl=easy", "--level"),
            ("--log x --lvel easy", "--level"),
        ] {
            for at_terminal in [false, true] {
                let error = checked(line, at_terminal).unwrap_err();
                assert!(error.ends_with(&format!("did you mean '{meant}'?")), "{line}: {error}");
            }
        }
    }

    #[test]
    fn what_managers_pass_is_refused_at_a_terminal_only() {
        for line in [
            "--force-utf8",
            "C:\\pbrain.exe",
            "/tmp/match",
            "15",
            "-x",
            "freestyle",
            "gomocup",
            "x --level easy",
            "a play",
        ] {
            assert_eq!(checked(line, false), Ok(()), "{line}");
            assert!(checked(line, true).is_err(), "{line}");
        }
    }

    #[test]
    fn a_value_is_not_an_option() {
        for line in ["", "--log --levl", "--log=--levl", "--level easy --log levl"] {
            assert_eq!(checked(line, true), Ok(()), "{line}");
        }
    }
}
