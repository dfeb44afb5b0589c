//! `tengen completions` and `tengen man`: the parser's definitions, for the shell and for `man`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;

/// Arguments of `tengen completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Arguments of `tengen man`.
#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// Write a page for every command into this directory, which is created if necessary.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Prints the script for a shell.
pub(super) fn completions(args: &CompletionsArgs, parser: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut shown(&parser), "tengen", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// Prints the page of the program, or writes those of all commands.
pub(super) fn man(args: &ManArgs, parser: Command) -> Result<()> {
    let Some(folder) = &args.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(shown(&parser)).render(&mut page)?;
        return Ok(io::stdout().write_all(&page)?);
    };
    let failed = || format!("cannot write '{}'", folder.display());
    fs::create_dir_all(folder).with_context(failed)?;
    clap_mangen::generate_to(shown(&parser), folder).with_context(failed)
}

/// The parser without the hidden commands. Without a command, the options of the brain apply.
fn shown(parser: &Command) -> Command {
    let below: Vec<Command> =
        parser.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    let about = parser.get_about().cloned().unwrap_or_default();
    let args: Vec<clap::Arg> = parser.get_arguments().cloned().collect();
    let of_brain = parser.find_subcommand("brain").into_iter().flat_map(Command::get_arguments);
    let of_brain = of_brain.filter(|arg| !arg.is_hide_set()).cloned();
    let of_brain = of_brain.map(|arg| arg.help_heading("Options of the engine"));
    let after = parser.get_after_help().cloned().unwrap_or_default();
    Command::new("tengen")
        .version(env!("CARGO_PKG_VERSION"))
        .about(about)
        .after_help(after)
        .args(args)
        .args(of_brain)
        .subcommands(below)
}
