//! Date and time from milliseconds since 1970 (UTC), for file headers and logs.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// Date and time in the Gregorian calendar, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    /// The year.
    pub year: u64,
    /// The month, 1 to 12.
    pub month: u64,
    /// The day of the month, 1 to 31.
    pub day: u64,
    /// The hour, 0 to 23.
    pub hour: u64,
    /// The minute, 0 to 59.
    pub minute: u64,
    /// The second, 0 to 59.
    pub second: u64,
}

/// Milliseconds since the start of 1970, UTC; 0 if the machine's clock is before that.
pub(crate) fn now_unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Date {
    /// The date `unix_ms` milliseconds after the start of 1970.
    pub(crate) fn from_unix_ms(unix_ms: u64) -> Self {
        let seconds = unix_ms / 1000;
        let mut days = seconds / 86_400;
        let mut year = 1970;
        while days >= Self::days_in_year(year) {
            days -= Self::days_in_year(year);
            year += 1;
        }
        let mut month = 1;
        while days >= Self::days_in_month(year, month) {
            days -= Self::days_in_month(year, month);
            month += 1;
        }
        let second = seconds % 86_400;
        Self {
            year,
            month,
            day: days + 1,
            hour: second / 3600,
            minute: second / 60 % 60,
            second: second % 60,
        }
    }

    /// Milliseconds since the start of 1970, UTC; years before count as 1970.
    pub(crate) fn unix_ms(&self) -> u64 {
        let years: u64 = (1970..self.year).map(Self::days_in_year).sum();
        let months: u64 = (1..self.month).map(|month| Self::days_in_month(self.year, month)).sum();
        let days = years + months + self.day.saturating_sub(1);
        (((days * 24 + self.hour) * 60 + self.minute) * 60 + self.second) * 1000
    }

    fn is_leap_year(year: u64) -> bool {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    }

    fn days_in_year(year: u64) -> u64 {
        if Self::is_leap_year(year) { 366 } else { 365 }
    }

    fn days_in_month(year: u64, month: u64) -> u64 {
        match month {
            2 if Self::is_leap_year(year) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }
}

/// `2026-11-20 23:16:05`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }
}

/// Text that is not a date as [`Date`] writes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{seen}' is not a date, expected one like 2026-11-20 23:16:05")]
pub(crate) struct DateError {
    /// The text.
    pub seen: String,
}

/// Reads `2026-11-20 23:16:05`, from 1970 to 9999.
impl std::str::FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let error = || DateError { seen: text.to_owned() };
        let has_form = text.len() == 19
            && text.bytes().zip("0000-00-00 00:00:00".bytes()).all(|(seen, form)| match form {
                b'0' => seen.is_ascii_digit(),
                sign => seen == sign,
            });
        if !has_form {
            return Err(error());
        }
        let number =
            |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse().ok());
        let [year, month, day, hour, minute, second] =
            [(0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19)]
                .map(|(from, to)| number(from, to).unwrap_or(0));
        let is_real = year >= 1970
            && (1..=12).contains(&month)
            && (1..=Self::days_in_month(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        if is_real { Ok(Self { year, month, day, hour, minute, second }) } else { Err(error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments_have_their_dates() {
        let date = |seconds: u64| Date::from_unix_ms(seconds * 1000).to_string();
        assert_eq!(date(0), "1970-01-01 00:00:00");
        assert_eq!(date(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(date(1_000_000_000), "2001-09-09 01:46:40");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59:59");
        assert_eq!(date(4_107_542_400), "2100-03-01 00:00:00");
    }

    #[test]
    fn dates_come_back_and_impossible_ones_are_refused() {
        for seconds in [0, 951_782_400, 1_000_000_000, 4_107_542_399, 4_107_542_400] {
            let text = Date::from_unix_ms(seconds * 1000).to_string();
            assert_eq!(text.parse::<Date>().unwrap().unix_ms(), seconds * 1000, "{text}");
        }
        for wrong in [
            "",
            "2026-11-20",
            "2026-02-29 00:00:00",
            "2026-13-01 00:00:00",
            "1969-12-31 00:00:00",
            "2026-11-20 24:00:00",
            "2026-11-20T23:16:05",
            "2026-11-20 23:16:é",
        ] {
            assert!(wrong.parse::<Date>().is_err(), "{wrong}");
        }
    }
}
