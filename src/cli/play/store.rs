//! The games of `tengen play` on disk: the file of each game, the library, and files that the person
//! names.

use std::path::{Path, PathBuf};

use super::super::game_file::{self, ReadArgs};
use super::unfinished::{self, AutosaveSlot};
use tengen_boards::game_store::{GameStore, Interrupted, LeftGames, SaveError, Saved};
use tengen_boards::resume::Resume;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::game_format::GameFormat;
use tengen_records::game_tree::GameTree;
use tengen_records::library::store::{self, DEFAULT_FILE};
use tengen_records::{GameRecord, sgf};
use tengen_util::date::Date;
use tengen_util::files;

/// The files of a session.
#[derive(Debug)]
pub(super) struct Disk {
    /// The library where every game is saved without asking.
    record: Option<PathBuf>,
    /// Where the current game is saved while it is played.
    place: Option<AutosaveSlot>,
    /// What the file of the current game says besides its moves, so that it can be continued.
    resume: Option<Resume>,
    /// What the person has saved in the file of the current game: it stays when the game is dropped.
    saved_in_place: Option<String>,
    /// The place of the interrupted game.
    found: Option<AutosaveSlot>,
    /// The game that was saved last in a library, and its number there.
    saved: Option<(PathBuf, GameRecord, u64)>,
    /// Whether the current game was interrupted before, and another program may have saved it.
    is_continued: bool,
    /// How files of games are read.
    reading: ReadArgs,
}

impl Disk {
    /// Saves in `record` without asking, or in the default library on request.
    pub(super) fn new(record: Option<PathBuf>) -> Self {
        let reading = ReadArgs::default();
        Self {
            record,
            place: None,
            resume: None,
            saved_in_place: None,
            found: None,
            saved: None,
            is_continued: false,
            reading,
        }
    }

    /// Reads files of games in this way.
    pub(super) fn reading(self, reading: ReadArgs) -> Self {
        Self { reading, ..self }
    }

    fn library(&self) -> &Path {
        self.record.as_deref().unwrap_or(Path::new(DEFAULT_FILE))
    }

    /// The number of a game in a library, if it is known to be there.
    fn number_in(&self, path: &Path, game: &GameRecord) -> Result<Option<u64>, SaveError> {
        match &self.saved {
            Some((place, saved, number)) if place == path && saved == game && path.exists() => {
                Ok(Some(*number))
            }
            // Only then: two games of a script may be equal, down to the second of their start.
            _ if self.is_continued => store::number_of(path, game).map_err(failed),
            _ => Ok(None),
        }
    }

    /// Saves the game in its own file, which is still written after every change; `None` if `path` is
    /// another file.
    fn save_in_place(&mut self, path: &Path, game: &GameTree) -> Option<Result<Saved, SaveError>> {
        let place = self.place.as_ref().filter(|place| place.is_at(path))?;
        let written = place.write(&file_text(game, self.resume.as_ref()));
        Some(match written {
            Ok(()) => {
                self.saved_in_place = Some(sgf::write_tree(game));
                let message = format!("The game is saved in {}.", path.display());
                Ok(Saved { message, is_whole: true })
            }
            Err(error) => Err(failed(format_args!("{}: {error}", path.display()))),
        })
    }
}

/// The text of the file of a game; with `resume` it can be continued.
fn file_text(game: &GameTree, resume: Option<&Resume>) -> String {
    match resume {
        Some(resume) => sgf::write_unfinished(game, &resume.text()),
        None => sgf::write_tree(game),
    }
}

/// The game of a file that was written at this time; `None` if it is over and closed.
fn read(path: &Path, written_ms: u64) -> Result<Option<Interrupted>, String> {
    let text = files::read_regular(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&text);
    if !text.contains("SESSION[") {
        return Ok(None);
    }
    let game = sgf::read_tree(&text, Rule::Freestyle).map_err(|error| error.to_string())?;
    let Some(session) = sgf::read_session(&text) else { return Ok(None) };
    let resume = Resume::read(&session);
    let (head, date) = (game.head(), Date::from_unix_ms(written_ms));
    let editing = if resume.editor.is_some() { ", stones being set up" } else { "" };
    let description = format!("{} {}, {date} UTC{editing}", head.rule, head.size);
    Ok(Some(Interrupted { game, resume, description }))
}

