//! The library of games: the CSV file that `play`, `match` and the brain append to with `--record
//! FILE`, and that `tengen games` lists, shows, replays and converts. [`rows`] is the format,
//! [`store`] the file on the disk.

pub mod rows;
pub mod store;
