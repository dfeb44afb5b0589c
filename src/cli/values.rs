//! Words that options accept, beside those of the brain's own options.

use clap::builder::{PossibleValue, TypedValueParser};

use tengen_arena::check::league::League;
pub(super) use tengen_brain::command::words::{evaluation, level, rule, words};
use tengen_engine::threats::ThreatKind;
use tengen_engine::types::Color;
use tengen_records::book::Label;
use tengen_records::book::overwrite::Overwrite;
use tengen_records::book_formats::BookFormat;
use tengen_records::game_format::GameFormat;

/// Threats of a forced win.
pub(super) fn threat_kind() -> impl TypedValueParser<Value = ThreatKind> {
    words(ThreatKind::ALL.to_vec(), |kind| PossibleValue::new(kind.name()))
}

/// A format of games.
pub(super) fn game_format() -> impl TypedValueParser<Value = GameFormat> {
    formats(GameFormat::ALL.to_vec())
}

/// A format in which games are written.
pub(super) fn written_game_format() -> impl TypedValueParser<Value = GameFormat> {
    let all = GameFormat::ALL.iter().copied();
    formats(all.filter(|format| format.description().write.is_some()).collect())
}

fn formats(formats: Vec<GameFormat>) -> impl TypedValueParser<Value = GameFormat> {
    words(formats, |format| PossibleValue::new(format.name()).help(format.description().title))
}

/// A format of books.
pub(super) fn book_format() -> impl TypedValueParser<Value = BookFormat> {
    words(BookFormat::all(), |format| {
        PossibleValue::new(format.name()).help(match format {
            BookFormat::Jsonl => "One record per line; loses nothing",
            BookFormat::Csv => "One record per row, without texts on points; or a library of games",
            BookFormat::Sgf => "Games with variations and comments; a store is written as one tree",
            BookFormat::Lib => "RenLib's libraries, 15x15",
            BookFormat::Yxdb => "The databases of Yixin and Rapfi (.db)",
            BookFormat::Games(format) => format.description().title,
        })
    })
}

/// A label of a position.
pub(super) fn label() -> impl TypedValueParser<Value = Label> {
    words(Label::ALL.to_vec(), |label| PossibleValue::new(label.name()))
}

/// Which of two records stays.
pub(super) fn overwrite() -> impl TypedValueParser<Value = Overwrite> {
    words(Overwrite::ALL.to_vec(), |overwrite| PossibleValue::new(overwrite.name()))
}

/// A league of Gomocup.
pub(super) fn league() -> impl TypedValueParser<Value = League> {
    words(League::ALL.to_vec(), |league| PossibleValue::new(league.name))
}

/// A side.
pub(super) fn color() -> impl TypedValueParser<Value = Color> {
    words(Color::BOTH.to_vec(), |color| {
        PossibleValue::new(match color {
            Color::Black => "black",
            Color::White => "white",
        })
    })
}
