//! Date and time from milliseconds since 1970 (UTC), for file headers and logs.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use humantime::{format_rfc3339_seconds, parse_rfc3339_weak};

/// Seconds from the start of 1970 to the last second of 9999.
const LAST: u64 = 253_402_300_799;
/// The time that a day without one has.
const MIDNIGHT: &str = " 00:00:00";

/// Date and time in the Gregorian calendar, UTC, to the second, from 1970 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// Since the start of 1970, at most [`LAST`].
    seconds: u64,
}

/// Milliseconds since the start of 1970, UTC; 0 if the machine's clock is before that.
pub fn now_unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Date {
    /// The date `unix_ms` milliseconds after the start of 1970; the last one of 9999 if it is
    /// later.
    pub fn from_unix_ms(unix_ms: u64) -> Self {
        Self { seconds: (unix_ms / 1000).min(LAST) }
    }

    /// Milliseconds since the start of 1970, UTC.
    pub fn unix_ms(self) -> u64 {
        self.seconds * 1000
    }

    /// `2026-11-20 23:16:05`.
    fn written(self) -> String {
        let moment = UNIX_EPOCH + Duration::from_secs(self.seconds);
        let text = format_rfc3339_seconds(moment).to_string();
        text.trim_end_matches('Z').replacen('T', " ", 1)
    }

    /// The day alone, its numbers separated by `separator`: `2026-11-20`.
    pub fn day(self, separator: char) -> String {
        let text = self.to_string();
        let day = text.split(' ').next().unwrap_or_default();
        day.replace('-', separator.encode_utf8(&mut [0; 4]))
    }
}

/// `2026-11-20 23:16:05`, or the day alone at midnight: a day without a time is stored as that.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.written();
        f.pad(text.strip_suffix(MIDNIGHT).unwrap_or(&text))
    }
}

/// Text that is not a date as [`Date`] writes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{seen}' is not a date, expected one like 2026-11-20 23:16:05 or 2026-11-20")]
pub struct DateError {
    /// The text.
    pub seen: String,
}

/// Reads `2026-11-20 23:16:05` or `2026-11-20`, from 1970 to 9999.
impl std::str::FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        // The parser is more lenient than the writer: it takes fractions of a second, too.
        let whole = if text.contains(' ') { text.to_owned() } else { format!("{text}{MIDNIGHT}") };
        parse_rfc3339_weak(&whole)
            .ok()
            .and_then(|moment| moment.duration_since(UNIX_EPOCH).ok())
            .map(|since| Self { seconds: since.as_secs() })
            .filter(|date| date.written() == whole)
            .ok_or_else(|| DateError { seen: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments_have_their_dates() {
        let date = |seconds: u64| Date::from_unix_ms(seconds * 1000).to_string();
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(951_782_401), "2000-02-29 00:00:01");
        assert_eq!(date(1_000_000_000), "2001-09-09 01:46:40");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59:59");
        assert_eq!(date(4_107_542_400), "2100-03-01");
        assert_eq!(Date::from_unix_ms(1_000_000_000_999).day('.'), "2001.09.09");
        let last = Date::from_unix_ms(u64::MAX);
        assert!(last.to_string().starts_with("9999-12-"), "{last}");
        assert_eq!(Date::from_unix_ms(last.unix_ms()), last);
    }

    #[test]
    fn dates_come_back_and_impossible_ones_are_refused() {
        for seconds in [0, 951_782_400, 1_000_000_000, 4_107_542_399, 4_107_542_400] {
            let text = Date::from_unix_ms(seconds * 1000).to_string();
            assert_eq!(text.parse::<Date>().unwrap().unix_ms(), seconds * 1000, "{text}");
        }
        assert_eq!("2000-02-29 00:00:00".parse::<Date>(), "2000-02-29".parse());
        for wrong in [
            "",
            "2026-11",
            "2026-02-29",
            "2026-02-29 00:00:00",
            "2026-13-01 00:00:00",
            "1969-12-31 00:00:00",
            "2026-11-20 24:00:00",
            "2026-11-20T23:16:05",
            "2026-11-20 23:16:é",
            "2026-11-20 23:16:60",
            "2026-1-20 23:16:05",
        ] {
            assert!(wrong.parse::<Date>().is_err(), "{wrong}");
        }
    }
}
