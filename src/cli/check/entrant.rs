//! What `tengen check` examines.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use tengen_arena::check::archive::{self, how_to_run};
use tengen_arena::check::league::League;
use tengen_arena::config::{self, GivenSettings, engine::EngineSettings};
use tengen_arena::player::PlayerSpec;

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
        let engine = EngineSettings { cmd: program, name, ..EngineSettings::default() };
        let mut player = config::player(&engine, &GivenSettings::default())?;
        player.folder = file.parent().map(Path::to_owned);
        before.extend(arguments.iter().map(Into::into));
        player.arguments = before;
        Ok(player)
    }
}
