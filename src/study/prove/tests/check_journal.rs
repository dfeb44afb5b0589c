//! The journal of a check: continued, and altered lines are refused.

use super::*;

#[test]
fn a_check_that_was_interrupted_is_continued_and_a_changed_entry_is_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let path = folder.path().join("check.jsonl");
    let request = Check { reply: None, threads: 2, replay: Replay::Full };
    let ticks = |certificate: &Certificate| {
        let mut journal = CheckJournal::open(&path, certificate, request.replay).unwrap();
        let mut ticks = 0;
        let mut tick = |_, _| ticks += 1;
        let stop = StopFlag::new();
        let report = checker::check(certificate, &request, Some(&mut journal), &stop, &mut tick);
        (report.map_err(refusal), ticks)
    };
    let (report, all) = ticks(&certificate);
    assert_eq!(report, check(&certificate));
    assert_eq!(all, certificate.entries.len());
    let lines = fs::read_to_string(&path).unwrap();
    // Killed in the middle of the last line.
    fs::write(&path, &lines[..lines.len() - 9]).unwrap();
    assert_eq!(ticks(&certificate), (report.clone(), 1));
    assert_eq!(ticks(&certificate), (report, 0));
    // A journal line about another move is ignored.
    let mut wrong = certificate.clone();
    let key = certificate.entries.keys().next_back().cloned().unwrap();
    wrong.entries.insert(key, Coord::new(14, 14));
    assert!(ticks(&wrong).0.is_err());
    // An entry that the others led to is missing: what led to it is checked again.
    let mut missing = certificate.clone();
    missing.entries.pop_last();
    missing.stones = 1;
    assert!(ticks(&missing).0.is_err());
}

/// A journal of a whole check, its lines, and how the check of a certificate ends with another
/// text in it.
struct JournalOfCheck {
    certificate: Certificate,
    path: std::path::PathBuf,
    lines: Vec<String>,
    _folder: tempfile::TempDir,
}

impl JournalOfCheck {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let certificate = branch(BRANCH);
        let path = folder.path().join("check.jsonl");
        let journal = Self { certificate, path, lines: Vec::new(), _folder: folder };
        journal.check(&journal.certificate).unwrap();
        let text = fs::read_to_string(&journal.path).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert!(lines.len() > 4, "a head and {} entries", journal.certificate.entries.len());
        Self { lines, ..journal }
    }

    fn check(&self, certificate: &Certificate) -> Result<(CheckReport, usize), CheckError> {
        let request = Check { reply: None, threads: 1, replay: Replay::Local };
        let mut journal = CheckJournal::open(&self.path, certificate, request.replay)?;
        let mut ticks = 0;
        let mut tick = |_, _| ticks += 1;
        let stop = StopFlag::new();
        let report = checker::check(certificate, &request, Some(&mut journal), &stop, &mut tick)?;
        Ok((report, ticks))
    }

    /// How many entries are checked again with these lines; otherwise the line that is refused.
    fn with(&self, lines: &[String], certificate: &Certificate) -> Result<usize, usize> {
        fs::write(&self.path, lines.join("\n") + "\n").unwrap();
        match self.check(certificate) {
            Ok((_, ticks)) => Ok(ticks),
            Err(CheckError::Journal(LineJournalError::Corrupt { line, problem, .. })) => {
                assert!(problem.contains("mark"), "{problem}");
                assert_eq!(fs::read_to_string(&self.path).unwrap(), lines.join("\n") + "\n");
                Err(line)
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[test]
fn an_edited_line_of_a_journal_does_not_make_a_refused_certificate_a_win() {
    let journal = JournalOfCheck::new();
    // The first entry of the journal plays elsewhere, in the certificate and in the line.
    let line = &journal.lines[1];
    let field = |name: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        value[name].as_str().unwrap().to_owned()
    };
    let frame = ProofFrame::of(&journal.certificate.position().unwrap());
    let key = frame.read(&field("at")).unwrap();
    let mut wrong = journal.certificate.clone();
    let elsewhere = Coord::new(14, 7);
    assert!(frame.position(&key).is_empty_at(elsewhere) && wrong.entries[&key] != elsewhere);
    wrong.entries.insert(key, elsewhere);
    let played = |point: &str| format!(r#""play":"{point}""#);
    let edited = line.replace(&played(&field("play")), &played("o8"));
    assert_ne!(edited, *line);
    let lines = [&journal.lines[..1], &[edited], &journal.lines[2..]].concat();
    assert_eq!(journal.with(&lines, &wrong), Err(2));
    assert_eq!(journal.with(&lines, &journal.certificate), Err(2));
}

#[test]
fn swapped_missing_repeated_and_foreign_lines_are_refused_and_cut_ones_are_checked_again() {
    let journal = JournalOfCheck::new();
    let (lines, certificate) = (&journal.lines, &journal.certificate);
    assert_eq!(journal.with(lines, certificate), Ok(0));
    let mut swapped = lines.clone();
    swapped.swap(2, 3);
    assert_eq!(journal.with(&swapped, certificate), Err(3));
    let missing = [&lines[..2], &lines[3..]].concat();
    assert_eq!(journal.with(&missing, certificate), Err(3));
    let repeated = [&lines[..2], &lines[1..]].concat();
    assert_eq!(journal.with(&repeated, certificate), Err(3));
    // Marked with another key, without a mark, and with one that is no mark.
    for mark in ["0123456789abcdef0123456789abcdef", "", "no"] {
        let last = lines.len() - 1;
        let start = lines[last].find(r#""mark":""#).unwrap();
        let foreign = format!("{}\"mark\":\"{mark}\"}}", &lines[last][..start]);
        let all = [&lines[..last], &[foreign]].concat();
        assert_eq!(journal.with(&all, certificate), Err(last + 1), "{mark}");
    }
    // Every digit and every letter of a line counts.
    for (at, byte) in lines[2].bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let digit = if byte == b'9' { "8" } else { "9" };
        let edited = format!("{}{digit}{}", &lines[2][..at], &lines[2][at + 1..]);
        let all = [&lines[..2], &[edited], &lines[3..]].concat();
        fs::write(&journal.path, all.join("\n") + "\n").unwrap();
        let refused = journal.check(certificate);
        let is_named =
            |error: &LineJournalError| matches!(error, LineJournalError::Corrupt { line: 3, .. });
        assert!(matches!(&refused, Err(CheckError::Journal(e)) if is_named(e)), "{refused:?}");
    }
    // At the end of a line, at most a finished finding is lost.
    for kept in 1..lines.len() {
        assert_eq!(journal.with(&lines[..kept], certificate), Ok(lines.len() - kept));
    }
    // The lines of another check do not continue this one.
    let full = lines[0].replace(r#""replay":"local""#, r#""replay":"full""#);
    assert_ne!(full, lines[0]);
    fs::write(&journal.path, [&[full], &lines[1..]].concat().join("\n") + "\n").unwrap();
    let opened = CheckJournal::open(&journal.path, certificate, Replay::Full);
    assert!(matches!(opened, Err(LineJournalError::Corrupt { line: 2, .. })), "{opened:?}");
    let opened = CheckJournal::open(&journal.path, certificate, Replay::Local);
    assert!(matches!(opened, Err(LineJournalError::Different { .. })), "{opened:?}");
}
