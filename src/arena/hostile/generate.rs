//! Conversations from a seed.

use std::time::Duration;

use super::act::{Act, MoveRequest};
use super::damage::damage;
use super::dialogues::{DIALOGUES, LINES};
use tengen_engine::board::Position;
use tengen_engine::rules::legality::{self, ending_after};
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_engine::util::rng::Rng;

/// Bytes of hostile input between two points at which the brain has read everything: they fit into
/// a pipe, so that a brain that reads nothing does not block the manager.
const HOSTILE_BYTES: usize = 30_000;
/// Sides of boards, the usual ones more often.
const SIDES: &[u8] = &[5, 6, 7, 9, 10, 12, 15, 15, 15, 15, 18, 19, 20, 20, 22];
/// Times for a move in milliseconds.
const TURNS_MS: &[u64] = &[1, 5, 10, 10, 20, 20, 50];
/// What a sane manager may send while a brain thinks, and what an insane one does.
const WHILE_THINKING: &[&[u8]] = &[
    b"YXSTOP\n",
    b"STOP\r\n",
    b"INFO timeout_turn 0\n",
    b"INFO time_left 100\n",
    b"INFO evaluate 3,3\n",
    b"\r\n",
    b"\n\n \n",
    b"INFO\n",
    b"hello\n",
    b"\xff\xfe\0\n",
    b"yxstop\nyxstop\nstop\n",
    b"DONE\n",
    b"7,7,1\n",
];

/// Conversation `number` of a seed, whose games have these rules. The brain is freshly started or
/// was left by another conversation.
pub(super) fn conversation(seed: u64, number: u64, rules: &[Rule]) -> Vec<Act> {
    let mut generator = Generator { rng: Rng::stream(seed, number), rules, acts: Vec::new() };
    for _ in 0..=generator.rng.below(3) {
        generator.hostile();
        generator.game();
    }
    match generator.rng.below(12) {
        0 => generator.acts.push(Act::End),
        1 => generator.acts.push(Act::EndOfInput),
        // Asked to end in the middle of something.
        2 => {
            generator.hostile_input();
            generator.acts.push(Act::End);
        }
        _ => {}
    }
    generator.acts
}

struct Generator<'a> {
    rng: Rng,
    rules: &'a [Rule],
    acts: Vec<Act>,
}

