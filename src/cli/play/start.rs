//! How a game of `tengen play` begins: on an empty board, or with the moves, file or position of
//! the command line.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::super::game_file::{ReadArgs, read_one};
use super::store::Disk;
use tengen_boards::engine_thread::Strength;
use tengen_boards::game::{LiveGame, LiveGameSetup};
use tengen_boards::game_store::{GameStore as _, LeftGames};
use tengen_engine::board::notation;
use tengen_engine::rules::opening::OpeningRule;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::game_format::GameFormat;
use tengen_records::game_tree::GameTree;
use tengen_records::positions::PositionSpec;
use tengen_records::words::rule::GivenRule;
use tengen_records::{PlayedMove, move_text};
use tengen_util::date;

/// Where the game begins.
#[derive(Debug, Args)]
pub(super) struct StartArgs {
    /// Begin with these moves, such as h8i9g7
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["game", "position"])]
    moves: Option<String>,
    #[arg(
        long, value_name = "FILE", conflicts_with = "position",
        help = format!("Continue the game of this file: {}", GameFormat::endings("or"))
    )]
    game: Option<PathBuf>,
    /// Number of the game in the file [default: the last]
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Begin with this position as JSON, as for analyze
    #[arg(long, value_name = "JSON")]
    position: Option<String>,
    #[arg(
        long, value_name = "RULE", default_value = "free",
        conflicts_with_all = ["moves", "game", "position", "continues"],
        help = format!(
            "Begin with this opening rule: {}; those of renju are played under renju unless --rule \
             names another rule",
            OpeningRule::names()
        )
    )]
    opening: OpeningRule,
    /// Continue the game that was interrupted, without asking
    #[arg(long = "continue", conflicts_with_all = ["moves", "game", "position"])]
    continues: bool,
    #[command(flatten)]
    pub(super) reading: ReadArgs,
}

impl StartArgs {
    /// The rule that an opening is played under if none is named.
    pub(super) fn usual_rule(&self) -> Option<Rule> {
        self.opening.is_of_renju().then_some(Rule::Renju)
    }

    /// The game at its start; `rule` is that of a file which names none. A continued game has its own
    /// strength.
    ///
    /// # Errors
    /// If the moves, the file or the position cannot be read, or no game was interrupted.
    pub(super) fn game(
        &self,
        setup: LiveGameSetup,
        rule: GivenRule,
        strength: &mut Strength,
        store: &mut Disk,
    ) -> Result<LiveGame> {
        if self.continues {
            return continued(setup, strength, store);
        }
        let tree = match (&self.moves, &self.game, &self.position) {
            (Some(moves), ..) => with_moves(moves, setup.rule, setup.size).context("--moves")?,
            (_, Some(path), _) => {
                let read = read_one(path, self.number, rule, setup.size, self.reading);
                read.context("--game")?.game
            }
            (.., Some(json)) => {
                let spec = PositionSpec::parse(json).context("--position")?;
                let position = spec.to_position(setup.rule).context("--position")?;
                // Alternating moves are a game; other stones are set up.
                match position.moves_in_turn() {
                    Some(_) if spec.moves.is_some() => with_stones(&position)?,
                    _ => GameTree::from_position(position),
                }
            }
            _ => {
                let game = LiveGame::new(setup, date::now_unix_ms());
                return game.with_opening(self.opening).context("--opening");
            }
        };
        let mut game = LiveGame::with_tree(setup, tree);
        game.stamp(date::now_unix_ms());
        if self.game.is_some() {
            game.mark_opened();
        }
        Ok(game)
    }
}

/// The game that was interrupted, with its strength.
fn continued(setup: LiveGameSetup, strength: &mut Strength, store: &mut Disk) -> Result<LiveGame> {
    let LeftGames { last, notes } = store.interrupted();
    let others = notes.join(" ");
    let found = match last {
        Some(found) => found,
        None if others.is_empty() => bail!("--continue: no game was interrupted in this folder"),
        None => bail!("--continue: {}", others.trim_end_matches('.')),
    };
    let mut game = LiveGame::new(setup, date::now_unix_ms());
    game.continue_with(found.game, &found.resume);
    if let Some(noted) = found.resume.strength(strength) {
        *strength = noted;
    }
    if !others.is_empty() {
        game.say(format!("{} {others}", game.message()));
    }
    store.adopt();
    Ok(game)
}

fn with_moves(moves: &str, rule: Rule, size: BoardSize) -> Result<GameTree> {
    let mut tree = GameTree::new(rule, size);
    let mut last = GameTree::ROOT;
    for (number, point) in (1..).zip(move_text::parse(moves, size)?) {
        let played = tree.play(last, PlayedMove::plain(point, None));
        let name = || notation::move_name(point, size);
        last = played.with_context(|| format!("move {number}, {}", name()))?;
    }
    Ok(tree)
}

/// A game with the stones of a position in their order.
fn with_stones(position: &tengen_engine::board::Position) -> Result<GameTree> {
    let mut tree = GameTree::new(position.rule(), position.size());
    let mut last = GameTree::ROOT;
    for &(coord, _) in position.stones() {
        last = tree.play(last, PlayedMove::new(coord, None))?;
    }
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_moves_names_the_move_that_does_not_fit() {
        let size = BoardSize::square(15).unwrap();
        assert_eq!(with_moves("h8i9g7", Rule::Renju, size).unwrap().len(), 3);
        let error = with_moves("h8i9h8", Rule::Renju, size).unwrap_err();
        assert_eq!(format!("{error:#}"), "move 3, h8: point h8 is occupied, expected an empty one");
    }
}
