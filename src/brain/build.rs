//! Finds the commit that the program is built from, for `tengen --version`: `TENGEN_COMMIT`, which
//! the scripts of releases set, the file that cargo adds to a package, the one that `git archive` fills in,
//! or the checkout. Git is not needed; without any of these the program is built as well and says that its commit is not known.
//!
//! A checkout is looked at by the profiles that people use only, so that tests are not compiled
//! anew after each commit.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=TENGEN_COMMIT");
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let named = env::var("TENGEN_COMMIT").ok().filter(|commit| !commit.is_empty());
    let found =
        named.or_else(|| of_package(&folder)).or_else(|| of_archive(&folder)).or_else(|| {
            let is_for_tests = env::var("PROFILE").is_ok_and(|profile| profile == "debug");
            let commit =
                (!is_for_tests).then(|| of_checkout(&folder.join("../../.git"))).flatten()?;
            Some(format!("{}, or changes after it", short(&commit)))
        });
    println!("cargo::rustc-env=TENGEN_BUILT_FROM={}", found.as_deref().unwrap_or("not known"));
}

/// As long as nobody has to compare it by eye.
fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

/// Of a package: cargo writes `{"git":{"sha1":"…"}}` into it.
fn of_package(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join(".cargo_vcs_info.json")).ok()?;
    let commit = text.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    Some(short(commit).to_owned())
}

/// Of the source archive: `git archive` replaces the format by the commit.
fn of_archive(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join("../../.ci/commit")).ok()?;
    let commit = text.trim();
    let is_named = !commit.is_empty() && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_named.then(|| short(commit).to_owned())
}

/// Of a checkout: what HEAD names, in its own folder or in that of the repository it is a work tree of.
fn of_checkout(git: &Path) -> Option<String> {
    let linked = fs::read_to_string(git).ok();
    let linked = linked.as_deref().and_then(|text| text.trim().strip_prefix("gitdir: "));
    let git = linked.map_or(git.to_owned(), PathBuf::from);
    let head = read_watched(&git.join("HEAD"))?;
    let Some(name) = head.strip_prefix("ref: ") else { return Some(head) };
    let common = fs::read_to_string(git.join("commondir")).ok();
    let common = common.map_or(git.clone(), |path| git.join(path.trim()));
    [&git, &common].into_iter().find_map(|git| read_watched(&git.join(name))).or_else(|| {
        let packed = read_watched(&common.join("packed-refs"))?;
        let line = packed.lines().find_map(|line| line.strip_suffix(name)?.strip_suffix(' '));
        line.map(str::to_owned)
    })
}

/// The text of a file, after whose changes this runs again.
fn read_watched(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    println!("cargo::rerun-if-changed={}", path.display());
    Some(text.trim().to_owned())
}
