//! The arguments of commands: colors, points, numbers.

use std::str::FromStr;
use std::time::Duration;

use super::error::GtpError;
use super::line::GtpLine;
use super::names::{point, vertex};
use tengen_engine::types::{BoardSize, Color, Coord};

/// A day: longer times are no limits.
const LONGEST_SECONDS: f64 = 86_400.0;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GtpMove {
    Stone(Coord),
    /// No stone.
    Pass,
    /// The game is given up.
    Resign,
}

/// The arguments of a command, one after the other.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    words: std::slice::Iter<'a, String>,
}

impl<'a> Arguments<'a> {
    /// The arguments of a line.
    pub(super) fn of(line: &'a GtpLine) -> Self {
        Self { words: line.arguments.iter() }
    }

    /// The next argument; `expected` is what it could be.
    pub(super) fn word(&mut self, expected: &str) -> Result<&'a str, GtpError> {
        let missing = || GtpError::Missing { expected: expected.to_owned() };
        self.words.next().map(String::as_str).ok_or_else(missing)
    }

    /// The next argument without taking it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.as_slice().first().map(String::as_str)
    }

    /// Whether no argument is left.
    pub(super) fn is_over(&self) -> bool {
        self.words.as_slice().is_empty()
    }

    pub(super) fn number<T: FromStr>(&mut self, expected: &str) -> Result<T, GtpError> {
        let seen = self.word(expected)?;
        seen.parse().map_err(|_| wrong(seen, expected))
    }

    /// A time in seconds, with or without a fraction; `None` for times that are no limit.
    pub(super) fn seconds(&mut self) -> Result<Option<Duration>, GtpError> {
        let expected = "seconds";
        let seen = self.word(expected)?;
        let seconds: f64 = seen.parse().map_err(|_| wrong(seen, expected))?;
        match seconds {
            _ if seconds.is_nan() => Err(wrong(seen, expected)),
            _ if seconds > LONGEST_SECONDS => Ok(None),
            // A clock may be read after its end.
            _ => Ok(Some(Duration::from_secs_f64(seconds.max(0.0)))),
        }
    }

    pub(super) fn color(&mut self) -> Result<Color, GtpError> {
        let expected = "a color, black or white";
        let seen = self.word(expected)?;
        color(seen).ok_or_else(|| wrong(seen, expected))
    }

    /// A color, if the next argument is one.
    pub(super) fn color_if_any(&mut self) -> Option<Color> {
        let found = self.peek().and_then(color)?;
        self.words.next();
        Some(found)
    }

    /// A point of the board.
    pub(super) fn point(&mut self, size: BoardSize) -> Result<Coord, GtpError> {
        let expected = expected_point(size);
        let seen = self.word(&expected)?;
        point(seen, size).ok_or_else(|| wrong(seen, &expected))
    }

    /// Points of the board with commas between them.
    pub(super) fn points(&mut self, size: BoardSize) -> Result<Vec<Coord>, GtpError> {
        let expected = expected_point(size);
        let names = self.word(&expected)?.split(',');
        names.map(|seen| point(seen, size).ok_or_else(|| wrong(seen, &expected))).collect()
    }

    /// A point of the board, `pass` or `resign`.
    pub(super) fn play(&mut self, size: BoardSize) -> Result<GtpMove, GtpError> {
        let expected = format!("{}, pass or resign", expected_point(size));
        let seen = self.word(&expected)?;
        match seen.to_ascii_lowercase().as_str() {
            "pass" => Ok(GtpMove::Pass),
            "resign" => Ok(GtpMove::Resign),
            _ => point(seen, size).map(GtpMove::Stone).ok_or_else(|| wrong(seen, &expected)),
        }
    }
}

/// The error that an argument is something else than expected.
pub(super) fn wrong(seen: &str, expected: &str) -> GtpError {
    GtpError::Argument { seen: seen.to_owned(), expected: expected.to_owned() }
}

fn expected_point(size: BoardSize) -> String {
    let last = Coord::new(size.width().saturating_sub(1), 0);
    format!("a point, A1 to {} without I", vertex(last, size))
}

fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T>(
        text: &str,
        read: impl Fn(&mut Arguments<'_>) -> Result<T, GtpError>,
    ) -> Result<T, String> {
        let line = GtpLine::parse(&format!("play {text}")).unwrap();
        read(&mut Arguments::of(&line)).map_err(|error| error.to_string())
    }

    #[test]
    fn points_come_back_on_every_board() {
        for (width, height) in [(5, 5), (15, 15), (25, 25), (25, 7)] {
            let size = BoardSize::new(width, height).unwrap();
            for coord in size.coords() {
                let name = vertex(coord, size);
                assert!(!name.contains('I'), "{name}");
                assert_eq!(read(&name.to_lowercase(), |it| it.point(size)), Ok(coord));
            }
        }
        let size = BoardSize::square(15).unwrap();
        assert_eq!(vertex(size.center(), size), "H8");
        assert_eq!(vertex(Coord::new(8, 0), size), "J15");
    }

    #[test]
    fn other_points_are_refused() {
        let size = BoardSize::square(15).unwrap();
        for seen in ["I8", "Q1", "H0", "H16", "H", "8", "H+8", "HH8", "Ä8", "H999"] {
            let error = read(seen, |it| it.point(size)).unwrap_err();
            let expected =
                format!("syntax error: seen '{seen}', expected a point, A1 to P15 without I");
            assert_eq!(error, expected);
        }
        assert_eq!(read("Pass", |it| it.play(size)), Ok(GtpMove::Pass));
        assert_eq!(read("RESIGN", |it| it.play(size)), Ok(GtpMove::Resign));
        let error = read("", |it| it.color()).unwrap_err();
        assert_eq!(error, "syntax error: expected a color, black or white");
    }

    #[test]
    fn times_are_seconds() {
        let seconds = |text: &str| read(text, |it| it.seconds());
        assert_eq!(seconds("1.5"), Ok(Some(Duration::from_millis(1500))));
        assert_eq!(seconds("-3"), Ok(Some(Duration::ZERO)));
        assert_eq!(seconds("2147483647"), Ok(None));
        for wrong in ["x", "NaN", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
