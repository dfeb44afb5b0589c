//! The board as files for any static host, with the engine as WebAssembly in a worker of the page.
//!
//! `.ci/static` compiles the engine and has the example `static_page` write the files. The page
//! itself, the service worker that keeps it for use without a network, its description and its icon
//! have fixed names; everything else lies in a folder named after the contents, so that a browser
//! or a host may keep it forever and the files of two builds never mix. All addresses are relative.

use tengen_engine::util::fnv::Fnv1a;
use thiserror::Error;

use super::bundle::{self, BundleError};
use super::files;

/// A file of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFile {
    /// Its path in the folder, with `/`.
    pub path: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Why the page cannot be made.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PageError {
    /// The engine is another kind of file.
    #[error("the engine begins with {seen:02x?}, expected a module of WebAssembly: {MAGIC:02x?}")]
    Engine {
        /// Its first bytes.
        seen: Vec<u8>,
    },
    /// The modules cannot be joined.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A text is not what is changed here.
    #[error("{name} has {count} times {part:?}, expected it once")]
    Text {
        /// The file.
        name: &'static str,
        /// What is to be replaced.
        part: &'static str,
        /// How often it is there.
        count: usize,
    },
}

/// How a module of WebAssembly begins.
const MAGIC: &[u8] = b"\0asm";
/// The engine.
const ENGINE: &str = "tengen.wasm";
/// The script of the worker that runs it.
const WORKER: &str = "worker.js";
const INDEX: &str = "index.html";
const MANIFEST: &str = "manifest.webmanifest";
const SERVICE_WORKER: &str = "service_worker.js";
const ICON: &str = "icon.svg";
const ICON_SOURCE: &str = "pictures/icon.svg";
/// The page loads nothing from elsewhere; a request's token is the address of a blob (see `worker.js`).
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                      connect-src 'self' blob:; img-src 'self' blob:";
/// What a person sees who opens `index.html` as a file, and the script that shows it there.
const NEEDS_SERVER: &str = include_str!("static/needs_server.html");
const NEEDS_SERVER_SCRIPT: &str = "needs_server.js";

/// The files of the page with this engine.
///
/// # Errors
/// If the engine is no module of WebAssembly, or the page has forms that are not understood.
pub fn files(engine: &[u8]) -> Result<Vec<PageFile>, PageError> {
    if !engine.starts_with(MAGIC) {
        return Err(PageError::Engine { seen: engine[..engine.len().min(MAGIC.len())].to_vec() });
    }
    let mut versioned = parts()?;
    versioned.push((WORKER, include_bytes!("static/worker.js").to_vec()));
    versioned.push((NEEDS_SERVER_SCRIPT, include_bytes!("static/needs_server.js").to_vec()));
    versioned.push((ENGINE, engine.to_vec()));
    let version = version_of(&versioned);
    let index = index(&version, engine.len())?;
    let mut files = vec![
        file(INDEX, index.into_bytes()),
        file(MANIFEST, include_bytes!("static/manifest.webmanifest").to_vec()),
        file(ICON, include_bytes!("web/pictures/icon.svg").to_vec()),
    ];
    files.extend(
        versioned.into_iter().map(|(path, bytes)| file(&format!("{version}/{path}"), bytes)),
    );
    let worker = service_worker(&files)?;
    files.push(file(SERVICE_WORKER, worker.into_bytes()));
    Ok(files)
}

fn file(path: &str, bytes: Vec<u8>) -> PageFile {
    PageFile { path: path.to_owned(), bytes }
}

/// The script, the stylesheet, and what they load on demand.
fn parts() -> Result<Vec<(&'static str, Vec<u8>)>, PageError> {
    let (script, modules) = bundle::script_and_modules()?;
    let is_alone = |path: &str| {
        !path.ends_with(".css")
            && ![INDEX, ICON_SOURCE].contains(&path)
            && modules.iter().all(|module| module != path)
    };
    let alone = files::all().filter(|file| is_alone(file.path));
    let mut parts =
        vec![(bundle::NAME, script.into_bytes()), (bundle::STYLE, bundle::style().bytes.to_vec())];
    parts.extend(alone.map(|file| (file.path, file.bytes.to_vec())));
    Ok(parts)
}

/// A name for these contents.
fn version_of(files: &[(&str, Vec<u8>)]) -> String {
    let mut hash = Fnv1a::new();
    for (path, bytes) in files {
        hash.add(path.as_bytes());
        hash.add(&(bytes.len() as u64).to_le_bytes());
        hash.add(bytes);
    }
    format!("{:016x}", hash.hash())
}

