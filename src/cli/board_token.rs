//! The secret word in the address of the board, kept for the next start: bookmarks stay valid, and open pages
//! find the server again. It is in a file that only this user can read, beside what else Tengen remembers.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use tengen_boards::browser::Token;
use tengen_records::book::here;

/// The file in the folder of the user.
const FILE: &str = "board-token";

/// The token of the earlier start; a new one, which is kept, if there is none or `is_new`. Without
/// a folder to keep it in, the token is valid until the server ends.
pub(super) fn kept(is_new: bool) -> Token {
    let Some(folder) = here::folder() else { return Token::random() };
    kept_in(&folder.join(FILE), is_new).unwrap_or_else(|error| {
        log::warn!("the address of the board is not kept: {error}");
        Token::random()
    })
}

fn kept_in(path: &Path, is_new: bool) -> io::Result<Token> {
    if let (false, Some(token)) = (is_new, read(path)) {
        return Ok(token);
    }
    let token = Token::random();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Never half written, and never readable to others: renamed when it is whole.
    let fresh = path.with_extension(format!("new-{}", std::process::id()));
    let written = create_private(&fresh)
        .and_then(|mut file| writeln!(file, "{token}"))
        .and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    written.map(|()| token)
}

/// The token of a file that is sound and that nobody else can read.
fn read(path: &Path) -> Option<Token> {
    let facts = fs::symlink_metadata(path).ok()?;
    if !facts.is_file() || facts.len() > 100 || !is_private(&facts) {
        return None;
    }
    fs::read_to_string(path).ok()?.trim_end().parse().ok()
}

#[cfg(unix)]
fn is_private(facts: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&facts.permissions()) & 0o077 == 0
}

/// The folder of the user is closed to others.
#[cfg(not(unix))]
const fn is_private(_: &fs::Metadata) -> bool {
    true
}

/// Creates a file that only this user can read.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_until_a_new_one_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state").join(FILE);
        let first = kept_in(&path, false).unwrap();
        assert_eq!(kept_in(&path, false).unwrap(), first);
        let second = kept_in(&path, true).unwrap();
        assert_ne!(second, first);
        assert_eq!(kept_in(&path, false).unwrap(), second);
        fs::write(&path, "short\n").unwrap();
        let third = kept_in(&path, false).unwrap();
        assert_eq!(kept_in(&path, false).unwrap(), third);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_token_that_others_could_read_is_replaced() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let first = kept_in(&path, false).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert_ne!(kept_in(&path, false).unwrap(), first);
        assert_eq!(mode(&path), 0o600);
    }
}