impl Generator<'_> {
    /// Hostile input, and the recovery from it.
    fn hostile(&mut self) {
        self.hostile_input();
        self.acts.push(Act::Return);
    }

    fn hostile_input(&mut self) {
        let lines = self.lines();
        let mut bytes = 0;
        for piece in damage(&mut self.rng, &lines) {
            bytes += piece.len();
            if bytes > HOSTILE_BYTES {
                break;
            }
            self.acts.push(Act::Hostile(piece));
            if self.rng.below(6) == 0 {
                let pause = [0, 1, 2, 5, 10][self.rng.below(5)];
                self.acts.push(Act::Wait(Duration::from_millis(pause)));
            }
        }
    }

    /// Lines of a dialogue, or any lines.
    fn lines(&mut self) -> Vec<&'static str> {
        if self.rng.below(4) == 0 {
            let count = 1 + self.rng.below(20);
            return (0..count).filter_map(|_| self.rng.choose(LINES).copied()).collect();
        }
        let dialogue = self.rng.choose(DIALOGUES).copied().unwrap_or_default();
        let lines: Vec<&str> = dialogue.lines().collect();
        let from = self.rng.below(lines.len());
        let count = 1 + self.rng.below(24);
        lines.into_iter().skip(from / 2).take(count).collect()
    }

    /// A game as a sane manager runs it, with disturbances while the brain thinks.
    fn game(&mut self) {
        let rule = self.rng.choose(self.rules).copied().unwrap_or(Rule::Freestyle);
        let Some(size) = self.size() else { return };
        let turn = self.rng.choose(TURNS_MS).copied().unwrap_or(20);
        self.acts.push(Act::Start { size, rule, turn: Duration::from_millis(turn) });
        let first = match self.rng.below(3) {
            0 => MoveRequest::Begin,
            1 => MoveRequest::Turn(self.rng.next_u64()),
            _ => MoveRequest::Board(self.stones(rule, size)),
        };
        self.ask(first);
        for _ in 0..self.rng.below(6) {
            match self.rng.below(8) {
                0 => self.acts.push(Act::Takeback(2)),
                1 => {
                    let stones = self.stones(rule, size);
                    self.ask(MoveRequest::Board(stones));
                }
                _ => {
                    let point = self.rng.next_u64();
                    self.ask(MoveRequest::Turn(point));
                }
            }
        }
    }

    fn ask(&mut self, request: MoveRequest) {
        let mut during = Vec::new();
        while self.rng.below(4) == 0 && during.len() < 4 {
            let pause = Duration::from_millis([0, 0, 1, 3, 8][self.rng.below(5)]);
            let bytes = self.rng.choose(WHILE_THINKING).copied().unwrap_or_default();
            during.push((pause, bytes.to_vec()));
        }
        self.acts.push(Act::Ask { request, during });
    }

    fn size(&mut self) -> Option<BoardSize> {
        let mut side = || self.rng.choose(SIDES).copied().unwrap_or(15);
        let (width, height) = (side(), side());
        let is_square = self.rng.below(3) > 0;
        let height = if is_square { width } else { height };
        BoardSize::new(width.into(), height.into()).ok()
    }

    /// Stones of a game that is not over, black first, near each other or anywhere.
    fn stones(&mut self, rule: Rule, size: BoardSize) -> Vec<Coord> {
        let mut position = Position::new(rule, size);
        let mut stones: Vec<Coord> = Vec::new();
        let most = size.area() / [20, 4, 2][self.rng.below(3)];
        for _ in 0..self.rng.below(most + 1) {
            let coord = match (self.rng.below(3), self.rng.choose(&stones).copied()) {
                (1.., Some(near)) => self.near(near),
                _ => Coord::new(
                    self.rng.below(size.width().into()) as u8,
                    self.rng.below(size.height().into()) as u8,
                ),
            };
            if legality::is_legal(&position, coord) && position.play(coord).is_ok() {
                if ending_after(&position, coord).is_some() {
                    let _ = position.remove(coord);
                    position.set_to_move(!position.to_move());
                    continue;
                }
                stones.push(coord);
            }
        }
        stones
    }

    fn near(&mut self, coord: Coord) -> Coord {
        let mut shift = |at: u8| (at + self.rng.below(5) as u8).saturating_sub(2);
        Coord::new(shift(coord.x), shift(coord.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversations_are_reproducible_and_have_all_kinds_of_acts() {
        let mut seen = [false; 8];
        for number in 0..300 {
            let acts = conversation(5, number, &Rule::ALL);
            assert_eq!(acts, conversation(5, number, &Rule::ALL));
            for act in &acts {
                let kind = match act {
                    Act::Hostile(_) => 0,
                    Act::Wait(_) => 1,
                    Act::Return => 2,
                    Act::Start { .. } => 3,
                    Act::Ask { .. } => 4,
                    Act::Takeback(_) => 5,
                    Act::End => 6,
                    Act::EndOfInput => 7,
                };
                seen[kind] = true;
            }
            // After hostile input, nothing is expected of the brain before it has recovered.
            for pair in acts.windows(2) {
                if let [Act::Hostile(_) | Act::Wait(_), next] = pair {
                    let is_sane =
                        matches!(next, Act::Start { .. } | Act::Ask { .. } | Act::Takeback(_));
                    assert!(!is_sane, "{acts:?}");
                }
            }
        }
        assert_eq!(seen, [true; 8]);
    }

    #[test]
    fn boards_are_legal_and_not_over() {
        for rule in Rule::ALL {
            let mut generator = Generator { rng: Rng::new(9), rules: &Rule::ALL, acts: Vec::new() };
            for _ in 0..100 {
                let size = generator.size().unwrap();
                let mut position = Position::new(rule, size);
                for coord in generator.stones(rule, size) {
                    legality::check(&position, coord).unwrap();
                    position.play(coord).unwrap();
                    assert_eq!(ending_after(&position, coord), None);
                }
            }
        }
    }
}
