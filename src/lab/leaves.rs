//! Training positions from the ends of principal variations, labeled by a deeper search.
//!
//! A search compares many evaluations, and each side picks the line whose end is evaluated best for
//! it. So the evaluations that matter are those of positions selected by their evaluation, not of
//! positions from games. There the error is larger and biased: in freestyle the win chance of the
//! side to move at the end of a variation of 3,000 nodes is 5 to 8 percentage points higher than
//! evaluated. Training on these positions reduces that bias.
//!
//! CITE: learning from the end of the principal variation is known from J. Baxter, A. Tridgell, L.
//! Weaver, "KnightCap: a chess program that learns by combining TD(λ) with game-tree search", 1998,
//! <https://www.chessprogramming.org/KnightCap>.

use super::game_file::SelfGame;
use super::play::search_afresh;
use tengen_engine::board::Position;
use tengen_engine::engine::{Choice, Engine, Trained};
use tengen_engine::search::StopFlag;
use tengen_engine::threats::{SolveAnswer, SolveBudget, ThreatKind, Watch, longest_line, prove};
use tengen_engine::types::{Coord, Score};
use tengen_engine::util::parallel::numbered;
use tengen_engine::util::rng::Rng;

/// The tables of a search by threats in MiB: they are made anew for each.
const THREAT_MEMORY_MB: u64 = 1;

/// How leaves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeavesPlan {
    /// Nodes of the search whose principal variation is followed.
    pub nodes: u64,
    /// Nodes of the search that labels the position at its end.
    pub value_nodes: u64,
    /// Stones of a search by fours and threes: a win that it proves for the side to move is the
    /// label. Short searches miss many such wins: of 61 the labels of 2,000 nodes had few, 2,000
    /// stones proved 30 and 20,000 stones 47. 0: none.
    pub threat_stones: u64,
}

impl LeavesPlan {
    /// The transposition table in KiB: as large as the searches fill it, since it is cleared for each.
    fn hash_kib(self) -> u64 {
        /// What a search makes use of.
        const NODES_PER_KIB: u64 = 32;
        const LEAST: u64 = 64;
        let nodes = self.nodes.max(self.value_nodes);
        (nodes / NODES_PER_KIB).next_power_of_two().max(LEAST)
    }
}

/// A position of a game from which a search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root<'a> {
    pub game: &'a SelfGame,
    /// How many of its stones are on the board.
    pub stones: usize,
}

/// Draws `count` positions from games, after the opening and before the player had proved the
/// result. Fewer if the games do not have that many. Drawn games count as well: without them no leaf
/// of standard, renju and caro would lie on a board that fills up.
pub fn draw(games: &[SelfGame], count: usize, seed: u64) -> Vec<Root<'_>> {
    let mut roots = Vec::new();
    for game in games {
        let is_open = |&index: &usize| Score(game.values[index].into()).mate_plies().is_none();
        let open = (0..game.values.len()).filter(is_open);
        roots.extend(open.map(|index| Root { game, stones: game.opening + index }));
    }
    Rng::new(seed).shuffle(&mut roots);
    roots.truncate(count);
    roots
}

