//! Layer 7: weights from games. Games of the engine against itself ([`selfplay`]), kept in files
//! ([`game_file`]), the positions that a search of theirs believed ([`leaves`]), and what is learned from both
//! ([`evaluation`]); the tuning of the search's parameters
//! ([`spsa`]) by games of the engine in this process ([`duel`]), ended as those of self-play
//! ([`adjudication`]), and what a search ([`values`]) and its numbers ([`effects`]) are worth without games; the training of the classic
//! player ([`classic`]) by games of static players ([`static_duel`]).

pub mod adjudication;
pub mod classic;
pub mod duel;
pub mod effects;
pub mod evaluation;
pub mod game_file;
pub mod leaves;
pub mod openings;
pub mod selfplay;
pub mod spsa;
pub mod static_duel;
pub mod values;
