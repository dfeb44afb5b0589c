//! What runs for hours: [`training`] plays games of the engine against itself, fits weights, tunes
//! the search and grows books; [`prove`] proves who wins a whole game. They know nothing of each
//! other.

#![allow(rustdoc::private_intra_doc_links)]

pub mod prove;
pub mod training;
