//! Dates as other programs write them, and as SGF allows them: `2026`, `2026-11`, `2026-11-02`, and
//! lists of days whose later ones leave out what they share with the one before, `2026-11-02,03`.
//!
//! CITE: `DT` in <https://www.red-bean.com/sgf/properties.html>.

use tengen_util::date::Date;

/// The days of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateWords {
    /// As SGF writes them.
    pub text: String,
    /// Whether something is missing in that: a time of day, or words.
    pub is_cut: bool,
}

impl DateWords {
    /// The start of the day in milliseconds since 1970, if it is one day since then.
    pub fn day_ms(&self) -> Option<u64> {
        day_ms(&self.text)
    }
}

/// The start of a day that is written as SGF does.
pub fn day_ms(text: &str) -> Option<u64> {
    format!("{text} 00:00:00").parse().ok().map(Date::unix_ms)
}

/// A day, of which the end may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Day {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

/// Reads dates; `None` if no year, month and day can be told apart, as in `03/04/05`.
pub fn date_words(text: &str) -> Option<DateWords> {
    let (days, is_cut) = days_of(text)?;
    Some(DateWords { text: sgf(&days), is_cut })
}

/// The months in English, by their first three letters.
const MONTHS: &str = "jan feb mar apr may jun jul aug sep oct nov dec";

/// A part of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DatePart<'a> {
    /// Digits.
    Number(&'a str),
    /// A month by its name.
    Month(u8),
}

/// The days, and whether anything else stands beside them.
fn days_of(text: &str) -> Option<(Vec<Day>, bool)> {
    let (text, is_cut) = without_time(text);
    let (mut days, mut is_cut) = (Vec::new(), is_cut);
    let is_range = |c: char| matches!(c, '~' | '～');
    if text.contains(is_range) || text.contains(" - ") || text.contains("..") {
        // Of a range the first day counts: what lies between is not said.
        let first = text.split(is_range).next()?.split(" - ").next()?.split("..").next()?;
        let (days, _) = days_of(first)?;
        return Some((days, true));
    }
    for item in items(text) {
        let (parts, has_words) = parts(item);
        is_cut |= has_words;
        if parts.is_empty() {
            continue;
        }
        days.push(day(&parts, item, days.last().copied())?);
    }
    let is_sorted = days.is_sorted();
    (!days.is_empty() && is_sorted).then_some((days, is_cut))
}

/// The dates between commas. `Nov 2, 2026` has one inside.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let has_month = text.split(|c: char| !c.is_alphabetic()).any(|word| month(word).is_some());
    let separators: &[char] = if has_month { &[';', '、'] } else { &[',', ';', '、', '，'] };
    text.split(separators).map(str::trim).filter(|item| !item.is_empty())
}

/// The text without a time of day such as `10:11:12.5Z` and what follows it.
fn without_time(text: &str) -> (&str, bool) {
    let Some(colon) = text.find(':') else { return (text.trim(), false) };
    let before = text[..colon].trim_end_matches(|c: char| c.is_ascii_digit());
    (before.trim_end_matches(|c: char| c == 'T' || c.is_whitespace() || c == ','), true)
}

