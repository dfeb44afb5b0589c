//! Whole games against a player that moves at random, judged by the rules.

use std::time::{Duration, Instant};

use tengen_engine::board::{Position, notation};
use tengen_engine::rules::legality::{self, Ending};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_engine::util::rng::Rng;

use super::brain::Brain;
use super::play::SMALL_TABLE;
use super::script::coord;

/// Time on top of the limit before a move counts as missing: the machine may be busy.
const TOLERANCE: Duration = Duration::from_secs(5);

/// A game as its file describes it.
#[derive(Clone, Debug)]
pub(crate) struct GameFile {
    rule: Rule,
    size: BoardSize,
    engine: Color,
    turn_ms: u64,
    seed: u64,
    /// Moves of the opponent before it plays at random.
    moves: String,
    /// Whether the whole board is sent for every move.
    by_board: bool,
}

impl GameFile {
    /// Reads `key value` lines.
    pub(crate) fn parse(text: &str) -> Result<GameFile, String> {
        let mut game = GameFile {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).map_err(|error| error.to_string())?,
            engine: Color::Black,
            turn_ms: 20,
            seed: 1,
            moves: String::new(),
            by_board: false,
        };
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let known = game.set(line);
            known.ok_or_else(|| format!("line {}: '{line}' is not a setting", index + 1))?;
        }
        Ok(game)
    }

    fn set(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            ["rule", name] => self.rule = name.parse().ok()?,
            ["size", side] => self.size = BoardSize::square(side.parse().ok()?).ok()?,
            ["size", width, height] => {
                self.size = BoardSize::new(width.parse().ok()?, height.parse().ok()?).ok()?;
            }
            ["engine", "black"] => self.engine = Color::Black,
            ["engine", "white"] => self.engine = Color::White,
            ["turn-ms", ms] => self.turn_ms = ms.parse().ok()?,
            ["seed", seed] => self.seed = seed.parse().ok()?,
            ["moves", moves] => self.moves = moves.to_owned(),
            ["by", "turn"] => self.by_board = false,
            ["by", "board"] => self.by_board = true,
            _ => return None,
        }
        Some(())
    }

    /// Plays until a side wins or the board is full.
    pub(crate) fn play(&self) -> Result<(), String> {
        let mut game = RunningGame::open(self)?;
        loop {
            let coord = match game.position.to_move() == self.engine {
                true => game.brain_moves(self)?,
                false => game.opponent_moves(),
            };
            let played = game.position.play(coord);
            played.map_err(|error| game.failure(&error.to_string()))?;
            match legality::ending_after(&game.position, coord) {
                Some(Ending::Draw(_)) => break,
                Some(ending) if ending.winner() == Some(self.engine) => break,
                Some(ending) => return Err(game.failure(&format!("lost to chance: {ending:?}"))),
                None => {}
            }
        }
        game.brain.send(b"END\n");
        game.brain.wait(TOLERANCE).map(|_| ())
    }
}

struct RunningGame {
    brain: Brain,
    position: Position,
    planned: std::vec::IntoIter<Coord>,
    rng: Rng,
    last: Option<Coord>,
}

impl RunningGame {
    fn open(game: &GameFile) -> Result<RunningGame, String> {
        let planned = notation::parse_moves(&game.moves, game.size).map_err(|e| e.to_string())?;
        let mut brain = Brain::start(&[], None)?;
        let (width, height) = (game.size.width(), game.size.height());
        let start = match width == height {
            true => format!("START {width}\n"),
            false => format!("RECTSTART {width},{height}\n"),
        };
        brain.send(SMALL_TABLE);
        brain.send(start.as_bytes());
        let reply = brain.line(Instant::now() + TOLERANCE).map_err(str::to_owned)?;
        if reply != "OK" {
            return Err(format!("START: expected 'OK', seen '{reply}'"));
        }
        let info = format!("INFO rule {}\nINFO timeout_turn {}\n", game.rule.wire(), game.turn_ms);
        brain.send(info.as_bytes());
        let position = Position::new(game.rule, game.size);
        Ok(RunningGame {
            brain,
            position,
            planned: planned.into_iter(),
            rng: Rng::new(game.seed),
            last: None,
        })
    }

    fn brain_moves(&mut self, game: &GameFile) -> Result<Coord, String> {
        let request = match self.last {
            _ if game.by_board => self.board(game.engine),
            Some(last) => format!("TURN {last}\n"),
            None => "BEGIN\n".to_owned(),
        };
        self.brain.send(request.as_bytes());
        let deadline = Instant::now() + Duration::from_millis(game.turn_ms) + TOLERANCE;
        let line = loop {
            let line = self.brain.line(deadline).map_err(|why| self.failure(why))?;
            if !line.starts_with("MESSAGE ") {
                break line;
            }
        };
        let coord = coord(&line).ok_or_else(|| self.failure(&format!("seen '{line}'")))?;
        let has_legal = || !legality::legal_moves(&self.position).is_empty();
        match legality::check(&self.position, coord) {
            Err(error) if self.position.stone_at(coord).is_some() || has_legal() => {
                Err(self.failure(&error.to_string()))
            }
            _ => Ok(coord),
        }
    }

    /// The position as a `BOARD` block.
    fn board(&self, engine: Color) -> String {
        let mut block = "BOARD\n".to_owned();
        for &(coord, stone) in self.position.stones() {
            let owner = if stone.color() == Some(engine) { 1 } else { 2 };
            block.push_str(&format!("{coord},{owner}\n"));
        }
        block + "DONE\n"
    }

    fn opponent_moves(&mut self) -> Coord {
        let legal = legality::legal_moves(&self.position);
        let planned = self.planned.by_ref().find(|coord| legal.contains(coord));
        let chosen = planned.or_else(|| self.rng.choose(&legal).copied());
        // Black without a legal move plays a forbidden one, and the game continues.
        let coord =
            chosen.or_else(|| self.position.empty_coords().next()).unwrap_or(Coord::new(0, 0));
        self.last = Some(coord);
        coord
    }

    fn failure(&self, what: &str) -> String {
        format!("{what}\n{}", notation::picture(&self.position, &[]))
    }
}
