//! The score of a match while it is played: which games count, the table, and the sequential test.
//!
//! With a test, games count in the order of the schedule, not in the order in which they end, so
//! that the test ends at the same game whatever the concurrency. Without a test they count as they
//! end.

use std::collections::BTreeMap;

use super::cross_table::{CrossTable, TableError};
use super::stats::elo::{self, Estimate};
use super::stats::sprt::Counting;
use super::stats::sprt::{Decision, Sprt};
use super::stats::tally::{GameCounts, OpenPairs, Pentanomial, complete_pair, pairing_scores};
use tengen_records::GameRecord;

/// The score of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    table: CrossTable,
    test: Option<Test>,
    /// Half-finished pairs between the first two players.
    open: OpenPairs,
    pairs: Pentanomial,
}

#[derive(Clone, Debug)]
struct Test {
    sprt: Sprt,
    counting: Counting,
    /// Games that ended before a game with a lower number.
    waiting: BTreeMap<u64, GameRecord>,
    /// The number of the next game that counts.
    next: u64,
    decision: Decision,
}

impl Standings {
    /// The start of a match between at least two players with these names.
    ///
    /// # Errors
    /// Those of [`CrossTable::new`], which an empty table cannot have.
    pub fn new(names: &[String], sprt: Option<(Sprt, Counting)>) -> Result<Self, TableError> {
        let test = sprt.map(|(sprt, counting)| Test {
            sprt,
            counting,
            waiting: BTreeMap::new(),
            next: 1,
            decision: Decision::Continue,
        });
        let (open, pairs) = (OpenPairs::new(), Pentanomial::default());
        Ok(Self { table: CrossTable::new(names, [])?, test, open, pairs })
    }

    /// Takes a finished game.
    ///
    /// # Errors
    /// If it is not between players of this match.
    pub fn add(&mut self, game: GameRecord) -> Result<(), TableError> {
        let Some(test) = &mut self.test else { return self.count(&game) };
        if test.decision != Decision::Continue {
            return Ok(());
        }
        test.waiting.insert(game.game, game);
        while let Some(test) = &mut self.test
            && test.decision == Decision::Continue
            && let Some(game) = test.waiting.remove(&test.next)
        {
            test.next += 1;
            self.count(&game)?;
            self.decide();
        }
        Ok(())
    }

    fn count(&mut self, game: &GameRecord) -> Result<(), TableError> {
        self.table.add(game)?;
        if let Some(half_points) = complete_pair(&mut self.open, game, 0, 1) {
            self.pairs.add(half_points);
        }
        Ok(())
    }

    fn decide(&mut self) {
        let Some(llr) = self.llr() else { return };
        if let Some(test) = &mut self.test {
            // Half a pair carries no information yet.
            let is_whole = test.counting == Counting::Games || self.open.is_empty();
            if is_whole {
                test.decision = test.sprt.decide(llr);
            }
        }
    }

    /// The table of the games that count.
    pub fn table(&self) -> &CrossTable {
        &self.table
    }

    /// Number of games that count.
    pub fn games(&self) -> u64 {
        self.table.games()
    }

    /// The pairs of the first player against the second.
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// The first player's results against the second.
    pub(crate) fn first_pairing(&self) -> GameCounts {
        self.table.pairing(0, 1)
    }

    /// The Elo difference of the first two players: by pairs if every game is part of one, else by
    /// games.
    pub fn elo(&self) -> Option<Estimate> {
        elo::difference(&pairing_scores(self.first_pairing(), self.pairs))
    }

    /// The likelihood that the first player is stronger than the second, by games: it never falls
    /// after a win, as a value by pairs would after half a pair.
    pub fn superiority(&self) -> f64 {
        elo::superiority(&self.first_pairing().scores())
    }

    /// The log-likelihood ratio, if there is a test.
    pub(crate) fn llr(&self) -> Option<f64> {
        self.test.as_ref().map(|test| match test.counting {
            Counting::Pairs => test.sprt.llr(&self.pairs.scores()),
            Counting::Games => test.sprt.llr(&self.first_pairing().scores()),
        })
    }

    /// The test and its decision, if there is one.
    pub fn test(&self) -> Option<(&Sprt, Decision)> {
        self.test.as_ref().map(|test| (&test.sprt, test.decision))
    }

    /// Whether the test counts pairs of games.
    pub(crate) fn tests_pairs(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.counting == Counting::Pairs)
    }

    /// Whether a game counts: all but those after the end of the test.
    pub fn counts(&self, game: &GameRecord) -> bool {
        self.test.as_ref().is_none_or(|test| game.game < test.next)
    }

    /// Whether the test has ended.
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.decision != Decision::Continue)
    }
}
