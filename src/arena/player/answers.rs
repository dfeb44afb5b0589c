//! Which replies of a player answer which command, judged as the managers judge them.

use std::fmt;

use tengen_brain::wire::{NumberPair, Reply};

/// An answer to SWAP2BOARD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Reply {
    /// The colors are to be swapped.
    Swap,
    /// One, two or three points, which may lie anywhere.
    Points(Vec<NumberPair>),
}

/// As it is written on the wire.
impl fmt::Display for Swap2Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reply = match self {
            Swap2Reply::Swap => Reply::Swap,
            Swap2Reply::Points(points) => Reply::Moves(points.clone()),
        };
        reply.fmt(f)
    }
}

/// The move, if the reply is exactly one point, which may lie anywhere.
pub(crate) fn point(reply: &Reply) -> Option<NumberPair> {
    match reply {
        Reply::Moves(points) => match *points.as_slice() {
            [point] => Some(point),
            _ => None,
        },
        _ => None,
    }
}

/// `SWAP` or points.
pub(crate) fn swap2(reply: &Reply) -> Option<Swap2Reply> {
    match reply {
        Reply::Swap => Some(Swap2Reply::Swap),
        Reply::Moves(points) => Some(Swap2Reply::Points(points.clone())),
        _ => None,
    }
}

/// Whether the reply accepts START: strict managers want `OK` alone, others allow a text after it.
pub(crate) fn is_ok(reply: &Reply, is_strict: bool) -> bool {
    match reply {
        Reply::Ok => true,
        Reply::OkWithText(_) => !is_strict,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T>(line: &str, answer: impl Fn(&Reply) -> Option<T>) -> Option<T> {
        Reply::parse(line).as_ref().and_then(answer)
    }

    #[test]
    fn a_move_is_exactly_one_point() {
        assert_eq!(read("-1,300", point), Some(NumberPair { first: -1, second: 300 }));
        for wrong in ["7,7 8,8", "SWAP", "OK", "MESSAGE 7,7", "7,7 x"] {
            assert_eq!(read(wrong, point), None, "{wrong}");
        }
    }

    #[test]
    fn swap2_answers_are_a_word_or_points() {
        assert_eq!(read("swap", swap2), Some(Swap2Reply::Swap));
        let three = [7, 8, 9].map(|number| NumberPair { first: number, second: number });
        let three = Swap2Reply::Points(three.to_vec());
        assert_eq!(read("7,7 8,8  9,9", swap2), Some(three.clone()));
        assert_eq!(three.to_string(), "7,7 8,8 9,9");
        assert_eq!(read("7,7 x", swap2), None);
    }

    #[test]
    fn only_strict_managers_refuse_a_text_after_ok() {
        let accepts = |line, is_strict| read(line, |reply| Some(is_ok(reply, is_strict)));
        assert_eq!(accepts("ok", true), Some(true));
        assert_eq!(accepts("OK - ready", false), Some(true));
        assert_eq!(accepts("OK - ready", true), Some(false));
        assert_eq!(accepts("OKAY", false), None);
    }
}
