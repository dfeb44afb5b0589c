//! The game being played, as a pure state machine. Commands and the engine's moves go in. What the
//! caller has to do comes out as a [`GameEffect`]; [`LiveGame::waiting_for`] says whose input comes
//! next. Uses no terminal, clock or file.
//!
//! The moves are a [`GameTree`]: a move that differs from one taken back begins a variation, and
//! nothing that was played is lost. [`navigate`] moves in it, [`editor`] sets up other stones.

mod clock;
mod editor;
mod navigate;
mod opening;
mod replace;
mod requests;
mod result;
mod review;
mod saved;
mod seats;
mod surrender;

pub(crate) use self::opening::PARTICIPANTS;
pub(crate) use self::review::REVIEW_BEGINS;
#[cfg(test)]
pub(crate) use self::review::fake::reviewed;
pub use self::seats::{GameEffect, LiveGameSetup, Mover, PlayerNames, WaitingFor, engine_name};
use self::surrender::Surrender;
use super::board::Marks;
use super::command::TableCommand;
use tengen_engine::board::{Position, notation};
use tengen_engine::engine::Level;
use tengen_engine::rules::legality::{self, IllegalMove};
use tengen_engine::rules::opening::{OpeningPhase, OpeningPlayer, OpeningRule};
use tengen_engine::rules::reference;
use tengen_engine::types::{ByColor, Color, Coord, ForbiddenKind};
use tengen_records::game_tree::{GameTree, NodeId};
use tengen_records::{GameEnd, GameOutcome, GameRecord, PlayedMove, Verdict};
use tengen_study::review::{MoveRemark, remarks_in};
use tengen_util::sentence::sentence;

/// Why a command has to wait while stones are being set up.
pub(crate) const FINISH_FIRST: &str = "Finish the position first: edit plays it, cancel drops it.";

/// The game on the board.
#[derive(Clone, Debug)]
pub struct LiveGame {
    setup: LiveGameSetup,
    tree: GameTree,
    /// Where in the tree the board is.
    at: NodeId,
    /// The board there.
    position: Position,
    /// The moves from the root to there.
    moves: Vec<PlayedMove>,
    /// The moves taken back; the next to redo is the last.
    undone: Vec<NodeId>,
    /// How the board ended the game, if it did.
    end: GameEnd,
    /// Where somebody gave the game up, or was late.
    surrenders: Vec<Surrender>,
    given: GivenResult,
    cursor: Coord,
    hint: Option<Coord>,
    wants_hint: bool,
    wants_explanation: bool,
    wants_review: bool,
    /// The moves that reviews remarked on, here or in the file, each with the last remark, by node.
    mistakes: Vec<MoveRemark>,
    /// A node by which the line goes that was reviewed.
    reviewed: NodeId,
    /// Whether the first mistake is shown as soon as the review is done.
    wants_mistake: bool,
    /// Why the best move is good, if somebody asked; empty if not.
    explanation: String,
    view: ViewOptions,
    is_paused: bool,
    is_analyzing: bool,
    /// The engine makes one move for a person.
    helps_out: bool,
    /// The rule by which games begin, and the opening that is being played.
    opening_rule: Option<OpeningRule>,
    opening: Option<LiveOpening>,
    /// The opening in which a person was late, and where: it goes on if that is taken back.
    lost_opening: Option<(NodeId, LiveOpening)>,
    /// The time that each color's player has used in the opening, and how many stones it placed.
    opening_ms: ByColor<u64>,
    opening_stones: ByColor<u64>,
    /// The board that is being set up.
    editor: Option<Position>,
    /// Whether the game comes from a file: its main line stays what it is there.
    is_opened: bool,
    message: String,
    /// The game when the library last got a line of it.
    in_library: Option<Played>,
    /// The game as it was last saved elsewhere with all that it holds.
    saved: Option<GameTree>,
    /// The game as the file or the command line gave it.
    given_tree: Option<GameTree>,
}

/// What changes if a game is played on: its players and result, the number of moves in all variations
/// and where somebody gave it up.
type Played = (GameRecord, usize, Vec<Surrender>);

/// When a turn began: a place in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    at: NodeId,
    /// The choices of the opening so far.
    choices: usize,
    /// Whether the game was lost on time here.
    is_late: bool,
}

impl Moment {
    /// Whether the clock of a turn begins anew when this follows: with every move and every choice, and
    /// where a loss on time is taken back.
    pub(crate) fn begins_after(self, before: Self) -> bool {
        (self.at, self.choices) != (before.at, before.choices) || (before.is_late && !self.is_late)
    }
}