/// A path as a word of a command line.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "._-/\\:+=@%".contains(c);
    if path.chars().all(is_plain) { path } else { format!("\"{path}\"") }
}

fn failed(why: impl std::fmt::Display) -> SaveError {
    SaveError::Failed(format!("The game is not saved: {why}."))
}

/// Why a game cannot be saved as a line of moves.
fn without_line(game: &GameTree) -> &'static str {
    match () {
        () if game.has_setup() => "it began with stones set up; save NAME.sgf saves it",
        () if game.is_empty() => "it has no move; save NAME.sgf saves its comments",
        () if game.alternates() => "its line has no move; save NAME.sgf saves it",
        () => "its moves are out of turn; save NAME.sgf saves it",
    }
}

/// The contents of a file in the format of its name, and the format; `None` for a library of games.
fn contents_for(
    path: &Path,
    game: &GameTree,
    line: Option<&GameRecord>,
) -> Result<Option<(Vec<u8>, GameFormat)>, SaveError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match (GameFormat::of_name(&name), path.extension()) {
        (None, None) => Ok(None),
        (Some(format), _) if format == GameFormat::CSV => Ok(None),
        (None, Some(ending)) => Err(failed(format_args!(
            "'{}' ends with .{}, expected {}",
            path.display(),
            ending.display(),
            GameFormat::written_endings("or")
        ))),
        (Some(format), _) if format.holds_trees() => {
            Ok(Some((format.write_file(game).map_err(failed)?, format)))
        }
        (Some(format), _) => {
            let line = line.ok_or_else(|| failed(without_line(game)))?;
            let written = format.write_line(line).unwrap_or_else(|| format.write_file(game));
            Ok(Some((written.map_err(failed)?, format)))
        }
    }
}

/// Writes a file for one game; `lost` is what its format does not hold.
fn save_file(
    path: &Path,
    replaces: bool,
    contents: &[u8],
    lost: Option<String>,
) -> Result<String, SaveError> {
    if !replaces && path.exists() {
        return Err(SaveError::Exists);
    }
    let written = files::write_whole(path, contents);
    let path = path.display();
    written.map_err(|error| failed(format_args!("{path}: {error}")))?;
    let without = lost.map(|what| format!(", which does not hold {what}; .sgf does"));
    Ok(format!("The game is saved in {path}{}.", without.unwrap_or_default()))
}

impl GameStore for Disk {
    fn save(
        &mut self,
        file: Option<&str>,
        replaces: bool,
        game: &GameTree,
        line: Option<&GameRecord>,
    ) -> Result<Saved, SaveError> {
        let path = file.map_or(self.library(), Path::new).to_owned();
        if path.is_dir() || path.file_name().is_none() {
            let path = path.display();
            return Err(failed(format_args!("'{path}' is a folder, expected the name of a file")));
        }
        if let Some(saved) = self.save_in_place(&path, game) {
            return saved;
        }
        let is_found = self.found.as_ref().is_some_and(|found| found.is_at(&path));
        if !is_found && unfinished::is_held(&path) {
            let path = path.display();
            return Err(failed(format_args!(
                "{path} holds a game that another program is playing"
            )));
        }
        if let Some((contents, format)) = contents_for(&path, game, line)? {
            let message = save_file(&path, replaces, &contents, format.lost(game))?;
            let is_whole = format.holds_trees() || !game.has_more_than_moves();
            return Ok(Saved { message, is_whole });
        }
        let Some(line) = line else {
            return Err(failed(without_line(game)));
        };
        let (already, number) = match self.number_in(&path, line)? {
            Some(number) => (" already", number),
            None => {
                let numbers = store::append(&path, std::slice::from_ref(line)).map_err(failed)?;
                ("", numbers.first().copied().unwrap_or(0))
            }
        };
        self.saved = Some((path.clone(), line.clone(), number));
        let is_whole = !game.has_more_than_moves();
        let rest = match is_whole {
            true => "",
            false => " Variations and comments need a file such as NAME.sgf.",
        };
        let path = path.display();
        let message = format!("The game is{already} saved as number {number} in {path}.{rest}");
        Ok(Saved { message, is_whole })
    }

