//! `tengen launch-player`: the hidden step between the arena and a player, see
//! [`tengen_arena::player::launcher`].

use std::ffi::OsString;

use anyhow::{Context, Result};
use clap::Args;

use tengen_arena::player::launcher::become_player;

/// Arguments of `tengen launch-player`.
#[derive(Debug, Args)]
pub(super) struct LaunchArgs {
    /// The core to use
    #[arg(long)]
    core: Option<usize>,
    /// The player's command line
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

/// Becomes the player.
///
/// # Errors
/// Always: it returns only on failure.
pub(super) fn run(args: &LaunchArgs) -> Result<std::process::ExitCode> {
    let program = args.command.first().map(|word| word.to_string_lossy().into_owned());
    Err(become_player(args.core, &args.command)).with_context(|| program.unwrap_or_default())
}
