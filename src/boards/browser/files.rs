//! The files of the page, embedded in the executable.

#[derive(Debug)]
pub(super) struct File {
    /// Its path below the token.
    pub path: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
}

/// Embeds files of the folder `web`.
macro_rules! files {
    ($($path:literal,)*) => {
        &[$(File { path: $path, bytes: include_bytes!(concat!("web/", $path)) },)*]
    };
}

/// Every file of `web`, sorted. A test compares the list with the folder.
const FILES: &[File] = files! {
    "app/analysis.js",
    "app/announce.js",
    "app/anywhere.js",
    "app/book.js",
    "app/clock.js",
    "app/commands.js",
    "app/editor.js",
    "app/evaluate.js",
    "app/exchange.js",
    "app/exercises.js",
    "app/follow.js",
    "app/giving_way.js",
    "app/judge.js",
    "app/kept.js",
    "app/keys.js",
    "app/likely.js",
    "app/navigate.js",
    "app/offline.js",
    "app/opening.js",
    "app/opponent.js",
    "app/own_side.js",
    "app/play.js",
    "app/ponder.js",
    "app/proofs.js",
    "app/puzzle_record.js",
    "app/puzzles.js",
    "app/puzzles_again.js",
    "app/review.js",
    "app/saved.js",
    "app/sound.js",
    "app/state.js",
    "app/store.js",
    "app/study.js",
    "app/unfinished.js",
    "engine/engine.js",
    "engine/local.js",
    "engine/requests.js",
    "engine/socket.js",
    "index.html",
    "io/clipboard.js",
    "io/game_json.js",
    "io/link.js",
    "io/picture.js",
    "main.js",
    "model/annotated.js",
    "model/opening.js",
    "model/points.js",
    "model/position.js",
    "model/symmetry.js",
    "model/tree.js",
    "pictures/icon.svg",
    "pictures/slate.svg",
    "pictures/wood.svg",
    "style/base.css",
    "style/board.css",
    "style/dialogs.css",
    "style/layout.css",
    "style/panels.css",
    "text/cs.js",
    "text/de.js",
    "text/en.js",
    "text/facts.js",
    "text/ja.js",
    "text/ko.js",
    "text/opening_words.js",
    "text/puzzle_words.js",
    "text/reading_words.js",
    "text/reason_words.js",
    "text/review_words.js",
    "text/ru.js",
    "text/text.js",
    "text/zh.js",
    "view/analysis_panel.js",
    "view/board.js",
    "view/book.js",
    "view/book_block.js",
    "view/cells.js",
    "view/controls.js",
    "view/dialog.js",
    "view/dom.js",
    "view/edit_panel.js",
    "view/files.js",
    "view/geometry.js",
    "view/graph.js",
    "view/header.js",
    "view/help.js",
    "view/icons.js",
    "view/insight_panel.js",
    "view/layout.js",
    "view/likely.js",
    "view/marks.js",
    "view/moves.js",
    "view/new_game.js",
    "view/page.js",
    "view/parts.js",
    "view/players.js",
    "view/puzzle_panel.js",
    "view/review_marks.js",
    "view/review_panel.js",
    "view/settings.js",
    "view/stones.js",
    "view/tabs.js",
};

/// File name extensions and their media types.
const KINDS: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
];

impl File {
    /// Its media type.
    pub(super) fn kind(&self) -> &'static str {
        let ending = self.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let known = KINDS.iter().find(|(known, _)| *known == ending);
        known.map_or("application/octet-stream", |&(_, kind)| kind)
    }
}

/// The file with a path.
pub(super) fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

/// All files.
pub(super) fn all() -> impl Iterator<Item = &'static File> {
    FILES.iter()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use tengen_engine::rules::opening::OpeningRule;
    use tengen_engine::types::Rule;

    use super::*;

    fn names(folder: &Path, below: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{below}{}", entry.file_name().to_string_lossy());
            match entry.file_type().unwrap().is_dir() {
                true => names(&entry.path(), &format!("{name}/"), found),
                false => found.push(name),
            }
        }
    }

    #[test]
    fn every_file_of_the_folder_is_embedded_and_has_a_type() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("browser/web");
        let mut there = Vec::new();
        names(&folder, "", &mut there);
        there.retain(|name| !name.ends_with(".md"));
        there.sort();
        let listed: Vec<&str> = FILES.iter().map(|file| file.path).collect();
        let missing: Vec<_> =
            there.iter().filter(|name| !listed.contains(&name.as_str())).collect();
        assert!(missing.is_empty(), "add to the list in src/boards/browser/files.rs: {missing:#?}");
        assert_eq!(listed, there, "src/boards/browser/files.rs lists a file twice or not sorted");
        for file in FILES {
            assert_ne!(file.kind(), "application/octet-stream", "{}", file.path);
        }
    }

    /// What the page says of each rule and opening rule, in every language; [`Rule::ALL`] and
    /// [`OpeningRule::ALL`] are where they are.
    #[test]
    fn the_page_has_a_name_and_a_note_for_every_rule() {
        let text = |path| std::str::from_utf8(find(path).unwrap().bytes).unwrap();
        let listed = format!("[{}]", Rule::ALL.map(|rule| format!("'{rule}'")).join(", "));
        let model = text("model/position.js");
        assert!(model.contains(&format!("RULES = {listed}")), "model/position.js: {listed}");
        let rules = Rule::ALL.iter().map(|rule| ("rule", rule.name()));
        let openings = OpeningRule::ALL.iter().map(|rule| ("opening.rule", rule.name()));
        let keys: Vec<_> = rules.chain(openings).collect();
        let is_language =
            |path: &str| path.starts_with("text/") && path.len() == "text/en.js".len();
        let languages: Vec<_> = FILES.iter().filter(|file| is_language(file.path)).collect();
        assert!(languages.len() >= 7, "{languages:?}");
        for language in languages.iter().map(|file| file.path) {
            for (kind, name) in &keys {
                let note = format!("'{}.note.{name}':", kind.trim_end_matches(".rule"));
                for key in [format!("'{kind}.{name}':"), note] {
                    assert!(text(language).contains(&key), "{language} lacks {key}");
                }
            }
        }
    }

    #[test]
    fn only_exact_names_are_found() {
        assert_eq!(find("index.html").map(|file| file.path), Some("index.html"));
        for wrong in [
            "",
            "../Cargo.toml",
            "./index.html",
            "/index.html",
            "index.html/",
            "INDEX.html",
            "web/index.html",
        ] {
            assert!(find(wrong).is_none(), "{wrong}");
        }
    }
}
