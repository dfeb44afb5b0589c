//! Where games of the table go to be kept. The command line says where that is.

use super::table::Table;
use crate::records::kept::KeptGame;

/// Where games are kept.
pub trait Shelf {
    /// Keeps a game, in `file` or the usual place; a sentence about where.
    ///
    /// # Errors
    /// With a sentence about why not.
    fn keep(&mut self, file: Option<&str>, game: &KeptGame) -> Result<String, String>;
    /// Whether games are kept without being asked for.
    fn keeps_all(&self) -> bool;
}

/// Keeps the game that is left, where all are kept.
pub fn keep_if_wanted(table: &mut Table, shelf: &mut dyn Shelf) {
    if shelf.keeps_all() && table.is_unsaved() {
        keep(table, shelf, None);
    }
}

/// Keeps the game and tells so at the table.
pub fn keep(table: &mut Table, shelf: &mut dyn Shelf, file: Option<&str>) {
    let told = match shelf.keep(file, &table.kept()) {
        Ok(told) => {
            // A copy elsewhere does not stand for the one in the usual place.
            if file.is_none() {
                table.mark_saved();
            }
            told
        }
        Err(told) => told,
    };
    table.say(told);
}
