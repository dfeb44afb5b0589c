//! Ratings of all players at once, from all games: maximum likelihood under the model of Bradley
//! and Terry with Davidson's draws and an advantage for the first move.
//!
//! With x = rating of black − rating of white + advantage (in log-odds) the results of a game are
//! as likely as
//!
//! ```text
//!     black wins : draw : white wins  =  exp(x/2) : ν : exp(-x/2)
//! ```
//!
//! Chosen over Rao and Kupper's model because two draws then weigh exactly as one win and one loss,
//! as they do in the score. The logarithm of the likelihood is concave, so Newton's method finds
//! its one maximum; its curvature there (the Hessian) gives the error bars. R. R. Davidson, "On
//! extending the Bradley–Terry model to accommodate ties", JASA 65, 1970; R. R. Davidson and R. J.
//! Beaver, "On extending the Bradley–Terry model to incorporate within-pair order effects",
//! Biometrics 33, 1977.
//!
//! Ratings are in Elo. Draws flatten the curve of the expected score, so the log-odds are scaled to
//! make the curve as steep between equal players as the Elo curve is: ratings of close players then
//! differ by the Elo difference of their score.

use thiserror::Error;

use super::elo::{ELO_PER_LOGIT, Estimate};
use super::matrix::Symmetric;
use super::tally::GameCounts;
use tengen_util::normal::Z95;

/// The games of one ordered pair of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// The player of the black stones.
    pub black: usize,
    /// The player of the white stones.
    pub white: usize,
    /// The results from black's view.
    pub counts: GameCounts,
}

/// The anchor of the scale; the games determine differences only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    /// The mean of all players has this rating.
    Mean(f64),
    /// The player has this rating, without error.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the tests compare with published ratings, anchored so")
    )]
    Player {
        /// The player's number.
        player: usize,
        /// The player's rating in Elo.
        elo: f64,
    },
}

/// Games or an anchor that do not fit the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RatingError {
    /// A player's number is too large.
    #[error("player number {seen} among {players} players, expected at most {last}", last = players.saturating_sub(1))]
    NoPlayer {
        /// The number, counted from 0.
        seen: usize,
        /// How many players there are.
        players: usize,
    },
    /// A player met itself.
    #[error("player number {0} has games against itself")]
    Itself(usize),
}

/// The ratings that make the observed results most likely.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Each player's rating in Elo.
    pub players: Vec<Estimate>,
    /// What the first move is worth in Elo.
    pub first_move: Estimate,
    /// How often equal players draw, the first move's advantage aside, 0..=1.
    pub draw_rate: f64,
    /// Elo of one unit of the model's log-odds.
    pub elo_per_logit: f64,
    /// Whether the games alone have no finite maximum: a player won or lost everything, groups of
    /// players never met, or the first move decided every game, or all were drawn. A wide normal
    /// prior (standard deviation 1000 Elo for the ratings) then keeps them finite. What that means
    /// for the ratings, see [`RatingLimit`](crate::cross_table::RatingLimit).
    pub is_held: bool,
    #[cfg(test)]
    covariance: Symmetric,
    #[cfg(test)]
    fit: Vec<f64>,
}

impl Ratings {
    /// The likelihood that the first of two players is the stronger one, 0..=1; ½ for a player and
    /// itself.
    #[cfg(test)]
    pub fn superiority(&self, first: usize, second: usize) -> f64 {
        let mut contrast = vec![0.0; self.fit.len()];
        contrast[first] += 1.0;
        contrast[second] -= 1.0;
        let deviation = self.covariance.quadratic(&contrast).max(0.0).sqrt();
        if deviation == 0.0 {
            return 0.5;
        }
        tengen_util::normal::cumulative((self.fit[first] - self.fit[second]) / deviation)
    }

    /// The players' numbers, the strongest first; equal ones in their own order.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| self.players[b].value.total_cmp(&self.players[a].value));
        order
    }
}

