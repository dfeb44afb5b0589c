//! The state of the dialogue: lines in, actions out. Pure: no I/O, no threads, no clock; time comes in
//! with each line. `run` carries the actions out and reports back what the engine chose.
//!
//! Every command that asks for a move is answered by a move, an `ERROR` or nothing else; every error
//! leaves the state as it was (but stones that fill the board stay). `INFO` is never answered.

use std::time::Duration;

use super::axes::{Axes, NumberPair};
use super::block::{Block, BlockProgress, BlockRow};
use super::command::{BlockKind, Command, Tail};
use super::error::{ParseError, StateError};
use super::game::SessionGame;
use super::info::{Info, InfoError};
use super::lexer::{split_word, text};
use super::line::Line;
use super::progress::ProgressOptions;
use super::reply::Reply;
use super::settings::InfoSettings;
use super::setup;
use super::swap2::{self, Swap2Decision};
use crate::board::Position;
use crate::classic::Level;
use crate::engine::{Choice, Options};
use crate::search::{Goal, Limits};
use crate::types::{BoardSize, Coord, Rule};

/// What is to be thought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// How long; [`Limits::used`] is still to be filled in.
    pub limits: Limits,
    /// What the engine may use.
    pub options: Options,
    /// When the command was read.
    pub asked_at: Duration,
    /// What the manager wants to hear meanwhile.
    pub progress: ProgressOptions,
}

/// What coming searches will be about, as far as it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSetup {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// What the engine may use.
    pub options: Options,
}

/// What the session wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionAction {
    /// Send a line.
    Say(Reply),
    /// Think, then call [`Session::finished`].
    Think(Box<Request>),
    /// Think in the opponent's time until the next command; nothing is reported.
    Ponder(Box<Request>),
    /// Forget what earlier searches found.
    Forget,
    /// Exit.
    Quit,
}

/// What the session must know of the config around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionConfig {
    /// The least `INFO max_memory` that can be kept, in bytes.
    pub min_memory: u64,
    /// Time kept back from every limit.
    pub reserve: Duration,
    /// Threads that the machine runs at once.
    pub threads: usize,
    /// Seed of the choice among swap2 openings.
    pub seed: u64,
    /// How strong to play until `INFO level` says otherwise.
    pub level: Level,
}

/// What the running search is for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Purpose {
    /// Stones to put and to announce.
    Moves,
    /// The value of three stones of a swap2 opening.
    SwapThree,
    /// Two stones that keep the balance; the value of three stones.
    SwapPair(Choice),
    /// The value of five stones of a swap2 opening.
    SwapFive,
}

/// The dialogue with one manager.
#[derive(Debug)]
pub struct Session {
    pub(super) config: SessionConfig,
    pub(super) settings: InfoSettings,
    pub(super) axes: Axes,
    pub(super) game: Option<SessionGame>,
    pub(super) excluded: Vec<Coord>,
    block: Option<Block>,
    skips_line: bool,
    pending: Option<(Purpose, Duration)>,
}

type Actions = Vec<SessionAction>;

impl Session {
    /// A dialogue in which nothing was said.
    pub fn new(config: SessionConfig) -> Self {
        Self {
            config,
            settings: InfoSettings::new(config.threads, config.level),
            axes: Axes::default(),
            game: None,
            excluded: Vec::new(),
            block: None,
            skips_line: false,
            pending: None,
        }
    }

    /// The order of coordinates on the wire.
    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// The game, once there is a board.
    pub fn game(&self) -> Option<&SessionGame> {
        self.game.as_ref()
    }

    /// What can be made ready before a move is asked for; nothing before there is a board.
    pub fn search_setup(&self) -> Option<SearchSetup> {
        let position = &self.game.as_ref()?.position;
        let options = self.settings.options();
        Some(SearchSetup { rule: position.rule(), size: position.size(), options })
    }

    /// Takes one line that was complete at the time `at`.
    pub fn hear(&mut self, line: &Line, at: Duration) -> Actions {
        if std::mem::take(&mut self.skips_line) {
            return Vec::new();
        }
        if line.is_cut() {
            return self.hear_cut(line);
        }
        match self.block.take() {
            Some(block) => self.hear_in_block(block, line.bytes(), at),
            None => self.hear_command(line.bytes(), at),
        }
    }

    /// A line that is too long: no command, and in a block no row.
    fn hear_cut(&mut self, line: &Line) -> Actions {
        let (word, _) = split_word(line.bytes());
        if word.eq_ignore_ascii_case(b"INFO") {
            log::warn!("INFO line of {} bytes ignored", line.length());
            return Vec::new();
        }
        match &mut self.block {
            Some(block) => block.fail(&text(line.bytes())).map(say_error).into_iter().collect(),
            None => {
                vec![say_error(ParseError::TooLong { length: line.length(), most: Line::MOST })]
            }
        }
    }

