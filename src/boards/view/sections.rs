//! The sections of text around the board, each wrapped to a width: who plays and for how long, what
//! the engine finds, the moves, threats, remarks.

use std::borrow::Cow;

use super::scene::Scene;
use crate::engine_thread::{ReviewShare, SearchLine, decided};
use crate::game::{LiveGame, PARTICIPANTS, WaitingFor, capital, word};
use crate::keys;
use crate::style::{Style, StyledLine, wrap_keys};
use tengen_engine::board::notation;
use tengen_engine::rules::opening::{OpeningChoice, OpeningPhase, OpeningStep};
use tengen_engine::rules::reference;
use tengen_engine::types::{BoardSize, Color, Coord, Score};
use tengen_records::GameOutcome;
use tengen_study::explain::words::forbidden_in_words;
use tengen_util::columns::{padded, split, width, wrap};
use tengen_util::listed::listed;

/// Lines below a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// The lines, the title first.
    pub lines: Vec<StyledLine>,
    /// How many of them are the title.
    pub title_rows: usize,
    /// Whether only a part of them may be shown.
    pub may_shrink: bool,
}

impl Section {
    fn new(title: &str, lines: Vec<StyledLine>, columns: usize) -> Self {
        let title = wrap(title, columns).into_iter();
        let mut all: Vec<StyledLine> =
            title.map(|line| StyledLine::of(line, Style::Title)).collect();
        let title_rows = all.len();
        all.extend(lines);
        Self { lines: all, title_rows, may_shrink: false }
    }

    /// Lines without a title.
    fn untitled(lines: Vec<StyledLine>) -> Self {
        Self { lines, title_rows: 0, may_shrink: false }
    }
}

/// The title of the reasons for the best move.
pub(super) fn why_title() -> StyledLine {
    StyledLine::of(WHY, Style::Title)
}

const WHY: &str = "Why";

/// One line about the state of the game.
pub(crate) fn status(game: &LiveGame) -> String {
    let position = game.position();
    let head = format!("{} {}, move {}", position.rule(), position.size(), move_number(game));
    if game.is_editing() {
        return format!("{head}: setting up stones, {} moves first", position.to_move());
    }
    if let Some(opening) = game.opening_status() {
        return format!("{} {}, {opening}", position.rule(), position.size());
    }
    match (game.outcome(), game.surrendered()) {
        (_, Some(given)) => format!("{head}: {} wins, {}", !given.loser, given.words()),
        (GameOutcome::Unfinished, _) => {
            let mover = position.to_move();
            let seat = game.who(mover);
            let pause = match (game.is_analyzing(), game.is_paused()) {
                (true, _) => ", analysis",
                (false, true) => ", engines wait",
                (false, false) => "",
            };
            format!("{head}: {mover} to move ({seat}){pause}")
        }
        (outcome, _) => format!("{head}: {outcome}"),
    }
}

/// The number of the next move, or of the last move of a finished game.
fn move_number(game: &LiveGame) -> usize {
    game.moves().len() + usize::from(!game.is_over())
}

