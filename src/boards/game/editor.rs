//! Setting up a position by hand: stones are placed and removed, then the game begins with them.

use super::super::command::TableCommand;
use super::{FINISH_FIRST, GameEffect, LiveGame, capital};
use tengen_engine::board::{Position, notation};
use tengen_engine::types::{Color, Coord, Stone};
use tengen_records::game_tree::GameTree;

/// How to set up stones, for people.
const HELP: &str = "Set up stones: Enter or a click changes a point, t the side to move; e plays the position, Esc drops it.";

impl LiveGame {
    /// Whether the position that was set up differs from the game.
    pub(crate) fn has_edited(&self) -> bool {
        self.edited().is_some()
    }

    /// The position that was set up, if it differs from the game.
    pub(crate) fn edited(&self) -> Option<&Position> {
        self.editor.as_ref().filter(|editor| **editor != self.position)
    }

    /// Refuses a command that needs a game and not only stones.
    pub(super) fn refuse_in_editor(&mut self, command: &TableCommand) {
        self.message = match command {
            TableCommand::Choose(color) if color == "black" || color == "white" => {
                format!("{color} needs points, such as {color} d4 e5.")
            }
            _ => FINISH_FIRST.to_owned(),
        };
    }

    /// Begins to set up stones, or plays the position that was set up.
    pub(super) fn edit(&mut self, now_ms: u64) -> GameEffect {
        let Some(editor) = self.editor.take() else {
            self.editor = Some(self.position.clone());
            self.message = HELP.to_owned();
            return GameEffect::Stop;
        };
        if editor == self.position {
            self.message = "The position is unchanged; the game continues.".to_owned();
            return GameEffect::None;
        }
        let mut tree = GameTree::from_position(editor);
        tree.edit_head(|head| head.started_ms = Some(now_ms));
        self.restart_with(tree);
        self.message = "A new game begins with this position.".to_owned();
        GameEffect::Stop
    }

    /// Discards the position that was set up.
    pub(super) fn cancel_edit(&mut self) {
        if self.editor.take().is_some() {
            self.message = "The position is dropped; the game continues.".to_owned();
        } else {
            self.message = "No position is being set up.".to_owned();
        }
    }

    /// Empty, black, white, empty.
    pub(super) fn edit_point(&mut self, coord: Coord) {
        let Some(editor) = &mut self.editor else { return };
        self.cursor = coord;
        let next = match editor.remove(coord) {
            Ok(Stone::Black) => Some(Stone::White),
            Ok(_) => None,
            Err(_) => Some(Stone::Black),
        };
        if let Some(next) = next {
            // The point is empty now.
            let _ = editor.put(coord, next);
        }
    }

    /// Places stones of one kind, or removes them.
    pub(super) fn edit_stones(&mut self, stone: Option<Stone>, coords: &[Coord]) {
        let Some(editor) = &mut self.editor else {
            self.message = "Stones can be placed or removed only after edit.".to_owned();
            return;
        };
        for &coord in coords {
            let was_empty = editor.remove(coord).is_err();
            match stone {
                Some(stone) => {
                    // The point is empty now.
                    let _ = editor.put(coord, stone);
                }
                None if was_empty => {
                    let name = notation::name(coord, self.setup.size);
                    self.message = format!("{name} is empty already.");
                }
                None => {}
            }
        }
    }

    /// The side to move; without a color the other one.
    pub(super) fn edit_turn(&mut self, color: Option<Color>) {
        let Some(editor) = &mut self.editor else {
            self.message = "The side to move can be set only after edit.".to_owned();
            return;
        };
        let color = color.unwrap_or(!editor.to_move());
        Position::set_to_move(editor, color);
        self.message = format!("{} moves first.", capital(color));
    }
}
