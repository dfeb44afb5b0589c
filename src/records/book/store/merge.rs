//! Puts one store into another.

use std::mem;

use super::games::GamesMet;
use super::{Batch, Snapshot};
use crate::book::error::BookError;
use crate::book::key::{Canonical, Key};
use crate::book::overwrite::{Overwrite, StoreOutcome};
use crate::book::record::GameResults;

impl Batch<'_> {
    /// Puts the records of a store here, and the games that it has counted. Each key goes to `each`
    /// with what became of its record.
    ///
    /// Results of games are added if the two stores have counted different games. Otherwise they
    /// may say the same twice, and those of more games are kept.
    ///
    /// # Errors
    /// If the system refuses, or a record is damaged.
    pub fn merge(
        &mut self,
        source: &Snapshot,
        overwrite: Overwrite,
        mut each: impl FnMut(Key, StoreOutcome),
    ) -> Result<GamesMet, BookError> {
        let met = self.note_games(&source.games()?)?;
        let adds = met.are_apart();
        source.each(|position, mut record| {
            let key = Canonical::of(&position).key;
            let results =
                if adds { mem::take(&mut record.results) } else { GameResults::default() };
            let put = self.put(&key, record, overwrite)?;
            let added = self.count(&key, results)?;
            each(key, if put == StoreOutcome::Kept { added } else { put });
            Ok::<_, BookError>(())
        })?;
        Ok(met)
    }
}
