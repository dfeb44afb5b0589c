//! Who beat whom: the cross table of a tournament and its text for the terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use thiserror::Error;

use super::stats::elo::{self, Estimate};
use super::stats::rating::{Anchor, Meeting, RatingError, Ratings, rate};
use super::stats::tally::GameCounts;
use tengen_engine::types::Color;
use tengen_records::{GameOutcome, GameRecord};
use tengen_util::decimal::decimal;

/// Games that do not belong to the players of the table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// A game names a player that the table does not have.
    #[error("game {game} names player number {seen}, expected at most {last}")]
    Player {
        /// The game's number.
        game: u64,
        /// The player's number, counted from 0.
        seen: usize,
        /// The last player's number.
        last: usize,
    },
    /// A game of a player against itself.
    #[error("in game {game} player number {player} plays itself")]
    Itself {
        /// The game's number.
        game: u64,
        /// The player's number, counted from 0.
        player: usize,
    },
}

/// All results of a tournament, by pairing and color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    names: Vec<String>,
    /// Row plays black against column; from the row's view.
    cells: Vec<GameCounts>,
    verdicts: BTreeMap<&'static str, u64>,
    /// How each player's own losses came about.
    losses: Vec<BTreeMap<&'static str, u64>>,
}

/// Why the games alone do not determine all ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingLimit {
    /// A player won or lost everything, or groups of players never met: the true differences are at
    /// least as large.
    Bounds,
    /// All games were drawn, so the ratings are equal.
    AllDrawn,
    /// Each player scored, but nearly always with the same color: the worth of the first move has no
    /// bound, and the ratings depend on it.
    FirstMove,
}

impl RatingLimit {
    fn remark(self) -> &'static str {
        match self {
            Self::Bounds => {
                "; too few results to rate all: differences are at least as large as shown"
            }
            Self::AllDrawn => "; all games were drawn: the ratings are equal",
            Self::FirstMove => "; too few results to separate the players from the first move",
        }
    }
}

