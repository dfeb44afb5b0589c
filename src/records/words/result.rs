//! Results of games in words: `B+R`, `1-0`, `Black wins by resignation`, `黑胜`, `和棋`.

use super::words;
use crate::verdict::Verdict;
use tengen_engine::types::Color;

/// What a text says about the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultWords {
    /// That it has not ended, or that the result is unknown.
    Open,
    /// Who won, `None` for a draw, and why, if it says that in words that are known.
    Ended(Option<Color>, Option<Verdict>),
}

/// The result as numbers and signs: black's points first.
const SCORES: &[(&str, ResultWords)] = &[
    ("", ResultWords::Open),
    ("?", ResultWords::Open),
    ("*", ResultWords::Open),
    ("void", ResultWords::Open),
    ("0", ResultWords::Ended(None, None)),
    ("=", ResultWords::Ended(None, None)),
    ("1-0", ResultWords::Ended(Some(Color::Black), None)),
    ("0-1", ResultWords::Ended(Some(Color::White), None)),
    ("2-0", ResultWords::Ended(Some(Color::Black), None)),
    ("0-2", ResultWords::Ended(Some(Color::White), None)),
    ("1-1", ResultWords::Ended(None, None)),
    ("1/2-1/2", ResultWords::Ended(None, None)),
    ("1/2", ResultWords::Ended(None, None)),
    ("blackwins", ResultWords::Ended(Some(Color::Black), None)),
    ("whitewins", ResultWords::Ended(Some(Color::White), None)),
    ("½-½", ResultWords::Ended(None, None)),
    ("0.5-0.5", ResultWords::Ended(None, None)),
    ("0,5-0,5", ResultWords::Ended(None, None)),
    ("½", ResultWords::Ended(None, None)),
];

const BLACK: &str = "b black 黑 黑方 黑棋 黒 黒番 先手 흑 чёрные черные чёрных черных";
const WHITE: &str = "w white 白 白方 白棋 白番 后手 後手 백 белые белых";
const WINS: &str =
    "win wins won winner victory beats + 胜 勝 胜利 勝利 勝ち 胜出 赢 贏 获胜 승 выиграли победа";
const LOSES: &str = "lose loses lost loss 负 負 败 敗 負け 敗北 проиграли";
/// Who resigns loses, unless it is said why the other wins.
const RESIGNS: &str = "resigns resigned 认输 認輸 投了 сдались";
const DRAWS: &str =
    "draw drawn tie tied remis jigo 和 和棋 平 平局 平手 引分 引き分け 무승부 ничья";
/// Words beside the result.
const FILLERS: &str = "by on the game player in a of is s agreement agreed mutual の が 方 棋 番";
const RESIGNED: &str = "r resign resignation 中盘 中盤 中押し";
const LATE: &str = "t time timeout 超时 超時 时间 時間 時間切れ";
const FORFEIT: &str = "f forfeit 禁手 犯规";
const FIVE: &str = "five 五连 五連";

/// Reads a result, `None` if it has any word that is unknown here: `Black did not win` is none.
pub fn result_words(text: &str) -> Option<ResultWords> {
    let plain: String = text.trim().to_lowercase().replace(['–', '—', '−', ':'], "-");
    let plain: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
    if let Some(&(_, known)) = SCORES.iter().find(|(score, _)| *score == plain) {
        return Some(known);
    }
    if let Some((winner, reason)) = of_sgf(&plain) {
        return Some(ResultWords::Ended(Some(winner), reason));
    }
    let mut seen = Seen::default();
    words(text).iter().try_for_each(|word| seen.take(word))?;
    seen.result()
}

/// `B+`, `W+R`, `B+Time`, `W+3.5`: SGF's own form. What follows the sign may be anything.
fn of_sgf(text: &str) -> Option<(Color, Option<Verdict>)> {
    let (winner, reason) = text.split_once('+')?;
    let winner = match winner {
        "b" | "black" | "黑" => Color::Black,
        "w" | "white" | "白" => Color::White,
        _ => return None,
    };
    Some((winner, reason_of(reason)))
}

fn reason_of(word: &str) -> Option<Verdict> {
    match () {
        () if has(RESIGNED, word) || has(RESIGNS, word) => Some(Verdict::Resigned),
        () if has(LATE, word) => Some(Verdict::Timeout),
        () => None,
    }
}

