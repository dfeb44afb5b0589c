//! A cursor over the words of a line, for parsers that report what they saw and where.

/// Walks the blank-separated words of a line. Commas count as blanks, so `TURN 7,7`, `TURN 7 7` and
/// `TURN 7 , 7` are the same words.
#[derive(Clone, Debug)]
pub struct WordCursor<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> WordCursor<'a> {
    /// A cursor before the first word of `line`.
    pub fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// Everything after the words taken so far, without surrounding blanks.
    pub fn rest(&self) -> &'a str {
        self.line.get(self.at..).unwrap_or("").trim()
    }
}

impl<'a> Iterator for WordCursor<'a> {
    type Item = &'a str;

    /// The next word, or `None` at the end of the line.
    fn next(&mut self) -> Option<&'a str> {
        let is_blank = |c: char| c.is_whitespace() || c == ',';
        let tail = self.line.get(self.at..)?;
        let start = self.at + tail.find(|c| !is_blank(c))?;
        let word_tail = &self.line[start..];
        let end = start + word_tail.find(is_blank).unwrap_or(word_tail.len());
        self.at = end;
        Some(&self.line[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_blanks_separate_words() {
        let words: Vec<_> = WordCursor::new("  turn 7 ,8\t9 ").collect();
        assert_eq!(words, ["turn", "7", "8", "9"]);
    }

    #[test]
    fn the_rest_keeps_its_inner_blanks() {
        let mut words = WordCursor::new("INFO folder C:\\My Games, all\\x");
        words.next();
        words.next();
        assert_eq!(words.rest(), "C:\\My Games, all\\x");
    }
}
