//! Every reader of untrusted bytes by name, for fuzzing.
//!
//! [`Target::read`] passes bytes to a reader, which must return a value or an error: it may not
//! panic, and it may not allocate memory just because the bytes claim a large size. Values that can
//! be written are written and read again, and must be the same.
//!
//! The tests here run every target on seeded mutations ([`mutate`]) of its samples. The README
//! describes how to run them with libFuzzer and coverage.
#![doc = include_str!("README.md")]

mod books;
mod formats;
mod journals;
mod messages;
#[cfg(test)]
mod mutate;
mod proofs;
mod samples;
mod table;
#[cfg(test)]
mod tests;
mod words;

use std::ops::ControlFlow;
use std::path::Path;

use strum::VariantArray;

use tengen_arena::{audit, config};
use tengen_brain::gtp;
use tengen_brain::wire::{Command, Reply};
use tengen_demos::tree::GivenTree;
use tengen_demos::xiangqi::fen;
use tengen_engine::classic::ClassicWeights;
use tengen_engine::eval::network::NetworkWeights;
use tengen_engine::eval::policy::PolicyWeights;
use tengen_engine::eval::weights::Weights;
use tengen_engine::types::{BoardSize, Rule};
use tengen_lab::game_file;
use tengen_lab::values::ValuedPosition;
use tengen_records::game_tree::GameTree;
use tengen_records::library::rows;
use tengen_records::{GameRecord, jsonl, move_text, openings, positions, proof, psq, sgf, txt};
use tengen_study::api::request;
use tengen_study::prove::draw::Draw;

/// A reader of untrusted bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum Target {
    /// A line from a manager.
    Command,
    /// A line from a brain.
    Reply,
    /// A dialogue of the Go Text Protocol; what it would search for is left out.
    Gtp,
    /// A file of Piskvork.
    Psq,
    /// SGF with variations and comments.
    Sgf,
    /// Lists of moves.
    Txt,
    /// One list of moves, as options and the API take it.
    Moves,
    /// Every format in the table of game formats.
    Formats,
    /// Rows of the library.
    Library,
    /// Games as JSON lines.
    Games,
    /// Positions as JSON.
    Positions,
    /// Positions with values, for training.
    Valued,
    /// A game as the JSON of the API.
    Game,
    /// Libraries of RenLib.
    Lib,
    /// Databases of Yixin and Rapfi.
    Yxdb,
    /// A sealed book.
    Book,
    /// A record of a store.
    Record,
    /// Records of a book as JSON.
    Records,
    /// Records of a book as CSV.
    Rows,
    /// A proved win.
    Proof,
    /// A proof of a whole game.
    Certificate,
    /// The pairings of a draw.
    Draw,
    /// The journal of a proof.
    Findings,
    /// The journal of the check of a proof.
    Checked,
    /// A list of openings.
    Openings,
    /// The definition of a match.
    Match,
    /// A journal of the games of a match.
    Journal,
    /// A file of games of self-play.
    Selfplay,
    /// A request of the API.
    Request,
    /// A session of the API or the browser: requests are read and prepared; those without a search
    /// are also run.
    Session,
    /// Weights of the tables.
    Tables,
    /// Weights of the network.
    Network,
    /// Weights of the policy.
    Policy,
    /// Weights of the static player.
    Classic,
    /// A tree for the demonstrator.
    Tree,
    /// A position of xiangqi.
    Fen,
    /// Words of rules, results and dates.
    Words,
    /// A file of a transposition table.
    Table,
}

impl Target {
    /// All of them.
    pub const ALL: &'static [Target] = Self::VARIANTS;

    /// The target with this name in lower case.
    pub fn named(name: &str) -> Option<Target> {
        Self::ALL.iter().copied().find(|target| target.name() == name)
    }

    /// Its name in lower case.
    pub fn name(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }

    /// Passes bytes to the reader; returns whether it accepted them, or some of them.
    ///
    /// # Panics
    /// If the reader panics, or cannot read what was written.
    pub fn read(self, bytes: &[u8]) -> bool {
        self.read_bytes(bytes).unwrap_or_else(|| self.read_text(&String::from_utf8_lossy(bytes)))
    }

    /// The readers of bytes; `None` for those of text.
    fn read_bytes(self, bytes: &[u8]) -> Option<bool> {
        Some(match self {
            Target::Command => Command::parse(bytes).is_ok(),
            Target::Formats => formats::any(bytes, usual()),
            Target::Library => !rows::read(bytes).games.is_empty(),
            Target::Lib => books::lib(bytes),
            Target::Yxdb => books::yxdb(bytes),
            Target::Book => books::sealed(bytes),
            Target::Record => books::record(bytes),
            Target::Rows => books::rows(bytes),
            Target::Findings => proofs::findings(bytes),
            Target::Checked => proofs::checked(bytes),
            Target::Journal => journals::journal(bytes),
            Target::Selfplay => selfplay(bytes),
            Target::Session => messages::session(bytes),
            Target::Table => table::read(bytes, usual()),
            Target::Tables => same(bytes, |it| Weights::read(it).ok(), Weights::write),
            Target::Network => {
                same(bytes, |it| NetworkWeights::read(it).ok(), NetworkWeights::write)
            }
            Target::Policy => same(bytes, |it| PolicyWeights::read(it).ok(), PolicyWeights::write),
            _ => return None,
        })
    }

