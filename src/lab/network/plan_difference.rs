//! Where the plans of two trainings differ. A plan is the text that a checkpoint and a network keep
//! of how they were trained: the command with its options, then ` on ` the games, each file with its
//! number of games and their settings in JSON, then perhaps what the training started from. With many
//! files it has thousands of characters.

use std::fmt;

use serde_json::{Map, Value};

use tengen_util::excerpt::excerpt;

/// Most characters of a value in a message.
const SHOWN: usize = 60;
/// So many of these are equal ones before the difference.
const SHOWN_BEFORE: usize = 10;

/// The first difference of two plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanDifference {
    /// What differs: an option, or a setting of a file of games.
    pub key: String,
    /// Its value in the first plan; `None` if that has none.
    pub seen: Option<String>,
    /// Its value in the second.
    pub expected: Option<String>,
}

impl fmt::Display for PlanDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, seen, expected } = self;
        let shown = |value: &Option<String>| value.as_deref().unwrap_or("none").to_owned();
        write!(f, "{key}: {}, expected {}", shown(seen), shown(expected))
    }
}

impl PlanDifference {
    /// The first difference of a plan from another; `None` if they are equal.
    pub fn between(seen: &str, expected: &str) -> Option<Self> {
        if seen == expected {
            return None;
        }
        let (own, other) = (parts(seen), parts(expected));
        let value_in = |parts: &[(String, String)], key: &str| {
            parts.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
        };
        let keys = own.iter().chain(&other).map(|(key, _)| key);
        let difference = |key: &String| {
            let (seen, expected) = (value_in(&own, key), value_in(&other, key));
            (seen != expected).then(|| Self::shortened(key, seen, expected))
        };
        let whole = || {
            let [seen, expected] = [seen, expected].map(|plan| Some(plan.to_owned()));
            Self::shortened("plan", seen, expected)
        };
        Some(keys.into_iter().find_map(difference).unwrap_or_else(whole))
    }

    /// The difference with values around the first characters that differ.
    fn shortened(key: &str, seen: Option<String>, expected: Option<String>) -> Self {
        let equal = match (&seen, &expected) {
            (Some(seen), Some(expected)) => {
                seen.chars().zip(expected.chars()).take_while(|(a, b)| a == b).count()
            }
            _ => 0,
        };
        let shown = |value: String| {
            if value.chars().count() <= SHOWN {
                return value;
            }
            let skipped = equal.saturating_sub(SHOWN_BEFORE);
            let mark = if skipped > 0 { "…" } else { "" };
            let rest: String = value.chars().skip(skipped).collect();
            format!("{mark}{}", excerpt(&rest, SHOWN))
        };
        Self { key: key.to_owned(), seen: seen.map(shown), expected: expected.map(shown) }
    }
}

/// The keys of a plan with their values, in its order.
fn parts(plan: &str) -> Vec<(String, String)> {
    let (command, rest) = plan.split_once(" on ").unwrap_or((plan, ""));
    let (games, from) = match rest.split_once(", from: ") {
        Some((games, from)) => (games, Some(from)),
        None => (rest, None),
    };
    let mut words = command.split(' ').skip(1);
    let mut parts: Vec<(String, String)> = Vec::new();
    parts.extend(words.next().map(|version| ("version".to_owned(), version.to_owned())));
    while let Some(word) = words.next() {
        if word.starts_with("--") {
            parts.push((word.to_owned(), words.next().unwrap_or_default().to_owned()));
        }
    }
    for (index, file) in games.split("} and ").enumerate() {
        let Some((count, setting)) = file.split_once(" games of ") else { continue };
        let of_file = |key: &str| format!("{key} of file {}", index + 1);
        parts.push((of_file("games"), count.to_owned()));
        // The brace went with the text between two files.
        let setting =
            if setting.ends_with('}') { setting.to_owned() } else { format!("{setting}}}") };
        match serde_json::from_str::<Map<String, Value>>(&setting) {
            Ok(keys) => parts.extend(keys.iter().map(|(key, value)| (of_file(key), text(value)))),
            Err(_) => parts.push((of_file("settings"), setting)),
        }
    }
    parts.extend(from.map(|from| ("--from".to_owned(), from.to_owned())));
    parts
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = r#"tengen 1.0.0 tune network --epochs 3 --batch 64 --seed 1 on 12 games of {"rule":"renju","sizes":[[15,15]],"nodes":150,"with":["weights 01234567"]} and 40 games of {"leaves":40,"games":["{\"nodes\":150}"]}"#;

    fn shown(change: (&str, &str)) -> String {
        let other = PLAN.replacen(change.0, change.1, 1);
        assert_ne!(other, PLAN, "{change:?}");
        PlanDifference::between(PLAN, &other).unwrap().to_string()
    }

    #[test]
    fn the_first_difference_is_named_by_its_key() {
        assert_eq!(PlanDifference::between(PLAN, PLAN), None);
        for (change, expected) in [
            (("1.0.0", "1.1.0"), "version: 1.0.0, expected 1.1.0"),
            (("--epochs 3", "--epochs 30"), "--epochs: 3, expected 30"),
            (("--seed 1", "--seed 1 --new 2"), "--new: none, expected 2"),
            (("12 games", "13 games"), "games of file 1: 12, expected 13"),
            (("\"nodes\":150", "\"nodes\":200"), "nodes of file 1: 150, expected 200"),
            (("\"renju\"", "\"caro\""), "rule of file 1: renju, expected caro"),
            (("40 games", "41 games"), "games of file 2: 40, expected 41"),
            (("]}", "]} and 5 games of {}"), "games of file 2: 40, expected 5"),
        ] {
            assert_eq!(shown(change), expected, "{change:?}");
        }
        let longer = format!("{PLAN}, from: tengen 1.0.0 tune network --epochs 9");
        let difference = PlanDifference::between(PLAN, &longer).unwrap().to_string();
        assert_eq!(difference, "--from: none, expected tengen 1.0.0 tune network --epochs 9");
        assert_eq!(PlanDifference::between("a", "b").unwrap().to_string(), "plan: a, expected b");
    }

    #[test]
    fn long_values_are_shown_around_their_difference() {
        let plan = |last: &str| {
            format!("tengen 1 tune network on 2 games of {{\"a\":\"{}{last}\"}}", "x".repeat(5000))
        };
        let difference = PlanDifference::between(&plan("y"), &plan("z")).unwrap().to_string();
        let expected = "a of file 1: …xxxxxxxxxxy, expected …xxxxxxxxxxz";
        assert_eq!(difference, expected);
    }
}
