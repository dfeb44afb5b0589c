//! The messages of `serde` and `serde_json` in the words of our own: what was seen, what was
//! expected.
//!
//! They are written for programmers: ``invalid type: integer `7`, expected a sequence``. A message
//! that is not known here stays as it is.

use std::borrow::Cow;

use super::spelling::nearest;

/// The message in plain words.
pub fn plain(message: &str) -> Cow<'_, str> {
    let wrong = ["invalid type: ", "invalid value: ", "invalid length "];
    if let Some((kind, rest)) =
        wrong.iter().find_map(|kind| Some((kind, message.strip_prefix(kind)?)))
        && let Some((seen, expected)) = rest.rsplit_once(", expected ")
    {
        let seen = match *kind {
            "invalid length " => Cow::Owned(values(seen)),
            _ => value(seen),
        };
        return Cow::Owned(format!("seen {seen}, expected {}", kind_of(expected)));
    }
    if let Some(key) = message.strip_prefix("duplicate field ") {
        return Cow::Owned(format!("seen the key {key} twice, expected it once"));
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        return Cow::Owned(unknown_key(rest));
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        return Cow::Owned(format!("seen {rest}"));
    }
    Cow::Borrowed(
        SYNTAX.iter().find(|(seen, _)| *seen == message).map_or(message, |(_, ours)| ours),
    )
}

/// `` `gmaes`, expected `games` or `size` `` with the key that may be meant.
fn unknown_key(rest: &str) -> String {
    let (seen, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, ""));
    let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    match nearest(seen.trim_matches('`'), &known) {
        Some(meant) => format!("unknown key {seen} (did you mean `{meant}`?), expected {expected}"),
        None => format!("unknown key {rest}"),
    }
}

/// The message of a JSON error without the place that the parser adds: that one counts within the
/// text, which may be one line of a file.
pub fn without_place(message: &str) -> &str {
    message.rsplit_once(" at line ").map_or(message, |(what, _)| what)
}

/// Messages about text that is not JSON.
const SYNTAX: &[(&str, &str)] = &[
    ("EOF while parsing a value", "seen the end, expected a value"),
    ("EOF while parsing an object", "seen the end within an object, expected a comma or }"),
    ("EOF while parsing a list", "seen the end within a list, expected a comma or ]"),
    ("EOF while parsing a string", "seen the end within a text, expected a closing quote"),
    ("trailing characters", "seen more text after the value, expected the end"),
    ("trailing comma", "seen the end of a list or object after a comma, expected a value"),
    ("key must be a string", "expected a key in double quotes"),
    ("expected ident", "expected a value"),
    ("invalid number", "seen an invalid number, expected one such as -7 or 0.5"),
    ("number out of range", "seen a number that is too large"),
    ("invalid escape", "seen an unknown escape after a backslash"),
    (
        "control character (\\u0000-\\u001F) found while parsing a string",
        "seen a control character within a text, expected an escape such as \\n",
    ),
    ("recursion limit exceeded", "seen more than 127 lists and objects within each other"),
    ("expected value", "expected a value"),
    ("expected `,` or `]`", "expected a comma or ]"),
    ("expected `,` or `}`", "expected a comma or }"),
    ("expected `:`", "expected : after the key"),
];

/// A number of values in a list.
fn values(count: &str) -> String {
    if count == "1" { "1 value".to_owned() } else { format!("{count} values") }
}

/// A value that was seen.
fn value(seen: &str) -> Cow<'_, str> {
    match seen {
        "sequence" => Cow::Borrowed("a list"),
        "map" => Cow::Borrowed("an object"),
        _ => match seen.split_once(' ') {
            Some(("string", text)) => Cow::Borrowed(text),
            Some(("integer" | "boolean" | "character", text)) => {
                Cow::Borrowed(text.trim_matches('`'))
            }
            _ => Cow::Borrowed(
                seen.strip_prefix("floating point ").unwrap_or(seen).trim_matches('`'),
            ),
        },
    }
}