    fn open(
        &mut self,
        file: &str,
        number: Option<u64>,
        rule: Rule,
        size: BoardSize,
    ) -> Result<(GameTree, Vec<String>), String> {
        game_file::open(Path::new(file), number, rule, size, self.reading)
            .map_err(|error| format!("Nothing is opened: {error:#}."))
    }

    fn saves_all(&self) -> bool {
        self.record.is_some()
    }

    fn write_down(&mut self, game: &GameTree, resume: Option<&Resume>) -> Result<(), String> {
        let failed = |error| format!("The game cannot be written: {error}.");
        let place = match self.place.take() {
            Some(place) => place,
            None => AutosaveSlot::free(self.library()).map_err(failed)?,
        };
        self.resume = resume.cloned();
        self.place.insert(place).write(&file_text(game, resume)).map_err(failed)
    }

    fn release(&mut self) {
        self.is_continued = false;
        match (self.place.take(), self.saved_in_place.take()) {
            (Some(place), Some(saved)) => {
                // If this fails, more of the game stays than was saved.
                let _ = place.write(&saved);
                place.leave();
            }
            (Some(place), None) => place.delete(),
            (None, _) => {}
        }
    }

    fn set_aside(&mut self) -> Option<String> {
        self.is_continued = false;
        self.saved_in_place = None;
        let place = self.place.take()?;
        let path = place.path.display().to_string();
        place.leave();
        Some(path)
    }

    fn continue_command(&self) -> String {
        let record = self.record.as_ref().map(|path| format!(" --record {}", quoted(path)));
        format!("tengen play --continue{}", record.unwrap_or_default())
    }

    fn interrupted(&mut self) -> LeftGames {
        let mut left = LeftGames::default();
        for (written_ms, path) in unfinished::games(self.library()) {
            // Another program may be playing it, and write more moves until it leaves the place.
            let Ok(Some(place)) = AutosaveSlot::take(path) else { continue };
            match read(&place.path, written_ms) {
                Ok(Some(game)) => {
                    (left.last, self.found) = (Some(game), Some(place));
                    break;
                }
                Err(why) if place.path.exists() => {
                    left.notes.push(format!("{} cannot be read: {why}.", place.path.display()));
                }
                Ok(None) | Err(_) => {}
            }
            place.leave();
        }
        left
    }

    fn adopt(&mut self) {
        let Some(found) = self.found.take() else { return };
        self.release();
        (self.place, self.is_continued) = (Some(found), true);
    }

    fn delete_interrupted(&mut self) {
        if let Some(place) = self.found.take() {
            place.delete();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use tengen_boards::game::{LiveGame, LiveGameSetup, Mover, PlayerNames};
    use tengen_engine::board::notation::move_name;
    use tengen_engine::types::{BoardSize, ByColor, Color, Coord};
    use tengen_records::PlayedMove;
    use tengen_records::unfinished::PersonClock;

    fn game(moves: u8) -> GameTree {
        let mut tree = GameTree::new(Rule::Renju, BoardSize::square(15).unwrap());
        let mut last = GameTree::ROOT;
        for x in 0..moves {
            last = tree.play(last, PlayedMove::new(Coord::new(x, 7), None)).unwrap();
        }
        tree
    }

    fn disk(folder: &Path) -> Disk {
        Disk::new(Some(folder.join("games.csv")))
    }

    /// The files of games in a folder.
    fn unfinished(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap().flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".sgf")).collect();
        names.sort();
        names
    }