    fn read_text(self, text: &str) -> bool {
        match self {
            Target::Reply => reply(text),
            Target::Gtp => gtp::accepts(text),
            Target::Psq => {
                let read = psq::each(text, Rule::Freestyle, |_, it| {
                    game(&it);
                    ControlFlow::Continue(())
                });
                read.is_ok()
            }
            Target::Sgf => sgf_trees(text),
            Target::Txt => txt::read(text, Rule::Renju, usual()).is_ok(),
            Target::Moves => move_text::line(text, Rule::Renju, usual()).is_ok(),
            Target::Games => jsonl::read(text).is_ok_and(|games| games.iter().all(game)),
            Target::Positions => text.lines().filter(|line| position(line)).count() > 0,
            Target::Valued => text.lines().any(|line| ValuedPosition::parse(line).is_ok()),
            Target::Game => messages::game(text),
            Target::Records => text.lines().filter(|line| books::line(line)).count() > 0,
            Target::Proof => proof::read(text).is_ok(),
            Target::Certificate => proofs::certificate(text),
            Target::Draw => Draw::check(text).is_ok(),
            Target::Openings => openings::parse_list(text, Rule::Standard, usual()).is_ok(),
            Target::Match => config::file::parse(text, Path::new("match.toml")).is_ok(),
            Target::Request => text.lines().any(|line| request::parse(line).is_ok()),
            Target::Classic => ClassicWeights::parse(text).is_ok(),
            Target::Tree => GivenTree::read(text).is_ok(),
            Target::Fen => fen::parse(text).is_ok(),
            Target::Words => words::any(text),
            _ => false,
        }
    }

    /// The bytes with a correct checksum: readers ignore the rest if it is wrong. Bytes of formats
    /// without a checksum stay as they are.
    pub fn sealed(self, mut bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Target::Certificate => proofs::sealed(&bytes),
            Target::Journal => audit::with_right_checksums(&bytes),
            Target::Tables
            | Target::Network
            | Target::Policy
            | Target::Book
            | Target::Record
            | Target::Table => {
                bytes.truncate(bytes.len().saturating_sub(4));
                let sum = crc32fast::hash(&bytes);
                bytes.extend(sum.to_le_bytes());
                bytes
            }
            _ => bytes,
        }
    }
}

fn usual() -> BoardSize {
    BoardSize::square(15).expect("a size within the limits")
}

/// Checks that reading, writing and reading again gives the same value.
fn same<T>(bytes: &[u8], read: impl Fn(&[u8]) -> Option<T>, write: impl Fn(&T) -> Vec<u8>) -> bool {
    let Some(value) = read(bytes) else { return false };
    let written = write(&value);
    let again = read(&written).expect("what was written can be read");
    assert_eq!(write(&again), written, "it is the same when it is read again");
    true
}

fn reply(line: &str) -> bool {
    let Some(reply) = Reply::parse(line) else { return false };
    let written = reply.to_string();
    assert!(written.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{written:?}");
    true
}

fn selfplay(bytes: &[u8]) -> bool {
    let read = game_file::read_from(&mut &*bytes, Path::new("a.games"));
    read.is_ok_and(|file| file.length <= bytes.len() as u64)
}

fn game(game: &GameRecord) -> bool {
    let line = jsonl::write(game);
    let again = jsonl::read_line(&line, 1);
    assert_eq!(again.as_ref().ok(), Some(game), "{line}: {again:?}");
    true
}

fn position(line: &str) -> bool {
    let Ok(position) = positions::parse(line) else { return false };
    let written = positions::write(&position);
    let again = positions::parse(&written);
    assert_eq!(again.as_ref().ok(), Some(&position), "{written}: {again:?}");
    true
}

fn sgf_trees(text: &str) -> bool {
    let read = sgf::each_tree(text, Rule::Freestyle, |_, tree| {
        comes_back(&tree);
        ControlFlow::Continue(())
    });
    read.is_ok()
}

fn comes_back(tree: &GameTree) {
    let written = sgf::write_tree(tree);
    let again = sgf::read_tree(&written, Rule::Freestyle);
    let again = again.expect("what was written can be read");
    assert_eq!(sgf::write_tree(&again), written, "it is the same when it is read again");
}