    fn hear_command(&mut self, line: &[u8], at: Duration) -> Actions {
        match Command::parse(line) {
            Ok(command) => self.obey(command, at),
            Err(error @ ParseError::Unknown { .. }) => {
                vec![SessionAction::Say(Reply::Unknown(error.to_string()))]
            }
            Err(error) => vec![say_error(error)],
        }
    }

    /// A line between `BOARD` and `DONE`. InfoSettings and stops may stand there; any other command shows
    /// that the block was torn, and is obeyed.
    fn hear_in_block(&mut self, mut block: Block, line: &[u8], at: Duration) -> Actions {
        match Command::parse(line) {
            Ok(command @ (Command::Info(_) | Command::Stop | Command::End)) => {
                self.block = Some(block);
                self.obey(command, at)
            }
            Ok(Command::Done) | Err(ParseError::Unknown { .. }) => {
                let progress = block.feed(&text(line));
                self.advance(block, progress, at)
            }
            Ok(_) | Err(_) => {
                let mut actions: Actions =
                    block.torn_by(&text(line)).map(say_error).into_iter().collect();
                actions.extend(self.hear_command(line, at));
                actions
            }
        }
    }

    /// Goes on with a block that has read a line.
    fn advance(&mut self, block: Block, progress: BlockProgress, at: Duration) -> Actions {
        let mut actions: Actions = progress.error.map(say_error).into_iter().collect();
        let Some(rest) = progress.done else {
            self.block = Some(block);
            return actions;
        };
        let kind = block.kind();
        if let Some(rows) = block.into_rows() {
            actions.extend(answered(self.close(kind, &rows, at)));
        }
        if !rest.is_empty() {
            actions.extend(self.hear_command(rest.as_bytes(), at));
        }
        actions
    }

    /// The state in which `command` cannot be obeyed, if it is such a state.
    fn check(&self, command: &'static str, needs_board: bool) -> Result<(), StateError> {
        let (seen, least) = (self.settings.max_memory, self.config.min_memory);
        if seen > 0 && seen < least {
            return Err(StateError::Memory { seen, least });
        }
        match needs_board && self.game.is_none() {
            true => Err(StateError::NoBoard { command }),
            false => Ok(()),
        }
    }

    fn obey(&mut self, command: Command, at: Duration) -> Actions {
        match command {
            Command::Info(info) => {
                self.inform(info);
                Vec::new()
            }
            Command::About => vec![SessionAction::Say(Reply::About)],
            Command::Stop => Vec::new(),
            Command::End => vec![SessionAction::Quit],
            Command::Open(kind, rest) => self.open(kind, &rest, at),
            Command::Unsupported { word, tail } => self.decline(word, tail),
            Command::Start(size) => answered(self.start(size)),
            Command::Restart => answered(self.restart()),
            Command::Begin => answered(self.begin(at)),
            Command::Turn(pair) => answered(self.turn(pair, at)),
            Command::Play(pair) => answered(self.play(pair)),
            Command::Takeback(pair) => answered(self.take_back(pair)),
            Command::Done => vec![say_error(StateError::NoBlock)],
            Command::YxShowInfo
            | Command::YxShowForbid
            | Command::YxHashClear
            | Command::YxNBest(_)
            | Command::YxSearchDefend
            | Command::YxBalanceOne(_)
            | Command::YxBalanceTwo(_)
            | Command::YxBlockReset => answered(self.obey_yixin(&command, at)),
        }
    }

    fn inform(&mut self, info: Result<Info, InfoError>) {
        match info {
            Ok(info) => {
                self.settings.apply(&info);
                self.apply_rule();
            }
            Err(error) => log::debug!("{error}"),
        }
    }

    /// The rule may change in the middle of a game; the stones stay.
    pub(super) fn apply_rule(&mut self) {
        let rule = self.settings.rule();
        if let Some(game) = &mut self.game {
            game.position.set_rule(rule);
        }
    }

    fn decline(&mut self, word: &'static str, tail: Tail) -> Actions {
        match tail {
            Tail::None => {}
            Tail::Line => self.skips_line = true,
            Tail::Block => self.block = Some(Block::refused(BlockKind::Ignored)),
        }
        // Yixin-Board asks its database by itself after every move and shows any answer to the user.
        if self.settings.speaks_yixin() && word.starts_with("YXQUERYDATABASE") {
            return Vec::new();
        }
        vec![SessionAction::Say(Reply::Unknown(format!("command '{word}' is not supported")))]
    }

