//! The lists of a database: players, tournaments, openings and rules by their numbers.
//!
//! Of each only the place in the text is kept, however long a list is.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use quick_xml::XmlVersion;
use tengen_util::date::Date;

/// The kinds of lists.
const KINDS: [&str; 4] = ["player", "tournament", "opening", "rule"];

/// The lists of a text.
pub(super) struct Lists<'t> {
    text: &'t str,
    /// Where the tag of a kind with a number begins.
    places: HashMap<(u8, u32), u64>,
}

impl<'t> Lists<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, places: HashMap::new() }
    }

    /// Keeps the place of a tag that begins at this byte, if it belongs to a list.
    pub(super) fn add(&mut self, start: &BytesStart<'_>, byte: usize) {
        let kind = (0..).zip(KINDS).find(|(_, kind)| *kind == start.name().0);
        if let (Some((kind, _)), Ok(number)) = (kind, attribute(start, "id").trim().parse()) {
            self.places.insert((kind, number), byte as u64);
        }
    }

    /// A value of the entry of this kind with this number; empty if there is none.
    fn value(&self, kind: &str, id: &str, names: &[&str]) -> Vec<String> {
        let found = (0..).zip(KINDS).find(|(_, each)| *each == kind).map(|(kind, _)| kind);
        let place = found.zip(id.trim().parse().ok()).and_then(|key| self.places.get(&key));
        let byte = place.and_then(|&byte| usize::try_from(byte).ok());
        let Some(text) = byte.and_then(|byte| self.text.get(byte..)) else { return Vec::new() };
        match Reader::from_str(text).read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => {
                names.iter().map(|name| attribute(&start, name)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The name of an entry.
    pub(super) fn name(&self, kind: &str, id: &str) -> String {
        self.value(kind, id, &["name"]).pop().unwrap_or_default()
    }

    /// A player's name.
    pub(super) fn player(&self, id: &str) -> String {
        self.value("player", id, &["name", "surname"]).join(" ").trim().to_owned()
    }

    /// When a tournament began.
    pub(super) fn started_ms(&self, id: &str) -> Option<u64> {
        self.value("tournament", id, &["start"]).pop().and_then(|day| day_ms(&day))
    }
}

/// The value of an attribute; empty if there is none that can be read.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> String {
    let found = start.try_get_attribute(name).ok().flatten();
    let value = found
        .and_then(|it| it.normalized_value(XmlVersion::Implicit1_0).ok().map(|it| it.into_owned()));
    value.unwrap_or_default()
}

/// The start of a day, `2025-08-01`.
fn day_ms(day: &str) -> Option<u64> {
    let day = day.trim().replace(['.', '/'], "-");
    format!("{day} 00:00:00").parse().ok().map(Date::unix_ms)
}