/// The result that a file gives for the end of its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GivenResult {
    end: NodeId,
    outcome: GameOutcome,
    note: Option<String>,
}

impl GivenResult {
    /// That of a tree.
    fn of(tree: &GameTree) -> Self {
        let head = tree.head();
        Self { end: tree.end(), outcome: head.outcome, note: head.note.clone() }
    }
}

/// An opening that is being played.
#[derive(Clone, Debug)]
struct LiveOpening {
    phase: OpeningPhase,
    /// Who the first and the second participant are.
    first: SeatedPlayer,
    second: SeatedPlayer,
    /// The time of each choice in milliseconds.
    times: Vec<u64>,
}

/// A person or an engine in an opening, whose colors are known only at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SeatedPlayer {
    mover: Mover,
    /// Which of two of its kind, 0 or 1.
    number: usize,
}

impl LiveOpening {
    fn seated(&self, player: OpeningPlayer) -> SeatedPlayer {
        match player {
            OpeningPlayer::First => self.first,
            OpeningPlayer::Second => self.second,
        }
    }

    /// Who makes the next choice.
    fn chooser(&self) -> Option<Mover> {
        self.phase.chooser().map(|player| self.seated(player).mover)
    }

    /// The time that a participant has used.
    fn used_ms(&self, player: OpeningPlayer) -> u64 {
        let choices = self.phase.choosers().iter().zip(&self.times);
        let own = choices.filter(|&(chooser, _)| *chooser == player);
        own.fold(0, |sum: u64, (_, &time)| sum.saturating_add(time))
    }
}

/// What is shown on request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewOptions {
    /// The points forbidden to black.
    pub forbidden: bool,
    /// The threats of both sides.
    pub threats: bool,
    /// The numbers of the moves.
    pub numbers: bool,
}

impl LiveGame {
    /// A game with an empty board; `now_ms` as in [`tengen_util::date::now_unix_ms`].
    pub fn new(setup: LiveGameSetup, now_ms: u64) -> Self {
        let mut tree = GameTree::new(setup.rule, setup.size);
        tree.edit_head(|head| head.started_ms = Some(now_ms));
        let mut game = Self::with_tree(setup, tree);
        game.update_head();
        game
    }

    /// A game that continues at the end of the main line of a tree, whose rule and board it takes.
    pub fn with_tree(setup: LiveGameSetup, tree: GameTree) -> Self {
        let setup = LiveGameSetup { rule: tree.head().rule, size: tree.head().size, ..setup };
        let last = tree.line_through(GameTree::ROOT).last().copied();
        let review_remarks = remarks_in(&tree);
        let mut game = Self {
            end: tree.end_at(GameTree::ROOT),
            position: tree.start().clone(),
            cursor: setup.size.center(),
            surrenders: Vec::new(),
            given: GivenResult::of(&tree),
            setup,
            tree,
            at: GameTree::ROOT,
            moves: Vec::new(),
            undone: Vec::new(),
            hint: None,
            wants_hint: false,
            wants_explanation: false,
            wants_review: false,
            mistakes: review_remarks,
            reviewed: GameTree::ROOT,
            wants_mistake: false,
            explanation: String::new(),
            view: ViewOptions::default(),
            is_paused: false,
            is_analyzing: false,
            helps_out: false,
            opening_rule: None,
            opening: None,
            lost_opening: None,
            opening_ms: ByColor::default(),
            opening_stones: ByColor::default(),
            editor: None,
            is_opened: false,
            message: String::new(),
            in_library: None,
            saved: None,
            given_tree: None,
        };
        game.go_to(last.unwrap_or(GameTree::ROOT));
        if let GameOutcome::Ended { winner: Some(winner), verdict: Verdict::Resigned } =
            game.tree.head().outcome
            && game.end.outcome == GameOutcome::Unfinished
        {
            game.surrenders.push(Surrender { at: game.at, loser: !winner, is_late: false });
        }
        game
    }

    /// Sets the start time of the game, if it is unknown.
    pub fn stamp(&mut self, now_ms: u64) {
        if self.tree.head().started_ms.is_none() {
            self.tree.edit_head(|head| head.started_ms = Some(now_ms));
        }
        // What its file holds need not be saved.
        self.given_tree = Some(self.tree.clone());
    }

    /// The engine plays at this level from now on. A game that is over keeps the names of those who
    /// played it.
    pub fn name_engine(&mut self, level: Level) {
        let name = engine_name(level);
        if self.setup.names.engine != name {
            self.setup.names.engine = name;
            if self.outcome_at(self.tree.end()) == GameOutcome::Unfinished {
                self.update_head();
            }
        }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.editor.as_ref().unwrap_or(&self.position)
    }

