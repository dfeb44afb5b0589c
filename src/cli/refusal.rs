//! Errors of the argument parser in one line, like all other errors: what was seen, what was
//! expected.

use std::error::Error as _;
use std::iter;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use tengen_util::listed::listed;
use tengen_util::spelling::nearest;

/// The error as one line, without the program's name. `root` is the parser, `args` the command line
/// without the program's name.
pub(super) fn line(error: &Error, root: &Command, args: &[String]) -> String {
    let (path, command) = command_of(root, args);
    let help = format!("(see 'tengen help{path}')");
    let name = argument(error);
    let seen = text(error, ContextKind::InvalidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::NoEquals if seen.is_empty() => {
            format!("{name}: expected a value after it {help}")
        }
        ErrorKind::InvalidValue => invalid_value(error, &name, &seen),
        ErrorKind::ValueValidation => {
            let source = error.source().map_or_else(String::new, |source| reason(source, &seen));
            format!("{name}: {source}")
        }
        ErrorKind::UnknownArgument => unknown(command, &name, &help),
        ErrorKind::InvalidSubcommand => {
            let word = text(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            unknown_word(&word, command, &help)
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            format!("a command is missing, expected {} {help}", listed(&names_below(command), "or"))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = text(error, ContextKind::InvalidArg).unwrap_or_default();
            let missing = missing.split(", ").next().unwrap_or_default().to_owned();
            match option_that_needs(&missing, root, args) {
                Some(option) => format!("{option} needs {missing} {help}"),
                None => format!("{missing} is missing {help}"),
            }
        }
        ErrorKind::ArgumentConflict => {
            let other = text(error, ContextKind::PriorArg).unwrap_or_default();
            conflict(&name, first_word(&other), &help)
        }
        _ => format!("{} {help}", rendered(error)),
    }
}

/// An argument that cannot be used with another one; clap does not always name both.
fn conflict(name: &str, other: &str, help: &str) -> String {
    match (name, other) {
        _ if !name.is_empty() && name == other => {
            format!("{name}: given twice, expected once {help}")
        }
        ("", _) => format!("unexpected argument after {other} {help}"),
        (_, "") => format!("{name} cannot be used with the other arguments {help}"),
        _ => format!("{name} cannot be used with {other} {help}"),
    }
}

/// The words that lead to the intended command, each after a space, and that command.
fn command_of<'a>(root: &'a Command, args: &[String]) -> (String, &'a Command) {
    let (mut path, mut command) = (String::new(), root);
    for word in args {
        // `help COMMAND` is about the command.
        let Some(next) = command.find_subcommand(word).filter(|_| word != "help") else {
            continue;
        };
        path = format!("{path} {}", next.get_name());
        command = next;
    }
    (path, command)
}

/// The option of the command line without which nothing would be missing.
fn option_that_needs(missing: &str, root: &Command, args: &[String]) -> Option<String> {
    let (_, command) = command_of(root, args);
    args.iter().enumerate().find_map(|(at, word)| {
        let long = first_word(word).strip_prefix("--")?;
        let arg = command.get_arguments().find(|arg| arg.get_long() == Some(long))?;
        let is_next_its_value = arg.get_action().takes_values() && !word.contains('=');
        let after = at + 1 + usize::from(is_next_its_value);
        let rest = args.iter().take(at).chain(args.iter().skip(after));
        let line = iter::once("tengen").chain(rest.map(String::as_str));
        let error = root.clone().try_get_matches_from(line).err();
        let is_still_missing = error.is_some_and(|error| {
            error.kind() == ErrorKind::MissingRequiredArgument
                && text(&error, ContextKind::InvalidArg)
                    .is_some_and(|text| text.split(", ").any(|one| one == missing))
        });
        (!is_still_missing).then(|| format!("--{long}"))
    })
}

/// The name of the argument that is wrong, without its value.
fn argument(error: &Error) -> String {
    let name = text(error, ContextKind::InvalidArg).unwrap_or_default();
    match name.strip_prefix('<') {
        // A positional argument is named only by its value.
        Some(value) => value.split('>').next().unwrap_or_default().to_owned(),
        None => first_word(&name).to_owned(),
    }
}