    #[test]
    fn a_game_that_cannot_be_read_is_named_and_hides_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = disk(folder.path());
        first.write_down(&game(3), Some(&Resume::default())).unwrap();
        drop(first);
        std::thread::sleep(std::time::Duration::from_millis(20));
        fs::write(folder.path().join("games-2.sgf"), "no game SESSION[]").unwrap();
        let left = disk(folder.path()).interrupted();
        assert_eq!(left.last.map(|found| found.game.len()), Some(3));
        let [damaged] = &left.notes[..] else { panic!("{:?}", left.notes) };
        assert!(damaged.contains("games-2.sgf cannot be read: "), "{damaged}");
    }

    #[test]
    fn a_game_that_is_over_is_not_offered_again_and_a_folder_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut disk = disk(folder.path());
        for (moves, is_over) in [(1, false), (2, false), (3, true)] {
            disk.write_down(&game(moves), Some(&Resume::default())).unwrap();
            if is_over {
                disk.write_down(&game(moves), None).unwrap();
            }
            disk.set_aside();
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let left = disk.interrupted();
        assert_eq!(left.last.map(|found| found.game.len()), Some(2));
        assert_eq!((left.notes, unfinished(folder.path()).len()), (vec![], 3));
        for name in [folder.path().to_str().unwrap(), "..", "/"] {
            let error = disk.save(Some(name), false, &game(1), None).unwrap_err();
            let SaveError::Failed(why) = error else { panic!("{error:?}") };
            assert!(why.ends_with("is a folder, expected the name of a file."), "{why}");
        }
    }

    #[test]
    fn a_game_that_an_earlier_version_left_is_continued_in_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("games.unfinished-3.sgf");
        fs::write(&left, include_str!("left_by_1.0.sgf")).unwrap();
        let mut disk = disk(folder.path());
        let found = disk.interrupted().last.unwrap();
        assert!(found.description.starts_with("renju 15x15, "), "{}", found.description);
        assert_eq!((found.game.len(), found.game.has_remarks()), (5, true));
        let setup = LiveGameSetup {
            rule: Rule::Freestyle,
            size: BoardSize::square(9).unwrap(),
            seats: ByColor::new(Mover::Person, Mover::Person),
            names: PlayerNames::default(),
            first: Color::Black,
            clock: PersonClock::default(),
        };
        let mut live = LiveGame::new(setup, 0);
        live.continue_with(found.game, &found.resume);
        // On the variation that was played, one move taken back.
        let size = BoardSize::square(15).unwrap();
        let moves: Vec<String> =
            live.moves().iter().map(|played| move_name(played.point, size)).collect();
        assert_eq!(moves, ["h8", "i9", "g7"]);
        disk.adopt();
        disk.write_down(live.tree(), None).unwrap();
        assert_eq!(unfinished(folder.path()), ["games.unfinished-3.sgf"]);
        assert!(!fs::read_to_string(&left).unwrap().contains("SESSION"));
    }

    #[test]
    fn a_game_that_continues_leaves_no_other_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = disk(folder.path());
        first.write_down(&game(3), Some(&Resume::default())).unwrap();
        drop(first);
        let mut second = disk(folder.path());
        assert!(second.interrupted().last.is_some());
        second.write_down(&game(1), Some(&Resume::default())).unwrap();
        assert_eq!(unfinished(folder.path()).len(), 2);
        second.adopt();
        assert_eq!(unfinished(folder.path()), ["games-1.sgf"]);
    }

    #[test]
    fn a_game_that_is_saved_over_its_own_file_stays_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games-1.sgf");
        let name = folder.path().join(".").join("games-1.sgf").display().to_string();
        let mut playing = disk(folder.path());
        playing.write_down(&game(3), Some(&Resume::default())).unwrap();
        let saved = playing.save(Some(&name), true, &game(3), None).unwrap();
        assert_eq!(saved.message, format!("The game is saved in {name}."));
        assert!(fs::read_to_string(&path).unwrap().contains("SESSION["), "it can be continued");
        let other = disk(folder.path()).save(Some(&name), true, &game(1), None).unwrap_err();
        let why =
            format!("The game is not saved: {name} holds a game that another program is playing.");
        assert_eq!(other, SaveError::Failed(why));
        playing.write_down(&game(4), Some(&Resume::default())).unwrap();
        playing.release();
        // What the person has saved, and nothing to be continued.
        assert_eq!(fs::read_to_string(&path).unwrap(), sgf::write_tree(&game(3)));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no lock is left");
        playing.write_down(&game(2), None).unwrap();
        assert_eq!(unfinished(folder.path()), ["games-1.sgf", "games-2.sgf"]);
        playing.release();
        assert_eq!(unfinished(folder.path()), ["games-1.sgf"], "the next game is not kept");
    }

    #[test]
    fn a_game_that_is_being_played_is_not_offered_and_leaves_no_lock_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut playing = disk(folder.path());
        playing.write_down(&game(3), Some(&Resume::default())).unwrap();
        assert_eq!(disk(folder.path()).interrupted(), LeftGames::default());
        playing.write_down(&game(4), Some(&Resume::default())).unwrap();
        playing.set_aside();
        let mut next = disk(folder.path());
        assert_eq!(next.interrupted().last.map(|found| found.game.len()), Some(4));
        assert!(unfinished::is_held(&folder.path().join("games-1.sgf")), "while it is asked about");
        next.adopt();
        next.write_down(&game(5), None).unwrap();
        next.set_aside();
        assert_eq!(disk(folder.path()).interrupted(), LeftGames::default());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no lock is left");
    }

    #[test]
    fn a_game_that_did_not_change_is_saved_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut disk = disk(folder.path());
        let mut save = |moves| {
            let game = game(moves);
            let line = game.record_to(game.end());
            disk.save(None, false, &game, line.as_ref()).unwrap().message
        };
        assert!(save(1).starts_with("The game is saved as number 1 in "));
        assert!(save(1).starts_with("The game is already saved as number 1 in "));
        assert!(save(2).starts_with("The game is saved as number 2 in "));
        assert_eq!(store::read(&folder.path().join("games.csv")).unwrap().games.len(), 2);
    }

    #[test]
    fn a_game_that_continues_is_saved_once_and_another_program_saves_an_equal_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = game(2);
        game.edit_head(|head| head.started_ms = Some(1_700_000_000_123));
        let line = game.record_to(game.end());
        let save = |disk: &mut Disk| disk.save(None, false, &game, line.as_ref()).unwrap().message;
        let mut first = disk(folder.path());
        first.write_down(&game, Some(&Resume::default())).unwrap();
        assert!(save(&mut first).starts_with("The game is saved as number 1 in "));
        drop(first);
        let mut second = disk(folder.path());
        assert!(second.interrupted().last.is_some());
        second.adopt();
        assert!(save(&mut second).starts_with("The game is already saved as number 1 in "));
        second.release();
        let mut third = disk(folder.path());
        assert!(save(&mut third).starts_with("The game is saved as number 2 in "));
    }

    #[test]
    fn a_saved_file_says_what_it_does_not_hold() {
        let folder = tempfile::tempdir().unwrap();
        let mut tree = game(3);
        tree.edit_head(|head| head.black.name = "Ann".to_owned());
        let line = tree.record_to(tree.end());
        let save = |name: &str| {
            let file = folder.path().join(name);
            let file = file.to_str().unwrap();
            let saved = disk(folder.path()).save(Some(file), false, &tree, line.as_ref()).unwrap();
            saved.message.replace(file, name)
        };
        assert_eq!(save("a.sgf"), "The game is saved in a.sgf.");
        assert_eq!(
            save("a.psq"),
            "The game is saved in a.psq, which does not hold rule; .sgf does."
        );
        let txt = "The game is saved in a.txt, which does not hold rule; .sgf does.";
        assert_eq!(save("a.txt"), txt);
        let lib = "The game is saved in a.lib, which does not hold rule and players; .sgf does.";
        assert_eq!(save("a.lib"), lib);
    }

    #[test]
    fn what_a_file_does_not_hold_is_one_list() {
        let mut tree = GameTree::new(Rule::Renju, BoardSize::square(17).unwrap());
        for x in [3, 4] {
            tree.play(GameTree::ROOT, PlayedMove::new(Coord::new(x, 7), None)).unwrap();
        }
        let lost = GameFormat::TXT.lost(&tree).unwrap();
        assert_eq!(lost, "rule, board and variations");
    }

    #[test]
    fn the_command_that_continues_a_game_names_its_library() {
        let command = |record: &str| Disk::new(Some(record.into())).continue_command();
        assert_eq!(command("a/b-1.csv"), "tengen play --continue --record a/b-1.csv");
        assert_eq!(command("my games.csv"), "tengen play --continue --record \"my games.csv\"");
        assert_eq!(Disk::new(None).continue_command(), "tengen play --continue");
    }

    #[test]
    fn a_name_with_another_ending_is_refused_in_one_sentence() {
        let mut disk = Disk::new(None);
        let error = disk.save(Some("x.pdf"), false, &game(1), None).unwrap_err();
        let SaveError::Failed(error) = error else { panic!("{error:?}") };
        let expected = "The game is not saved: 'x.pdf' ends with .pdf, expected .csv, .lib, ";
        assert!(error.starts_with(expected) && error.ends_with(" or .txt."), "{error}");
    }
}
