//! Saving games. The command line implements the store.

use super::game::LiveGame;
use crate::records::GameRecord;

/// Stores games.
pub(crate) trait GameStore {
    /// Saves a game in `file` or the default place. Returns a sentence that says where.
    ///
    /// # Errors
    /// With a sentence that says why not.
    fn save(&mut self, file: Option<&str>, game: &GameRecord) -> Result<String, String>;
    /// Whether all games are saved without asking.
    fn saves_all(&self) -> bool;
}

/// Saves the current game if the store saves all games.
pub(crate) fn autosave(game: &mut LiveGame, store: &mut dyn GameStore) {
    if store.saves_all() && game.is_unsaved() {
        save(game, store, None);
    }
}

/// Saves the game and shows the result as its message.
pub(crate) fn save(game: &mut LiveGame, store: &mut dyn GameStore, file: Option<&str>) {
    let message = match store.save(file, &game.record()) {
        Ok(message) => {
            // A copy in another file does not replace the one in the default place.
            if file.is_none() {
                game.mark_saved();
            }
            message
        }
        Err(message) => message,
    };
    game.say(message);
}