fn first_word(text: &str) -> &str {
    let end = text.find(|letter: char| letter == '=' || letter.is_whitespace());
    text[..end.unwrap_or(text.len())].trim_end_matches(['[', ','])
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        other => Some(other.to_string()),
    }
}

fn invalid_value(error: &Error, name: &str, seen: &str) -> String {
    let known = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(known)) => known.clone(),
        _ => Vec::new(),
    };
    format!("{name}: seen '{seen}', expected {}", listed(&known, "or"))
}

fn unknown(command: &Command, name: &str, help: &str) -> String {
    let is_option = name.starts_with('-');
    if !is_option && command.has_subcommands() {
        return unknown_word(name, command, help);
    }
    if !is_option {
        return format!("unexpected argument '{name}' {help}");
    }
    // The parser's own suggestions are not similar: it suggests --book for --foo.
    let longs = command.get_arguments().filter_map(|arg| arg.get_long_and_visible_aliases());
    let known: Vec<String> = longs.flatten().map(|long| format!("--{long}")).collect();
    misspelling("option", name, &known).unwrap_or_else(|| format!("unknown option '{name}' {help}"))
}

/// The sentence that a word is a misspelling of a known one, if it looks like that.
pub(super) fn misspelling(what: &str, seen: &str, known: &[impl AsRef<str>]) -> Option<String> {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    let meant = nearest(seen, &known)?;
    Some(format!("unknown {what} '{seen}', did you mean '{meant}'?"))
}

fn unknown_word(word: &str, command: &Command, help: &str) -> String {
    let names = names_below(command);
    misspelling("command", word, &names).unwrap_or_else(|| match names.as_slice() {
        [] => format!("unexpected argument '{word}' {help}"),
        names => format!("unknown command '{word}', expected {} {help}", listed(names, "or")),
    })
}

/// A word after a command that is a misspelled command below it, where it could also be the name
/// of a file: no such file exists.
pub(super) fn misspelled(root: &Command, args: &[String]) -> Option<String> {
    let [first, second, ..] = args else { return None };
    let command = root.find_subcommand(first)?;
    let names = names_below(command);
    let is_word = !second.starts_with('-') && !names.contains(second);
    let is_mistake = is_word && !Path::new(second).exists();
    misspelling("command", second, &names).filter(|_| is_mistake)
}

/// The names of the visible subcommands.
fn names_below(command: &Command) -> Vec<String> {
    let shown = command.get_subcommands().filter(|below| !below.is_hide_set());
    shown.map(|below| below.get_name().to_owned()).collect()
}

/// Why a value was refused, with the value.
fn reason(source: &(dyn std::error::Error + 'static), seen: &str) -> String {
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        let expected = match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "a smaller number",
            IntErrorKind::Zero => "a whole number from 1",
            _ if seen.parse::<i64>().is_ok() => "a whole number that is not negative",
            _ => "a whole number",
        };
        return format!("seen '{seen}', expected {expected}");
    }
    if source.is::<ParseFloatError>() {
        return format!("seen '{seen}', expected a number");
    }
    let text = source.to_string();
    if let Some(range) = text.strip_prefix(&format!("{seen} is not in ")) {
        return format!("seen '{seen}', expected {}", range_in_words(range));
    }
    match text.contains(seen) {
        true => text,
        false => format!("seen '{seen}': {text}"),
    }
}

/// `1 to 99` for `1..=99`; an upper bound that is the type's maximum is left out.
fn range_in_words(range: &str) -> String {
    let (first, last) = range.split_once("..").unwrap_or((range, ""));
    match last.strip_prefix('=') {
        Some(last) if last != u64::MAX.to_string() => format!("{first} to {last}"),
        _ => format!("{first} or more"),
    }
}

/// The first line of the parser's own message.
fn rendered(error: &Error) -> String {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.trim_start_matches("error: ").to_owned()
}
