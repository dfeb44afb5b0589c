//! Layer 7: weights from games. Games of the engine against itself ([`selfplay`]), kept in files
//! ([`game_file`]); the training of the classic player ([`classic`]) by games of static players
//! ([`static_duel`]).

pub mod classic;
pub mod game_file;
pub mod openings;
pub mod selfplay;
pub mod static_duel;