/// The page, which finds everything in the folder `version`.
fn index(version: &str, engine_bytes: usize) -> Result<String, PageError> {
    let text = String::from_utf8_lossy(bundle::index().bytes).into_owned();
    let engine = format!("{version}/{ENGINE}");
    let head = format!(
        "<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"manifest\" href=\"{MANIFEST}\">"
    );
    // Behind the script: the page is to be there before the engine.
    let end = format!("<link rel=\"preload\" as=\"fetch\" href=\"{engine}\" crossorigin>\n</head>");
    let changes = [
        (
            "<html lang=\"en\">",
            format!(
                "<html lang=\"en\" data-engine=\"{engine}\" data-engine-bytes=\"{engine_bytes}\">"
            ),
        ),
        ("<meta charset=\"utf-8\">", head),
        ("href=\"pictures/icon.svg\"", format!("href=\"{ICON}\"")),
        ("href=\"style/page.css\"", format!("href=\"{version}/{}\"", bundle::STYLE)),
        ("src=\"page.js\"", format!("src=\"{version}/{}\"", bundle::NAME)),
        ("</head>", end),
        (
            "</body>",
            format!(
                "{NEEDS_SERVER}<script async src=\"{version}/{NEEDS_SERVER_SCRIPT}\"></script>\n</body>"
            ),
        ),
    ];
    replaced(INDEX, text, changes)
}

/// The service worker, which knows the other files.
fn service_worker(files: &[PageFile]) -> Result<String, PageError> {
    let kept = files.iter().filter(|file| file.path != INDEX);
    let names: Vec<String> = kept.map(|file| format!("'{}'", file.path)).collect();
    // Its bytes tell a browser that there is a new build, so the page counts as well.
    let mut hash = Fnv1a::new();
    files.iter().for_each(|file| hash.add(&file.bytes));
    let changes = [
        ("const VERSION = '';", format!("const VERSION = '{:016x}';", hash.hash())),
        ("const FILES = [''];", format!("const FILES = [{}];", names.join(", "))),
    ];
    replaced(SERVICE_WORKER, include_str!("static/service_worker.js").to_owned(), changes)
}

/// A text with each of these parts replaced, which must be there once.
fn replaced<const N: usize>(
    name: &'static str,
    text: String,
    changes: [(&'static str, String); N],
) -> Result<String, PageError> {
    changes.into_iter().try_fold(text, |text, (part, to)| match text.matches(part).count() {
        1 => Ok(text.replace(part, &to)),
        count => Err(PageError::Text { name, part, count }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(files: &[PageFile], path: &str) -> String {
        let file = files.iter().find(|file| file.path == path).unwrap();
        String::from_utf8(file.bytes.clone()).unwrap()
    }

    fn version(files: &[PageFile]) -> &str {
        let engine = files.iter().find(|file| file.path.ends_with("/tengen.wasm")).unwrap();
        engine.path.split_once('/').unwrap().0
    }

    #[test]
    fn the_page_names_files_that_are_there() {
        let files = files(b"\0asm 1").unwrap();
        let page = text_of(&files, "index.html");
        let named: Vec<&str> = ["href=\"", "src=\"", "data-engine=\""]
            .iter()
            .flat_map(|key| page.split(key).skip(1))
            .filter_map(|rest| rest.split('"').next())
            .filter(|address| !address.starts_with("http://localhost"))
            .collect();
        assert_eq!(named.len(), 7, "{named:?}");
        for address in named {
            assert!(files.iter().any(|file| file.path == address), "{address}");
        }
        assert!(page.contains("data-engine-bytes=\"6\""), "{page}");
    }

    #[test]
    fn the_worker_keeps_every_file_and_the_page_itself() {
        let files = files(b"\0asm 1").unwrap();
        let worker = text_of(&files, "service_worker.js");
        for file in &files {
            let is_named = worker.contains(&format!("'{}'", file.path));
            let is_other = [INDEX, SERVICE_WORKER].contains(&file.path.as_str());
            assert_eq!(is_named, !is_other, "{}", file.path);
        }
    }

    #[test]
    fn another_engine_is_another_version() {
        let [one, other] = [b"\0asm 1", b"\0asm 2"].map(|engine| files(engine).unwrap());
        assert_ne!(version(&one), version(&other));
        assert_ne!(text_of(&one, "service_worker.js"), text_of(&other, "service_worker.js"));
        assert_eq!(one, files(b"\0asm 1").unwrap());
    }

    #[test]
    fn an_engine_of_another_kind_is_refused() {
        let error = files(b"\x7fELF...").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the engine begins with [7f, 45, 4c, 46], expected a module of WebAssembly: [00, 61, 73, 6d]"
        );
    }
}
