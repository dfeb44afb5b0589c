//! Results of games, and which games were counted: each once, however often it is imported.
//!
//! A game is known by a 64-bit checksum of its identity.

use redb::{ReadableTable, ReadableTableMetadata};

use super::{Batch, Snapshot, fault, guarded};
use crate::book::error::BookError;
use crate::book::key::{Key, hash};
use crate::book::overwrite::StoreOutcome;
use crate::book::record::GameResults;

/// The extent of a game that was counted to its end.
const WHOLE: u32 = u32::MAX;

/// A game that a store has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountedGame {
    id: u64,
    /// The positions after at most so many moves are counted, or [`WHOLE`].
    extent: u32,
}

/// The games that two stores have counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesMet {
    here: u64,
    there: u64,
    /// How many both have counted.
    pub both: u64,
}

impl GamesMet {
    /// Whether both have counted games, and different ones.
    pub(super) fn are_apart(self) -> bool {
        self.here > 0 && self.there > 0 && self.both == 0
    }

    /// Whether each has counted some that the other has not, and both some others.
    pub fn overlap(self) -> bool {
        (1..self.here.min(self.there)).contains(&self.both)
    }
}

impl Batch<'_> {
    /// Adds results of games to a position.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn count(&mut self, key: &Key, more: GameResults) -> Result<StoreOutcome, BookError> {
        if more.games() == 0 {
            return Ok(StoreOutcome::Kept);
        }
        let known = self.get(key)?;
        let outcome = if known.is_some() { StoreOutcome::Changed } else { StoreOutcome::New };
        let mut record = known.unwrap_or_default();
        record.results = record.results.plus(more);
        self.set(key, &record)?;
        Ok(outcome)
    }

    /// Records that the positions of a game after at most `plies` of its `length` moves are
    /// counted. Returns the number of moves up to which they were counted before; `None` for a new
    /// game.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn note_game(
        &mut self,
        identity: &str,
        plies: usize,
        length: usize,
    ) -> Result<Option<usize>, BookError> {
        let id = hash(identity.as_bytes());
        let extent = u32::try_from(plies).ok().filter(|_| plies < length).unwrap_or(WHOLE);
        let before = self.note(CountedGame { id, extent })?;
        Ok(before.map(|extent| length.min(extent as usize)))
    }

    /// Records the games that another store has counted.
    ///
    /// # Errors
    /// If the system refuses.
    pub(super) fn note_games(&mut self, games: &[CountedGame]) -> Result<GamesMet, BookError> {
        let error = |error| fault(self.path, error);
        let here = self.games.len().map_err(error)? + self.cut_games.len().map_err(error)?;
        let mut both = 0;
        for &game in games {
            both += u64::from(self.note(game)?.is_some());
        }
        Ok(GamesMet { here, there: games.len() as u64, both })
    }

    /// Records a game, which may be known already; the greater extent stays. Returns the one
    /// before.
    fn note(&mut self, game: CountedGame) -> Result<Option<u32>, BookError> {
        let CountedGame { id, extent } = game;
        let path = self.path;
        let error = |error| fault(path, error);
        let before = match self.games.get(id).map_err(error)? {
            Some(_) => Some(WHOLE),
            None => self.cut_games.get(id).map_err(error)?.map(|extent| extent.value()),
        };
        if before >= Some(extent) {
            return Ok(before);
        }
        if extent == WHOLE {
            self.games.insert(id, ()).map_err(error)?;
            self.cut_games.remove(id).map_err(error)?;
        } else {
            self.cut_games.insert(id, extent).map_err(error)?;
        }
        Ok(before)
    }
}

impl Snapshot {
    /// The games that were counted.
    ///
    /// # Errors
    /// If the system refuses.
    pub(super) fn games(&self) -> Result<Vec<CountedGame>, BookError> {
        let error = |error| fault(&self.path, error);
        guarded(&self.path, || {
            let mut games = Vec::new();
            for row in self.games.iter().map_err(error)? {
                games.push(CountedGame { id: row.map_err(error)?.0.value(), extent: WHOLE });
            }
            if let Some(cut_games) = &self.cut_games {
                for row in cut_games.iter().map_err(error)? {
                    let (id, extent) = row.map_err(error)?;
                    games.push(CountedGame { id: id.value(), extent: extent.value() });
                }
            }
            Ok(games)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use crate::book::error::BookError;

    #[test]
    fn a_game_counts_up_to_the_ply_where_it_was_cut() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(&folder.path().join("a.tgbook")).unwrap();
        let note = |plies| {
            let noted = |batch: &mut super::Batch<'_>| batch.note_game("a game", plies, 9);
            store.write::<_, BookError>(noted).unwrap()
        };
        assert_eq!(note(3), None);
        assert_eq!(note(3), Some(3));
        assert_eq!(note(2), Some(3));
        assert_eq!(note(5), Some(3));
        assert_eq!(note(usize::MAX), Some(5));
        assert_eq!(note(4), Some(9));
        let games = store.snapshot().unwrap().games().unwrap();
        assert_eq!(games.len(), 1, "{games:?}");
    }
}
