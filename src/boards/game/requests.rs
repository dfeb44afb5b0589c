//! Requests of a person besides moves: the cursor, hints, marks, another player, the end.

use super::navigate::PAUSED;
use super::{GameEffect, LiveGame, Mover, Surrender, WaitingFor, capital};
use tengen_engine::board::notation;
use tengen_engine::rules::reference;
use tengen_engine::types::{ByColor, Color, Coord};
use tengen_study::explain::{self, ShapeThreat};
use tengen_study::review;

impl LiveGame {
    pub(super) fn move_cursor(&mut self, right: i32, down: i32) {
        let moved = |from: u8, by: i32, side: u8| {
            let to = (i32::from(from) + by).clamp(0, i32::from(side) - 1);
            u8::try_from(to).unwrap_or(from)
        };
        let size = self.setup.size;
        let Coord { x, y } = self.cursor;
        self.cursor = Coord::new(moved(x, right, size.width()), moved(y, down, size.height()));
    }

    pub(super) fn ask_hint(&mut self) {
        if self.is_over() {
            self.message = "The game is over.".to_owned();
        } else if matches!(self.waiting_for(), WaitingFor::Person | WaitingFor::Analysis) {
            self.wants_hint = true;
        }
    }

    pub(super) fn ask_explanation(&mut self) {
        if self.is_over() {
            self.message = "The game is over.".to_owned();
        } else if matches!(self.waiting_for(), WaitingFor::Person | WaitingFor::Analysis) {
            self.wants_explanation = true;
        }
    }

    pub(super) fn toggle_threats(&mut self) {
        self.view.threats = !self.view.threats;
        let size = self.setup.size;
        if !self.view.threats {
            self.message = "Threats are no longer shown.".to_owned();
            return;
        }
        if !size.is_fast() {
            self.message = "Threats are shown on boards up to 22x22.".to_owned();
            return;
        }
        let list = |color| {
            let threats = self.threats(color);
            let names = threats.iter().map(|threat| {
                format!("{} ({})", notation::name(threat.at, size), threat.kind.name())
            });
            let names: Vec<String> = names.collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            format!("{}: {names}.", capital(color))
        };
        self.message = format!("{} {}", list(Color::Black), list(Color::White));
    }

    /// What a stone of the color would make, point by point, if threats are shown.
    pub fn threats(&self, color: Color) -> Vec<ShapeThreat> {
        // Stones can be set up after the end of a game, too.
        let is_shown = self.view.threats && (self.is_editing() || !self.is_over());
        let threats = is_shown.then(|| explain::threats_of(self.position(), color)).flatten();
        threats.unwrap_or_default()
    }

    /// The points of threats: of black, of white, of both.
    pub(super) fn threat_signs(&self) -> Vec<(Coord, char)> {
        let black = self.threats(Color::Black);
        let white = self.threats(Color::White);
        let is_white = |at| white.iter().any(|threat| threat.at == at);
        let signs = black.iter().map(|t| (t.at, if is_white(t.at) { '%' } else { 'b' }));
        signs.chain(white.iter().map(|t| (t.at, 'w'))).collect()
    }

    pub(super) fn toggle_forbidden(&mut self) {
        if !self.setup.rule.forbids(Color::Black) {
            self.message = format!("Nothing is forbidden under {}.", self.setup.rule);
            return;
        }
        self.view.forbidden = !self.view.forbidden;
        if !self.view.forbidden {
            self.message = "Forbidden points are no longer shown.".to_owned();
            return;
        }
        let points = reference::forbidden_points(self.position());
        let named: Vec<String> = points
            .iter()
            .map(|(coord, kind)| format!("{} ({kind})", notation::name(*coord, self.setup.size)))
            .collect();
        self.message = match named.is_empty() {
            true => "No point is forbidden to black.".to_owned(),
            false => format!("Forbidden to black: {}.", named.join(", ")),
        };
    }

    pub(super) fn go(&mut self) -> GameEffect {
        match self.waiting_for() {
            _ if self.is_over() => {
                self.message = "The game is over.".to_owned();
                GameEffect::None
            }
            WaitingFor::Move | WaitingFor::Opening => GameEffect::Hurry,
            WaitingFor::Hint
            | WaitingFor::Explanation
            | WaitingFor::Review
            | WaitingFor::Person
            | WaitingFor::Analysis => {
                self.helps_out = true;
                GameEffect::None
            }
        }
    }

    pub(super) fn swap(&mut self) -> GameEffect {
        let ByColor([black, white]) = self.setup.seats;
        self.setup.seats = ByColor::new(white, black);
        self.setup.first = !self.setup.first;
        self.helps_out = false;
        self.drop_questions();
        self.update_head();
        let [black, white] = Color::BOTH.map(|color| self.who(color));
        self.message = format!("Black: {black}, white: {white}.");
        GameEffect::Stop
    }

    pub(super) fn pause(&mut self) -> GameEffect {
        self.is_paused = !self.is_paused;
        self.helps_out = false;
        self.drop_questions();
        self.message =
            if self.is_paused { "The engine is paused." } else { "The engine continues." }
                .to_owned();
        GameEffect::Stop
    }

    pub(super) fn analyze(&mut self) -> GameEffect {
        if self.is_over() && !self.is_analyzing {
            self.message = "The game is over.".to_owned();
            return GameEffect::None;
        }
        self.is_analyzing = !self.is_analyzing;
        self.helps_out = false;
        self.drop_questions();
        self.message = match self.is_analyzing {
            true => "The engine analyzes; you move for both sides.",
            false => "The analysis is over.",
        }
        .to_owned();
        // The engine must not move at once in a position that was only viewed.
        let is_engines = self.seat(self.position.to_move()) == Mover::Engine;
        if !self.is_analyzing && is_engines && !self.is_over() && !self.is_paused {
            self.is_paused = true;
            self.message = format!("The analysis is over. {PAUSED}");
        }
        GameEffect::Stop
    }

    /// Whether a person can resign now.
    pub(crate) fn can_resign(&self) -> bool {
        !self.is_over() && !self.is_editing() && self.opening.is_none()
    }

    pub(super) fn resign(&mut self) -> GameEffect {
        if self.is_over() {
            self.message = "The game is over.".to_owned();
            return GameEffect::None;
        }
        // The person resigns, even while the engine thinks.
        let mover = self.position.to_move();
        let loser = match (self.seat(mover), self.seat(!mover)) {
            (Mover::Engine, Mover::Person) => !mover,
            _ => mover,
        };
        // What was taken back does not belong to a game that ends here.
        self.undone.clear();
        self.surrenders.push(Surrender { at: self.at, loser, is_late: false });
        self.update_head();
        self.message = format!("{} resigns: {} wins.", capital(loser), !loser);
        GameEffect::Stop
    }

    pub(super) fn comment(&mut self, text: String) {
        let place = if self.moves.is_empty() { "the start of the game" } else { "this move" };
        let has_comment = !self.tree.node(self.at).comment.is_empty();
        self.message = match (text.is_empty(), has_comment) {
            (true, true) => format!("The comment on {place} is removed."),
            (true, false) => format!("There is no comment on {place}."),
            (false, _) => format!("The comment is added to {place}; save NAME.sgf writes it."),
        };
        review::set_own_comment(&mut self.tree, self.at, &text);
        self.read_remarks();
    }
}