/// Follows the principal variation from each root to its end. A leaf is returned as a game whose
/// opening leads to it, with one move: the best move of the deeper search and its value. Roots that
/// the first search proves have none. The result does not depend on the number of threads. `done`
/// is called after every root. If `stop` is set, returns the leaves of the roots finished so far,
/// in order.
pub fn gather(
    roots: &[Root<'_>],
    plan: LeavesPlan,
    trained: &Trained,
    threads: usize,
    stop: &StopFlag,
    done: &(dyn Fn() + Sync),
) -> Vec<SelfGame> {
    let begin = || {
        let mut searcher = LeafSearcher::new(trained.clone(), plan, stop.clone());
        move |number: usize| {
            let leaf = searcher.leaf(roots.get(number)?);
            if stop.is_set() {
                return None;
            }
            done();
            Some(leaf)
        }
    };
    numbered(threads, begin).into_iter().flatten().collect()
}

struct LeafSearcher {
    engine: Engine,
    plan: LeavesPlan,
    stop: StopFlag,
}

impl LeafSearcher {
    fn new(trained: Trained, plan: LeavesPlan, stop: StopFlag) -> Self {
        Self { engine: Engine::with_hash(trained, plan.hash_kib()), plan, stop }
    }

    fn leaf(&mut self, root: &Root<'_>) -> Option<SelfGame> {
        let (Root { game, stones }, plan) = (*root, self.plan);
        let mut position = Position::new(game.rule, game.size);
        play(&mut position, &game.moves[..stones])?;
        let variation = self.think(&position, plan.nodes);
        if variation.score.mate_plies().is_some() || variation.pv.is_empty() {
            return None;
        }
        play(&mut position, &variation.pv)?;
        let judged = self.think(&position, plan.value_nodes);
        let mut label = (*judged.moves.first()?, judged.score);
        if judged.score.mate_plies().is_none() {
            label = self.threat_win(&position, plan.threat_stones).unwrap_or(label);
        }
        let mut moves: Vec<Coord> = position.stones().iter().map(|&(coord, _)| coord).collect();
        let opening = moves.len();
        moves.push(label.0);
        Some(SelfGame { moves, opening, values: vec![label.1.0 as i16], ..*game })
    }

    /// The first move and the value of a win by fours and threes.
    fn threat_win(&self, position: &Position, stones: u64) -> Option<(Coord, Score)> {
        if stones == 0 {
            return None;
        }
        let budget = SolveBudget {
            nodes: Some(stones),
            memory_mb: THREAT_MEMORY_MB,
            ..SolveBudget::default()
        };
        let watch = Watch { stop: self.stop.clone(), ..Watch::default() };
        let SolveAnswer::Win(tree) = prove(position, ThreatKind::Vct, &budget, &watch).answer
        else {
            return None;
        };
        let first = *longest_line(position, &tree).first()?;
        Some((first, Score(Score::win_in(tree.plies() as i32))))
    }

    fn think(&mut self, position: &Position, nodes: u64) -> Choice {
        search_afresh(&mut self.engine, position, nodes, &self.stop)
    }
}

fn play(position: &mut Position, moves: &[Coord]) -> Option<()> {
    moves.iter().try_for_each(|&coord| position.play(coord)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::{SelfplaySetting, play_games};
    use tengen_engine::types::Rule;

    const PLAN: LeavesPlan = LeavesPlan { nodes: 300, value_nodes: 600, threat_stones: 0 };

    fn games() -> Vec<SelfGame> {
        let setting = SelfplaySetting {
            rule: Rule::Renju.name().into(),
            sizes: vec![(15, 15), (11, 13)],
            nodes: 150,
            stones: (1, 5),
            radius: 3,
            max_value: 300,
            seed: 8,
            version: String::new(),
            shard: None,
            with: Vec::new(),
        };
        let mut games = Vec::new();
        let take = |game| -> Result<(), ()> {
            games.push(game);
            Ok(())
        };
        play_games(&setting, &Trained::default(), 0..6, 2, &StopFlag::new(), take).unwrap();
        games
    }

    fn gathered(roots: &[Root<'_>], threads: usize) -> Vec<SelfGame> {
        gather(roots, PLAN, &Trained::default(), threads, &StopFlag::new(), &|| {})
    }

    #[test]
    fn roots_are_open_positions_of_games() {
        let mut games = games();
        let roots = draw(&games, 30, 4);
        assert_eq!(roots.len(), 30);
        assert_eq!(roots, draw(&games, 30, 4));
        assert_ne!(roots, draw(&games, 30, 5));
        for Root { game, stones } in roots {
            let value = Score(game.values[stones - game.opening].into());
            assert!(stones >= game.opening && value.mate_plies().is_none(), "{value:?}");
        }
        let roots: Vec<(u8, usize)> =
            draw(&games, 30, 4).iter().map(|root| (root.game.size.width(), root.stones)).collect();
        games.iter_mut().for_each(|game| game.winner = None);
        let drawn = draw(&games, 30, 4);
        assert!(drawn.iter().map(|root| (root.game.size.width(), root.stones)).eq(roots));
    }

    #[test]
    fn a_leaf_lies_behind_its_root_and_is_judged_there() {
        let games = games();
        let roots = draw(&games, 24, 4);
        let leaves = gathered(&roots, 1);
        assert!(leaves.len() > 8 && leaves.len() <= roots.len(), "{}", leaves.len());
        let mut engine = Engine::with_hash(Trained::default(), PLAN.hash_kib());
        for leaf in &leaves {
            let begins = |root: &&Root<'_>| {
                let stones = &root.game.moves[..root.stones];
                leaf.size == root.game.size && leaf.moves[..leaf.opening].starts_with(stones)
            };
            assert!(roots.iter().any(|root| begins(&root) && root.stones < leaf.opening));
            let mut position = Position::new(leaf.rule, leaf.size);
            play(&mut position, &leaf.moves[..leaf.opening]).unwrap();
            let judged = search_afresh(&mut engine, &position, PLAN.value_nodes, &StopFlag::new());
            assert_eq!([judged.score.0 as i16], leaf.values[..]);
            assert_eq!(judged.moves[..1], leaf.moves[leaf.opening..]);
        }
    }

    #[test]
    fn a_win_by_threats_that_the_search_misses_is_the_label() {
        let games = games();
        let roots = draw(&games, 60, 4);
        let few = LeavesPlan { nodes: 60, value_nodes: 60, threat_stones: 0 };
        let labels = |plan| gather(&roots, plan, &Trained::default(), 2, &StopFlag::new(), &|| {});
        let (plain, with) = (labels(few), labels(LeavesPlan { threat_stones: 20_000, ..few }));
        assert_eq!(plain.len(), with.len());
        let mut found = 0;
        for (plain, with) in plain.iter().zip(&with) {
            if plain == with {
                continue;
            }
            found += 1;
            assert_eq!(plain.moves[..plain.opening], with.moves[..with.opening]);
            let value = Score(with.values[0].into());
            assert!(Score(plain.values[0].into()).mate_plies().is_none(), "{plain:?}");
            assert!(value.0 > 0 && value.mate_plies().is_some_and(|plies| plies % 2 == 1));
            // The move wins for a larger search as well.
            let mut position = Position::new(with.rule, with.size);
            play(&mut position, &with.moves).unwrap();
            let mut engine = Engine::with_hash(Trained::default(), few.hash_kib());
            let reply = search_afresh(&mut engine, &position, 20_000, &StopFlag::new());
            assert!(reply.score.0 < 0 && reply.score.mate_plies().is_some(), "{with:?}");
        }
        assert!(found > 0, "no label of {} differs", plain.len());
    }

    #[test]
    fn leaves_are_the_same_with_any_number_of_threads_and_end_when_stopped() {
        let games = games();
        let roots = draw(&games, 12, 2);
        assert_eq!(gathered(&roots, 1), gathered(&roots, 3));
        let stopped = StopFlag::new();
        stopped.set();
        let leaves = gather(&roots, PLAN, &Trained::default(), 2, &stopped, &|| {});
        assert_eq!(leaves, []);
    }
}