    /// The moves up to the board, with their times.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// All moves and variations.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Where in the tree the board is.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// What is shown on request.
    pub fn view(&self) -> ViewOptions {
        self.view
    }

    /// Whether stones are being set up.
    pub(crate) fn is_editing(&self) -> bool {
        self.editor.is_some()
    }

    /// Whether the engine analyzes instead of playing.
    pub(crate) fn is_analyzing(&self) -> bool {
        self.is_analyzing
    }

    /// The name of a color's player.
    pub fn name(&self, color: Color) -> &str {
        self.player_name(self.seat(color), usize::from(color != self.setup.first))
    }

    /// The name of a player; `number` is which of two of its kind, 0 or 1.
    fn player_name(&self, mover: Mover, number: usize) -> &str {
        let names = &self.setup.names;
        match mover {
            Mover::Engine => &names.engine,
            Mover::Person if self.has_two_alike() => names.of_two(number),
            Mover::Person => names.alone(),
        }
    }

    /// Whether two persons or two engines play.
    fn has_two_alike(&self) -> bool {
        self.seat(Color::Black) == self.seat(Color::White)
    }

    /// A player in a sentence: by name where two of its kind play who have two names, else `person` or
    /// `engine`.
    pub(crate) fn who(&self, color: Color) -> &str {
        let has_name = self.has_two_alike() && self.name(color) != self.name(!color);
        if has_name { self.name(color) } else { word(self.seat(color)) }
    }

    /// Who moves for a color.
    pub(crate) fn seat(&self, color: Color) -> Mover {
        self.setup.seats[color]
    }

    /// The last message, one sentence; empty if there is none.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Sets the message, for example why a file cannot be written.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Whether the engines are paused.
    pub(crate) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whether there is anything to save: a move, a position that was set up, or a comment.
    pub(crate) fn has_contents(&self) -> bool {
        !self.tree.is_empty() || self.tree.has_setup() || self.tree.has_remarks()
    }

    /// Time that a color has used, in milliseconds, with that of its player in the opening.
    pub(crate) fn used_ms(&self, color: Color) -> u64 {
        let path = self.tree.path(self.at).into_iter();
        let own = path.filter_map(|id| self.tree.node(id).played).filter(|(c, _)| *c == color);
        own.filter_map(|(_, moved)| moved.time_ms).sum::<u64>() + self.opening_ms[color]
    }

    /// The input that the game waits for.
    pub(crate) fn waiting_for(&self) -> WaitingFor {
        if self.wants_review && !self.is_editing() {
            return WaitingFor::Review;
        }
        if self.is_over() || self.is_editing() {
            return WaitingFor::Person;
        }
        if let Some(choice) = self.opening_waits_for() {
            return choice;
        }
        let is_engine = self.seat(self.position.to_move()) == Mover::Engine;
        match (is_engine && !self.is_paused && !self.is_analyzing) || self.helps_out {
            true => WaitingFor::Move,
            false if self.wants_hint => WaitingFor::Hint,
            false if self.wants_explanation => WaitingFor::Explanation,
            false if self.is_analyzing => WaitingFor::Analysis,
            false => WaitingFor::Person,
        }
    }

    /// Whether the game is over: by the board, by resignation or by the clock.
    pub fn is_over(&self) -> bool {
        self.end.outcome != GameOutcome::Unfinished || self.surrendered().is_some()
    }

    /// The highlighted points of the board.
    pub fn marks(&self, has_cursor: bool) -> Marks {
        let cursor = has_cursor.then_some(self.cursor);
        if self.is_editing() {
            return Marks { cursor, ..Marks::default() };
        }
        let forbidden = self.forbidden().into_iter().map(|(coord, _)| coord).collect();
        let win = self.end.line.clone();
        let numbers = if self.view.numbers {
            let numbered = self.moves.iter().zip(1..);
            numbered.filter_map(|(moved, number)| Some((moved.point?, number))).collect()
        } else {
            Vec::new()
        };
        let last = self.moves.last().and_then(|moved| moved.point);
        let mut threats = self.threat_signs();
        threats.splice(..0, self.offer_signs());
        let better = self.better_move();
        Marks { cursor, last, win, forbidden, hint: self.hint, better, threats, numbers }
    }

    /// Why the best move is good, if somebody asked; empty if not.
    pub(crate) fn explanation(&self) -> &str {
        &self.explanation
    }

    /// Whether the points forbidden to black are shown: not while stones are set up, nor under a
    /// rule without any.
    pub(crate) fn shows_forbidden(&self) -> bool {
        self.view.forbidden && !self.is_editing() && self.setup.rule.forbids(Color::Black)
    }

