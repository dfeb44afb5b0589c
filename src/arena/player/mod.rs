//! One player: its process, its memory, the dialogue with it, and its faults.

pub mod answers;
pub mod commands;
pub mod dialogue;
pub mod fault;
pub mod launcher;
pub mod manager_options;
#[cfg(unix)]
pub mod memory;
pub mod process;
pub mod process_group;
pub mod search_info;
pub mod spec;
pub mod transcript;

pub use dialogue::{Deadline, LaunchOptions, PlayerAnswer, PlayerClient};
pub use fault::PlayerFault;
pub use launcher::Launcher;
pub use manager_options::{ManagerOptions, Order};
pub use spec::{PlayLimits, PlayerSpec};
pub use transcript::Transcript;
