//! What the database says about a position, in Yixin-Board's lines.

use super::error::DatabaseError;
use super::{DatabaseRequest, line};
use crate::wire::Reply;
use tengen_engine::types::{Coord, Score};
use tengen_records::book::{Bound, Label, Record};
use tengen_records::book_formats::yxdb::mark_of;

/// `REFRESH`, a line for each move and each text on a point, `DONE`.
pub(super) fn all(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let (session, position) = (request.session()?, request.position()?);
    let here = session.get(position)?.unwrap_or_default();
    let children = session.children(position)?;
    replies.push(line("REFRESH"));
    for coord in position.empty_coords() {
        let text = here.texts.iter().find(|(at, _)| *at == coord).map(|(_, text)| text.as_str());
        let child = children.iter().find(|child| child.coord == coord).map(|child| &child.record);
        if text.is_some() || child.is_some() {
            replies.push(of_move(request, coord, child, text.unwrap_or_default()));
        }
    }
    replies.push(line("DONE"));
    Ok(())
}

/// `y x label value depth bound hascomment text`; the front end shows up to four characters of the
/// label and six of the text, without blanks.
fn of_move(request: &DatabaseRequest, coord: Coord, child: Option<&Record>, text: &str) -> Reply {
    let point = request.axes.pair(coord);
    let none = Record::default();
    let record = child.unwrap_or(&none);
    let label = label_number(&shown(record));
    let (value, depth, bound) = numbers(record);
    let has_comment = u8::from(!record.comment.is_empty());
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    line(format_args!(
        "{} {} {label} {value} {depth} {bound} {has_comment} {text}",
        point.first, point.second
    ))
}

/// `ONE label value depth bound display`.
pub(super) fn one(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    replies.push(match request.session()?.get(request.position()?)? {
        None => line("ONE 0 0 0 0"),
        Some(record) => {
            let (value, depth, bound) = numbers(&record);
            let (label, shown) = (mark_of(record.label), shown(&record));
            line(format_args!("ONE {label} {value} {depth} {bound} {shown}").to_string().trim_end())
        }
    });
    Ok(())
}

/// `TEXT "comment"`, over as many lines as the comment has.
pub(super) fn text(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let record = request.session()?.get(request.position()?)?.unwrap_or_default();
    let comment = record.comment.replace('\\', "\\\\").replace('"', "\\\"");
    replies.push(line(format_args!("TEXT \"{comment}\"")));
    Ok(())
}

/// Value, depth and the bound's number: 1 upper, 2 lower, 3 exact.
fn numbers(record: &Record) -> (i16, i16, u8) {
    (record.value.unwrap_or(0), record.depth, record.bound as u8)
}

/// The label for the side that just moved: `w17` a win in 17 plies, `w*` a win, `63%` a win chance.
pub(super) fn shown(record: &Record) -> String {
    let score = record.value.map(|value| Score(-i32::from(value)));
    let steps = score.and_then(Score::mate_plies).map(|plies| plies.unsigned_abs().to_string());
    let steps = steps.unwrap_or_else(|| "*".to_owned());
    match (record.label, score) {
        (Label::Loss, _) => format!("w{steps}"),
        (Label::Win, _) => format!("l{steps}"),
        (Label::Draw, _) => "d".to_owned(),
        (Label::Forced, _) => "!".to_owned(),
        (Label::Blocked, _) => "x".to_owned(),
        (Label::None, Some(score)) if record.bound != Bound::None => {
            format!("{}%", (score.win_rate() * 100.0).clamp(0.0, 99.0) as u8)
        }
        (Label::None, _) => String::new(),
    }
}

/// Up to four ASCII characters in a number, the first in the highest byte; −1 for none.
fn label_number(label: &str) -> i64 {
    match label {
        "" => -1,
        _ => label.bytes().take(4).fold(0, |sum, byte| sum << 8 | i64::from(byte)),
    }
}