/// What happens now, for the line at the bottom.
pub(super) fn activity(scene: &Scene<'_>) -> Cow<'static, str> {
    let text = match scene.thinking {
        Some(WaitingFor::Hint) => "The engine is looking for a hint …",
        Some(WaitingFor::Analysis) => "The engine analyzes … (a: end)",
        Some(WaitingFor::Explanation) => "The engine looks for the reasons …",
        Some(WaitingFor::Review) => return review(scene.progress.review).into(),
        Some(WaitingFor::Opening) => "The engine chooses …",
        None if let Some(phase) = scene.game.opening() => return opening_prompt(phase).into(),
        Some(_) => "The engine thinks … (g: move now)",
        None if scene.game.is_editing() => "e: play this position  Esc: drop it",
        None => "? help  Tab all about the game",
    };
    text.into()
}

/// How to make the next choice of an opening.
fn opening_prompt(phase: &OpeningPhase) -> String {
    let size = phase.position().size();
    let choices = phase.choices();
    let is_point = |choice: &OpeningChoice| matches!(choice, OpeningChoice::Point(_));
    let words = choices.iter().filter(|choice| !is_point(choice));
    let words: Vec<String> = words.map(|choice| format!(":{}", choice.text(size))).collect();
    match choices.iter().find(|choice| is_point(choice)) {
        None => format!("type {}", listed(&words, "or")),
        Some(point) if phase.step() == Some(OpeningStep::Pick) => {
            let offered = match phase.offers().len() {
                1 => "the one that is offered".to_owned(),
                points => format!("1 to {points}"),
            };
            format!("pick {offered}: Enter on its point, or type :{}", point.text(size))
        }
        Some(point) => {
            format!("Enter places the stone, or type a point such as :{}", point.text(size))
        }
    }
}

/// How far the review is.
fn review(share: Option<ReviewShare>) -> String {
    match share {
        None => "The engine reviews the game …".to_owned(),
        Some(ReviewShare { is_again: false, done, all }) => {
            format!("The engine reviews the game: {done} of {all} positions …")
        }
        Some(ReviewShare { is_again: true, done, all }) => {
            format!("The engine looks again at doubtful moves: {done} of {all} …")
        }
    }
}

fn plain(text: &str, columns: usize) -> Vec<StyledLine> {
    wrap(text, columns).into_iter().map(|line| StyledLine::of(line, Style::Plain)).collect()
}

/// `2:05`, `1:02:05`, below a minute with tenths.
fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("0:{rest:02}.{}", ms % 1000 / 100),
        (0, _) => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

/// The time that the person to move, or to choose, has left at the beginning of the turn; `None` if no
/// clock runs.
pub(crate) fn time_left(game: &LiveGame) -> Option<String> {
    if !game.clock_runs() {
        return None;
    }
    let left = match game.opening() {
        Some(phase) => game.participant_left_ms(phase.chooser()?, 0),
        None => game.left_ms(game.position().to_move(), 0),
    };
    left.map(clock)
}

/// Someone who plays, as the screen shows it.
struct ShownPlayer {
    /// The color, once it is fixed.
    color: Option<Color>,
    name: String,
    /// Whether it is the one to move or to choose.
    is_asked: bool,
    /// The time that it has left, or without a clock the time that it has used, its current turn
    /// included.
    time_ms: u64,
}

/// The two players: by colors, or in an opening, which gives the colors at its end, by their names.
fn players(scene: &Scene<'_>) -> [ShownPlayer; 2] {
    let game = scene.game;
    let timed =
        |used_ms: u64, is_turn: bool| used_ms + scene.turn_ms.filter(|_| is_turn).unwrap_or(0);
    if let Some(phase) = game.opening() {
        return PARTICIPANTS.map(|player| {
            let is_asked = phase.chooser() == Some(player);
            let left = game.participant_left_ms(player, timed(0, is_asked));
            let time_ms = left.unwrap_or_else(|| timed(game.participant_ms(player), is_asked));
            ShownPlayer { color: None, name: game.participant_name(player), is_asked, time_ms }
        });
    }
    Color::BOTH.map(|color| {
        let is_turn = game.position().to_move() == color;
        ShownPlayer {
            color: Some(color),
            name: game.name(color).to_owned(),
            is_asked: is_turn && game.outcome() == GameOutcome::Unfinished,
            time_ms: game
                .left_ms(color, timed(0, is_turn))
                .unwrap_or_else(|| timed(game.used_ms(color), is_turn)),
        }
    })
}

fn state(scene: &Scene<'_>, columns: usize) -> Section {
    let game = scene.game;
    let full = status(game);
    // The players are in the next lines anyway.
    let seat = format!(" ({})", game.who(game.position().to_move()));
    let fits = width(&full) <= columns;
    let head = if fits { full } else { full.replace(&seat, "") };
    let mut lines = plain(&head, columns);
    lines.iter_mut().for_each(|line| line.0.iter_mut().for_each(|span| span.style = Style::Title));
    lines.extend(players(scene).iter().map(|player| player_line(scene, player, columns)));
    Section::untitled(lines)
}

/// `> ● person 0:03.5`.
fn player_line(scene: &Scene<'_>, player: &ShownPlayer, columns: usize) -> StyledLine {
    let mut line = StyledLine::of(if player.is_asked { ">" } else { " " }, Style::Message);
    match player.color {
        Some(Color::Black) => line.push(scene.glyphs.black, Style::Black),
        Some(Color::White) => line.push(scene.glyphs.white, Style::White),
        None => {}
    }
    let time = clock(player.time_ms);
    let room = columns.saturating_sub(4 + width(&time));
    // Who plays is worth a word only where a person plays the engine.
    let is_mixed = scene.game.seat(Color::Black) != scene.game.seat(Color::White);
    let color = player.color.filter(|_| is_mixed);
    let seat = color.map(|color| word(scene.game.seat(color)));
    let both = seat.map(|seat| format!("{} ({seat})", player.name));
    let name = both.filter(|both| Some(player.name.as_str()) != seat && width(both) <= room);
    let name = name.unwrap_or_else(|| player.name.clone());
    let (name, _) = split(&name, room);
    line.push(format!(" {} {time}", padded(name, room.min(24))), Style::Plain);
    line
}

/// The head of a window without room for panels: one line, or two if necessary.
pub(super) fn short_head(scene: &Scene<'_>, columns: usize) -> Vec<StyledLine> {
    let game = scene.game;
    let full = status(game);
    let mover = game.position().to_move();
    if let Some(opening) = game.opening_status() {
        return plain(&opening, columns);
    }
    let turn = match (game.outcome(), game.is_editing()) {
        (_, true) => format!("set up, {mover} first"),
        (GameOutcome::Unfinished, _) => format!("{mover} to move"),
        (GameOutcome::Ended { winner: Some(winner), .. }, _) => format!("{winner} wins"),
        (GameOutcome::Ended { .. }, _) => "draw".to_owned(),
    };
    let texts = [full, format!("move {}: {turn}", move_number(game)), turn];
    let shortest = texts.iter().find(|text| width(text) <= columns);
    plain(shortest.unwrap_or(&texts[2]), columns)
}

/// Further lines below the board of a narrow window.
pub(super) fn below(scene: &Scene<'_>, columns: usize) -> Vec<Section> {
    let clocks = players(scene).map(|player| {
        let name = player.color.map_or(player.name, |color| capital(color).to_owned());
        format!("{name} {}", clock(player.time_ms))
    });
    let mut sections = vec![Section::untitled(plain(&clocks.join("  "), columns))];
    sections.extend(engine(scene, columns));
    sections.extend(shown_points(scene, columns));
    sections.extend(moves(scene, columns));
    sections.push(keys(scene, columns));
    sections
}

/// A number with a sign for thousands or millions.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        _ => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
    }
}