/// What was expected, where that is a type of Rust.
fn kind_of(expected: &str) -> Cow<'_, str> {
    let lists = ["a tuple of size ", "an array of length "];
    if let Some(count) = lists.iter().find_map(|kind| expected.strip_prefix(kind)) {
        return Cow::Owned(format!("a list of {}", values(count)));
    }
    Cow::Borrowed(match expected {
        "a sequence" => "a list",
        "a map" => "an object",
        "a string" => "a text in quotes",
        "a boolean" => "true or false",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number that is not negative",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "fewer elements in array" => "fewer",
        _ if expected.starts_with("struct ") => "an object",
        _ => expected,
    })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    fn refused<'a, T: Deserialize<'a> + std::fmt::Debug>(text: &'a str) -> String {
        let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
        plain(without_place(&error)).into_owned()
    }

    #[test]
    fn values_of_the_wrong_kind_are_shown_as_they_were_written() {
        assert_eq!(refused::<u8>("-3"), "seen -3, expected a whole number from 0 to 255");
        assert_eq!(
            refused::<i16>("40000"),
            "seen 40000, expected a whole number from -32768 to 32767"
        );
        assert_eq!(refused::<u32>("-1"), "seen -1, expected a whole number from 0 to 4294967295");
        assert_eq!(refused::<u64>("-1"), "seen -1, expected a whole number that is not negative");
        assert_eq!(refused::<i64>("1.5"), "seen 1.5, expected a whole number");
        assert_eq!(refused::<bool>("[1]"), "seen a list, expected true or false");
        assert_eq!(refused::<Vec<u8>>("{}"), "seen an object, expected a list");
        assert_eq!(refused::<Vec<u8>>("true"), "seen true, expected a list");
        assert_eq!(refused::<f32>("null"), "seen null, expected a number");
        let comma = refused::<Vec<u8>>("\"a, expected b\"");
        assert_eq!(comma, "seen \"a, expected b\", expected a list");
        assert_eq!(refused::<(u8, u8)>("[1]"), "seen 1 value, expected a list of 2 values");
        let long = serde_json::from_value::<(u8, u8)>(serde_json::json!([1, 2, 3])).unwrap_err();
        assert_eq!(plain(&long.to_string()), "seen 3 values, expected fewer");
    }

    #[test]
    fn text_that_is_not_json_is_described_by_what_is_missing() {
        let of = refused::<Vec<Vec<u8>>>;
        assert_eq!(of(""), "seen the end, expected a value");
        assert_eq!(of("[[1,"), "seen the end, expected a value");
        assert_eq!(of("[[1"), "seen the end within a list, expected a comma or ]");
        assert_eq!(of("[] x"), "seen more text after the value, expected the end");
        assert_eq!(of("[1,]"), "seen 1, expected a list");
        let comma = "seen the end of a list or object after a comma, expected a value";
        assert_eq!(of("[[1,]]"), comma);
        assert_eq!(of("[[-]]"), "seen an invalid number, expected one such as -7 or 0.5");
        assert_eq!(of("x"), "expected a value");
    }

    #[test]
    fn other_messages_stay() {
        assert_eq!(plain("unknown rule 'go', expected renju"), "unknown rule 'go', expected renju");
        assert_eq!(plain("invalid type: x"), "invalid type: x");
        assert_eq!(
            plain("unknown variant `x`, expected `a` or `b`"),
            "seen `x`, expected `a` or `b`"
        );
        let key = "unknown key `gmaes` (did you mean `games`?), expected `games` or `size`";
        assert_eq!(plain("unknown field `gmaes`, expected `games` or `size`"), key);
        let key = "unknown key `x`, there are no fields";
        assert_eq!(plain("unknown field `x`, there are no fields"), key);
        assert_eq!(plain("duplicate field `a`"), "seen the key `a` twice, expected it once");
    }
}