    /// The points forbidden to black, with the reason, if they are shown.
    pub fn forbidden(&self) -> Vec<(Coord, ForbiddenKind)> {
        if !self.shows_forbidden() {
            return Vec::new();
        }
        reference::forbidden_points(&self.position)
    }

    /// A node by which the line on the board goes: the moves that were taken back are part of it.
    pub(crate) fn line_on_board(&self) -> NodeId {
        *self.undone.first().unwrap_or(&self.at)
    }

    /// The end of the line on the board: its last move, or where somebody gave it up.
    fn line_end(&self) -> NodeId {
        let through = self.line_on_board();
        if self.surrendered_at(through).is_some() {
            return through;
        }
        self.tree.line_through(through).last().copied().unwrap_or(through)
    }

    /// The game for the records: the whole line through the current position, with the result at
    /// its end. `None` if it did not begin with an empty board.
    pub fn record(&self) -> Option<GameRecord> {
        let end = self.line_end();
        if end == GameTree::ROOT {
            return None;
        }
        let record = self.tree.record_to(end)?;
        Some(GameRecord { outcome: self.outcome_at(end), ..record })
    }

    /// Executes a command. `time_ms` is the time that the person took, if it was measured; `now_ms`
    /// the start time of a new game.
    pub(crate) fn obey(
        &mut self,
        command: TableCommand,
        time_ms: Option<u64>,
        now_ms: u64,
    ) -> GameEffect {
        self.message.clear();
        let is_editing = self.is_editing();
        match command {
            TableCommand::Put(coord) if is_editing => self.edit_point(coord),
            TableCommand::PutHere if is_editing => self.edit_point(self.cursor),
            TableCommand::Put(coord) if self.opening.is_some() => self.choose_point(coord, time_ms),
            TableCommand::PutHere if self.opening.is_some() => {
                self.choose_point(self.cursor, time_ms);
            }
            TableCommand::Put(coord) => self.put_by_person(coord, time_ms),
            TableCommand::PutHere => self.put_by_person(self.cursor, time_ms),
            TableCommand::Move { right, down } => self.move_cursor(right, down),
            TableCommand::Point(coord) => self.cursor = coord,
            TableCommand::Stones(stone, coords) => self.edit_stones(stone, &coords),
            TableCommand::Turn(color) => self.edit_turn(color),
            TableCommand::Edit => return self.edit(now_ms),
            TableCommand::Cancel => self.cancel_edit(),
            TableCommand::Forbidden => self.toggle_forbidden(),
            TableCommand::Threats => self.toggle_threats(),
            TableCommand::Numbers => self.view.numbers = !self.view.numbers,
            TableCommand::Show => {}
            TableCommand::Save(file, replaces) => return self.save_effect(file, replaces),
            TableCommand::New => return self.begin_anew(now_ms),
            TableCommand::Level(level) => return GameEffect::Level(level),
            TableCommand::Help => return GameEffect::Help,
            TableCommand::Quit { .. } => return GameEffect::Quit,
            other if is_editing => self.refuse_in_editor(&other),
            other if self.opening.is_some() => return self.obey_in_opening(&other, time_ms),
            other => return self.obey_in_game(other, time_ms),
        }
        GameEffect::None
    }

    /// Executes a command that needs a game and not only stones.
    fn obey_in_game(&mut self, command: TableCommand, time_ms: Option<u64>) -> GameEffect {
        match command {
            TableCommand::Choose(text) => self.choose_text(&text, time_ms),
            TableCommand::Pass => self.pass_by_person(time_ms),
            TableCommand::Undo => return self.undo(),
            TableCommand::Redo => return self.redo(),
            TableCommand::First => return self.go_first(),
            TableCommand::Last => return self.go_last(),
            TableCommand::Variation => return self.next_variation(),
            TableCommand::Promote => self.promote(),
            TableCommand::Comment(text) => self.comment(text),
            TableCommand::Hint => self.ask_hint(),
            TableCommand::Explain => self.ask_explanation(),
            TableCommand::Review => self.ask_review(),
            TableCommand::Mistake => return self.next_mistake(),
            TableCommand::Go => return self.go(),
            TableCommand::Swap => return self.swap(),
            TableCommand::Pause => return self.pause(),
            TableCommand::Analyze => return self.analyze(),
            TableCommand::Resign => return self.resign(),
            // The others are executed by the caller.
            _ => {}
        }
        GameEffect::None
    }

    fn save_effect(&mut self, file: Option<String>, replaces: bool) -> GameEffect {
        self.message = match () {
            () if self.has_edited() => FINISH_FIRST.to_owned(),
            () if !self.has_contents() => "There is no move to save yet.".to_owned(),
            () => return GameEffect::Save(file, replaces),
        };
        GameEffect::None
    }

