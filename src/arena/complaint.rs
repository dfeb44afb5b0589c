//! What a player says before its first move about how it was started: that it cannot read a file of its
//! command line, say. It plays on, because a manager needs a move, but not as it was asked to, so the
//! games do not measure what they were to measure. The protocol has no word for that: a complaint is an
//! `ERROR`, or a `MESSAGE` that names an option of the player's own command line. It is part of the
//! note of the game, from which reports have it.

use std::collections::BTreeMap;

use tengen_brain::wire::Reply;
use tengen_engine::types::{ByColor, Color};
use tengen_records::GameRecord;
use tengen_util::count::counted;
use tengen_util::excerpt::excerpt;

/// Most characters that are kept of a complaint.
const MOST: usize = 200;
/// What stands between the name of a player and its complaint in a note.
const SAID: &str = " said before its first move: ";

/// The options of a command line, without their values.
pub(crate) fn options_of<'a>(arguments: impl Iterator<Item = &'a str>) -> Vec<String> {
    let options = arguments.filter(|argument| argument.starts_with('-'));
    let name = |option: &str| option.split('=').next().unwrap_or_default().to_owned();
    options.map(name).filter(|name| !name.trim_matches('-').is_empty()).collect()
}

/// The complaint that a line is, of a player started with these options.
pub(crate) fn complaint(reply: &Reply, options: &[String]) -> Option<String> {
    let text = match reply {
        Reply::Error(text) => text,
        Reply::Message(text) => {
            let is_word = |word: &str| options.iter().any(|option| option == word);
            let mut words = text.split(|c: char| c.is_whitespace() || ":;,='\"`".contains(c));
            words.any(is_word).then_some(text)?
        }
        _ => return None,
    };
    Some(excerpt(&text.replace('\'', "’"), MOST))
}

/// The note of a game with the complaints of its players.
pub(crate) fn with_complaints(
    note: Option<String>,
    names: ByColor<&str>,
    complaints: ByColor<Option<String>>,
) -> Option<String> {
    let said = |color: Color| {
        let text = complaints[color].as_ref()?;
        Some(format!("{}{SAID}'{text}'", names[color]))
    };
    let parts: Vec<String> = Color::BOTH.into_iter().filter_map(said).chain(note).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The complaints in the notes of games, by player.
#[derive(Clone, Debug, Default)]
pub struct Complaints(BTreeMap<String, (u64, String)>);

impl Complaints {
    /// The complaints of these games.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut all = Self::default();
        games.into_iter().for_each(|game| all.add(game));
        all
    }

    /// Adds those of a game.
    pub fn add(&mut self, game: &GameRecord) {
        let mut note = game.note.as_deref().unwrap_or_default();
        for name in [&game.black.name, &game.white.name] {
            let said = note.strip_prefix(&format!("{name}{SAID}'"));
            let Some((text, rest)) = said.and_then(|said| said.split_once('\'')) else { continue };
            note = rest.strip_prefix("; ").unwrap_or(rest);
            let (games, _) = self.0.entry(name.clone()).or_insert((0, text.to_owned()));
            *games += 1;
        }
    }

    /// A sentence for each player.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        let sentence = |(name, (games, text)): (&String, &(u64, String))| {
            format!("{name} may not have played as asked, in {}: '{text}'", counted(*games, "game"))
        };
        self.0.iter().map(sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn complaint_of(line: &str) -> Option<String> {
        let arguments = ["--weights=no.tgnn", "-q", "--", "mode", "--level", "3"];
        complaint(&Reply::parse(line).unwrap(), &options_of(arguments.into_iter()))
    }

    #[test]
    fn an_error_and_a_message_about_an_own_option_are_complaints() {
        for (line, text) in [
            ("ERROR no weights", "no weights"),
            ("MESSAGE --weights no.tgnn: it isn't there", "--weights no.tgnn: it isn’t there"),
            ("MESSAGE bad value for '--level'", "bad value for ’--level’"),
            ("MESSAGE unknown option -q", "unknown option -q"),
        ] {
            assert_eq!(complaint_of(line).as_deref(), Some(text), "{line}");
        }
        for line in
            ["MESSAGE depth 9 -- mode 3", "MESSAGE the --weightsless", "7,7", "OK", "DEBUG --level"]
        {
            assert_eq!(complaint_of(line), None, "{line}");
        }
    }

    #[test]
    fn complaints_are_found_again_in_the_notes_of_games() {
        let mut games = sample::games();
        let end = || Some("white (pbrain-old): no answer".to_owned());
        assert_eq!(with_complaints(end(), ByColor(["a", "b"]), ByColor([None, None])), end());
        let texts = ["--book x: none; playing on", "no memory"];
        for game in &mut games {
            let names = [&game.black, &game.white].map(|side| side.name.clone());
            let said = [game.black.player, game.white.player]
                .map(|player| texts.get(player).map(|&text| text.to_owned()));
            let names = ByColor(names.each_ref().map(String::as_str));
            game.note = with_complaints(end(), names, ByColor(said));
        }
        assert_eq!(
            games[0].note.as_deref(),
            Some(
                "tengen said before its first move: '--book x: none; playing on'; a <b> & \"c\" said before its \
                 first move: 'no memory'; white (pbrain-old): no answer"
            )
        );
        let sentences: Vec<String> = Complaints::of(&games).sentences().collect();
        assert_eq!(
            sentences,
            [
                "a <b> & \"c\" may not have played as asked, in 4 games: 'no memory'",
                "tengen may not have played as asked, in 4 games: '--book x: none; playing on'",
            ]
        );
    }
}
