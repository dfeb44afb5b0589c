//! Layer 7: weights from games. Games of the engine against itself ([`selfplay`]), kept in files
//! ([`game_file`]), the positions that a search of theirs believed ([`leaves`]), and what is
//! learned from both ([`evaluation`]); the tuning of the search's parameters ([`spsa`]) by games of
//! the engine in this process ([`duel`]), ended as those of self-play ([`adjudication`]), and what
//! a search ([`values`]) and its numbers ([`effects`]) are worth without games; the training of the
//! classic player ([`classic`]) by games of static players ([`static_duel`]).

pub(crate) mod adjudication;
pub(crate) mod classic;
pub(crate) mod duel;
pub(crate) mod effects;
pub(crate) mod evaluation;
pub(crate) mod game_file;
pub(crate) mod leaves;
pub(crate) mod openings;
pub(crate) mod selfplay;
pub(crate) mod spsa;
pub(crate) mod static_duel;
pub(crate) mod values;