    /// Takes the engine's answer to [`LiveGame::waiting_for`]: the point, the time it took, and its
    /// depth and value as text.
    pub fn answer(&mut self, coord: Coord, time_ms: u64, note: &str) {
        let name = notation::name(coord, self.setup.size);
        match self.waiting_for() {
            WaitingFor::Person
            | WaitingFor::Analysis
            | WaitingFor::Opening
            | WaitingFor::Review => {}
            WaitingFor::Explanation => {
                self.wants_explanation = false;
                self.hint = Some(coord);
                self.explanation = note.to_owned();
                self.message = note.to_owned();
            }
            WaitingFor::Hint => {
                self.wants_hint = false;
                self.hint = Some(coord);
                self.message = with_note(&format!("The engine would play {name}"), note);
            }
            WaitingFor::Move => {
                self.helps_out = false;
                let mover = self.position.to_move();
                if self.put(coord, Some(time_ms)) {
                    self.message = with_note(&format!("{} plays {name}", capital(mover)), note);
                } else {
                    // The engine's moves are legal. Should one not be, a person takes over, which
                    // avoids an endless loop.
                    self.is_paused = true;
                    self.message = format!("The engine chose {name}, which is illegal.");
                }
            }
        }
    }

    /// The engine has stopped: it is not asked again until a person asks for it.
    pub(crate) fn lose_engine(&mut self) {
        self.is_paused = true;
        self.is_analyzing = false;
        self.helps_out = false;
        self.drop_questions();
        self.message = "The engine has stopped.".to_owned();
    }

    /// Drops what the engine was asked and has not answered yet.
    fn drop_questions(&mut self) {
        self.wants_hint = false;
        self.wants_explanation = false;
        (self.wants_review, self.wants_mistake) = (false, false);
    }

    /// Why a person may not move now; `None` if it may.
    fn why_not_now(&self) -> Option<String> {
        if self.is_over() {
            Some("The game is over; new begins another, undo goes back.".to_owned())
        } else if self.waiting_for() == WaitingFor::Move {
            let mover = self.position.to_move();
            Some(format!("It is {mover}'s move, which the engine makes."))
        } else {
            None
        }
    }

    /// The person gives up the turn.
    fn pass_by_person(&mut self, time_ms: Option<u64>) {
        match self.why_not_now() {
            Some(reason) => self.message = reason,
            None => _ = self.play(PlayedMove::plain(None, time_ms)),
        }
    }

    fn put_by_person(&mut self, coord: Coord, time_ms: Option<u64>) {
        if let Some(reason) = self.why_not_now() {
            self.message = reason;
        } else if let Err(error) = legality::check(&self.position, coord)
            && !self.must_foul(error)
        {
            let name = notation::name(coord, self.setup.size);
            self.message = match error {
                IllegalMove::OffBoard { .. } => sentence(&error.to_string()),
                IllegalMove::Occupied { .. } => format!("{name} is occupied."),
                IllegalMove::Forbidden { kind, .. } => {
                    format!("{name} is forbidden to black: {kind}.")
                }
            };
        } else {
            self.put(coord, time_ms);
        }
    }

    /// Whether all empty points are forbidden to black, so that one of them must be played.
    fn must_foul(&self, error: IllegalMove) -> bool {
        matches!(error, IllegalMove::Forbidden { .. })
            && legality::legal_moves(&self.position).is_empty()
    }

    /// Places a stone if the point is empty.
    fn put(&mut self, coord: Coord, time_ms: Option<u64>) -> bool {
        self.play(PlayedMove::new(coord, time_ms))
    }

    /// Makes a move if it is possible.
    fn play(&mut self, played: PlayedMove) -> bool {
        match self.tree.play(self.at, played) {
            Ok(node) => {
                // Replays a move that was taken back: the moves after it can still be redone.
                let is_redo = self.undone.last() == Some(&node);
                if is_redo {
                    self.undone.pop();
                } else {
                    self.undone.clear();
                }
                self.go_to(node);
                self.update_head();
                true
            }
            Err(_) => false,
        }
    }
}

/// A sentence about the engine's action, with its note if there is one.
fn with_note(action: &str, note: &str) -> String {
    format!("{action} {note}").trim_end().to_owned() + "."
}

/// `person` or `engine`.
pub fn word(seat: Mover) -> &'static str {
    match seat {
        Mover::Person => "person",
        Mover::Engine => "engine",
    }
}

/// The color, capitalized.
pub(crate) fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

#[cfg(test)]
mod tests;