    fn start(&mut self, NumberPair { first, second }: NumberPair) -> Result<Actions, StateError> {
        self.check("START", false)?;
        let side = |side: i64| u64::try_from(side).unwrap_or(0);
        let size = BoardSize::new(side(first), side(second))
            .map_err(|_| StateError::Size { first, second })?;
        Ok(self.new_game(size))
    }

    fn restart(&mut self) -> Result<Actions, StateError> {
        self.check("RESTART", true)?;
        let size = self.size("RESTART")?;
        Ok(self.new_game(size))
    }

    fn new_game(&mut self, size: BoardSize) -> Actions {
        self.settings.clock.new_game();
        self.game = Some(SessionGame::new(self.settings.rule(), size));
        let mut actions = vec![SessionAction::Say(Reply::Ok)];
        // Yixin-Board sends START before every move: what was found for the last one still holds.
        if self.axes == Axes::ColumnFirst {
            actions.push(SessionAction::Forget);
        }
        actions
    }

    fn begin(&mut self, at: Duration) -> Result<Actions, StateError> {
        self.game_for("BEGIN")?.begin()?;
        self.think(Purpose::Moves, at, |_| ())
    }

    fn turn(&mut self, pair: NumberPair, at: Duration) -> Result<Actions, StateError> {
        let axes = self.axes;
        self.game_for("TURN")?.turn(pair, axes)?;
        self.think(Purpose::Moves, at, |_| ())
    }

    fn play(&mut self, pair: NumberPair) -> Result<Actions, StateError> {
        let axes = self.axes;
        let coord = self.game_for("PLAY")?.play(pair, axes)?;
        Ok(vec![SessionAction::Say(Reply::Moves(vec![coord]))])
    }

    fn take_back(&mut self, pair: NumberPair) -> Result<Actions, StateError> {
        let axes = self.axes;
        self.game_for("TAKEBACK")?.take_back(pair, axes)?;
        Ok(vec![SessionAction::Say(Reply::Ok)])
    }

    fn open(&mut self, kind: BlockKind, rest: &str, at: Duration) -> Actions {
        if let Err(error) = self.check(kind.word(), true) {
            let mut block = Block::refused(kind);
            let progress = block.open(rest);
            let mut actions = vec![say_error(error)];
            actions.extend(self.advance(block, progress, at));
            return actions;
        }
        let mut block = Block::new(kind);
        let progress = block.open(rest);
        self.advance(block, progress, at)
    }

    /// Does what the rows of a whole block are for.
    fn close(
        &mut self,
        kind: BlockKind,
        rows: &[BlockRow],
        at: Duration,
    ) -> Result<Actions, StateError> {
        let command = kind.word();
        let (size, rule, axes) = (self.size(command)?, self.settings.rule(), self.axes);
        let setup_error = |error| StateError::Setup { command, error };
        match kind {
            BlockKind::Board | BlockKind::YxBoard => {
                self.game = Some(setup::board(rows, rule, size, axes).map_err(setup_error)?);
                match kind {
                    BlockKind::Board => self.think(Purpose::Moves, at, |_| ()),
                    _ => Ok(Vec::new()),
                }
            }
            BlockKind::Swap2 => {
                let opening = setup::swap2(rows, rule, size, axes).map_err(setup_error)?;
                self.game = Some(SessionGame { position: opening, own: None });
                self.swap2(at)
            }
            BlockKind::YxBlock | BlockKind::YxBlockUndo => {
                self.exclude(kind, rows, size)?;
                Ok(Vec::new())
            }
            BlockKind::Ignored => Ok(Vec::new()),
        }
    }

    /// Decides on the opening that is on the board.
    fn swap2(&mut self, at: Duration) -> Result<Actions, StateError> {
        let game = self.game_for("SWAP2BOARD")?;
        match game.position.stones().len() {
            0 => {
                let stones = swap2::opening(game.position.size(), self.config.seed);
                self.config.seed = self.config.seed.wrapping_add(1);
                Ok(self.announce(&stones))
            }
            3 => self.think(Purpose::SwapThree, at, halve),
            _ => self.think(Purpose::SwapFive, at, |_| ()),
        }
    }

    /// A request for the position on the board, with limits changed by `adjust`.
    fn think(
        &mut self,
        purpose: Purpose,
        at: Duration,
        adjust: impl FnOnce(&mut Limits),
    ) -> Result<Actions, StateError> {
        let Some(game) = &self.game else { return Ok(Vec::new()) };
        if game.position.is_full() {
            return Err(StateError::Full);
        }
        let mut limits = self.settings.limits(self.config.reserve);
        limits.excluded = self.excluded_now(&game.position);
        adjust(&mut limits);
        let request = self.request(game.position.clone(), limits, at);
        self.pending = Some((purpose, at));
        Ok(vec![SessionAction::Think(Box::new(request))])
    }

