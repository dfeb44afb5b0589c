//! Names of rules. Programs write the rule of a game as a word (`Freestyle Gomoku`, `有禁手`), as the
//! number of the Piskvork protocol (`4`), or as the opening rule that goes with it (`RIF`,
//! `Taraguchi-10`).
//!
//! CITE: the values of `RU` for game 4, <https://www.red-bean.com/sgf/>; the names of the opening
//! rules, <https://www.renju.net/rules/>; those of the leagues, <https://gomocup.org/detail-information/>.

use std::collections::VecDeque;

use super::words;
use tengen_engine::rules::opening::OpeningRule;
use tengen_engine::types::Rule;

/// What a text says about the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleWords {
    /// The rule; `None` if the text names only an opening rule that is played under several.
    pub rule: Option<Rule>,
    /// The name of the opening rule.
    pub opening: Option<&'static str>,
}

/// The rule of games that name none which is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenRule {
    /// The user named it for them.
    Asked(Rule),
    /// It is that of the board on which they are to be shown. What only Go has makes a game Go then,
    /// where a user who names a rule knows better.
    Suggested(Rule),
    /// It is the usual one where the file is read. A game of another rule, which is unknown here,
    /// is not read.
    Usual(Rule),
}

impl GivenRule {
    /// The rule that somebody named for them.
    pub fn asked(self) -> Option<Rule> {
        match self {
            Self::Asked(rule) | Self::Suggested(rule) => Some(rule),
            Self::Usual(_) => None,
        }
    }

    /// The rule of a game that names none at all.
    pub fn rule(self) -> Rule {
        match self {
            Self::Asked(rule) | Self::Suggested(rule) | Self::Usual(rule) => rule,
        }
    }
}

impl Default for GivenRule {
    fn default() -> Self {
        Self::Usual(Rule::Freestyle)
    }
}

impl From<Rule> for GivenRule {
    fn from(rule: Rule) -> Self {
        Self::Asked(rule)
    }
}

impl From<Option<Rule>> for GivenRule {
    fn from(rule: Option<Rule>) -> Self {
        rule.map_or_else(Self::default, Self::Asked)
    }
}

/// What names a rule beside its name and its number; where people write several words, they stand
/// here as one.
const RULES: &[(Rule, &str)] = &[
    (Rule::Freestyle, "free libre frei fastgame unlimited noforbidden noforbiddenmoves"),
    (Rule::Freestyle, "withoutforbidden withoutforbiddenmoves nonforbidden"),
    (Rule::Freestyle, "无禁手 無禁手 无禁 無禁 自由 свободный"),
    (Rule::Standard, "exact exactfive exactlyfive exact5 exactly5 nooverline nooverlines"),
    (Rule::Standard, "标准 標準 стандарт"),
    (Rule::Renju, "standardrenju freerenju withforbidden withforbiddenmoves"),
    (Rule::Renju, "有禁手 有禁 禁手 连珠 連珠 国际连珠 レンジュ 렌주 рэндзю рендзю"),
    (Rule::Caro, "vietnam vietnamese"),
    (Rule::CaroExact, "exactcaro"),
];

/// Words of the game itself: the freestyle rule, unless another word names one.
const GAMES: &str =
    "gomoku gobang gomokunarabe wuziqi piskvorky fiveinarow 五子棋 五目並べ 五目 гомоку";

/// An opening rule of renju that the engine does not know.
const SAKATA: &str = "sakata";

/// What names an opening rule beside its name.
const OPENINGS: &[(&str, &str)] = &[
    ("soosorv-8", "soosyrv8 soosorv soosyrv sosorv sosorv8 索索夫8 索索夫"),
    ("taraguchi-10", "taraguchi 塔拉山口10 塔拉山口"),
    ("yamaguchi", "山口"),
    ("tarannikov", "tarannikow 塔拉尼科夫 таранников"),
    (SAKATA, "sakata 坂田"),
];

/// Words that say nothing.
const FILLERS: &str =
    "rule rules ruleset game opening openings classic international 规则 規則 ルール";

/// The most words that are read as one, `five in a row`.
const LONGEST: usize = 4;

/// What a text says about the rule, `None` if any of its words is unknown or they contradict one
/// another.
pub fn rule_words(text: &str) -> Option<RuleWords> {
    let mut words: VecDeque<String> = words(text).into();
    let (mut all, mut is_game) = (RuleWords::default(), false);
    while !words.is_empty() {
        match next(&mut words)? {
            Said::Rule(rule) if all.rule.is_none_or(|before| before == rule) => {
                all.rule = Some(rule);
            }
            Said::Opening(name) if all.opening.is_none_or(|before| before == name) => {
                all.opening = Some(name);
            }
            Said::Game => is_game = true,
            Said::Nothing => {}
            Said::Rule(_) | Said::Opening(_) => return None,
        }
    }
    let implied = all.opening.filter(|name| is_of_renju(name)).map(|_| Rule::Renju);
    let plain = (is_game && all.opening.is_none()).then_some(Rule::Freestyle);
    match (all.rule, implied) {
        (Some(rule), Some(implied)) if rule != implied => return None,
        (rule, implied) => all.rule = rule.or(implied).or(plain),
    }
    Some(all).filter(|all| *all != RuleWords::default())
}

/// The rule of a league of Gomocup, whose groups have numbers: `Freestyle15_1`, `Standard_1`,
/// `Renju_1`, `Caro`.
pub fn league(text: &str) -> Option<Rule> {
    let name = text.trim().trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '_' | '-'));
    rule_words(if name.is_empty() { text } else { name })?.rule
}

