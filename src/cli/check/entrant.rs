//! What `tengen check` examines, and the folder that it works in.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::interrupt;
use tengen_arena::check::archive::{self, how_to_run};
use tengen_arena::check::league::League;
use tengen_arena::config::{self, Settings, engine::Engine};
use tengen_arena::player::PlayerSpec;
use tengen_util::stderr;

/// What is examined: a program, or an unpacked archive with a program for each league.
pub(super) enum Entrant {
    Program(PathBuf),
    Archive { file: PathBuf, folder: PathBuf },
}

impl Entrant {
    pub(super) fn open(path: &Path, scratch: &Path) -> Result<Self> {
        let shown = path.display();
        let path = path.canonicalize().with_context(|| format!("cannot open '{shown}'"))?;
        let is_zip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
        if is_zip {
            let folder = scratch.join("entrant");
            std::fs::create_dir_all(&folder)?;
            archive::unpack(&path, &folder)?;
            return Ok(Entrant::Archive { file: path, folder });
        }
        if how_to_run(&path).is_none() {
            bail!("'{shown}' is not a program that runs here, expected a brain or a zip");
        }
        Ok(Entrant::Program(path))
    }

    pub(super) fn player(&self, league: &League, arguments: &[String]) -> Result<PlayerSpec> {
        let file = match self {
            Entrant::Program(path) => path.clone(),
            Entrant::Archive { file, folder } => archive::choose(folder, file, league)?,
        };
        // Its own name, even if wine runs it.
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some((program, mut before)) = how_to_run(&file) else {
            bail!("'{}' is not a program that runs here", file.display());
        };
        let engine = Engine { cmd: program, name, ..Engine::default() };
        let mut player = config::player(&engine, &Settings::default())?;
        player.folder = file.parent().map(Path::to_owned);
        before.extend(arguments.iter().map(Into::into));
        player.arguments = before;
        Ok(player)
    }
}

/// A temporary folder that is removed afterwards, even if Ctrl-C ends the program.
pub(super) struct Scratch {
    pub path: PathBuf,
}

impl Scratch {
    pub(super) fn new() -> Result<Self> {
        // A name that cannot be guessed, and a folder that did not exist before.
        let name = format!("tengen-check-{:016x}", rand::random::<u64>());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path)
            .with_context(|| format!("cannot create the folder {}", path.display()))?;
        Ok(Self { path })
    }

    /// Ctrl-C removes the folder and ends the program.
    pub(super) fn remove_on_interrupt(&self) -> Result<()> {
        let folder = self.path.clone();
        tengen_util::interrupt::on_interrupt(move || {
            // The system kills the players together with this process; until then a player may add
            // a file.
            let _ = std::fs::remove_dir_all(&folder).or_else(|_| std::fs::remove_dir_all(&folder));
            stderr::say(format_args!("interrupted"));
            std::process::exit(i32::from(interrupt::EXIT_STATUS));
        })
        .context("Ctrl-C")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.path) {
            log::warn!("{} is left behind: {error}", self.path.display());
        }
    }
}
