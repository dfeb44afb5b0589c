//! The state of a dialogue: a command in, an answer or a search out. Pure: no I/O, no threads, no
//! clock. `run` searches and reports back what the engine chose.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use super::analysis::{AnalysisFormat, AnalysisWords, Dialect};
use super::clock::{GtpClock, Overtime, TimeSettings};
use super::command::{COMMANDS, GtpCommand};
use super::error::GtpError;
use super::game::{GtpGame, GtpResult};
use super::line::GtpLine;
use super::names::{MAX_SIDE, vertex};
use super::words::{Arguments, GtpMove, wrong};
use tengen_engine::board::Position;
use tengen_engine::engine::Choice;
use tengen_engine::search::Limits;
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_records::PositionLine;

/// What a session needs to know.
#[derive(Clone, Debug)]
pub(super) struct GtpConfig {
    pub rule: Rule,
    /// The board until the controller sets another one.
    pub size: BoardSize,
    /// The limits of every move.
    pub limits: Limits,
    /// The time of a move without any limit.
    pub turn: Duration,
    /// How many moves an analysis finds.
    pub lines: usize,
}

/// What to do about a command.
#[derive(Debug)]
pub(super) enum GtpAction {
    /// Answer.
    Say(Result<String, GtpError>),
    /// Forget what earlier searches found, then answer that all is well.
    NewGame,
    /// Read a file, then call [`GtpSession::load`].
    Load(Loading),
    Think(Box<GtpSearch>),
    /// An analysis of a finished game: say nothing until the next line.
    Idle,
    /// Answer, and exit.
    Quit,
}

