//! Training and tuning: what runs for hours.
//!
//! * [`selfplay`] plays games of the engine against itself and stores them in [`game_file`]s;
//!   [`leaves`] collects the ends of principal variations; [`evaluation`] fits the tables to both,
//!   [`network`] the network, [`policy`] the policy, by [`adam`];
//!   the values of tables and network by the same [`loss`]. All three are models of one [`trainer`]
//!   and keep the same games apart for validation ([`held_out`]); network and policy have parameters
//!   in [`row_sets`].
//! * [`spsa`] tunes the parameters of the search by matches in this process ([`duel`]), whose games
//!   are played like those of self-play ([`play`], [`adjudication`]).
//! * Without games, against a deeper search: [`values`] compares two searches on the same positions.
//! * [`openings`] draws openings, and [`balanced_openings`] keeps the balanced ones.
//! * [`growth`] extends a book, position by position.
//! * [`classic`] trains the classic player by games of static players ([`static_duel`]).

pub(crate) mod adam;
pub(crate) mod adjudication;
pub mod balanced_openings;
pub mod classic;
pub mod duel;
pub mod evaluation;
pub mod game_file;
pub mod growth;
pub(crate) mod held_out;
pub mod leaves;
pub(crate) mod loss;
pub mod network;
pub mod openings;
pub(crate) mod play;
pub mod policy;
pub(crate) mod row_sets;
pub mod selfplay;
pub mod spsa;
pub(crate) mod static_duel;
pub mod trainer;
pub mod values;
