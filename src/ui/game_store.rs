//! Where games of the table go to be kept. The command line says where that is.

use super::game::LiveGame;
use crate::records::GameRecord;

/// Where games are kept.
pub trait GameStore {
    /// Keeps a game, in `file` or the usual place; a sentence about where.
    ///
    /// # Errors
    /// With a sentence about why not.
    fn keep(&mut self, file: Option<&str>, game: &GameRecord) -> Result<String, String>;
    /// Whether games are kept without being asked for.
    fn saves_all(&self) -> bool;
}

/// Keeps the game that is left, where all are kept.
pub fn autosave(game: &mut LiveGame, store: &mut dyn GameStore) {
    if store.saves_all() && game.is_unsaved() {
        keep(game, store, None);
    }
}

/// Keeps the game and tells so at the table.
pub fn keep(game: &mut LiveGame, store: &mut dyn GameStore, file: Option<&str>) {
    let told = match store.keep(file, &game.record()) {
        Ok(told) => {
            // A copy elsewhere does not stand for the one in the usual place.
            if file.is_none() {
                game.mark_saved();
            }
            told
        }
        Err(told) => told,
    };
    game.say(told);
}
