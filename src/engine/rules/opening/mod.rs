//! Opening rules: how the first stones are placed and who gets which color.
//!
//! [`OpeningPhase`] is a pure state machine: a rule and a board in, then one choice after another.
//! It reports who chooses next ([`OpeningPhase::chooser`]) and what can be chosen
//! ([`OpeningPhase::step`]), refuses anything else with a reason, and ends in a position with
//! colors ([`OpeningPhase::colors`]) from which the game continues normally. The engine's choices
//! are made in `engine::opening`.
//!
//! The *first* participant has black and the *second* white until one of them chooses otherwise.
//! Below, `1:` and `2:` are steps of a participant, `B:` and `W:` steps of the participant
//! with that color at that point. `●○` are stones in turn; "center" is the middle point, `3×3` the
//! square of that side around it.
//!
//! ```text
//! free          (nothing)
//!
//! swap1         1: ● anywhere ──► 2: black or white
//!
//! swap          1: ●○● anywhere ──► 2: black or white
//!
//! swap2         1: ●○● anywhere ──► 2: black or white
//!                                   └► two ──► 2: ○● anywhere ──► 1: black or white
//!
//! caro, pro     B: ● center ──► W: ○ anywhere ──► B: ● outside 5×5
//!
//! long-pro      B: ● center ──► W: ○ anywhere ──► B: ● outside 7×7
//!
//! rif           1: ● center, ○ in 3×3, ● in 5×5 ──► 2: black or white ──► W: ○ anywhere
//!                 ──► B: offers 2 fifth stones, not alike ──► W: picks one
//!
//! yamaguchi     1: ● center, ○ in 3×3, ● in 5×5, a number n from 1 to 12 ──► 2: black or white
//!                 ──► W: ○ anywhere ──► B: offers n fifth stones, no two alike ──► W: picks one
//!
//! soosorv-8     1: ● center, ○ in 3×3, ● in 5×5 ──► 2: black or white ──► W: ○ anywhere
//!                 ──► W: a number n from 1 to 8 ──► B: black or white
//!                 ──► B: offers n fifth stones, no two alike ──► W: picks one
//!
//! tarannikov    B: ● center   ──► W: black or white
//!           ──► W: ○ in 3×3   ──► B: black or white
//!           ──► B: ● in 5×5   ──► W: black or white
//!           ──► W: ○ in 7×7   ──► B: black or white
//!           ──► B: ● in 9×9   ──► W: black or white
//!
//! taraguchi-10  B: ● center   ──► W: black or white
//!           ──► W: ○ in 3×3   ──► B: black or white
//!           ──► B: ● in 5×5   ──► W: black or white
//!           ──► W: ○ in 7×7   ──► B: black or white ──► B: ● in 9×9 ──► W: black or white
//!                                 └► ten ──► B: offers 10 fifth stones, no two alike
//!                                        ──► W: picks one
//! ```
//!
//! Where the game continues with a stone that the sources below count as part of the opening (the
//! fourth of swap2, the sixth of the renju rules), it is an ordinary move here.
//!
//! Two offered stones are alike if the five stones would form the same figure, turned, mirrored or
//! moved; the edge of the board does not count.
//!
//! CITE: swap2: gomocup.org, "Experimental tournament" (2020). Soosõrv-8 and Taraguchi-10: the
//! rules certified by the Renju International Federation, as in
//! <https://en.wikipedia.org/wiki/Soosõrv_opening_rule> and
//! <https://en.wikipedia.org/wiki/Taraguchi_opening_rule>; no symmetrical fifth stones: A. Meritee
//! on renju.net, 2008-04-22.
//! RIF (1996 to 2008): <https://en.wikipedia.org/wiki/RIF_opening_rule>. Yamaguchi, which sets no
//! largest number: <https://en.wikipedia.org/wiki/Yamaguchi_opening_rule>. Tarannikov: the rule of
//! which Taraguchi's is an advancement, without its offers,
//! <https://en.wikipedia.org/wiki/Tarannikov_opening_rule>. Pro and long pro (three and four points
//! from the first stone or more): <https://en.wikipedia.org/wiki/Gomoku>. The 26 openings of renju
//! are all stones that the squares of the first three allow.
//!
//! Caro has no opening rule of a federation that could be found. `caro` is what programs use for
//! it: the "tournament" opening of Board Game Arena's Gomoku+/Caro (center, then black's second
//! stone at least three lines away) and the "open rule" of github.com/lavantien/caro-ai-pvp
//! (black's second stone outside the 5×5 around the first). Elsewhere it is called *pro*, which is
//! the same rule here. Board Game Arena also requires white's first stone beside the center; the
//! other rule and this one do not.

mod alike;
mod choice;
mod error;
mod phase;
mod plan;
mod rule;
#[cfg(test)]
mod tests;

pub use choice::OpeningChoice;
pub use error::OpeningError;
pub use phase::OpeningPhase;
pub use plan::{OpeningArea, OpeningPlayer, OpeningStep};
pub use rule::{OpeningRule, OpeningRuleError};

pub use alike::figure;