/// Numbers and months, and whether there are other words.
fn parts(item: &str) -> (Vec<DatePart<'_>>, bool) {
    let (mut parts, mut has_words, mut rest) = (Vec::new(), false, item);
    while let Some(first) = rest.chars().next() {
        let class = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
        let end = rest.find(|c| class(c) != class(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        if first.is_ascii_digit() {
            parts.push(DatePart::Number(word));
        } else if let Some(month) = month(word) {
            parts.push(DatePart::Month(month));
        } else if first.is_alphabetic() {
            // `2nd`, and the signs of Chinese and Japanese dates.
            has_words |= !["st", "nd", "rd", "th", "年", "月", "日", "号"].contains(&word);
        }
    }
    (parts, has_words)
}

fn month(word: &str) -> Option<u8> {
    let start = word.get(..3)?.to_ascii_lowercase();
    let index = MONTHS.split(' ').position(|month| month == start)?;
    let is_word = word.is_ascii() && word.len() <= "september".len();
    u8::try_from(index + 1).ok().filter(|_| is_word)
}

/// One date of a list, after the one before.
fn day(parts: &[DatePart<'_>], item: &str, before: Option<Day>) -> Option<Day> {
    let number = |text: &str| text.parse::<u16>().ok();
    let is_year = |text: &str| text.len() == 4;
    let (year, month, day) = match *parts {
        [DatePart::Number(all)] if all.len() == 8 => {
            (number(&all[..4])?, Some(number(&all[4..6])?), Some(number(&all[6..])?))
        }
        [DatePart::Number(year)] if is_year(year) => (number(year)?, None, None),
        [DatePart::Number(year), DatePart::Number(month)] if is_year(year) => {
            (number(year)?, Some(number(month)?), None)
        }
        [DatePart::Number(year), DatePart::Number(month), DatePart::Number(day)]
            if is_year(year) =>
        {
            (number(year)?, Some(number(month)?), Some(number(day)?))
        }
        [DatePart::Number(month), DatePart::Number(year)] if is_year(year) => {
            (number(year)?, Some(number(month)?), None)
        }
        [DatePart::Number(a), DatePart::Number(b), DatePart::Number(year)] if is_year(year) => {
            let (day, month) = day_and_month(number(a)?, number(b)?, item.contains('/'))?;
            (number(year)?, Some(month), Some(day))
        }
        [DatePart::Month(month), DatePart::Number(day), DatePart::Number(year)]
        | [DatePart::Number(day), DatePart::Month(month), DatePart::Number(year)]
        | [DatePart::Number(year), DatePart::Month(month), DatePart::Number(day)]
            if is_year(year) =>
        {
            (number(year)?, Some(month.into()), Some(number(day)?))
        }
        [DatePart::Month(month), DatePart::Number(year)] if is_year(year) => {
            (number(year)?, Some(month.into()), None)
        }
        // SGF's short forms: what is left out is as before.
        [DatePart::Number(month), DatePart::Number(day)] => {
            (before?.year, Some(number(month)?), Some(number(day)?))
        }
        [DatePart::Number(last)] => match before? {
            Day { year, month: Some(month), day: Some(_) } => {
                (year, Some(month.into()), Some(number(last)?))
            }
            Day { year, month: Some(_), day: None } => (year, Some(number(last)?), None),
            Day { month: None, .. } => return None,
        },
        _ => return None,
    };
    checked(year, month, day, parts.len())
}

/// `2.11.2026` is the second of November; `11/2/2026` may be either unless one number is too large
/// for a month.
fn day_and_month(a: u16, b: u16, is_american: bool) -> Option<(u16, u16)> {
    match is_american {
        false => Some((a, b)),
        true if a > 12 => Some((a, b)),
        true if b > 12 => Some((b, a)),
        true => (a == b).then_some((a, b)),
    }
}

/// The day, if there is one in the calendar.
fn checked(year: u16, month: Option<u16>, day: Option<u16>, parts: usize) -> Option<Day> {
    let month = match month {
        Some(month) => Some(u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?),
        None => None,
    };
    let day = match day {
        Some(day) => Some(u8::try_from(day).ok()?),
        None => None,
    };
    if let (Some(month), Some(day)) = (month, day) {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let most = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        if !(1..=most).contains(&day) {
            return None;
        }
    }
    (year > 0 && parts <= 3).then_some(Day { year, month, day })
}

/// The days as SGF writes them.
fn sgf(days: &[Day]) -> String {
    let mut text = String::new();
    let mut before: Option<Day> = None;
    for &day in days {
        if before.is_some() {
            text.push(',');
        }
        let is_like = |at: Day| at.month.is_some() == day.month.is_some();
        let before_like = before.filter(|&at| is_like(at) && at.day.is_some() == day.day.is_some());
        let shares_year = before_like.is_some_and(|at| at.year == day.year && day.month.is_some());
        let shares_month = shares_year && before_like.is_some_and(|at| at.month == day.month);
        let year = (!shares_year).then(|| format!("{:04}", day.year));
        let month = day.month.filter(|_| !(shares_month && day.day.is_some()));
        let numbers = [month, day.day].into_iter().flatten().map(|number| format!("{number:02}"));
        let parts: Vec<String> = year.into_iter().chain(numbers).collect();
        text.push_str(&parts.join("-"));
        before = Some(day);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let Some(DateWords { text, is_cut }) = date_words(text) else { return "?".to_owned() };
        if is_cut { text + " cut" } else { text }
    }

    #[test]
    fn dates_become_those_of_sgf() {
        for (text, expected) in [
            ("2026-11-02", "2026-11-02"),
            ("2026", "2026"),
            ("2026-11", "2026-11"),
            ("2026-1-2", "2026-01-02"),
            ("2026.11.02", "2026-11-02"),
            ("2026/11/2", "2026-11-02"),
            ("20261102", "2026-11-02"),
            ("2026.11.02 10:11:12", "2026-11-02 cut"),
            ("2026-11-02T10:11:12Z", "2026-11-02 cut"),
            ("02.11.2026", "2026-11-02"),
            ("13/11/2026", "2026-11-13"),
            ("11/13/2026", "2026-11-13"),
            ("11.2026", "2026-11"),
            ("Nov 2, 2026", "2026-11-02"),
            ("2nd November 2026", "2026-11-02"),
            ("November 2026", "2026-11"),
            ("2026年11月2日", "2026-11-02"),
            ("1996-05,06", "1996-05,06"),
            ("1996-05-06,07,08", "1996-05-06,07,08"),
            ("1996,1997", "1996,1997"),
            ("1996-12-27,28,1997-01-03,04", "1996-12-27,28,1997-01-03,04"),
            ("1996-05-30,06-01", "1996-05-30,06-01"),
            ("2026-11-02, 2026-11-03", "2026-11-02,03"),
            ("2026.11.02;2026.11.04", "2026-11-02,04"),
            ("2026-11-02 - 2026-11-05", "2026-11-02 cut"),
            ("2026-11-02~05", "2026-11-02 cut"),
            ("Published 2026-11", "2026-11 cut"),
            ("2028-02-29", "2028-02-29"),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_day_is_no_date() {
        for text in [
            "",
            "today",
            "03/04/05",
            "11/02/2026",
            "2026-13",
            "2026-02-29",
            "2026-11-31",
            "96",
            "5,6",
            // A number that is too large is not left out: "2026-31" would be another date.
            "2026-99999-31",
            "2026-11-99999",
            "2026-11,99999",
        ] {
            assert_eq!(date_words(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_of_sgf_stays_as_it_is() {
        for text in ["2026", "2026-11", "2026-11-02,03,12-01", "1996-05,06,1997-01"] {
            let read = date_words(text).unwrap();
            assert_eq!((read.text.as_str(), read.is_cut), (text, false));
        }
    }

    #[test]
    fn only_one_whole_day_is_a_moment() {
        let day = |text: &str| date_words(text).unwrap().day_ms();
        assert_eq!(day("1970.01.02"), Some(86_400_000));
        assert_eq!((day("2026"), day("2026-11-02,03"), day("1969-12-31")), (None, None, None));
    }
}
