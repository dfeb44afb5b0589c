//! The modules of the page in one file.
//!
//! The page has more than 70 ES modules. A browser that fetches them one by one over HTTP/1.1 takes
//! twice as long to start (measured: 640 to 980 ms against 300 to 620 ms on a busy machine, eight
//! starts each). So the page is served with its modules in one script, and needs no build tool:
//! every module becomes a function that returns its exports, called after the modules that it
//! imports. Modules that are loaded on demand (`import(…)`, the languages) stay separate files.
//!
//! The modules use only the forms that are supported here: an import is one line
//! `import { a, b as c } from './path.js';` or `import a from './path.js';`, `export` comes before
//! `const`, `function`, `async function`, `class` and `default`, and there are no import cycles.

use std::fmt::Write;

use once_cell::sync::Lazy;
use thiserror::Error;

use super::files::{self, File};

/// The name of the script on the wire.
pub(super) const NAME: &str = "page.js";
/// The name of the stylesheet on the wire: in the folder of those that it joins, so that the addresses in them hold.
pub(super) const STYLE: &str = "style/page.css";
/// The module that imports all others.
const MAIN: &str = "main.js";
/// What stands around the name of a stylesheet in the page.
const SHEET: (&str, &str) = ("<link rel=\"stylesheet\" href=\"", "\">");

/// The script: [`MAIN`] and what it imports.
pub(super) fn script() -> &'static File {
    static SCRIPT: Lazy<File> = Lazy::new(|| {
        let text = script_and_modules().map_or_else(
            // A test reads the same modules; this shows the error where no test ran.
            |error| format!("throw new Error({:?});", error.to_string()),
            |(script, _)| script,
        );
        File { path: NAME, bytes: String::leak(text).as_bytes() }
    });
    &SCRIPT
}

/// The script, and the paths of the modules in it.
pub(super) fn script_and_modules() -> Result<(String, Vec<String>), BundleError> {
    bundle(MAIN, &source)
}

/// The stylesheets that the page names, in one.
pub(super) fn style() -> &'static File {
    static STYLES: Lazy<File> = Lazy::new(|| {
        let page = source("index.html").unwrap_or_default();
        let text: String = page.lines().filter_map(sheet).filter_map(source).collect();
        File { path: STYLE, bytes: String::leak(text).as_bytes() }
    });
    &STYLES
}

/// The page that loads the script instead of the modules, and one stylesheet.
pub(super) fn index() -> &'static File {
    static INDEX: Lazy<File> = Lazy::new(|| {
        let mut text = String::new();
        let mut has_style = false;
        for line in source("index.html").unwrap_or_default().lines() {
            let is_sheet = sheet(line).is_some();
            if !is_sheet {
                text += &line.replace(&format!("src=\"{MAIN}\""), &format!("src=\"{NAME}\""));
            } else if !has_style {
                text += &format!("{}{STYLE}{}", SHEET.0, SHEET.1);
            } else {
                continue;
            }
            text.push('\n');
            has_style |= is_sheet;
        }
        File { path: "index.html", bytes: String::leak(text).as_bytes() }
    });
    &INDEX
}

/// The stylesheet that a line of the page names.
fn sheet(line: &str) -> Option<&str> {
    line.strip_prefix(SHEET.0)?.strip_suffix(SHEET.1)
}

fn source(path: &str) -> Option<&'static str> {
    files::find(path).and_then(|file| std::str::from_utf8(file.bytes).ok())
}

/// Why modules cannot be joined.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum BundleError {
    /// A module that is not there.
    #[error("{from} imports {path}, which is not a file of the page")]
    Missing {
        /// The module that imports it.
        from: String,
        /// Its path.
        path: String,
    },
    /// A form of import or export that is not supported.
    #[error("{path}:{line}: {text:?} is not a form of import or export that is understood")]
    Form {
        /// The module.
        path: String,
        /// The line in it.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A circle of imports.
    #[error("{path} imports itself indirectly")]
    Circle {
        /// One of its modules.
        path: String,
    },
}

