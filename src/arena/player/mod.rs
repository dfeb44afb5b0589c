//! One player: its process, its memory, the dialogue with it, and its faults.

pub(crate) mod answers;
pub(crate) mod commands;
#[cfg(target_os = "linux")]
pub(crate) mod descendants;
pub(crate) mod dialogue;
pub(crate) mod fault;
pub mod launcher;
pub(crate) mod manager_options;
#[cfg(unix)]
pub(crate) mod memory;
pub mod process;
pub(crate) mod process_group;
pub(crate) mod search_info;
pub(crate) mod spec;
pub(crate) mod transcript;

pub use dialogue::{Deadline, LaunchOptions, PlayerAnswer, PlayerClient};
pub(crate) use fault::PlayerFault;
pub use launcher::Launcher;
pub(crate) use manager_options::{LineEnd, ManagerOptions, Order};
pub use process_group::end_players;
pub use spec::{PlayLimits, PlayerSpec};
pub(crate) use transcript::Transcript;
