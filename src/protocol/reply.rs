//! What the brain says, and how it looks on the wire: exactly one line each.

use super::axes::Axes;
use crate::types::Coord;

/// The longest line that is sent; managers cut longer ones in places of their own choice.
const MOST: usize = 1_000;

/// One line to the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `OK` and nothing else: managers compare the whole line.
    Ok,
    /// `x,y`, or `x,y x,y …` where several stones were asked for.
    Moves(Vec<Coord>),
    /// `SWAP`: we take the other side of a swap2 opening.
    Swap,
    /// `FORBID xxyyxxyy.`: two digits for each coordinate in the order of the dialogue, closed by a dot.
    Forbid(Vec<Coord>),
    /// Who we are.
    About,
    /// `MESSAGE text`, for the person who watches.
    Message(String),
    /// `MESSAGE REALTIME word x,y`, a mark on Yixin-Board's board.
    Mark(&'static str, Coord),
    /// `INFO text`, a line of a variation for Yixin-Board.
    Variation(String),
    /// `INFO BESTLINE x,y x,y …`.
    BestLine(Vec<Coord>),
    /// `ERROR text`: the command was understood and cannot be obeyed.
    Error(String),
    /// `UNKNOWN text`: the command was not understood.
    Unknown(String),
}

impl Reply {
    /// The line, without its end. Printable ASCII whatever the text was made of.
    pub fn line(&self, axes: Axes) -> String {
        let line = match self {
            Reply::Ok => "OK".to_owned(),
            Reply::Moves(moves) => coords(moves, axes),
            Reply::Swap => "SWAP".to_owned(),
            Reply::Forbid(points) => format!("FORBID {}.", digits(points, axes)),
            Reply::About => about(),
            Reply::Message(text) => format!("MESSAGE {text}"),
            Reply::Mark(word, coord) => format!("MESSAGE REALTIME {word} {}", axes.pair(*coord)),
            Reply::Variation(text) => format!("INFO {text}"),
            Reply::BestLine(moves) => format!("INFO BESTLINE {}", coords(moves, axes)),
            Reply::Error(text) => format!("ERROR {text}"),
            Reply::Unknown(text) => format!("UNKNOWN {text}"),
        };
        let most = if matches!(self, Reply::Forbid(_)) { usize::MAX } else { MOST };
        let printable = |c: char| if matches!(c, ' '..='~') { c } else { '?' };
        line.chars().take(most).map(printable).collect()
    }
}

fn coords(moves: &[Coord], axes: Axes) -> String {
    let words: Vec<String> = moves.iter().map(|&coord| axes.pair(coord).to_string()).collect();
    words.join(" ")
}

fn digits(points: &[Coord], axes: Axes) -> String {
    let pairs = points.iter().map(|&coord| axes.pair(coord));
    pairs.map(|pair| format!("{:02}{:02}", pair.first, pair.second)).collect()
}

fn about() -> String {
    format!(
        "name=\"Tengen\", version=\"{}\", author=\"The Tengen authors\", country=\"International\", \
         www=\"{}\"",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_in_the_order_of_the_axes() {
        let moves = Reply::Moves(vec![Coord::new(3, 10), Coord::new(0, 1)]);
        assert_eq!(moves.line(Axes::ColumnFirst), "3,10 0,1");
        assert_eq!(moves.line(Axes::RowFirst), "10,3 1,0");
    }

    #[test]
    fn forbidden_points_have_two_digits_and_a_dot() {
        let points = Reply::Forbid(vec![Coord::new(3, 10), Coord::new(0, 1)]);
        assert_eq!(points.line(Axes::RowFirst), "FORBID 10030100.");
        assert_eq!(Reply::Forbid(Vec::new()).line(Axes::RowFirst), "FORBID .");
    }

    #[test]
    fn every_reply_is_one_printable_line() {
        let text = "two\nlines\r\0 and \u{1f600}".repeat(100);
        let line = Reply::Error(text).line(Axes::ColumnFirst);
        assert!(line.starts_with("ERROR two?lines??"));
        assert!(line.len() <= MOST && line.bytes().all(|byte| matches!(byte, b' '..=b'~')));
    }

    #[test]
    fn about_names_the_version_of_the_package() {
        let line = Reply::About.line(Axes::ColumnFirst);
        assert!(line.starts_with("name=\"Tengen\", version=\""));
        assert!(line.contains(env!("CARGO_PKG_VERSION")));
        assert_eq!(line.matches('"').count() % 2, 0);
    }
}
