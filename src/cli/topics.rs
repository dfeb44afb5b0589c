//! Help by topics. A command with groups of options has a short page, with a line for each option,
//! and a page for each group; `--help` shows everything.

use std::fmt::Write as _;

use clap::{Arg, Command};
use tengen_util::listed::listed;
use tengen_util::spelling;

/// Columns of an option and its value; a longer one is shown without its value.
const OPTION: usize = 26;
/// Columns of a page.
const PAGE: usize = 80;

/// A page of help that the words of a command line ask for.
#[derive(Debug)]
pub(super) enum TopicPage {
    /// The short page of a command, as text.
    Short(String),
    /// The options of one group in full: the command, and the words that print its page.
    Group(Box<Command>, Vec<String>),
}

/// The page for the words `help COMMAND`, `help COMMAND TOPIC` or `COMMAND -h`, if the command has
/// topics and this is one of them.
pub(super) fn page(parser: &Command, words: &[String]) -> Option<TopicPage> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["help", name] | [name, "-h"] => {
            let command = parser.find_subcommand(name)?;
            let topics = topics(command);
            (!topics.is_empty()).then(|| TopicPage::Short(short(command, &topics)))
        }
        ["help", name, topic] => {
            let command = parser.find_subcommand(name)?;
            let heading = topics(command).into_iter().find(|heading| word(heading) == *topic)?;
            let whole = parser.clone().mut_subcommand(name, |command| only(command, &heading));
            let words = [(*name).to_owned(), "--help".to_owned()];
            Some(TopicPage::Group(Box::new(whole), words.into()))
        }
        _ => None,
    }
}

/// Why there is no page for the words `help COMMAND … WORD`, with the pages that there are; `None` if the
/// words are about a command.
pub(super) fn unknown_page(parser: &Command, words: &[String]) -> Option<String> {
    let (help, rest) = words.split_first()?;
    let (mut command, mut path) = (parser, "help".to_owned());
    for (index, seen) in rest.iter().enumerate() {
        if let Some(below) = command.find_subcommand(seen) {
            command = below;
            path = format!("{path} {seen}");
            continue;
        }
        if index == 0 || help != "help" || seen.starts_with('-') {
            return None;
        }
        let is_topic = topics(command).iter().any(|topic| word(topic) == *seen);
        return Some(match rest.get(index + 1).filter(|_| is_topic) {
            Some(more) => format!("unexpected argument '{more}' after {path} {seen}"),
            None => no_page(command, &path, seen),
        });
    }
    None
}

/// `unknown page 'openngs' of help match (did you mean 'openings'?), expected openings, engines or …`.
fn no_page(command: &Command, path: &str, seen: &str) -> String {
    let shown = command.get_subcommands().filter(|below| !below.is_hide_set());
    let below = shown.map(|below| below.get_name().to_owned());
    let pages: Vec<String> = topics(command).iter().map(|topic| word(topic)).chain(below).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    if pages.is_empty() {
        return format!("unknown page '{seen}' of {path}, which has one page: tengen {path}");
    }
    let (meant, pages) = (spelling::hint(seen, &pages), spelling::by_nearness(seen, &pages));
    format!("unknown page '{seen}' of {path}{meant}, expected {}", listed(&pages, "or"))
}

/// The headings of a command's options, in their order.
fn topics(command: &Command) -> Vec<String> {
    let mut topics: Vec<String> = Vec::new();
    for heading in command.get_arguments().filter_map(Arg::get_help_heading) {
        if !topics.iter().any(|topic| topic == heading) {
            topics.push(heading.to_owned());
        }
    }
    topics
}

/// The word for a topic.
fn word(heading: &str) -> String {
    heading.to_lowercase()
}

/// The command with the options of one group alone.
fn only(command: Command, heading: &str) -> Command {
    let command = command.mut_args(|arg| {
        let is_shown = arg.get_help_heading() == Some(heading);
        if is_shown { arg } else { arg.hide(true) }
    });
    command.mut_subcommands(|below| below.hide(true)).after_help("").after_long_help("")
}

/// The short page: what the command does, how it is called, and its options by topics.
fn short(command: &Command, topics: &[String]) -> String {
    let name = command.get_name();
    let mut page = command.get_about().map(|about| format!("{about}\n\n")).unwrap_or_default();
    let usage = command.clone().bin_name(format!("tengen {name}")).render_usage();
    let _ = writeln!(page, "{usage}\n");
    for below in command.get_subcommands() {
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        row(&mut page, &format!("tengen {name} {}", below.get_name()), &about);
    }
    for topic in topics {
        let _ = writeln!(page, "\n{topic} (tengen help {name} {}):", word(topic));
        let of_topic = |arg: &&Arg| arg.get_help_heading() == Some(topic) && !arg.is_hide_set();
        for arg in command.get_arguments().filter(of_topic) {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            row(&mut page, &option(arg), &help);
        }
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = after.find("Examples:").map_or("", |at| &after[at..]);
    let examples = examples.split("\nExit status").next().unwrap_or_default().trim_end();
    let _ = writeln!(
        page,
        "\n{examples}\n\nEverything in full, with the exit statuses: tengen {name} --help"
    );
    page
}

/// An option with its value, if that is short.
fn option(arg: &Arg) -> String {
    let value = arg.get_value_names().and_then(|names| names.first().cloned());
    let Some(long) = arg.get_long() else {
        return value.map_or_else(|| arg.get_id().to_string(), |value| value.to_string());
    };
    let name = format!("--{long}");
    let takes_value =
        arg.get_action().takes_values() && arg.get_num_args().is_none_or(|n| n.min_values() > 0);
    match value.filter(|_| takes_value) {
        Some(value) if name.len() + value.len() + 3 <= OPTION => format!("{name} <{value}>"),
        _ => name,
    }
}

/// A line: what stands at the left, and the first words about it that fit.
fn row(page: &mut String, left: &str, about: &str) {
    let about = about.lines().next().unwrap_or_default();
    let all = PAGE.saturating_sub(OPTION + 4);
    // A cut leaves room for its sign.
    let room = if about.chars().count() <= all { all } else { all - 2 };
    let mut shown = String::new();
    for word in about.split_whitespace() {
        if shown.chars().count() + 1 + word.chars().count() > room {
            shown.push_str(" …");
            break;
        }
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
    }
    let _ = writeln!(page, "  {left:OPTION$} {shown}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_into_a_line_is_cut_between_words() {
        let shown = |about: &str| {
            let mut page = String::new();
            row(&mut page, "--option <N>", about);
            page
        };
        let room = PAGE - OPTION - 4;
        let words = "word ".repeat(room / 5);
        let whole = format!("{words}{}", "x".repeat(room % 5));
        assert_eq!(shown(&whole), format!("  {:OPTION$} {}\n", "--option <N>", whole.trim_end()));
        let cut = shown(&format!("{whole} more words than fit"));
        let line = cut.trim_end();
        assert!(line.ends_with("word …") && line.chars().count() < PAGE, "{line}");
        // Only the first line, and no half of a word.
        assert_eq!(shown("first\nsecond").split_whitespace().last(), Some("first"));
        assert!(shown(&"x".repeat(PAGE)).trim_end().ends_with('…'));
    }
}
