//! Deleting positions.

use super::error::DatabaseError;
use super::{DatabaseRequest, remark};
use crate::wire::Reply;
use tengen_engine::board::Position;
use tengen_engine::types::{Score, Stone};
use tengen_records::book::key::Canonical;
use tengen_records::book::store::{Batch, PATIENCE, Store};
use tengen_records::book::{Label, Record};
use tengen_util::count::counted;

/// Deletes the position.
pub(super) fn one(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let key = Canonical::of(request.position()?).key;
    let store = Store::open_unchecked(request.writable()?, PATIENCE)?;
    let is_known = store.write(|batch| Ok::<_, DatabaseError>(batch.remove(&key)?))?;
    replies.push(remark(format!("{} deleted", if is_known { "1 record" } else { "no record" })));
    Ok(())
}

/// Deletes what comes after the position, in one transaction: the positions after each move that
/// the filter selects and that no other known position leads to, with everything after them.
pub(super) fn all(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let filter = Filter::parse(&request.arguments).ok_or_else(|| {
        request.wrong("nothing, nonwl, nonwld, w, l, wl, wld, wlnostep or wlinstep N, each maybe with recursive")
    })?;
    let position = request.position()?;
    let store = Store::open_unchecked(request.writable()?, PATIENCE)?;
    let count = store.write(|batch| delete_after(batch, position, &filter))?;
    replies.push(remark(format!("{} deleted", counted(count, "record"))));
    Ok(())
}

/// Which positions are deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Filter {
    chosen: Chosen,
    /// Whether the positions after a kept position are checked, too.
    is_recursive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    All,
    /// Selects the results that are set, or all others.
    Results {
        win: bool,
        loss: bool,
        draw: bool,
        is_inverted: bool,
    },
    /// Wins and losses without a number of plies.
    WithoutSteps,
    /// Wins and losses within this many plies.
    Within(i32),
}

impl Filter {
    const ALL: Self = Self { chosen: Chosen::All, is_recursive: false };

    /// Reads `nonwlrecursive`, `wlinstep 5` and so on; an empty text is [`ALL`](Self::ALL).
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let (word, number) = text.split_once(' ').unwrap_or((&text, ""));
        let stem = word.strip_suffix("recursive");
        let is_recursive = stem.is_some();
        let results =
            |win, loss, draw, is_inverted| Chosen::Results { win, loss, draw, is_inverted };
        let chosen = match stem.unwrap_or(word) {
            "" if !is_recursive => Chosen::All,
            "nonwl" => results(true, true, false, true),
            "nonwld" => results(true, true, true, true),
            "w" => results(true, false, false, false),
            "l" => results(false, true, false, false),
            "wl" => results(true, true, false, false),
            "wld" => results(true, true, true, false),
            "wlnostep" => Chosen::WithoutSteps,
            "wlinstep" => Chosen::Within(number.trim().parse().ok()?),
            _ => return None,
        };
        Some(Self { chosen, is_recursive })
    }

    /// Whether the filter selects the record. `w` is a win of the side that just moved: our label
    /// is a loss.
    fn chooses(self, record: &Record) -> bool {
        let is_decided = matches!(record.label, Label::Win | Label::Loss);
        let plies = record.value.and_then(|value| Score(value.into()).mate_plies());
        match self.chosen {
            Chosen::All => true,
            Chosen::Results { win, loss, draw, is_inverted } => {
                let is_named = match record.label {
                    Label::Loss => win,
                    Label::Win => loss,
                    Label::Draw => draw,
                    Label::None | Label::Forced | Label::Blocked => false,
                };
                is_named != is_inverted
            }
            Chosen::WithoutSteps => is_decided && plies.is_none(),
            Chosen::Within(most) => {
                is_decided && plies.is_some_and(|plies| plies.unsigned_abs() as i32 <= most)
            }
        }
    }
}

/// Deletes what comes after a position and returns the number of deleted records. Uses a work list
/// instead of recursion.
fn delete_after(
    batch: &mut Batch<'_>,
    position: &Position,
    filter: &Filter,
) -> Result<u64, DatabaseError> {
    let mut count = 0;
    let mut seen = std::collections::HashSet::new();
    let mut left = vec![(position.clone(), *filter)];
    while let Some((before, filter)) = left.pop() {
        for coord in before.empty_coords().collect::<Vec<_>>() {
            let mut after = before.clone();
            if after.play(coord).is_err() {
                continue;
            }
            let key = Canonical::of(&after).key;
            let Some(record) = batch.get(&key)? else { continue };
            let is_chosen = filter.chooses(&record);
            if is_chosen && !has_other_parent(batch, &after, &before)? {
                batch.remove(&key)?;
                count += 1;
                left.push((after, Filter::ALL));
            } else if !is_chosen && filter.is_recursive && seen.insert(key) {
                left.push((after, filter));
            }
        }
    }
    Ok(count)
}

/// Whether a known position other than `parent` leads to this one.
fn has_other_parent(
    batch: &Batch<'_>,
    position: &Position,
    parent: &Position,
) -> Result<bool, DatabaseError> {
    let mover = !position.to_move();
    let parent = Canonical::of(parent).key;
    let stones = position.stones().iter().filter(|(_, stone)| *stone == Stone::from(mover));
    for &(coord, _) in stones {
        let mut before = position.clone();
        if before.remove(coord).is_err() {
            continue;
        }
        before.set_to_move(mover);
        let key = Canonical::of(&before).key;
        if key != parent && batch.get(&key)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_choose_by_label_and_steps() {
        let record = |label, value| Record { label, value, ..Record::default() };
        let won = record(Label::Loss, Some(-29_995));
        let lost = record(Label::Win, None);
        let open = record(Label::None, Some(12));
        let chosen = |text: &str| {
            let filter = Filter::parse(text).unwrap();
            [&won, &lost, &open].map(|record| filter.chooses(record))
        };
        assert_eq!(chosen(""), [true, true, true]);
        assert_eq!(chosen("nonwl"), [false, false, true]);
        assert_eq!(chosen("W"), [true, false, false]);
        assert_eq!(chosen("lrecursive"), [false, true, false]);
        assert_eq!(chosen("wlnostep"), [false, true, false]);
        assert_eq!(chosen("wlinstep 5"), [true, false, false]);
        assert_eq!(chosen("wlinsteprecursive 4"), [false, false, false]);
        assert!(Filter::parse("wlrecursive").unwrap().is_recursive);
        for wrong in ["recursive", "wlinstep", "wlinstep x", "7,7"] {
            assert_eq!(Filter::parse(wrong), None, "{wrong}");
        }
    }
}