/// `54 %`, or `win in 3 moves`, `loss in 2 moves`.
fn chance(score: Score) -> String {
    match score.mate_plies() {
        Some(plies) => decided(plies),
        None => format!("{:.0} %", score.win_rate() * 100.0),
    }
}

fn names(pv: &[Coord], size: BoardSize) -> String {
    let names: Vec<String> = pv.iter().map(|&coord| notation::name(coord, size)).collect();
    names.join(" ")
}

/// What the engine finds, or found in its last search.
fn engine(scene: &Scene<'_>, columns: usize) -> Option<Section> {
    let progress = scene.progress;
    let size = scene.game.position().size();
    let title = match (scene.thinking, scene.searched_move) {
        (Some(WaitingFor::Analysis), _) => "Analysis".to_owned(),
        (Some(WaitingFor::Hint), _) => "Engine: looking for a hint".to_owned(),
        (Some(_), _) => "Engine: thinking".to_owned(),
        (None, Some(number)) => format!("Engine: last search, move {number}"),
        // Results for another position make no sense here.
        (None, None) => return None,
    };
    let Some(best) = progress.lines.first() else {
        let is_thinking = scene.thinking.is_some();
        let none = || plain("no depth complete yet", columns);
        return is_thinking.then(|| Section::new(&title, none(), columns));
    };
    let seconds = progress.elapsed.as_secs_f64();
    let depth = format!("depth {}/{}", progress.depth, progress.selective_depth);
    let nodes = short(progress.nodes);
    let effort = wrap_keys(&format!("{depth}  {nodes} nodes  {seconds:.1} s"), columns);
    let mut lines = plain(&effort.join("\n"), columns);
    if progress.lines.len() == 1 {
        let proved = if progress.is_proved { ", proved" } else { "" };
        let chance = chance(best.score);
        let value = match best.score.mate_plies() {
            Some(_) => format!("{chance}{proved}"),
            None => format!("{}'s win chance {chance}{proved}  value {}", mover(scene), best.score),
        };
        lines.extend(plain(&value, columns));
        lines.extend(best_line(best, size, columns));
    } else {
        for (line, number) in progress.lines.iter().zip(1..) {
            let text = format!("{number}. {}: {}", chance(line.score), names(&line.pv, size));
            lines.extend(plain(&text, columns).into_iter().take(2));
        }
    }
    Some(Section::new(&title, lines, columns))
}

