//! The games of `tengen play` on disk: the library, files in other formats, and the unfinished game.

use std::fs;
use std::path::{Path, PathBuf};

use super::unfinished::{self, Place};
use crate::records::game_tree::GameTree;
use crate::records::library::store::{self, DEFAULT_FILE};
use crate::records::{GameRecord, psq, sgf, txt};
use crate::types::Rule;
use crate::ui::game_store::{GameStore, Interrupted, SaveError};
use crate::ui::resume::Resume;
use crate::util::date::Date;
use crate::util::files;

/// The files of a session.
#[derive(Debug)]
pub(super) struct Disk {
    /// The library where every game is saved without asking.
    record: Option<PathBuf>,
    /// Where the game being played is written down.
    place: Option<Place>,
    /// The place of the game that was interrupted.
    found: Option<Place>,
}

impl Disk {
    /// Saves in `record` without asking, or in the default library on request.
    pub(super) fn new(record: Option<PathBuf>) -> Self {
        Self { record, place: None, found: None }
    }

    fn library(&self) -> &Path {
        self.record.as_deref().unwrap_or(Path::new(DEFAULT_FILE))
    }
}

fn failed(why: impl std::fmt::Display) -> SaveError {
    SaveError::Failed(format!("The game is not saved: {why}."))
}

/// The text of a game in the format of the file name; `None` for a library.
fn text_for(
    path: &Path,
    game: &GameTree,
    line: Option<&GameRecord>,
) -> Result<Option<String>, SaveError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let line = || line.ok_or_else(|| failed("it began with stones set up, which only .sgf holds"));
    Ok(match ending.as_deref() {
        Some("sgf") => Some(sgf::write_tree(game)),
        Some("psq") => Some(psq::write(line()?, None)),
        Some("txt" | "pos") => Some(txt::write(line()?)),
        Some("csv") | None => None,
        Some(other) => {
            return Err(failed(format_args!("'.{other}', expected .sgf, .psq, .txt or .csv")));
        }
    })
}

impl GameStore for Disk {
    fn save(
        &mut self,
        file: Option<&str>,
        replaces: bool,
        game: &GameTree,
        line: Option<&GameRecord>,
    ) -> Result<String, SaveError> {
        let path = file.map_or(self.library(), Path::new).to_owned();
        if let Some(text) = text_for(&path, game, line)? {
            if !replaces && path.exists() {
                return Err(SaveError::Exists);
            }
            let written = files::write_whole(&path, text.as_bytes());
            written.map_err(|error| failed(format_args!("{}: {error}", path.display())))?;
            return Ok(format!("The game is saved in {}.", path.display()));
        }
        let Some(line) = line else {
            return Err(failed(
                "it began with stones set up, which a library cannot hold; save NAME.sgf keeps it",
            ));
        };
        let numbers = store::append(&path, std::slice::from_ref(line)).map_err(failed)?;
        let number = numbers.first().copied().unwrap_or(0);
        let rest = match game.has_more_than_moves() {
            true => " Variations and remarks need a file such as NAME.sgf.",
            false => "",
        };
        Ok(format!("The game is saved as number {number} in {}.{rest}", path.display()))
    }

    fn saves_all(&self) -> bool {
        self.record.is_some()
    }

    fn keep(&mut self, game: &GameTree, resume: &Resume) -> Result<(), String> {
        let failed = |error| format!("The game cannot be written down: {error}.");
        if self.place.is_none() {
            self.place = Some(Place::free(self.library()).map_err(failed)?);
        }
        let Some(place) = &self.place else { return Ok(()) };
        place.write(&sgf::write_unfinished(game, &resume.text())).map_err(failed)
    }

    fn release(&mut self) {
        if let Some(place) = self.place.take() {
            place.delete();
        }
    }

    fn interrupted(&mut self) -> Option<Interrupted> {
        let place = unfinished::last_interrupted(self.library())?;
        let text = fs::read(&place.path).ok()?;
        let text = String::from_utf8_lossy(&text);
        let game = sgf::read_tree(&text, Rule::Freestyle).ok()?;
        let resume = Resume::read(&sgf::read_session(&text).unwrap_or_default());
        let date = place.written_ms().map(|ms| Date::from_unix_ms(ms).to_string());
        self.found = Some(place);
        let head = game.head();
        let date = date.map(|date| format!(" of {date} UTC")).unwrap_or_default();
        let description = format!("{} {}{date}", head.rule, head.size);
        Some(Interrupted { game, resume, description })
    }

    fn adopt(&mut self) {
        self.place = self.found.take();
    }

    fn delete_interrupted(&mut self) {
        if let Some(place) = self.found.take() {
            place.delete();
        }
    }
}