/// The words of a result so far.
#[derive(Default)]
struct Seen {
    black: bool,
    white: bool,
    wins: bool,
    loses: bool,
    resigns: bool,
    draws: bool,
    reason: Option<Verdict>,
}

impl Seen {
    /// Takes a word, or the parts of one that has no blanks, like `黑方胜`.
    fn take(&mut self, word: &str) -> Option<()> {
        if self.take_known(word) {
            return Some(());
        }
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            if first.is_ascii() {
                return None;
            }
            let mut ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
            let end = ends.find(|&end| self.take_known(&rest[..end]))?;
            rest = &rest[end..];
        }
        Some(())
    }

    fn take_known(&mut self, word: &str) -> bool {
        let flags = [
            (BLACK, &mut self.black),
            (WHITE, &mut self.white),
            (WINS, &mut self.wins),
            (LOSES, &mut self.loses),
            (RESIGNS, &mut self.resigns),
            (DRAWS, &mut self.draws),
        ];
        let mut is_known = has(FILLERS, word) || has(FORFEIT, word) || has(FIVE, word);
        for (list, flag) in flags {
            let is_in = has(list, word);
            *flag |= is_in;
            is_known |= is_in;
        }
        let reason = reason_of(word);
        is_known |= reason.is_some();
        self.reason = self.reason.or(reason);
        is_known
    }

    fn result(&self) -> Option<ResultWords> {
        let color = match (self.black, self.white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (false, false) => None,
            (true, true) => return None,
        };
        let loses = self.loses || self.resigns && !self.wins;
        match (color, self.wins, loses, self.draws) {
            (None, false, false, true) => Some(ResultWords::Ended(None, None)),
            (Some(color), true, false, false) => Some(ResultWords::Ended(Some(color), self.reason)),
            (Some(color), false, true, false) => {
                Some(ResultWords::Ended(Some(!color), self.reason))
            }
            (Some(color), false, false, false) if self.reason.is_none() => {
                Some(ResultWords::Ended(Some(color), None))
            }
            _ => None,
        }
    }
}

fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        match result_words(text) {
            None => "?".to_owned(),
            Some(ResultWords::Open) => "open".to_owned(),
            Some(ResultWords::Ended(winner, reason)) => {
                let winner = winner.map_or("draw".to_owned(), |color| color.to_string());
                reason.map_or(winner.clone(), |reason| format!("{winner} {reason}"))
            }
        }
    }

    #[test]
    fn results_are_read_however_they_are_spelled() {
        for (expected, texts) in [
            ("open", &["", "?", " * ", "Void"][..]),
            ("black", &["B", "b+", "B+5", "B+F", "Black", "Black wins", "1-0", "1 : 0", "1–0"]),
            (
                "black",
                &[
                    "black won the game",
                    "BlackWins",
                    "黑胜",
                    "黑方胜",
                    "黑勝",
                    "先手胜",
                    "黑棋获胜",
                    "White loses",
                ],
            ),
            ("black", &["Black wins by five", "winner: black", "白负", "黒の勝ち", "흑승"]),
            (
                "white",
                &["W", "White wins", "0-1", "白胜", "白勝", "w+", "Black lost", "Белые выиграли"],
            ),
            (
                "draw",
                &[
                    "0",
                    "Draw",
                    "1/2-1/2",
                    "½-½",
                    "0.5-0.5",
                    "和棋",
                    "平局",
                    "引き分け",
                    "tie",
                    "draw by agreement",
                ],
            ),
            (
                "black resigned",
                &[
                    "B+R",
                    "B+Resign",
                    "Black wins by resignation",
                    "白方认输",
                    "黑中盘胜",
                    "黑胜（认输）",
                ],
            ),
            ("white resigned", &["W+R", "Black resigns", "黑认输", "白番中押し勝ち"]),
            ("white timeout", &["W+T", "w+time", "White wins on time", "白超时胜"]),
        ] {
            for text in texts {
                assert_eq!(said(text), expected, "{text}");
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_no_result() {
        for text in [
            "Black did not win",
            "Black and White",
            "3-1",
            "Black beats White",
            "wins",
            "黑白",
            "未结束",
            "Black on time",
            "see comment",
        ] {
            assert_eq!(result_words(text), None, "{text}");
        }
    }
}
