//! Which position a command is about.

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use tengen_engine::board::Position;
use tengen_engine::rules::reference;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::book::opening::Stage;
use tengen_records::move_text;
use tengen_records::positions::PositionSpec;
use tengen_util::count::counted;

/// A position: the empty board, or after moves, or as JSON.
#[derive(Debug, Args)]
pub(super) struct PlaceArgs {
    /// Rule
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
    pub rule: Rule,
    /// Board size, 5 to 181
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    pub size: BoardSize,
    /// The position after these moves, such as h8i9g7
    #[arg(long, value_name = "MOVES", conflicts_with = "position")]
    moves: Option<String>,
    /// The position as JSON, as for analyze
    #[arg(long, value_name = "JSON")]
    position: Option<String>,
}

impl PlaceArgs {
    /// The position.
    ///
    /// # Errors
    /// If the moves or the JSON do not describe one.
    pub(super) fn position(&self) -> Result<Position> {
        if let Some(json) = &self.position {
            let spec = PositionSpec::parse(json).context("--position")?;
            return spec.to_position(self.rule).context("--position");
        }
        let moves = self.moves.as_deref().unwrap_or_default();
        let line = move_text::line(moves, self.rule, self.size).context("--moves")?;
        Ok(line.position)
    }

    /// The position, if the game is not over in it.
    ///
    /// # Errors
    /// Also if it is.
    pub(super) fn open_position(&self) -> Result<Position> {
        let position = self.position()?;
        if let Some((winner, _)) = reference::winner(&position) {
            bail!("the game is over: {winner} has won, expected an open position");
        }
        ensure!(!position.is_full(), "the board is full, expected an open position");
        Ok(position)
    }

    /// Checks that the board is one that the engine searches at full strength.
    ///
    /// # Errors
    /// If it is larger.
    pub(super) fn check_fast(&self, size: BoardSize) -> Result<()> {
        let argument = if self.position.is_some() { "--position: size" } else { "--size" };
        let most = BoardSize::MAX_FAST;
        ensure!(size.is_fast(), "{argument} {size}: expected a board up to {most}x{most}");
        Ok(())
    }
}

/// Checks that openings of swap2 begin with the position: an empty board, or three stones.
///
/// # Errors
/// If there are other stones.
pub(super) fn check_swap2(position: &Position) -> Result<()> {
    let stones = position.stones().len();
    ensure!(
        stones == 0 || Stage::of(position) == Some(Stage::Three),
        "--swap2: seen {}, expected none, or 3 in the order black, white, black",
        counted(stones as u64, "stone")
    );
    Ok(())
}
