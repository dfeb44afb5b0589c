//! The library of games: the CSV file that `play`, `match` and the brain append to with `--record
//! FILE`, and that `tengen games` lists, shows, replays and converts. [`rows`] is the format,
//! [`store`] the file on the disk, [`running`] a game that is written while it is played.

pub mod rows;
pub mod running;
pub mod store;
