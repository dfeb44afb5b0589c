//! Counts of the results of games and of color-swapped pairs of games. Pure numbers from the view
//! of one player; `elo` and `sprt` interpret them.

use std::collections::BTreeMap;

use tengen_records::game::GameRecord;
use tengen_util::decimal::decimal;

/// Wins, draws and losses of one player against one or many others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl GameCounts {
    /// Counts from their three numbers.
    #[cfg(test)]
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses }
    }

    /// Number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is 1, a draw ½.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The share of points in percent, `56.3`; `None` without games.
    pub fn percent(self) -> Option<String> {
        self.scores().mean().map(|mean| decimal(100.0 * mean, 1))
    }

    /// Counts one more game by its half points (2 won, 1 drawn, 0 lost).
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts from the opponent's view.
    #[must_use]
    pub(crate) const fn flipped(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Both counts together.
    #[must_use]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The distribution of the result of one game.
    pub fn scores(self) -> Scores {
        Scores::new(&[self.losses, self.draws, self.wins], 1)
    }
}

/// The results of a pairing: by pairs if every game is part of one, else by games.
pub(crate) fn pairing_scores(counts: GameCounts, pairs: Pentanomial) -> Scores {
    if pairs.pairs() * 2 == counts.games() { pairs.scores() } else { counts.scores() }
}

/// Color-swapped pairs of games by the points that one player made in both: 0, ½, 1, 1½, 2.
///
/// The two games of a pair share the opening, so their results are correlated; counting pairs
/// instead of games takes the luck of the opening out of the error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Number of pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts one more pair by its half points, 0 to 4 (more counts as 4).
    pub fn add(&mut self, half_points: u32) {
        let index = usize::try_from(half_points).unwrap_or(4).min(4);
        self.0[index] += 1;
    }

    /// The distribution of the mean result of a pair.
    pub fn scores(self) -> Scores {
        Scores::new(&self.0, 2)
    }

    /// The complete pairs among `games` between `player` and `opponent`, from the view of `player`.
    /// A pair of which only one game is finished is not counted, nor is one with other players.
    pub(crate) fn of_games<'a>(
        games: impl IntoIterator<Item = &'a GameRecord>,
        player: usize,
        opponent: usize,
    ) -> Self {
        let mut open = BTreeMap::new();
        let mut counted = Self::default();
        for game in games {
            if let Some(half_points) = complete_pair(&mut open, game, player, opponent) {
                counted.add(half_points);
            }
        }
        counted
    }
}

/// Half-finished pairs: the half points of one player in the first game, by the number of the pair.
pub(crate) type OpenPairs = BTreeMap<u64, u32>;

/// Takes one more game of `player` against `opponent`. Returns the half points of the pair if this
/// game completes it, otherwise remembers it in `open`.
pub(crate) fn complete_pair(
    open: &mut OpenPairs,
    game: &GameRecord,
    player: usize,
    opponent: usize,
) -> Option<u32> {
    game.half_points(opponent)?;
    let half_points = game.half_points(player)?;
    match open.remove(&game.pair) {
        Some(before) => Some(before + half_points),
        None => {
            open.insert(game.pair, half_points);
            None
        }
    }
}

/// Frequencies of results evenly spaced between 0 (all lost) and 1 (all won): three for single
/// games, five for pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    frequencies: [f64; 5],
    kinds: usize,
    games_each: u32,
}

impl Scores {
    /// Frequencies of at least two and at most five results, each the mean of `games_each` games.
    fn new(counts: &[u64], games_each: u32) -> Self {
        let mut frequencies = [0.0; 5];
        for (frequency, &count) in frequencies.iter_mut().zip(counts) {
            *frequency = count as f64;
        }
        Self { frequencies, kinds: counts.len().clamp(2, 5), games_each }
    }

    /// Each result with its frequency.
    pub fn iter(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let step = 1.0 / (self.kinds - 1) as f64;
        self.frequencies[..self.kinds].iter().enumerate().map(move |(i, &n)| (i as f64 * step, n))
    }

    /// How often a result was seen, all together.
    pub fn total(&self) -> f64 {
        self.frequencies.iter().sum()
    }

    /// Games in one result: 1, or 2 for pairs.
    pub(crate) fn games_each(&self) -> f64 {
        f64::from(self.games_each)
    }

    /// The mean result in 0..=1, `None` without results.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        (total > 0.0).then(|| self.iter().map(|(score, n)| score * n).sum::<f64>() / total)
    }

    /// The mean square distance of a result from `center`; 0 without results.
    pub(crate) fn variance_about(&self, center: f64) -> f64 {
        let sum: f64 = self.iter().map(|(score, n)| n * (score - center).powi(2)).sum();
        sum / self.total().max(f64::MIN_POSITIVE)
    }

    /// Gives every result that was not seen a small count, so that logarithms stay finite. A
    /// thousandth is Fishtest's value; the tests compare with its published figures.
    #[must_use]
    pub(crate) fn without_zeros(mut self) -> Self {
        const TRACE: f64 = 1e-3;
        for frequency in &mut self.frequencies[..self.kinds] {
            if *frequency == 0.0 {
                *frequency = TRACE;
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_turn_around_and_add_up() {
        let mut counts = GameCounts::new(3, 2, 1);
        counts.add(2);
        counts.add(1);
        counts.add(0);
        assert_eq!(counts, GameCounts::new(4, 3, 2));
        assert_eq!(counts.flipped().points() + counts.points(), 9.0);
        assert_eq!(counts.plus(counts.flipped()), GameCounts::new(6, 6, 6));
    }

    #[test]
    fn mean_and_variance_follow_the_definition() {
        let scores = GameCounts::new(1, 0, 1).scores();
        assert_eq!(scores.mean(), Some(0.5));
        assert_eq!(scores.variance_about(0.5), 0.25);
        let pairs = Pentanomial([0, 0, 4, 0, 0]).scores();
        assert_eq!((pairs.mean(), pairs.variance_about(0.5)), (Some(0.5), 0.0));
        assert_eq!(GameCounts::default().scores().mean(), None);
        assert_eq!(GameCounts::default().scores().variance_about(0.5), 0.0);
    }
}