/// Whose move was searched.
fn mover(scene: &Scene<'_>) -> Color {
    let (game, number) = (scene.game, scene.searched_move.unwrap_or(usize::MAX));
    let after = game.tree().path(game.at()).get(number.saturating_sub(1)).copied();
    let played = after.and_then(|node| game.tree().node(node).played);
    played.map_or(game.position().to_move(), |(color, _)| color)
}

fn best_line(best: &SearchLine, size: BoardSize, columns: usize) -> Vec<StyledLine> {
    let text = format!("best: {}", names(&best.pv, size));
    wrap(&text, columns)
        .into_iter()
        .take(3)
        .map(|line| StyledLine::of(line, Style::Plain))
        .collect()
}

/// The forbidden points with their reasons, if they are shown.
fn shown_points(scene: &Scene<'_>, columns: usize) -> Option<Section> {
    let game = scene.game;
    if !game.shows_forbidden() {
        return None;
    }
    let points = game.forbidden();
    if points.is_empty() {
        return Some(Section::new("Forbidden to black", plain("no point", columns), columns));
    }
    let size = game.position().size();
    let lines = points.iter().flat_map(|(coord, kind)| {
        let reason = reference::reason(game.position(), *coord);
        let text = reason.map(|reason| forbidden_in_words(*coord, &reason, size));
        let plainly = || format!("{}: {kind}", notation::name(*coord, size));
        plain(&text.unwrap_or_else(plainly), columns)
    });
    Some(Section::new("Forbidden to black", lines.collect(), columns))
}

/// The moves, the current one in brackets, moves with variations beside them with a plus sign.
fn moves(scene: &Scene<'_>, columns: usize) -> Option<Section> {
    let game = scene.game;
    let tree = game.tree();
    let line = tree.line_through(game.line_on_board());
    if line.is_empty() || game.is_editing() {
        return None;
    }
    let size = tree.head().size;
    let current = tree.path(game.at()).len();
    let words = (1..).zip(&line).filter_map(|(number, &id)| {
        let (color, played) = tree.node(id).played?;
        let name = notation::move_name(played.point, size);
        let more = if tree.siblings(id).0.len() > 1 { "+" } else { "" };
        let sign = game.verdict_at(id).map_or("", |verdict| scene.glyphs.sign(verdict));
        let comment = if game.has_own_comment(id) { "*" } else { "" };
        let name = format!("{name}{sign}{comment}{more}");
        let name = if number == current { format!("({name})") } else { name };
        let is_first_of_row = color == Color::Black || number == 1;
        Some(if is_first_of_row { format!("{number}.{name}") } else { name })
    });
    let words: Vec<String> = words.collect();
    let mut section = Section::new(&moves_title(scene), plain(&words.join(" "), columns), columns);
    section.may_shrink = true;
    Some(section)
}

