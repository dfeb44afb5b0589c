//! Layer 7: the brain on stdin and stdout.
//!
//! A reader thread turns bytes into lines and lines into urgency ([`interrupt`]); the engine thread feeds
//! them to the [`session`], a pure state machine, and carries out what it asks for ([`mod@run`]). Imports
//! `engine`, `records`, `search`, `rules` and below.
//!
//! # Commands
//!
//! Any letter case; CR, LF or CR LF; blanks, tabs and commas between numbers. `x` is the column from
//! the left, `y` the row from the top, both from zero (after `YXSHOWINFO` the row comes first).
//!
//! | command | reply |
//! |---|---|
//! | `START n`, `START w h`, `RECTSTART w,h` | `OK`; sides from 5 to 181 |
//! | `RESTART` | `OK`; same size, same settings |
//! | `BEGIN` | `x,y`; the board must be empty |
//! | `TURN x,y` | `x,y` |
//! | `BOARD`, rows `x,y,owner`, `DONE` | `x,y`; owner 1 own, 2 opponent, 3 blocked; a full reset |
//! | `SWAP2BOARD`, 0, 3 or 5 rows `x,y`, `DONE` | three moves; `SWAP`, one or two moves; `SWAP` or one move |
//! | `TAKEBACK x,y` | `OK`; any stone on the board |
//! | `PLAY x,y` | the same `x,y`; our own stone (answer to a `SUGGEST` that is never sent) |
//! | `INFO key value` | nothing, ever |
//! | `ABOUT` | `name="Tengen", version="…", …` |
//! | `STOP`, `YXSTOP` | nothing; a running search answers at once |
//! | `END` | nothing; exit (a running search answers first) |
//! | `YXSHOWINFO` | `MESSAGE INFO MAX_THREAD_NUM n`, `MESSAGE INFO MAX_HASH_SIZE k`; Yixin-Board's dialect from here on |
//! | `YXBOARD`, rows, `DONE` | nothing |
//! | `YXSHOWFORBID` | `FORBID xxyyxxyy.`, two digits each (`rrccrrcc.` after `YXSHOWINFO`) |
//! | `YXHASHCLEAR` | nothing |
//! | `YXNBEST n`, `YXSEARCHDEFEND` | `x,y` after a search with n or all variations |
//! | `YXBALANCEONE bias`, `YXBALANCETWO bias` | `x,y`; `x,y x,y` |
//! | `YXBLOCK`, `YXBLOCKUNDO`, rows `x,y`, `DONE`; `YXBLOCKRESET` | nothing; points that are not played |
//! | other `YX…` commands | `UNKNOWN`; their rows or path are swallowed |
//! | anything else | `UNKNOWN` |
//!
//! What cannot be obeyed is answered with `ERROR`, what was seen and what was expected; the state stays.
//! On a full board a request for a move is answered with `ERROR board is full` (the stones that came with
//! it stay); where black has forbidden points only, one of them is played.
//!
//! # InfoSettings
//!
//! `timeout_turn`, `timeout_match`, `time_left`, `time_increment` (ms), `max_memory` (bytes), `rule`,
//! `max_depth`, `max_node`, `thread_num`, `hash_size` (KiB), `pondering`, `show_detail`, `level`. Understood
//! and without effect: `game_type`, `folder`, `evaluate`, `caution_factor`, `start_depth` and a few more.
//! Unknown keys and values that are no numbers are logged and kept away from everything.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod about;
pub mod error;
pub mod game;
pub mod guarded_engine;
pub mod interrupt;
pub mod match_clock;
mod messages;
pub mod progress;
pub mod reader;
pub mod recorder;
pub mod run;
pub mod session;
pub mod settings;
pub mod setup;
pub mod swap2;
pub mod writer;
mod yixin;

pub use run::{BrainOptions, run};
