//! Words of rules, results and dates, as any program may write them.

use tengen_records::words::dates::date_words;
use tengen_records::words::result::result_words;
use tengen_records::words::rule::{league, rule_words};

/// Words that are understood, one text a line.
pub(super) const TEXTS: [&str; 3] = [
    "RIF\nTaraguchi-10\n4\nStandard Gomoku\n有禁手\nfive in a row\nFreestyle15_1\nsoosyrv-8",
    "B+R\nBlack wins by resignation\n1/2-1/2\n黑方胜\n白番中押し勝ち\nwhite on time\nЧёрные выиграли\n½",
    "2026\n2026-11-02,03\n2026.11.02 10:11:12\n2 Nov 2026\n2026年11月2日\n2026-11-02 - 2026-11-05\n02/11/2026",
];

/// Whether a line is understood. A date that was read is written as SGF does, and read again as that
/// without a loss; the start of its day is that of a day.
///
/// # Panics
/// If it is not.
pub(super) fn any(text: &str) -> bool {
    text.lines().filter(|line| line_is_read(line)).count() > 0
}

fn line_is_read(line: &str) -> bool {
    let date = date_words(line);
    if let Some(date) = &date {
        let again = date_words(&date.text).expect("what was written can be read");
        assert_eq!((again.text.as_str(), again.is_cut), (date.text.as_str(), false), "{line}");
        assert!(date.day_ms().is_none_or(|ms| ms % (24 * 60 * 60 * 1000) == 0), "{line}");
    }
    let is_rule = rule_words(line).is_some() | league(line).is_some();
    is_rule | result_words(line).is_some() | date.is_some()
}
