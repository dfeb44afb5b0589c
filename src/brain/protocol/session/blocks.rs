//! Blocks of the session: `BOARD … DONE` and the commands like it, those of the position database
//! included.

use std::time::Duration;

use super::BrainSession;
use super::action::{Actions, Purpose, answered, say_error};
use super::draft::{Draft, RowsDraft, RowsOf};
use crate::protocol::error::StateError;
use crate::protocol::game::SessionGame;
use crate::protocol::setup::{self, StoneCounts};
use crate::wire::{Block, BlockKind, BlockProgress, BlockReader, Command, ParseError};

impl BrainSession {
    /// A line between `BOARD` and `DONE`. Settings and stops may come there; any other command
    /// shows that the block was cut off, and is executed.
    pub(super) fn receive_row(
        &mut self,
        mut draft: RowsDraft,
        line: &str,
        command: Result<Command, ParseError>,
        at: Duration,
    ) -> Actions {
        match command {
            Ok(Command::Info(_) | Command::Stop | Command::End) | Err(ParseError::Info(_)) => {
                self.draft = Some(Draft::Rows(draft));
                self.obey_parsed(command, at)
            }
            Ok(Command::Done) | Err(ParseError::Unknown { .. }) => {
                let progress = draft.block.feed(line);
                self.advance(draft, progress, at)
            }
            // Dropped lines are answered before any block sees them.
            Err(ParseError::TooLong { .. } | ParseError::Dropped { .. }) => {
                let error = draft.block.fail(line);
                self.draft = Some(Draft::Rows(draft));
                error.map(say_error).into_iter().collect()
            }
            Ok(_) | Err(ParseError::Arguments { .. }) => {
                let torn = draft.block.torn_by(line);
                let mut actions: Actions = torn.map(say_error).into_iter().collect();
                actions.extend(self.obey_parsed(command, at));
                actions
            }
        }
    }

    pub(super) fn open(&mut self, kind: BlockKind, rest: &str, at: Duration) -> Actions {
        let of = RowsOf::Block;
        // Until it is known to be right: what follows must not be about the position before.
        self.is_refused |= kind == BlockKind::YxBoard;
        match self.size(kind.word()) {
            Ok(_) => self.open_rows(RowsDraft { block: BlockReader::new(kind), of }, rest, at),
            Err(error) => {
                let mut actions = vec![say_error(error)];
                let block = BlockReader::refused(kind);
                actions.extend(self.open_rows(RowsDraft { block, of }, rest, at));
                actions
            }
        }
    }

    /// Begins a block with the rest of the line on which it opens.
    pub(super) fn open_rows(&mut self, mut draft: RowsDraft, rest: &str, at: Duration) -> Actions {
        let progress = draft.block.open(rest);
        self.advance(draft, progress, at)
    }

    /// Continues with a block that has read a line. What follows `DONE` on it is obeyed after the
    /// answer to the block.
    fn advance(&mut self, draft: RowsDraft, progress: BlockProgress, at: Duration) -> Actions {
        let mut actions: Actions = progress.error.map(say_error).into_iter().collect();
        let Some(rest) = progress.done else {
            self.draft = Some(Draft::Rows(draft));
            return actions;
        };
        if let Some(block) = draft.block.finish() {
            actions.extend(answered(match draft.of {
                RowsOf::Block => self.close(&block, at),
                RowsOf::Database { word, arguments } => self.whole(word, arguments, &block.rows),
                RowsOf::Step { step, count } => self.step(step, count, &block.rows, at),
            }));
        }
        if !rest.is_empty() {
            let command = Command::parse(rest.as_bytes());
            if self.pending.is_some() {
                self.rest = Some((command, at));
            } else {
                actions.extend(self.obey_parsed(command, at));
            }
        }
        actions
    }

    /// Executes a complete block.
    fn close(&mut self, block: &Block, at: Duration) -> Result<Actions, StateError> {
        let Block { kind, rows } = block;
        let command = kind.word();
        let (size, rule, axes) = (self.size(command)?, self.settings.rule(), self.axes);
        let setup_error = |error| StateError::Setup { command, error };
        match kind {
            BlockKind::Board => {
                let counts =
                    if self.client.is_extended { StoneCounts::Any } else { StoneCounts::OfGame };
                let game = setup::board(rows, counts, rule, size, axes).map_err(setup_error)?;
                self.set_up(game);
                self.think(Purpose::Moves, at, |_| ())
            }
            BlockKind::YxBoard => {
                let game = setup::board(rows, StoneCounts::Any, rule, size, axes);
                self.set_up(game.map_err(setup_error)?);
                Ok(Vec::new())
            }
            BlockKind::Swap2 => {
                let opening = setup::swap2(rows, rule, size, axes).map_err(setup_error)?;
                self.set_up(SessionGame { position: opening, own: None });
                self.swap2(at)
            }
            BlockKind::YxBlock | BlockKind::YxBlockUndo => {
                self.blocked.change_points(*kind, rows, axes, size)?;
                Ok(Vec::new())
            }
            BlockKind::YxBlockPath | BlockKind::YxBlockPathUndo => {
                self.blocked.change_path(*kind, rows, axes, (rule, size))?;
                Ok(Vec::new())
            }
            BlockKind::Database | BlockKind::YxStep => Ok(Vec::new()),
        }
    }
}