/// Whether the opening rule is played under renju alone.
fn is_of_renju(opening: &str) -> bool {
    opening == SAKATA || opening.parse().is_ok_and(OpeningRule::is_of_renju)
}

/// What one word says.
#[derive(Clone, Copy)]
enum Said {
    Rule(Rule),
    Opening(&'static str),
    Game,
    Nothing,
}

/// Takes the next words that mean something, the most first: `long pro` is not `pro`. Chinese and
/// Japanese have no blanks between words.
fn next(words: &mut VecDeque<String>) -> Option<Said> {
    for count in (1..=LONGEST.min(words.len())).rev() {
        let joined: String = words.iter().take(count).map(String::as_str).collect();
        if let Some(said) = known(&joined) {
            words.drain(..count);
            return Some(said);
        }
    }
    let word = words.pop_front()?;
    let first = word.chars().next().filter(|first| !first.is_ascii())?;
    let ends = word.char_indices().map(|(at, _)| at).filter(|&at| at >= first.len_utf8()).rev();
    let (end, said) = ends.into_iter().find_map(|end| Some((end, known(&word[..end])?)))?;
    words.push_front(word[end..].to_owned());
    Some(said)
}

fn known(word: &str) -> Option<Said> {
    let has = |list: &str| list.split_whitespace().any(|known| known == word);
    if let Some(&(name, ..)) = OPENINGS.iter().find(|(.., list)| has(list)) {
        return Some(Said::Opening(name));
    }
    let is_name = |name: &str| name.chars().filter(char::is_ascii_alphanumeric).eq(word.chars());
    let is_rule = |rule: &Rule| is_name(rule.name()) || rule.wire().to_string() == word;
    let spelled = || RULES.iter().find(|(_, list)| has(list)).map(|&(rule, _)| rule);
    if let Some(rule) = Rule::ALL.into_iter().find(is_rule).or_else(spelled) {
        return Some(Said::Rule(rule));
    }
    if let Some(rule) = OpeningRule::ALL.iter().find(|rule| is_name(rule.name())) {
        return Some(Said::Opening(rule.name()));
    }
    match () {
        () if has(GAMES) => Some(Said::Game),
        () if has(FILLERS) || is_board_or_year(word) => Some(Said::Nothing),
        () => None,
    }
}

/// `15x15`, or the year of a set of rules.
fn is_board_or_year(word: &str) -> bool {
    let is_number = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_board = word.split_once('x').is_some_and(|(a, b)| is_number(a, 3) && is_number(b, 3));
    is_board
        || is_number(word, 4)
            && (word.starts_with("19") || word.starts_with("20"))
            && word.len() == 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let Some(RuleWords { rule, opening }) = rule_words(text) else { return "?".to_owned() };
        let rule = rule.map_or("-", Rule::name);
        opening.map_or(rule.to_owned(), |opening| format!("{rule} {opening}"))
    }

    #[test]
    fn rules_are_read_however_they_are_spelled() {
        for (text, expected) in [
            ("4", "renju"),
            ("0", "freestyle"),
            ("9", "caro-exact"),
            ("caro-exact", "caro-exact"),
            ("FREESTYLE", "freestyle"),
            ("Gomoku", "freestyle"),
            ("Freestyle Gomoku", "freestyle"),
            ("gomoku_freestyle", "freestyle"),
            ("Standard Gomoku", "standard"),
            ("Gomoku (exactly five)", "standard"),
            ("Gomoku, no overline", "standard"),
            ("Five-in-a-row", "freestyle"),
            ("RIF", "renju rif"),
            ("RIF rules", "renju rif"),
            ("Renju 15x15 (RIF 2008)", "renju rif"),
            ("Soosyrv-8", "renju soosorv-8"),
            ("Soosõrv", "renju soosorv-8"),
            ("Taraguchi-10", "renju taraguchi-10"),
            ("Renju (Taraguchi 10)", "renju taraguchi-10"),
            ("Yamaguchi", "renju yamaguchi"),
            ("无禁手", "freestyle"),
            ("有禁手", "renju"),
            ("五子棋无禁手规则", "freestyle"),
            ("五子棋", "freestyle"),
            ("連珠", "renju"),
            ("塔拉山口-10", "renju taraguchi-10"),
            ("Standard, Swap2", "standard swap2"),
            ("Swap2", "- swap2"),
            ("Gomoku, long pro", "- long-pro"),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn unknown_words_and_contradictions_are_no_rule() {
        for text in [
            "",
            "Japanese",
            "2",
            "Freestyle-X",
            "renju freestyle",
            "standard rif",
            "omok",
            "无",
            "rule",
        ] {
            assert_eq!(rule_words(text), None, "{text}");
        }
    }

    #[test]
    fn leagues_are_read_without_their_numbers() {
        let rules = ["Freestyle15_1", "Fastgame", "Standard_1", "Renju", "Renju_1", "Caro2", "4"];
        let rules: Vec<_> = rules.iter().map(|name| league(name).map_or("?", Rule::name)).collect();
        let expected = ["freestyle", "freestyle", "standard", "renju", "renju", "caro", "renju"];
        assert_eq!(rules, expected);
        assert_eq!(league("Experimental_1"), None);
    }

    #[test]
    fn the_names_of_the_engine_are_read() {
        for rule in Rule::ALL {
            assert_eq!(said(rule.name()), rule.name());
            assert_eq!(said(&rule.wire().to_string()), rule.name());
        }
        let other: Vec<_> = OpeningRule::ALL
            .iter()
            .filter(|rule| {
                rule_words(rule.name()).and_then(|words| words.opening) != Some(rule.name())
            })
            .collect();
        assert_eq!(other, [&OpeningRule::Free, &OpeningRule::Caro], "these words name the rule");
    }
}