/// Rates `players` players by their games.
///
/// # Errors
/// If a number is not a player's, or a player met itself.
pub(crate) fn rate(
    players: usize,
    games: &[Meeting],
    anchor: Anchor,
) -> Result<Ratings, RatingError> {
    let check =
        |seen| if seen < players { Ok(()) } else { Err(RatingError::NoPlayer { seen, players }) };
    for meeting in games {
        check(meeting.black)?;
        check(meeting.white)?;
        if meeting.black == meeting.white {
            return Err(RatingError::Itself(meeting.black));
        }
    }
    if let Anchor::Player { player, .. } = anchor {
        check(player)?;
    }
    let has_draws = games.iter().any(|meeting| meeting.counts.draws > 0);
    let model = Model { players, games, has_draws, is_held: false };
    let (model, point) = match model.fit() {
        Some(point) => (model, point),
        None => {
            let held = Model { is_held: true, ..model };
            let point = held.fit().unwrap_or_else(|| held.start());
            (held, point)
        }
    };
    Ok(model.report(&point, anchor))
}

/// The likelihood as a function of the parameters: a rating for each player, the advantage of the
/// first move, and ln ν if there were draws.
#[derive(Clone, Copy)]
struct Model<'a> {
    players: usize,
    games: &'a [Meeting],
    has_draws: bool,
    is_held: bool,
}

/// Probabilities of the three results of one game.
struct Chances {
    black: f64,
    draw: f64,
    white: f64,
}

