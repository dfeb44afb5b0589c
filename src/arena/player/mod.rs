//! One player: its process, its memory, the conversation with it, and its faults.

pub mod answers;
pub mod commands;
pub mod dialogue;
pub mod fault;
pub mod launcher;
pub mod lines;
pub mod manners;
pub mod memory;
pub mod process;
pub mod signals;
pub mod spec;
pub mod told;
pub mod transcript;

pub use dialogue::{Answer, Deadline, Player, Site};
pub use fault::Fault;
pub use launcher::Launcher;
pub use manners::{Manners, Order};
pub use spec::{PlayLimits, PlayerSpec};
pub use transcript::Transcript;
