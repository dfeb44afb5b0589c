//! What a report shows: the tournament, and what several sections compute from it.

use crate::cross_table::{CrossTable, TableError};
use crate::stats::rating::{Anchor, RatingError, Ratings};
use crate::stats::sprt::Sprt;
use tengen_records::game::GameRecord;

/// A sequential test between the first two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Test {
    /// The test.
    pub sprt: Sprt,
    /// Whether color-swapped pairs are counted instead of games.
    pub by_pairs: bool,
}

/// The contents of a report.
#[derive(Clone, Debug)]
pub(crate) struct Tournament<'a> {
    pub title: &'a str,
    /// The players' names, by number.
    pub players: &'a [String],
    /// The games in the order of their numbers.
    pub games: &'a [GameRecord],
    /// The settings: names and values, shown as they are.
    pub settings: &'a [(String, String)],
    /// Where the ratings are anchored.
    pub anchor: Anchor,
    /// The test that was run, if any; needs two players.
    pub test: Option<Test>,
}

/// Why a report cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// Games that do not fit the players.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An anchor that is not a player.
    #[error(transparent)]
    Rating(#[from] RatingError),
}

/// The tournament with everything that several sections need.
pub(super) struct ReportPage<'a> {
    pub tournament: &'a Tournament<'a>,
    pub table: CrossTable,
    pub ratings: Ratings,
    /// The players' numbers, the strongest first.
    pub order: Vec<usize>,
}

impl<'a> ReportPage<'a> {
    pub(super) fn new(tournament: &'a Tournament<'a>) -> Result<Self, ReportError> {
        let table = CrossTable::new(tournament.players, tournament.games)?;
        let ratings = table.ratings(tournament.anchor)?;
        let order = ratings.order();
        Ok(Self { tournament, table, ratings, order })
    }

    pub(super) fn name(&self, player: usize) -> &'a str {
        self.tournament.players.get(player).map_or("", String::as_str)
    }
}