    /// A search whose result is stones to put and to announce.
    pub(super) fn search(
        &mut self,
        at: Duration,
        adjust: impl FnOnce(&mut Limits),
    ) -> Result<Actions, StateError> {
        self.think(Purpose::Moves, at, adjust)
    }

    fn request(&self, position: Position, limits: Limits, asked_at: Duration) -> Request {
        let whole = [limits.turn, limits.left].into_iter().flatten().min();
        let progress = ProgressOptions {
            size: position.size(),
            realtime: self.settings.wants_realtime(),
            detail: self.settings.wants_variations(),
            // Half of the reserve is for the line to travel.
            deadline: whole.map(|whole| asked_at + whole.saturating_sub(limits.reserve / 2)),
        };
        let options = self.settings.options();
        Request { position, limits, options, asked_at, progress }
    }

    /// Takes what the engine chose for the last [`SessionAction::Think`]; `now` is when it did.
    pub fn finished(&mut self, choice: &Choice, now: Duration) -> Actions {
        let Some((purpose, at)) = self.pending.take() else { return Vec::new() };
        if purpose == Purpose::SwapThree && swap2::is_toss_up(choice) {
            let pair = |limits: &mut Limits| limits.goal = Goal::BalanceTwo { bias: 0 };
            return answered(self.think(Purpose::SwapPair(choice.clone()), at, pair));
        }
        self.settings.spend(now.saturating_sub(at));
        let decision = match purpose {
            Purpose::Moves => return self.answer_with_moves(&choice.moves),
            Purpose::SwapThree | Purpose::SwapFive => swap2::better_side(choice),
            Purpose::SwapPair(stay) => swap2::best_of_three(&stay, choice),
        };
        match decision {
            Some(Swap2Decision::Swap) => {
                if let Some(game) = &mut self.game {
                    game.own = Some(!game.position.to_move());
                }
                vec![SessionAction::Say(Reply::Swap)]
            }
            Some(Swap2Decision::Stay(coord)) => {
                if let Some(game) = &mut self.game {
                    game.own = Some(game.position.to_move());
                }
                self.announce(&[coord])
            }
            Some(Swap2Decision::Place(first, second)) => self.announce(&[first, second]),
            None => vec![say_error(StateError::Full)],
        }
    }

    fn answer_with_moves(&mut self, moves: &[Coord]) -> Actions {
        if moves.is_empty() {
            return vec![say_error(StateError::Full)];
        }
        let mut actions = self.announce(moves);
        if self.settings.pondering
            && let Some(game) = self.game.as_ref().filter(|game| !game.is_over())
        {
            let request = self.request(game.position.clone(), Limits::default(), Duration::ZERO);
            actions.push(SessionAction::Ponder(Box::new(request)));
        }
        actions
    }

    /// Puts the stones and says so: what the brain announces lies on its board.
    fn announce(&mut self, moves: &[Coord]) -> Actions {
        if let Some(game) = &mut self.game {
            for &coord in moves {
                if let Err(error) = game.position.play(coord) {
                    log::error!("own move: {error}");
                }
            }
        }
        vec![SessionAction::Say(Reply::Moves(moves.to_vec()))]
    }

    pub(super) fn game_for(
        &mut self,
        command: &'static str,
    ) -> Result<&mut SessionGame, StateError> {
        self.check(command, true)?;
        self.game.as_mut().ok_or(StateError::NoBoard { command })
    }

    fn size(&self, command: &'static str) -> Result<BoardSize, StateError> {
        let game = self.game.as_ref().ok_or(StateError::NoBoard { command })?;
        Ok(game.position.size())
    }
}

/// The first of two searches takes half of the time and of the nodes; the second gets the whole limits
/// and counts what was used.
fn halve(limits: &mut Limits) {
    limits.turn = limits.turn.map(|turn| turn / 2);
    limits.left = limits.left.map(|left| left / 2);
    limits.nodes = limits.nodes.map(|nodes| nodes / 2);
}

fn say_error(error: impl std::fmt::Display) -> SessionAction {
    SessionAction::Say(Reply::Error(error.to_string()))
}

fn answered(result: Result<Actions, StateError>) -> Actions {
    result.unwrap_or_else(|error| vec![say_error(error)])
}

#[cfg(test)]
mod tests;