impl Model<'_> {
    /// Wide bounds of a parameter in log-odds: beyond them there is no finite maximum.
    const FAR: f64 = 25.0;
    /// Standard deviations of the prior for the parameters: rating, advantage, ln ν.
    const HELD: [f64; 3] = [1000.0 / ELO_PER_LOGIT, 200.0 / ELO_PER_LOGIT, 3.0];

    fn start(&self) -> Vec<f64> {
        vec![0.0; self.players + 1 + usize::from(self.has_draws)]
    }

    fn chances(&self, point: &[f64], meeting: &Meeting) -> Chances {
        let x = point[meeting.black] - point[meeting.white] + point[self.players];
        let nu = if self.has_draws { point[self.players + 1].exp() } else { 0.0 };
        let (black, white) = ((x / 2.0).exp(), (-x / 2.0).exp());
        let sum = black + nu + white;
        Chances { black: black / sum, draw: nu / sum, white: white / sum }
    }

    /// Which standard deviation of [`Model::HELD`] belongs to the parameter.
    fn held_deviation(&self, parameter: usize) -> f64 {
        Self::HELD[parameter.saturating_sub(self.players - 1).min(2)]
    }

    /// Logarithm of the likelihood, up to a constant.
    fn value(&self, point: &[f64]) -> f64 {
        let mut sum = -point[..self.players].iter().sum::<f64>().powi(2) / 2.0;
        for meeting in self.games {
            let chances = self.chances(point, meeting);
            let GameCounts { wins, draws, losses } = meeting.counts;
            for (n, p) in [(wins, chances.black), (draws, chances.draw), (losses, chances.white)] {
                if n > 0 {
                    sum += n as f64 * p.ln();
                }
            }
        }
        if self.is_held {
            for (parameter, value) in point.iter().enumerate() {
                sum -= (value / self.held_deviation(parameter)).powi(2) / 2.0;
            }
        }
        sum
    }

    /// The gradient, and the curvature downward (the negative Hessian).
    fn derivatives(&self, point: &[f64]) -> (Vec<f64>, Symmetric) {
        let mut gradient = vec![0.0; point.len()];
        let mut curvature = Symmetric::zero(point.len());
        for meeting in self.games {
            self.add_meeting(point, meeting, &mut gradient, &mut curvature);
        }
        // Ratings are determined only up to a common shift; this fixes their sum at 0 and changes
        // no difference.
        let sum: f64 = point[..self.players].iter().sum();
        for (i, slope) in gradient.iter_mut().enumerate().take(self.players) {
            *slope -= sum;
            for j in i..self.players {
                curvature.add(i, j, 1.0);
            }
        }
        if self.is_held {
            for (parameter, value) in point.iter().enumerate() {
                let weight = self.held_deviation(parameter).powi(-2);
                gradient[parameter] -= value * weight;
                curvature.add(parameter, parameter, weight);
            }
        }
        (gradient, curvature)
    }

    fn add_meeting(
        &self,
        point: &[f64],
        meeting: &Meeting,
        gradient: &mut [f64],
        curvature: &mut Symmetric,
    ) {
        let Chances { black, draw, white } = self.chances(point, meeting);
        let GameCounts { wins, draws, losses } = meeting.counts;
        let games = meeting.counts.games() as f64;
        // x depends on three parameters with these signs.
        let signs = [(meeting.black, 1.0), (meeting.white, -1.0), (self.players, 1.0)];
        let slope = (wins as f64 - losses as f64 - games * (black - white)) / 2.0;
        let bend = games * (black + white - (black - white).powi(2)) / 4.0;
        for (at, &(i, sign)) in signs.iter().enumerate() {
            gradient[i] += sign * slope;
            for &(j, other) in &signs[at..] {
                curvature.add(i, j, sign * other * bend);
            }
        }
        if self.has_draws {
            let nu = self.players + 1;
            gradient[nu] += draws as f64 - games * draw;
            curvature.add(nu, nu, games * draw * (1.0 - draw));
            for (i, sign) in signs {
                curvature.add(i, nu, -sign * games * draw * (black - white) / 2.0);
            }
        }
    }

    /// The maximum, `None` if there is none within [`Model::FAR`].
    fn fit(&self) -> Option<Vec<f64>> {
        let mut point = self.start();
        if self.players == 0 {
            return Some(point);
        }
        let mut value = self.value(&point);
        for _ in 0..100 {
            let (gradient, curvature) = self.derivatives(&point);
            let step = curvature.inverse()?.times(&gradient);
            let longest = step.iter().fold(0.0, |longest: f64, s| longest.max(s.abs()));
            let mut scale = 1.0_f64.min(2.0 / longest.max(f64::MIN_POSITIVE));
            // The full step can overshoot far from the maximum: halve it until it does not descend
            // by more than rounding.
            let floor = value - 1e-12 * (1.0 + value.abs());
            loop {
                let next: Vec<f64> = point.iter().zip(&step).map(|(p, s)| p + scale * s).collect();
                let reached = self.value(&next);
                if reached >= floor || scale < 1e-9 {
                    (point, value) = (next, reached);
                    break;
                }
                scale /= 2.0;
            }
            if !self.is_held && point.iter().any(|parameter| parameter.abs() > Self::FAR) {
                return None;
            }
            if longest < 1e-9 {
                return Some(point);
            }
        }
        // With the prior there is always a maximum; the result after a hundred steps is close
        // enough.
        self.is_held.then_some(point)
    }

    /// The weights of the parameters in the distance of `player` from the anchor.
    fn contrast(&self, player: usize, anchor: Anchor, parameters: usize) -> Vec<f64> {
        let mut contrast = vec![0.0; parameters];
        contrast[player] = 1.0;
        match anchor {
            Anchor::Mean(_) => {
                for weight in &mut contrast[..self.players] {
                    *weight -= 1.0 / self.players as f64;
                }
            }
            Anchor::Player { player: fixed, .. } => contrast[fixed] -= 1.0,
        }
        contrast
    }

    fn report(&self, point: &[f64], anchor: Anchor) -> Ratings {
        let (_, curvature) = self.derivatives(point);
        let covariance = curvature.inverse().unwrap_or_else(|| Symmetric::zero(point.len()));
        let nu = if self.has_draws { point[self.players + 1].exp() } else { 0.0 };
        let draw_rate = nu / (2.0 + nu);
        let elo_per_logit = ELO_PER_LOGIT * (1.0 - draw_rate);
        let estimate = |contrast: &[f64], offset: f64| {
            let logit: f64 = contrast.iter().zip(point).map(|(c, p)| c * p).sum();
            let deviation = covariance.quadratic(contrast).max(0.0).sqrt();
            Estimate {
                value: offset + logit * elo_per_logit,
                error: Z95 * deviation * elo_per_logit,
            }
        };
        let offset = match anchor {
            Anchor::Mean(elo) | Anchor::Player { elo, .. } => elo,
        };
        let players = (0..self.players)
            .map(|player| estimate(&self.contrast(player, anchor, point.len()), offset))
            .collect();
        let mut advantage = vec![0.0; point.len()];
        advantage[self.players] = 1.0;
        Ratings {
            players,
            first_move: estimate(&advantage, 0.0),
            draw_rate,
            elo_per_logit,
            is_held: self.is_held,
            #[cfg(test)]
            covariance,
            #[cfg(test)]
            fit: point.to_vec(),
        }
    }
}

#[cfg(test)]
#[path = "rating_tests.rs"]
mod tests;
