//! An author's drawings at a node of a game: short texts on points of the board, and two marks.
//! Imports `types`.

use tengen_engine::types::Coord;

/// The drawings at a node. Most nodes have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeMarks {
    /// Sorted by row, then column; no text is empty, no point occurs twice.
    texts: Vec<(Coord, String)>,
    /// The node is marked as interesting.
    pub is_marked: bool,
    /// The node is where a reader should begin.
    pub is_start: bool,
}

impl NodeMarks {
    /// No drawings.
    pub const NONE: &Self = &Self { texts: Vec::new(), is_marked: false, is_start: false };

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self == Self::NONE
    }

    /// The texts with their points, row by row from the top.
    pub fn texts(&self) -> &[(Coord, String)] {
        &self.texts
    }

    /// The text on a point.
    pub(crate) fn text_at(&self, coord: Coord) -> Option<&str> {
        let place = self.place(coord).ok()?;
        Some(&self.texts[place].1)
    }

    /// Sets the text on a point; an empty one removes it.
    pub fn set_text(&mut self, coord: Coord, text: impl Into<String>) {
        let text = text.into();
        match (self.place(coord), text.is_empty()) {
            (Ok(place), false) => self.texts[place].1 = text,
            (Ok(place), true) => {
                self.texts.remove(place);
            }
            (Err(place), false) => {
                if self.texts.len() == self.texts.capacity() {
                    // By an eighth: most nodes have one text, and a file may be nothing but texts.
                    self.texts.reserve_exact(self.texts.len() / 8 + 1);
                }
                self.texts.insert(place, (coord, text));
            }
            (Err(_), true) => {}
        }
    }

    /// Adds other drawings; their texts replace those on the same points.
    pub fn join(&mut self, other: Self) {
        self.is_marked |= other.is_marked;
        self.is_start |= other.is_start;
        for (coord, text) in other.texts {
            self.set_text(coord, text);
        }
    }

    fn place(&self, coord: Coord) -> Result<usize, usize> {
        self.texts.binary_search_by_key(&(coord.y, coord.x), |(at, _)| (at.y, at.x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_has_one_text_and_an_empty_text_is_none() {
        let mut marks = NodeMarks::default();
        for (x, y, text) in
            [(7, 7, "A"), (3, 9, "C"), (0, 7, "B"), (7, 7, "D"), (3, 9, ""), (1, 1, "")]
        {
            marks.set_text(Coord::new(x, y), text);
        }
        let expected = [(Coord::new(0, 7), "B".to_owned()), (Coord::new(7, 7), "D".to_owned())];
        assert_eq!(marks.texts(), expected);
        assert_eq!(marks.text_at(Coord::new(7, 7)), Some("D"));
        assert_eq!(marks.text_at(Coord::new(3, 9)), None);
        assert!(!marks.is_empty());
        for (coord, _) in expected {
            marks.set_text(coord, "");
        }
        assert!(marks.is_empty());
    }
}
