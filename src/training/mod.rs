//! Layer 7: training and tuning.
//!
//! * [`selfplay`] plays games of the engine against itself and stores them in [`game_file`]s;
//!   [`leaves`] collects the ends of principal variations; [`evaluation`] fits the tables to both,
//!   [`network`] the network, [`policy`] the policy, by [`adam`];
//!   the values of tables and network by the same [`loss`]. All three cut batches by one
//!   [`schedule`] and keep the same games apart for validation ([`held_out`]).
//! * [`spsa`] tunes the parameters of the search by matches in this process ([`duel`]), whose games
//!   end like those of self-play ([`adjudication`]).
//! * [`values`] compares the values of a search, and [`effects`] those of its parameters, with a
//!   deeper search, without games; [`param_name`] reads the name of a parameter.
//! * [`openings`] draws openings, and [`balanced_openings`] keeps the balanced ones.
//! * [`growth`] extends a book, position by position.
//! * [`classic`] trains the classic player by games of static players ([`static_duel`]).

pub(crate) mod adam;
pub(crate) mod adjudication;
pub(crate) mod balanced_openings;
pub(crate) mod classic;
pub(crate) mod duel;
pub(crate) mod effects;
pub(crate) mod evaluation;
pub(crate) mod game_file;
pub(crate) mod growth;
pub(crate) mod held_out;
pub(crate) mod leaves;
pub(crate) mod loss;
pub(crate) mod network;
pub(crate) mod openings;
pub(crate) mod param_name;
pub(crate) mod policy;
pub(crate) mod schedule;
pub(crate) mod selfplay;
pub(crate) mod spsa;
pub(crate) mod static_duel;
pub(crate) mod values;