fn moves_title(scene: &Scene<'_>) -> String {
    let (game, glyphs) = (scene.game, scene.glyphs);
    match (game.has_mistakes(), game.tree().has_more_than_moves()) {
        (true, _) => format!(
            "Moves (?? ? ?! mistakes, {} missed win, {} detour, {} better move, + variations, * comments)",
            glyphs.missed_win, glyphs.detour, glyphs.better
        ),
        (false, true) => "Moves (+ variations, * comments)".to_owned(),
        (false, false) => "Moves".to_owned(),
    }
}

fn remark(scene: &Scene<'_>, columns: usize) -> Option<Section> {
    let comment = scene.glyphs.text(scene.game.tree().node(scene.game.at()).comment);
    (!comment.is_empty()).then(|| Section::new("Comment", plain(&comment, columns), columns))
}

fn explanation(scene: &Scene<'_>, columns: usize) -> Option<Section> {
    let text = scene.game.explanation();
    (!text.is_empty()).then(|| Section::new(WHY, plain(text, columns), columns))
}

/// The threats of both sides, if they are shown.
fn threats(scene: &Scene<'_>, columns: usize) -> Option<Section> {
    let game = scene.game;
    if !game.view().threats || game.is_editing() {
        return None;
    }
    let size = game.position().size();
    let lines = Color::BOTH.into_iter().flat_map(|color| {
        let threats = game.threats(color);
        let names = threats
            .iter()
            .map(|threat| format!("{} {}", notation::name(threat.at, size), threat.kind.name()));
        let names: Vec<String> = names.collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        plain(&format!("{color}: {names}"), columns)
    });
    Some(Section::new("Threats (b black, w white, % both)", lines.collect(), columns))
}

fn keys(scene: &Scene<'_>, columns: usize) -> Section {
    let keys = if scene.game.is_editing() { keys::EDIT_HELP } else { keys::HELP };
    let lines = wrap_keys(keys, columns).into_iter().map(|line| StyledLine::of(line, Style::Faint));
    Section::untitled(lines.collect())
}

/// The panel beside the board, one column of text.
pub(super) fn side(scene: &Scene<'_>, columns: usize) -> Vec<Section> {
    let mut sections = vec![state(scene, columns)];
    sections.extend(engine(scene, columns));
    sections.extend(explanation(scene, columns));
    sections.extend(shown_points(scene, columns));
    sections.extend(threats(scene, columns));
    sections.extend(remark(scene, columns));
    sections.extend(moves(scene, columns));
    sections.push(keys(scene, columns));
    sections
}

/// The panel in two columns: the game, and what is known about it.
pub(super) fn two_sides(scene: &Scene<'_>, columns: usize) -> (Vec<Section>, Vec<Section>) {
    let mut left = vec![state(scene, columns)];
    left.extend(moves(scene, columns));
    left.extend(remark(scene, columns));
    left.push(keys(scene, columns));
    let mut right: Vec<Section> = engine(scene, columns).into_iter().collect();
    right.extend(explanation(scene, columns));
    right.extend(shown_points(scene, columns));
    right.extend(threats(scene, columns));
    (left, right)
}

/// Everything, for the page without a board.
pub(super) fn all(scene: &Scene<'_>, columns: usize) -> Vec<Section> {
    let mut sections = side(scene, columns);
    // Below who plays.
    sections.splice(1..1, message(scene, columns));
    sections
}

/// The last message; the bottom line may show only its beginning.
fn message(scene: &Scene<'_>, columns: usize) -> Option<Section> {
    let text = scene.game.message();
    let is_new = !text.is_empty() && text != scene.game.explanation();
    is_new.then(|| Section::new("Message", plain(&scene.glyphs.text(text), columns), columns))
}
