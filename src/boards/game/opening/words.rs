//! What the engine chose in an opening, in words.

use tengen_engine::rules::opening::{OpeningChoice, OpeningPhase, OpeningStep};
use tengen_engine::types::BoardSize;
use tengen_util::count::counted;
use tengen_util::listed::listed;

/// What the choices do, made one after the other in this phase: `takes white and places h9`.
pub(super) fn chosen(phase: &OpeningPhase, choices: &[OpeningChoice], size: BoardSize) -> String {
    let mut phase = phase.clone();
    let mut clauses: Vec<Clause> = Vec::new();
    for &choice in choices {
        let Some(step) = phase.step() else { break };
        let clause = Clause::of(step, choice, size);
        match clauses.last_mut() {
            Some(last) if last.continues(&clause) => last.objects.extend(clause.objects),
            _ => clauses.push(clause),
        }
        if phase.choose(choice).is_err() {
            break;
        }
    }
    let texts: Vec<String> = clauses.iter().map(Clause::text).collect();
    listed(&texts, "and")
}

/// A verb with its objects.
struct Clause {
    verb: &'static str,
    /// What `verb` does without a list of points.
    head: Option<&'static str>,
    objects: Vec<String>,
}

impl Clause {
    fn of(step: OpeningStep, choice: OpeningChoice, size: BoardSize) -> Self {
        let name = choice.text(size);
        let (verb, head, objects) = match choice {
            OpeningChoice::Two => ("places", Some("two more stones"), vec![]),
            OpeningChoice::Ten => ("offers", Some("ten fifth stones"), vec![]),
            OpeningChoice::Color(_) => ("takes", None, vec![name]),
            OpeningChoice::Count(count) => {
                ("asks for", None, vec![counted(u64::from(count), "fifth stone")])
            }
            OpeningChoice::Point(_) => {
                let verb = match step {
                    OpeningStep::Offer(_) => "offers",
                    OpeningStep::Pick => "picks",
                    _ => "places",
                };
                (verb, None, vec![name])
            }
        };
        Self { verb, head, objects }
    }

    fn continues(&self, next: &Self) -> bool {
        self.verb == next.verb && next.head.is_none()
    }

    fn text(&self) -> String {
        let objects = self.objects.join(" ");
        match self.head {
            None => format!("{} {objects}", self.verb),
            Some(head) if objects.is_empty() => format!("{} {head}", self.verb),
            Some(head) => format!("{} {head}: {objects}", self.verb),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::rules::opening::OpeningRule;
    use tengen_engine::types::Rule;

    /// What is said of the choices after those of the other side.
    fn said(rule: OpeningRule, before: &str, choices: &str) -> String {
        let size = BoardSize::square(15).unwrap();
        let mut phase = OpeningPhase::new(rule, Rule::Renju, size).unwrap();
        for word in before.split_whitespace() {
            phase.choose(phase.parse(word).unwrap()).unwrap();
        }
        let mut after = phase.clone();
        let mut made = |word: &str| {
            let choice = after.parse(word).unwrap();
            after.choose(choice).unwrap();
            choice
        };
        let choices: Vec<OpeningChoice> = choices.split_whitespace().map(&mut made).collect();
        chosen(&phase, &choices, size)
    }

    #[test]
    fn every_kind_of_choice_has_its_verb() {
        let swap2 = |before: &str, choices: &str| said(OpeningRule::Swap2, before, choices);
        assert_eq!(swap2("", "h8 i9 k11"), "places h8 i9 k11");
        assert_eq!(swap2("h8 i9 k11", "white"), "takes white");
        assert_eq!(swap2("h8 i9 k11", "two"), "places two more stones");
        assert_eq!(swap2("h8 i9 k11", "two a1 b2"), "places two more stones: a1 b2");
        let soosorv = |before: &str, choices: &str| said(OpeningRule::Soosorv8, before, choices);
        assert_eq!(
            soosorv("h8 h9 h10", "white j8 2"),
            "takes white, places j8 and asks for 2 fifth stones"
        );
        assert_eq!(soosorv("h8 h9 h10 white j8 2", "black g8 f8"), "takes black and offers g8 f8");
        assert_eq!(soosorv("h8 h9 h10 white j8 2 black g8 f8", "f8"), "picks f8");
    }
}
