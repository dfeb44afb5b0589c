//! A match in plain text: a line per game, and the score. Values in, text out; prints nothing.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::standings::Standings;
use super::stats::rating::Anchor;
use super::stats::sprt::Decision;
use super::stats::tally::GameCounts;
use tengen_engine::types::Color;
use tengen_records::{GameRecord, Verdict};
use tengen_util::count::counted;

/// One finished game: `game 12: tengen - rapfi 0-1, timeout, 31 stones: no answer …`. The first
/// name has black.
pub fn game_line(game: &GameRecord) -> String {
    let score = match game.winner() {
        Some(Color::Black) => "1-0",
        Some(Color::White) => "0-1",
        None => "½-½",
    };
    let stones = counted(game.length() as u64, "stone");
    let (number, black, white) = (game.game, &game.black.name, &game.white.name);
    let verdict = game.verdict().map(|verdict| verdict.to_string());
    let verdict = verdict.as_deref().unwrap_or("unfinished");
    let note = game.note.as_ref().map_or_else(String::new, |note| format!(": {note}"));
    format!("game {number}: {black} - {white} {score}, {verdict}, {stones}{note}")
}

/// The score in a few words, for a progress line.
pub fn short_score(standings: &Standings) -> String {
    let names = standings.table().names();
    if names.len() > 2 {
        return leaders(standings);
    }
    let GameCounts { wins, draws, losses } = standings.first_pairing();
    let mut text = format!("+{wins} ={draws} -{losses}");
    if let Some(elo) = standings.elo() {
        let _ = write!(text, " Elo {}", elo.text(1));
    }
    let _ = write!(text, " LOS {:.1} %", 100.0 * standings.superiority());
    if let (Some(llr), Some((sprt, _))) = (standings.llr(), standings.test()) {
        let (low, high) = sprt.limits();
        let _ = write!(text, " LLR {llr:.2} ({low:.2}, {high:.2})");
    }
    text
}

/// The three players with the best share of points.
fn leaders(standings: &Standings) -> String {
    let table = standings.table();
    let share = |player: usize| table.total(player).scores().mean().unwrap_or(0.0);
    let mut order: Vec<usize> = (0..table.names().len()).collect();
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    let best = order.iter().take(3).filter_map(|&player| {
        Some(format!("{} {:.0} %", table.names().get(player)?, 100.0 * share(player)))
    });
    best.collect::<Vec<_>>().join(", ")
}

/// The whole score: cross table with ratings, the difference of a pair, the test, the verdicts.
pub fn full_score(standings: &Standings) -> String {
    let table = standings.table();
    let mut text = match table.ratings(Anchor::Mean(0.0)) {
        Ok(ratings) => table.text(&ratings),
        Err(error) => format!("no ratings: {error}\n"),
    };
    if let [first, second] = table.names() {
        let _ = write!(text, "\n{first} against {second}: {}", pair_score(standings));
    }
    text.push('\n');
    text.push_str(&verdicts(standings));
    text
}

fn pair_score(standings: &Standings) -> String {
    let counts = standings.first_pairing();
    let GameCounts { wins, draws, losses } = counts;
    let games = counted(counts.games(), "game");
    let mut text = format!("{games}, {wins} won, {draws} drawn, {losses} lost\n");
    if let Some(elo) = standings.elo() {
        let los = 100.0 * standings.superiority();
        let _ = writeln!(text, "Elo {}, likelihood of superiority {los:.1} %", elo.text(1));
    }
    let pairs = standings.pairs();
    if pairs.pairs() > 0 {
        let [a, b, c, d, e] = pairs.0;
        let _ = writeln!(text, "pairs with 0, ½, 1, 1½, 2 points: {a}, {b}, {c}, {d}, {e}");
    }
    if let (Some(llr), Some((sprt, decision))) = (standings.llr(), standings.test()) {
        let ((elo0, elo1), (low, high)) = (sprt.hypotheses(), sprt.limits());
        let says = match decision {
            Decision::AcceptH0 => format!("not {elo1} stronger (H0)"),
            Decision::AcceptH1 => format!("more than {elo0} stronger (H1)"),
            Decision::Continue => "not decided".to_owned(),
        };
        let _ = writeln!(text, "SPRT [{elo0}, {elo1}]: LLR {llr:.2} ({low:.2}, {high:.2}), {says}");
    }
    text
}

/// Counts the games of a session that repeat an earlier one: the same players, the same color, the
/// same moves. Games that a fault ended do not count.
#[derive(Debug, Default)]
pub struct Repeats {
    /// Hashes of the games.
    seen: HashSet<u64>,
    games: usize,
}

impl Repeats {
    /// Counts one more game.
    pub fn add(&mut self, game: &GameRecord) {
        if game.verdict().is_some_and(Verdict::is_fault) {
            return;
        }
        let mut hasher = DefaultHasher::new();
        (game.black.player, game.white.player).hash(&mut hasher);
        game.coords().for_each(|coord| (coord.x, coord.y).hash(&mut hasher));
        self.seen.insert(hasher.finish());
        self.games += 1;
    }

    /// A sentence about the repeated games, if there are any.
    pub fn warning(&self, has_openings: bool) -> Option<String> {
        let (games, different) = (self.games, self.seen.len());
        let advice = if has_openings { "" } else { "; --openings FILE gives other positions" };
        let text = format!(
            "of {games} games played now only {different} differ, and a repeated game shows \
             nothing new{advice}"
        );
        (different < games).then_some(text)
    }
}

/// How the games ended, and who lost by a fault: `five 90, timeout 3 (a 1, b 2)`.
fn verdicts(standings: &Standings) -> String {
    let table = standings.table();
    let parts = table.verdicts().iter().map(|(&word, count)| {
        let losers = table.names().iter().enumerate().filter_map(|(player, name)| {
            let lost = table.losses(player).get(word)?;
            Some(format!("{name} {lost}"))
        });
        let losers: Vec<_> = losers.collect();
        if word == "five" || losers.is_empty() {
            format!("{word} {count}")
        } else {
            format!("{word} {count} (lost by {})", losers.join(", "))
        }
    });
    format!("ends: {}\n", parts.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_records::sample;

    #[test]
    fn a_game_is_a_line() {
        let mut game = sample::game();
        let line = "game 4: alpha - beta 0-1, forbidden (double-three), 3 stones: played i7";
        assert_eq!(game_line(&game), line);
        game.moves.clear();
        assert_eq!(game_line(&game), line.replace("3 stones", "1 stone"));
    }

    #[test]
    fn repeated_games_are_counted_once() {
        let (first, mut other, mut shorter) = (sample::game(), sample::game(), sample::game());
        other.black.player = first.white.player;
        shorter.moves.truncate(1);
        let mut repeats = Repeats::default();
        for game in [&first, &other, &shorter] {
            repeats.add(game);
        }
        assert_eq!(repeats.warning(false), None);
        repeats.add(&other);
        let warning = repeats.warning(false).unwrap();
        assert!(warning.starts_with("of 4 games played now only 3 differ, "), "{warning}");
    }
}
