//! Hostile conversations with a brain: would it survive a broken manager?
//!
//! A seeded generator ([`generate`]) makes conversations of two kinds of pieces. *Games* are what a
//! sane manager sends: every reply is judged ([`actor`]), moves by the rules of the game. Between
//! games there is *hostile* input: lines of the protocol that were generated from its grammar or
//! taken from the dialogues of managers ([`dialogues`]) and then damaged ([`damage`]): torn,
//! doubled, reordered, cut, with numbers at every boundary, sent in the middle of a search. Hostile
//! input may be answered by any line of the protocol, but the brain must not crash, hang, write
//! nonsense, or be unable to play the next game.
//!
//! A conversation in which it fails is reduced to the necessary steps ([`shrink`]) and written as a
//! transcript of `protocol-tests`.

mod act;
mod actor;
mod damage;
mod dialogues;
mod fault;
mod generate;
mod hunt;
mod shrink;

pub use self::actor::HuntTerms;
pub use self::hunt::{Finding, Hunt, HuntSettings, HuntTotals};
