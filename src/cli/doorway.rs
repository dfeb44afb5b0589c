//! A file that leads a browser to the page of `tengen board`.
//!
//! A browser that is started with the address of the page shows it to every user of the machine, in
//! the list of its arguments, and with it the token. So the browser is started with the name of a
//! file that only this user can read.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::board_token::create_private;

/// Where the packages of snapd are mounted. A browser among them sees another temporary folder, and
/// no hidden folders.
const SNAP: &str = "/snap";

/// The file, in a folder of its own. Both are removed when it is dropped.
#[derive(Debug)]
pub(super) struct Doorway {
    folder: TempDir,
    path: PathBuf,
}

impl Doorway {
    /// A file that leads to this address.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn to(url: &str) -> io::Result<Self> {
        match std::env::home_dir().filter(|_| cfg!(target_os = "linux") && Path::new(SNAP).exists())
        {
            Some(home) => {
                Self::within(&home, url).or_else(|_| Self::within(&std::env::temp_dir(), url))
            }
            None => Self::within(&std::env::temp_dir(), url),
        }
    }

    fn within(folder: &Path, url: &str) -> io::Result<Self> {
        // Nobody else may enter it. On Windows the temporary folder belongs to the user.
        let mut private = tempfile::Builder::new();
        private.prefix("tengen-board-");
        #[cfg(unix)]
        private.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = private.tempdir_in(folder)?;
        let path = folder.path().join("open.html");
        let mut file = create_private(&path)?;
        // The address has no character that HTML or quotes would change: see `Token`.
        write!(
            file,
            "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>Tengen</title>\n\
             <a href=\"{url}\">The board</a>\n"
        )?;
        Ok(Self { folder, path })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        debug_assert!(self.path.starts_with(self.folder.path()));
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_this_user_can_read_the_file_and_it_does_not_stay() {
        let url = "http://127.0.0.1:8135/0123456789abcdef/";
        let doorway = Doorway::to(url).unwrap();
        let path = doorway.path().to_owned();
        assert!(!path.to_string_lossy().contains("0123456789abcdef"));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&format!("content=\"0; url={url}\"")), "{text}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        }
        drop(doorway);
        assert!(!path.parent().unwrap().exists());
    }
}
