//! Blocks of the session: `BOARD … DONE` and the commands like it.

use std::time::Duration;

use super::Session;
use super::action::{Actions, Purpose, answered, say_error};
use crate::protocol::error::StateError;
use crate::protocol::game::SessionGame;
use crate::protocol::setup;
use crate::wire::{Block, BlockKind, BlockProgress, BlockReader, Command, ParseError};

impl Session {
    /// A line between `BOARD` and `DONE`. Settings and stops may come there; any other command
    /// shows that the block was cut off, and is executed.
    pub(super) fn receive_in_block(
        &mut self,
        mut block: BlockReader,
        line: &str,
        command: Result<Command, ParseError>,
        at: Duration,
    ) -> Actions {
        match command {
            Ok(Command::Info(_) | Command::Stop | Command::End) | Err(ParseError::Info(_)) => {
                self.block = Some(block);
                self.obey_parsed(command, at)
            }
            Ok(Command::Done) | Err(ParseError::Unknown { .. }) => {
                let progress = block.feed(line);
                self.advance(block, progress, at)
            }
            Err(ParseError::TooLong { .. }) => {
                let error = block.fail(line);
                self.block = Some(block);
                error.map(say_error).into_iter().collect()
            }
            Ok(_) | Err(ParseError::Arguments { .. }) => {
                let mut actions: Actions = block.torn_by(line).map(say_error).into_iter().collect();
                actions.extend(self.obey_parsed(command, at));
                actions
            }
        }
    }

    pub(super) fn open(&mut self, kind: BlockKind, rest: &str, at: Duration) -> Actions {
        if let Err(error) = self.size(kind.word()) {
            let mut block = BlockReader::refused(kind);
            let progress = block.open(rest);
            let mut actions = vec![say_error(error)];
            actions.extend(self.advance(block, progress, at));
            return actions;
        }
        let mut block = BlockReader::new(kind);
        let progress = block.open(rest);
        self.advance(block, progress, at)
    }

    /// Continues with a block that has read a line.
    fn advance(&mut self, block: BlockReader, progress: BlockProgress, at: Duration) -> Actions {
        let mut actions: Actions = progress.error.map(say_error).into_iter().collect();
        let Some(rest) = progress.done else {
            self.block = Some(block);
            return actions;
        };
        if let Some(block) = block.finish() {
            actions.extend(answered(self.close(&block, at)));
        }
        if !rest.is_empty() {
            actions.extend(self.obey_parsed(Command::parse(rest.as_bytes()), at));
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
                self.game = Some(setup::board(rows, rule, size, axes).map_err(setup_error)?);
                self.think(Purpose::Moves, at, |_| ())
            }
            BlockKind::YxBoard => {
                self.game = Some(setup::board(rows, rule, size, axes).map_err(setup_error)?);
                Ok(Vec::new())
            }
            BlockKind::Swap2 => {
                let opening = setup::swap2(rows, rule, size, axes).map_err(setup_error)?;
                self.game = Some(SessionGame { position: opening, own: None });
                self.swap2(at)
            }
            BlockKind::YxBlock | BlockKind::YxBlockUndo => {
                self.exclude(*kind, rows, size)?;
                Ok(Vec::new())
            }
            BlockKind::Database | BlockKind::Ignored => Ok(Vec::new()),
        }
    }
}