impl CrossTable {
    /// The table of `games` between the players with these names.
    ///
    /// # Errors
    /// If a game names another player, or one player twice.
    pub fn new<'a>(
        names: &[String],
        games: impl IntoIterator<Item = &'a GameRecord>,
    ) -> Result<Self, TableError> {
        let players = names.len();
        let mut table = Self {
            names: names.to_vec(),
            cells: vec![GameCounts::default(); players * players],
            verdicts: BTreeMap::new(),
            losses: vec![BTreeMap::new(); players],
        };
        for game in games {
            table.add(game)?;
        }
        Ok(table)
    }

    /// Counts one more game.
    ///
    /// # Errors
    /// If it names a player that the table does not have, or one player twice; nothing is changed.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), TableError> {
        let (black, white) = (game.black.player, game.white.player);
        let last = self.names.len().saturating_sub(1);
        for seen in [black, white] {
            if seen >= self.names.len() {
                return Err(TableError::Player { game: game.game, seen, last });
            }
        }
        if black == white {
            return Err(TableError::Itself { game: game.game, player: black });
        }
        let GameOutcome::Ended { winner, verdict } = game.outcome else { return Ok(()) };
        let half_points = match winner {
            Some(Color::Black) => 2,
            Some(Color::White) => 0,
            None => 1,
        };
        let at = black * self.names.len() + white;
        self.cells[at].add(half_points);
        let word = verdict.word();
        *self.verdicts.entry(word).or_default() += 1;
        if let Some(winner) = winner {
            *self.losses[game.side(!winner).player].entry(word).or_default() += 1;
        }
        Ok(())
    }

    /// The players' names, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|counts| counts.games()).sum()
    }

    /// The results of `player` as black against `opponent` as white. Both must be in the table.
    pub(crate) fn as_black(&self, player: usize, opponent: usize) -> GameCounts {
        self.cells[player * self.names.len() + opponent]
    }

    /// The results of `player` as white against `opponent` as black. Both must be in the table.
    pub(crate) fn as_white(&self, player: usize, opponent: usize) -> GameCounts {
        self.as_black(opponent, player).flipped()
    }

    /// The results of `player` against `opponent` with either color.
    pub(crate) fn pairing(&self, player: usize, opponent: usize) -> GameCounts {
        self.as_black(player, opponent).plus(self.as_white(player, opponent))
    }

    /// The results of `player` with `color` against all.
    pub(crate) fn total_as(&self, player: usize, color: Color) -> GameCounts {
        (0..self.names.len()).fold(GameCounts::default(), |sum, opponent| {
            sum.plus(match color {
                Color::Black => self.as_black(player, opponent),
                Color::White => self.as_white(player, opponent),
            })
        })
    }

    /// All results of `player`.
    pub fn total(&self, player: usize) -> GameCounts {
        self.total_as(player, Color::Black).plus(self.total_as(player, Color::White))
    }

    /// All results from black's view.
    pub(crate) fn black_total(&self) -> GameCounts {
        self.cells.iter().fold(GameCounts::default(), |sum, &counts| sum.plus(counts))
    }

    /// The likelihood that `player` is stronger than `opponent`, by their own games alone.
    pub fn superiority(&self, player: usize, opponent: usize) -> f64 {
        elo::superiority(&self.pairing(player, opponent).scores())
    }

    /// How many games ended with each verdict word.
    pub fn verdicts(&self) -> &BTreeMap<&'static str, u64> {
        &self.verdicts
    }

    /// How many games `player` lost with each verdict word.
    pub fn losses(&self, player: usize) -> &BTreeMap<&'static str, u64> {
        &self.losses[player]
    }

    /// The results in the form that [`rate`] takes.
    pub(crate) fn meetings(&self) -> Vec<Meeting> {
        let players = self.names.len();
        let pairs = (0..players).flat_map(|black| (0..players).map(move |white| (black, white)));
        pairs
            .map(|(black, white)| Meeting { black, white, counts: self.as_black(black, white) })
            .filter(|meeting| meeting.counts.games() > 0)
            .collect()
    }

    /// What limits the meaning of the ratings; `None` if the games alone determine all.
    pub fn limit(&self, ratings: &Ratings) -> Option<RatingLimit> {
        let total = self.black_total();
        match () {
            () if !ratings.is_held => None,
            () if !self.each_scored_against_all() => Some(RatingLimit::Bounds),
            () if total.draws == total.games() => Some(RatingLimit::AllDrawn),
            () => Some(RatingLimit::FirstMove),
        }
    }

    /// Whether each player has scored against every other, directly or by a chain of players.
    fn each_scored_against_all(&self) -> bool {
        let scored = |one: usize, other: usize| {
            let GameCounts { wins, draws, .. } = self.pairing(one, other);
            wins + draws > 0
        };
        let reaches_all = |is_linked: &dyn Fn(usize, usize) -> bool| {
            let mut is_reached = vec![false; self.names.len()];
            let mut open = vec![0];
            while let Some(player) = open.pop() {
                if !std::mem::replace(&mut is_reached[player], true) {
                    open.extend((0..self.names.len()).filter(|&other| is_linked(player, other)));
                }
            }
            is_reached.into_iter().all(|is_reached| is_reached)
        };
        self.names.is_empty() || reaches_all(&scored) && reaches_all(&|a, b| scored(b, a))
    }

    /// The ratings of all players.
    ///
    /// # Errors
    /// If the anchor is not a player of the table.
    pub(crate) fn ratings(&self, anchor: Anchor) -> Result<Ratings, RatingError> {
        rate(self.names.len(), &self.meetings(), anchor)
    }

    /// The standings and the cross table as text, the strongest first.
    pub fn text(&self, ratings: &Ratings) -> String {
        let order = ratings.order();
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!(
            "  #  {:width$}  rating  error  games    won  drawn   lost  points  as black  as white\n",
            "player"
        );
        for (place, &player) in order.iter().enumerate() {
            let Estimate { value, error } = ratings.players[player];
            let (value, total) = (decimal(value, 0), self.total(player));
            let error = if error.is_finite() { format!("{error:.0}") } else { "-".to_owned() };
            let share = |color| percent(self.total_as(player, color));
            let _ = writeln!(
                text,
                "{:3}  {:width$}  {value:>6}  {error:>5}  {:5}  {:5}  {:5}  {:5}  {:>6}  {:>8}  {:>8}",
                place + 1,
                self.names[player],
                total.games(),
                total.wins,
                total.draws,
                total.losses,
                percent(total),
                share(Color::Black),
                share(Color::White),
            );
        }
        let _ = write!(
            text,
            "\nfirst move {} Elo, draws between equals {:.1} %{}\n\n",
            ratings.first_move.text(0),
            100.0 * ratings.draw_rate,
            self.limit(ratings).map_or("", RatingLimit::remark)
        );
        self.write_cross(&mut text, &order, width);
        text
    }

    /// The cross table proper: won-drawn-lost of the row against each column.
    fn write_cross(&self, text: &mut String, order: &[usize], width: usize) {
        let cell = |row: usize, column: usize| {
            let GameCounts { wins, draws, losses } = self.pairing(row, column);
            if row == column { "-".to_owned() } else { format!("{wins}-{draws}-{losses}") }
        };
        let widest = order.iter().flat_map(|&row| order.iter().map(move |&c| cell(row, c).len()));
        let cell_width = widest.max().unwrap_or(1).max(3);
        let _ = write!(text, "     {:width$}", "");
        for place in 1..=order.len() {
            let _ = write!(text, "  {place:>cell_width$}");
        }
        text.push('\n');
        for (place, &row) in order.iter().enumerate() {
            let _ = write!(text, "{:3}  {:width$}", place + 1, self.names[row]);
            for &column in order {
                let _ = write!(text, "  {:>cell_width$}", cell(row, column));
            }
            text.push('\n');
        }
    }
}