/// A module and everything that it imports, as one script, and the paths of all these.
fn bundle<'a>(
    main: &str,
    source: &impl Fn(&str) -> Option<&'a str>,
) -> Result<(String, Vec<String>), BundleError> {
    let mut bundle = Bundle { source, script: String::new(), done: Vec::new(), open: Vec::new() };
    bundle.add("index.html", main)?;
    Ok((bundle.script, bundle.done))
}

struct Bundle<'s, S> {
    source: &'s S,
    script: String,
    /// The modules in the script.
    done: Vec<String>,
    /// The modules that import the one being added.
    open: Vec<String>,
}

impl<'a, S: Fn(&str) -> Option<&'a str>> Bundle<'_, S> {
    /// Adds a module after those that it imports.
    fn add(&mut self, from: &str, path: &str) -> Result<(), BundleError> {
        if self.done.iter().any(|done| done == path) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == path) {
            return Err(BundleError::Circle { path: path.into() });
        }
        let text = (self.source)(path)
            .ok_or_else(|| BundleError::Missing { from: from.into(), path: path.into() })?;
        self.open.push(path.into());
        let mut body = String::with_capacity(text.len() + 200);
        let mut exports = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = || BundleError::Form { path: path.into(), line: number, text: line.into() };
            if line.starts_with("import ") {
                let (names, imported) = import(line).ok_or_else(wrong)?;
                let imported = resolve(path, imported);
                self.add(path, &imported)?;
                body += &format!("const {names} = {};", variable(&imported));
            } else if let Some(exported) = line.strip_prefix("export ") {
                let (name, declaration) = export(exported).ok_or_else(wrong)?;
                exports.push(name);
                body += &declaration;
            } else {
                body += &on_demand(path, line);
            }
            body.push('\n');
        }
        self.open.pop();
        self.write(path, &body, &exports);
        Ok(())
    }

    fn write(&mut self, path: &str, body: &str, exports: &[&str]) {
        let exports = exports.join(", ");
        // The last module may use `await` outside a function.
        let _ = match self.open.is_empty() {
            true => write!(self.script, "// {path}\n{body}"),
            false => write!(
                self.script,
                "// {path}\nconst {} = (() => {{\n{body}return {{ {exports} }};\n}})();\n",
                variable(path)
            ),
        };
        self.done.push(path.into());
    }
}

/// The names that a line imports, as a pattern for the exports of the module, and its path.
fn import(line: &str) -> Option<(String, &str)> {
    let rest = line.strip_prefix("import ")?.strip_suffix("';")?;
    let (names, path) = rest.split_once(" from '")?;
    let pattern = match names.starts_with('{') {
        true => names.ends_with('}').then(|| names.replace(" as ", ": "))?,
        false => is_name(names).then(|| format!("{{ $default: {names} }}"))?,
    };
    Some((pattern, path))
}

/// The name of what a line exports, and the line without `export`.
fn export(exported: &str) -> Option<(&str, String)> {
    if let Some(value) = exported.strip_prefix("default ") {
        return Some(("$default", format!("const $default = {value}")));
    }
    let kinds = ["const ", "function ", "async function ", "class "];
    let rest = kinds.iter().find_map(|kind| exported.strip_prefix(kind))?;
    let end = rest.find(|letter: char| !is_part(letter)).unwrap_or(rest.len());
    let name = &rest[..end];
    is_name(name).then(|| (name, exported.into()))
}

/// A line with the paths of modules that are loaded on demand made relative to the script.
fn on_demand(path: &str, line: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    match folder {
        "" => line.into(),
        folder => line.replace("import(`./", &format!("import(`./{folder}/")),
    }
}

/// The path of a module that is imported as `relative` by the one at `path`.
fn resolve(path: &str, relative: &str) -> String {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for step in relative.split('/') {
        match step {
            "." => {}
            ".." => drop(folders.pop()),
            step => folders.push(step),
        }
    }
    folders.join("/")
}

/// The variable with the exports of a module.
fn variable(path: &str) -> String {
    let name = path.trim_end_matches(".js").replace(|letter: char| !is_part(letter), "$");
    format!("${name}")
}

fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(modules: &[(&str, &'static str)]) -> Result<String, BundleError> {
        let find =
            |path: &str| modules.iter().find(|(name, _)| *name == path).map(|&(_, text)| text);
        bundle("main.js", &find).map(|(script, _)| script)
    }

    #[test]
    fn every_module_comes_once_and_after_those_it_imports() {
        let script = of(&[
            ("main.js", "import { b } from './x/b.js';\nimport word, { a } from './a.js';\n"),
            ("a.js", ""),
            ("x/b.js", ""),
        ]);
        assert!(matches!(script, Err(BundleError::Form { line: 2, .. })), "{script:?}");
        let script = of(&[
            (
                "main.js",
                "import { b as c } from './x/b.js';\nimport { a } from './a.js';\nawait a(c);\n",
            ),
            ("a.js", "export function a() {\n}\n"),
            (
                "x/b.js",
                "import { a } from '../a.js';\nimport w from './w.js';\nexport const b = a(w);\nimport(`./${w}.js`);\n",
            ),
            ("x/w.js", "export default {\n};\n"),
        ]);
        let expected = "\
// a.js
const $a = (() => {
function a() {
}
return { a };
})();
// x/w.js
const $x$w = (() => {
const $default = {
};
return { $default };
})();
// x/b.js
const $x$b = (() => {
const { a } = $a;
const { $default: w } = $x$w;
const b = a(w);
import(`./x/${w}.js`);
return { b };
})();
// main.js
const { b: c } = $x$b;
const { a } = $a;
await a(c);
";
        assert_eq!(script.as_deref(), Ok(expected));
    }

    #[test]
    fn circles_missing_files_and_other_forms_are_errors() {
        let circle = of(&[("main.js", "import { a } from './main.js';")]);
        assert_eq!(circle, Err(BundleError::Circle { path: "main.js".into() }));
        let missing = of(&[("main.js", "import { a } from './a.js';")]);
        assert!(matches!(missing, Err(BundleError::Missing { .. })), "{missing:?}");
        for form in [
            "import './a.js';",
            "import * as a from './a.js';",
            "export { a };",
            "export let a = 1;",
        ] {
            let wrong = bundle("main.js", &|_: &str| Some(form));
            assert!(matches!(wrong, Err(BundleError::Form { line: 1, .. })), "{form}: {wrong:?}");
        }
    }

    #[test]
    fn the_page_has_one_script_with_all_modules_that_are_not_loaded_on_demand() {
        let (script, modules) = bundle(MAIN, &source).unwrap();
        assert_eq!(script.as_bytes(), super::script().bytes);
        for path in files::all().map(|file| file.path).filter(|path| path.ends_with(".js")) {
            let is_alone = path.starts_with("text/")
                && path.len() == "text/xx.js".len()
                && path != "text/en.js";
            assert_eq!(script.contains(&format!("// {path}\n")), !is_alone, "{path}");
            assert_eq!(modules.iter().any(|module| module == path), !is_alone, "{path}");
        }
        let index = std::str::from_utf8(index().bytes).unwrap();
        assert!(index.contains("<script type=\"module\" src=\"page.js\">"), "{index}");
        assert!(!index.contains(MAIN));
    }

    #[test]
    fn the_page_has_one_stylesheet_with_all_others_in_their_order() {
        let page = std::str::from_utf8(index().bytes).unwrap();
        assert_eq!(page.lines().filter_map(sheet).collect::<Vec<_>>(), [STYLE]);
        let joined = std::str::from_utf8(style().bytes).unwrap();
        let mut end = 0;
        for name in source("index.html").unwrap().lines().filter_map(sheet) {
            let start = joined[end..].find(source(name).unwrap());
            assert_eq!(start, Some(0), "{name}");
            end += source(name).unwrap().len();
        }
        let styles = files::all().filter(|file| file.path.ends_with(".css"));
        assert_eq!(styles.map(|file| file.bytes.len()).sum::<usize>(), end);
        assert_eq!(joined.len(), end);
    }
}