/// A game to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loading {
    pub path: PathBuf,
    /// How many of its moves; all of them if `None`.
    pub moves: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct GtpSearch {
    pub position: Position,
    /// The limits, without the time used so far.
    pub limits: Limits,
    /// What the search is for.
    pub purpose: GtpPurpose,
    /// What to write meanwhile.
    pub report: Option<AnalysisFormat>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GtpPurpose {
    /// A move to make.
    Genmove,
    /// A move to name.
    RegGenmove,
    /// Lines, until the next command.
    Analysis,
}

/// The dialogue with one controller.
#[derive(Debug)]
pub(super) struct GtpSession {
    config: GtpConfig,
    game: GtpGame,
    clock: GtpClock,
}

type GtpAnswer = Result<String, GtpError>;

impl GtpSession {
    /// A dialogue before its first command.
    pub(super) fn new(config: GtpConfig) -> Self {
        let game = GtpGame::new(config.rule, config.size);
        Self { config, game, clock: GtpClock::default() }
    }

    /// The rule and the board of the game.
    pub(super) fn board(&self) -> (Rule, BoardSize) {
        (self.config.rule, self.size())
    }

    /// Takes a command.
    pub(super) fn obey(&mut self, line: &GtpLine) -> GtpAction {
        let mut words = Arguments::of(line);
        let Some(command) = GtpCommand::named(&line.name) else {
            return GtpAction::Say(Err(GtpError::Unknown));
        };
        let step = match command {
            GtpCommand::Quit => Ok(GtpAction::Quit),
            GtpCommand::Boardsize => self.boardsize(&mut words),
            GtpCommand::ClearBoard => Ok(self.new_game(self.size())),
            GtpCommand::LoadSgf => load_sgf(&mut words),
            GtpCommand::Genmove => self.genmove(&mut words, GtpPurpose::Genmove),
            GtpCommand::RegGenmove => self.genmove(&mut words, GtpPurpose::RegGenmove),
            GtpCommand::LzAnalyze => self.analyze(&mut words, Dialect::Leela),
            GtpCommand::KataAnalyze => self.analyze(&mut words, Dialect::Kata),
            GtpCommand::LzGenmoveAnalyze => self.genmove_analyze(&mut words, Dialect::Leela),
            GtpCommand::KataGenmoveAnalyze => self.genmove_analyze(&mut words, Dialect::Kata),
            other => return GtpAction::Say(self.answer(other, &mut words)),
        };
        step.unwrap_or_else(|error| GtpAction::Say(Err(error)))
    }

    /// The answer to a command that needs no search.
    fn answer(&mut self, command: GtpCommand, words: &mut Arguments<'_>) -> GtpAnswer {
        match command {
            GtpCommand::ProtocolVersion => Ok("2".to_owned()),
            GtpCommand::Name => Ok("Tengen".to_owned()),
            GtpCommand::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            GtpCommand::Knows => {
                let name = words.word("the name of a command")?;
                Ok(GtpCommand::named(name).is_some().to_string())
            }
            GtpCommand::ListCommands => {
                let names: Vec<&str> = COMMANDS.iter().map(|&(name, _)| name).collect();
                Ok(names.join("\n"))
            }
            // The game has no points: any number is as good as another.
            GtpCommand::Komi => words.number::<f64>("a number").map(|_| String::new()),
            GtpCommand::Play => self.play(words),
            GtpCommand::Undo => self.undo(1),
            GtpCommand::GgUndo => {
                let count = if words.is_over() { 1 } else { words.number("a number of moves")? };
                self.undo(count)
            }
            GtpCommand::Showboard => Ok(self.game.picture()),
            GtpCommand::FinalScore => {
                self.game.end().map(|end| end.score().to_owned()).ok_or(GtpError::NoScore)
            }
            GtpCommand::SetFreeHandicap => self.handicap(words),
            GtpCommand::TimeSettings => self.time_settings(words),
            GtpCommand::KgsTimeSettings => self.kgs_time_settings(words),
            GtpCommand::TimeLeft => self.time_left(words),
            rules => Ok(self.by_rules(rules)),
        }
    }

    /// The answers for a controller that does not know the game.
    fn by_rules(&self, command: GtpCommand) -> String {
        let size = self.size();
        match command {
            GtpCommand::RulesGameId => match self.config.rule {
                Rule::Renju => "Renju".to_owned(),
                _ => "Gomoku".to_owned(),
            },
            GtpCommand::RulesBoard => self.game.rows().collect::<Vec<_>>().join("\n"),
            GtpCommand::RulesBoardSize if size.is_square() => size.width().to_string(),
            GtpCommand::RulesBoardSize => format!("{} {}", size.width(), size.height()),
            GtpCommand::RulesLegalMoves => self.game.legal_moves().join(" "),
            GtpCommand::RulesSideToMove => self.game.position().to_move().to_string(),
            GtpCommand::RulesFinalResult => match self.game.end().map(GtpResult::winner) {
                None => "unknown".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(color)) => color.to_string(),
            },
            // A line that interrupts is a comment; the command says that it is understood.
            _ => String::new(),
        }
    }

    fn size(&self) -> BoardSize {
        self.game.position().size()
    }

    fn new_game(&mut self, size: BoardSize) -> GtpAction {
        self.game = GtpGame::new(self.config.rule, size);
        self.clock.restart();
        GtpAction::NewGame
    }

    /// Takes the game that was read.
    ///
    /// # Errors
    /// That of the reading, or if the game cannot be played here; then the game stays as it was.
    pub(super) fn load(
        &mut self,
        read: Result<PositionLine, GtpError>,
        moves: Option<usize>,
    ) -> Result<(), GtpError> {
        self.game = GtpGame::loaded(&read?, moves)?;
        self.clock.restart();
        Ok(())
    }

    fn boardsize(&mut self, words: &mut Arguments<'_>) -> Result<GtpAction, GtpError> {
        let width: u64 = words.number("a number of columns")?;
        let height = if words.is_over() { width } else { words.number("a number of rows")? };
        let error = GtpError::Size { width, height };
        if width.max(height) > u64::from(MAX_SIDE) {
            return Err(error);
        }
        let size = BoardSize::new(width, height).map_err(|_| error)?;
        Ok(self.new_game(size))
    }

    fn play(&mut self, words: &mut Arguments<'_>) -> GtpAnswer {
        let color = words.color()?;
        let play = words.play(self.size())?;
        self.game.play(color, play)?;
        Ok(String::new())
    }

    /// Takes moves back: all of them or none.
    fn undo(&mut self, count: usize) -> GtpAnswer {
        let mut game = self.game.clone();
        for _ in 0..count {
            game.undo()?;
        }
        self.game = game;
        Ok(String::new())
    }

    fn handicap(&mut self, words: &mut Arguments<'_>) -> GtpAnswer {
        let mut points = Vec::new();
        while !words.is_over() {
            points.push(words.point(self.size())?);
        }
        self.game.handicap(&points)?;
        Ok(String::new())
    }

    fn time_settings(&mut self, words: &mut Arguments<'_>) -> GtpAnswer {
        let (main, time) = (words.seconds()?, words.seconds()?);
        let stones: u32 = words.number("a number of stones")?;
        self.clock.set(match (main, time) {
            (Some(main), Some(time)) if stones > 0 && !time.is_zero() => {
                Some(TimeSettings { main, overtime: Overtime::Stones(time, stones) })
            }
            // By the specification, an overtime for no stones is no limit.
            (Some(main), Some(time)) if time.is_zero() && !main.is_zero() => {
                Some(TimeSettings { main, overtime: Overtime::None })
            }
            _ => None,
        });
        Ok(String::new())
    }

    fn kgs_time_settings(&mut self, words: &mut Arguments<'_>) -> GtpAnswer {
        let kinds = "none, absolute, byoyomi or canadian";
        let kind = words.word(kinds)?;
        let settings = match kind {
            "none" => None,
            "absolute" => words.seconds()?.map(|main| (main, Overtime::None)),
            "byoyomi" | "canadian" => {
                let (main, time) = (words.seconds()?, words.seconds()?);
                let count: u32 = words.number("a number of periods or stones")?;
                let overtime = |time| match kind {
                    "byoyomi" => Overtime::EachStone(time),
                    _ => Overtime::Stones(time, count.max(1)),
                };
                main.zip(time).map(|(main, time)| (main, overtime(time)))
            }
            seen => return Err(wrong(seen, kinds)),
        };
        self.clock.set(settings.map(|(main, overtime)| TimeSettings { main, overtime }));
        Ok(String::new())
    }

    fn time_left(&mut self, words: &mut Arguments<'_>) -> GtpAnswer {
        let (color, time) = (words.color()?, words.seconds()?);
        let stones = words.number("a number of stones")?;
        if let Some(time) = time {
            self.clock.state(color, time, stones);
        }
        Ok(String::new())
    }

    /// A search for a color's move, or the answer that needs none.
    fn genmove(
        &mut self,
        words: &mut Arguments<'_>,
        purpose: GtpPurpose,
    ) -> Result<GtpAction, GtpError> {
        let color = words.color()?;
        if let Some(word) = self.word_after_the_end(color) {
            return Ok(GtpAction::Say(Ok(word.to_owned())));
        }
        Ok(self.think(color, purpose, None, 1, Vec::new()))
    }

    fn genmove_analyze(
        &mut self,
        words: &mut Arguments<'_>,
        dialect: Dialect,
    ) -> Result<GtpAction, GtpError> {
        let wish = AnalysisWords::read(words, dialect, self.to_move(), self.size())?;
        if let Some(word) = self.word_after_the_end(wish.color) {
            return Ok(GtpAction::Say(Ok(format!("\nplay {word}"))));
        }
        // More lines than asked for would weaken the move.
        let lines = wish.count(1);
        Ok(self.think(wish.color, GtpPurpose::Genmove, Some(wish.report), lines, wish.excluded))
    }

    fn analyze(
        &mut self,
        words: &mut Arguments<'_>,
        dialect: Dialect,
    ) -> Result<GtpAction, GtpError> {
        let wish = AnalysisWords::read(words, dialect, self.to_move(), self.size())?;
        if self.game.end().is_some() || self.game.position().is_full() {
            return Ok(GtpAction::Idle);
        }
        let lines = wish.count(self.config.lines);
        Ok(self.think(wish.color, GtpPurpose::Analysis, Some(wish.report), lines, wish.excluded))
    }

    fn to_move(&self) -> Color {
        self.game.position().to_move()
    }

    /// What a player does in a finished game: controllers that do not know the rules end it by this.
    fn word_after_the_end(&self, color: Color) -> Option<&'static str> {
        let end = self.game.end()?;
        Some(if end.winner() == Some(!color) { "resign" } else { "pass" })
    }

    fn think(
        &self,
        color: Color,
        purpose: GtpPurpose,
        report: Option<AnalysisFormat>,
        lines: usize,
        excluded: Vec<Coord>,
    ) -> GtpAction {
        let mut limits = Limits { multi_pv: lines, excluded, ..self.config.limits.clone() };
        if purpose == GtpPurpose::Analysis {
            limits = Limits { multi_pv: limits.multi_pv, excluded: limits.excluded, ..unlimited() };
        } else {
            self.clock.limit(color, &mut limits);
            let is_limited = limits.turn.is_some()
                || limits.left.is_some()
                || limits.depth.is_some()
                || limits.nodes.is_some();
            limits.turn = limits.turn.or((!is_limited).then_some(self.config.turn));
        }
        let position = self.game.position_for(color);
        GtpAction::Think(Box::new(GtpSearch { position, limits, purpose, report }))
    }

    /// Takes the engine's choice, found in this time; returns the move as the protocol writes it.
    pub(super) fn chosen(
        &mut self,
        request: &GtpSearch,
        choice: &Choice,
        used: Duration,
    ) -> String {
        let color = request.position.to_move();
        let play = choice.best().map_or(GtpMove::Pass, GtpMove::Stone);
        let mut after = self.game.clone();
        // Only forbidden points are left, or none: a player of renju passes then.
        let play = match after.play(color, play) {
            Ok(()) => play,
            Err(_) => GtpMove::Pass,
        };
        if request.purpose == GtpPurpose::Genmove {
            let played = self.game.play(color, play);
            debug_assert!(played.is_ok());
            self.clock.spend(color, used);
        }
        match play {
            GtpMove::Stone(coord) => vertex(coord, self.size()),
            GtpMove::Pass | GtpMove::Resign => "pass".to_owned(),
        }
    }
}

/// `loadsgf file [number]`: the position before the move with this number, or the last one.
fn load_sgf(words: &mut Arguments<'_>) -> Result<GtpAction, GtpError> {
    let path = PathBuf::from(words.word("the name of a file")?);
    let expected = "the number of a move, from 1";
    let number = if words.is_over() { None } else { Some(words.number::<NonZeroUsize>(expected)?) };
    let moves = number.map(|number| number.get() - 1);
    Ok(GtpAction::Load(Loading { path, moves }))
}

/// A search that the next command ends.
fn unlimited() -> Limits {
    Limits { analysis: true, ..Limits::default() }
}

/// Feeds the lines of a text to a session, for fuzzing; returns whether all of them are understood.
#[doc(hidden)]
pub fn accepts(text: &str) -> bool {
    let Ok(size) = BoardSize::square(15) else { return false };
    let mut session = GtpSession::new(GtpConfig {
        rule: Rule::Renju,
        size,
        limits: Limits::default(),
        turn: Duration::from_secs(1),
        lines: 5,
    });
    let steps = text.lines().filter_map(GtpLine::parse).map(|line| session.obey(&line));
    steps.filter(|step| matches!(step, GtpAction::Say(Err(_)))).count() == 0
}
