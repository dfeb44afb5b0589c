//! Writes the files of the board as a static page: `static_page ENGINE.wasm FOLDER`, which is what
//! `.ci/static` calls. The folder must be empty or not there.

use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tengen_boards::browser::static_page;

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [engine, folder] = arguments.as_slice() else {
        bail!("{} arguments, expected ENGINE.wasm and FOLDER", arguments.len());
    };
    let (engine, folder) = (Path::new(engine), Path::new(folder));
    let bytes = fs::read(engine).with_context(|| engine.display().to_string())?;
    let files = static_page::files(&bytes).with_context(|| engine.display().to_string())?;
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    ensure!(is_empty, "{} has files, expected an empty folder", folder.display());
    for file in files {
        let path = folder.join(&file.path);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, &file.bytes));
        written.with_context(|| path.display().to_string())?;
    }
    Ok(())
}