/// The share of points, `56.3%`; `-` without games.
fn percent(counts: GameCounts) -> String {
    counts.percent().map_or_else(|| "-".to_owned(), |share| share + "%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use tengen_records::verdict::{DrawReason, Verdict};

    #[test]
    fn colors_and_pairings_are_kept_apart() {
        let games = sample::games();
        let table = CrossTable::new(&sample::names(), &games).unwrap();
        assert_eq!(table.games(), 6);
        assert_eq!(table.as_black(0, 1), GameCounts::new(1, 0, 0));
        assert_eq!(table.as_white(0, 1), GameCounts::new(1, 0, 0));
        assert_eq!(table.pairing(0, 1), GameCounts::new(2, 0, 0));
        assert_eq!(table.pairing(1, 0), GameCounts::new(0, 0, 2));
        assert_eq!(table.total(2), GameCounts::new(2, 1, 1));
        assert_eq!(table.black_total(), GameCounts::new(3, 1, 2));
        assert_eq!(table.verdicts()["five"], 3);
        assert_eq!(table.losses(1)["timeout"], 1);
        assert_eq!(table.meetings().len(), 6);
        let total: f64 = (0..3).map(|player| table.total(player).points()).sum();
        assert_eq!(total, 6.0);
    }

    #[test]
    fn the_text_shows_the_strongest_first() {
        let table = CrossTable::new(&sample::names(), &sample::games()).unwrap();
        let text = table.text(&table.ratings(Anchor::Mean(0.0)).unwrap());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("  1  tengen"), "{text}");
        assert!(lines[0].ends_with("as white"), "{text}");
        assert!(text.contains("2-0-0"), "{text}");
        assert_eq!(text, table.text(&table.ratings(Anchor::Mean(0.0)).unwrap()));
    }

    #[test]
    fn drawn_games_give_equal_ratings_and_too_few_results_give_bounds() {
        let drawn = |number, players| {
            let draw = Verdict::Draw(DrawReason::MoveLimit);
            sample::game(number, number, players, "h8h9", draw, None)
        };
        let won = |number, players| {
            sample::game(number, number, players, "h8h9", Verdict::Timeout, Some(Color::Black))
        };
        use RatingLimit::{AllDrawn, Bounds, FirstMove};
        for (players, games, expected) in [
            (2, vec![drawn(1, [0, 1]), drawn(2, [1, 0])], AllDrawn),
            (3, vec![drawn(1, [0, 1]), drawn(2, [2, 1])], AllDrawn),
            (2, vec![won(1, [0, 1]), won(2, [1, 0])], FirstMove),
            (2, vec![won(1, [0, 1]), won(2, [0, 1])], Bounds),
            (3, vec![drawn(1, [0, 1])], Bounds),
            (2, Vec::new(), Bounds),
        ] {
            let table = CrossTable::new(&sample::names()[..players], &games).unwrap();
            let ratings = table.ratings(Anchor::Mean(0.0)).unwrap();
            assert_eq!(table.limit(&ratings), Some(expected), "{games:?}");
            assert!(table.text(&ratings).contains(expected.remark()));
            let values = ratings.players.iter().map(|player| player.value.abs());
            assert!(expected == Bounds || values.fold(0.0, f64::max) < 1e-6, "{ratings:?}");
        }
        let lost = |number, players| {
            sample::game(number, number, players, "h8h9", Verdict::Timeout, Some(Color::White))
        };
        let games = [won(1, [0, 1]), won(2, [1, 0]), lost(3, [1, 0]), lost(4, [0, 1])];
        let table = CrossTable::new(&sample::names()[..2], &games).unwrap();
        assert_eq!(table.limit(&table.ratings(Anchor::Mean(0.0)).unwrap()), None);
    }

    #[test]
    fn strangers_are_refused() {
        let mut games = sample::games();
        games[0].white.player = 3;
        let error = CrossTable::new(&sample::names(), &games).unwrap_err();
        assert_eq!(error.to_string(), "game 1 names player number 3, expected at most 2");
        games[0].white.player = games[0].black.player;
        assert!(matches!(
            CrossTable::new(&sample::names(), &games),
            Err(TableError::Itself { game: 1, .. })
        ));
    }
}
