//! The screen of a [`LiveGame`](super::game::LiveGame): the board, and beside or below it
//! everything known about the game. Pure: no terminal. Imports [`board`], [`game`](super::game),
//! [`scene`] and [`sections`].

mod scene;
mod sections;

pub(crate) use scene::{Prompt, Scene, ScreenPage};
pub(crate) use sections::{status, time_left};

use super::board::{self, BoardDrawing, ScreenArea};
use super::command;
use super::game::{REVIEW_BEGINS, WaitingFor};
use super::keys;
use super::style::{Style, StyledLine, fit, table, wrap_keys};
use super::terminal::{Pane, Picture};
use tengen_engine::types::Coord;
use tengen_util::columns::{end_of, width, wrap};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnScreen {
    /// What to show.
    pub picture: Picture,
    /// The board's drawing in it, from the top left.
    board: Option<BoardDrawing>,
    /// The largest scroll offset of the page.
    pub scroll_max: usize,
}

impl DrawnScreen {
    /// The point at a column and row of the screen.
    pub(crate) fn coord_at(&self, column: usize, row: usize) -> Option<Coord> {
        let board = self.board.as_ref()?;
        (row < board.lines.len()).then(|| board.coord_at(column, row)).flatten()
    }
}

/// Columns between the board and the panel beside it.
const GAP: usize = 2;
/// Fewest columns of a useful panel.
const PANEL_MIN: usize = 26;
/// Width from which the panel has two columns of text.
const PANEL_TWO: usize = 84;
/// Largest width of a column of text: longer lines are hard to read.
const TEXT_MAX: usize = 72;

/// Largest width of the list of commands.
const HELP_MAX: usize = 110;

pub(crate) fn draw(scene: &Scene<'_>, area: ScreenArea) -> DrawnScreen {
    if has_reasons_as_message(scene) {
        // Shows the reasons only once: beside the board if they fit there.
        let quiet = Scene { prompt: Prompt::Quiet, ..*scene };
        let screen = draw_with(&quiet, area);
        if screen.picture.panes.iter().any(|pane| pane.lines.contains(&sections::why_title())) {
            return screen;
        }
    }
    draw_with(scene, area)
}

fn has_reasons_as_message(scene: &Scene<'_>) -> bool {
    let message = scene.game.message();
    let is_idle = scene.prompt == Prompt::Idle && scene.page == ScreenPage::Board;
    is_idle && !message.is_empty() && message == scene.game.explanation()
}

fn draw_with(scene: &Scene<'_>, area: ScreenArea) -> DrawnScreen {
    let foot = foot(scene, area);
    let rows = area.rows.saturating_sub(foot.len());
    let body = ScreenArea { rows, ..area };
    let mut screen = match scene.page {
        ScreenPage::Board => board_page(scene, body),
        ScreenPage::Info => text_page(&all_sections(scene, area.columns), scene.scroll, body),
        ScreenPage::Help => text_page(&help(area.columns), scene.scroll, body),
    };
    if let Prompt::Typed(typed) = scene.prompt {
        let column = (1 + width(typed)).min(area.columns.saturating_sub(1));
        screen.picture.cursor = Some((column, rows));
    }
    let foot_row = rows;
    screen.picture.panes.push(Pane { column: 0, row: foot_row, lines: foot });
    screen.picture.cursor =
        screen.picture.cursor.filter(|&(x, y)| x < area.columns && y < area.rows);
    screen
}

/// The lines at the bottom: what is typed, a question, the message; on the board's page of a small
/// window also who is to move.
fn foot(scene: &Scene<'_>, area: ScreenArea) -> Vec<StyledLine> {
    let rows = if area.rows < 12 { 2 } else { 3 };
    let columns = area.columns;
    let more = scene.glyphs.more;
    let styled = |text: &str, rows, more: &str, style| -> Vec<StyledLine> {
        let lines = fit(wrap(text, columns), rows, columns, more);
        lines.into_iter().map(|line| StyledLine::of(line, style)).collect()
    };
    match scene.prompt {
        Prompt::Typed(typed) => {
            // The end of a long line is what is being typed.
            let shown = end_of(typed, columns.saturating_sub(2));
            vec![StyledLine::of(format!(":{shown}"), Style::Plain)]
        }
        Prompt::Question(question) => styled(question, rows + 2, more, Style::Message),
        Prompt::Idle | Prompt::Quiet if scene.page != ScreenPage::Board => {
            styled("Tab: next page  arrows: scroll  Esc: back", rows, more, Style::Faint)
        }
        Prompt::Idle if !is_said_elsewhere(scene) => {
            let more = format!("{more} (Tab: all)");
            styled(&scene.glyphs.text(scene.game.message()), rows, &more, Style::Message)
        }
        Prompt::Idle | Prompt::Quiet => styled(&sections::activity(scene), 1, more, Style::Faint),
    }
}

/// Whether the message says nothing, or nothing more than the rest of the screen: how far a review is
/// says more than that it has begun.
fn is_said_elsewhere(scene: &Scene<'_>) -> bool {
    let message = scene.game.message();
    let is_reviewing = scene.thinking == Some(WaitingFor::Review);
    message.is_empty() || is_reviewing && message == REVIEW_BEGINS
}

/// The board with the panels that fit.
fn board_page(scene: &Scene<'_>, area: ScreenArea) -> DrawnScreen {
    let (game, glyphs) = (scene.game, scene.glyphs);
    let marks = game.marks(true);
    let has_numbers = !marks.numbers.is_empty();
    let beside = ScreenArea { columns: area.columns.saturating_sub(GAP + PANEL_MIN), ..area };
    let narrow = board::drawn_extent(game.position(), has_numbers, beside);
    // Beside a panel, the board must be complete and not smaller than necessary.
    let fits_beside =
        narrow.rows <= area.rows && narrow.columns > 2 * 5 && beside.columns >= whole_min(scene);
    if fits_beside {
        let drawing = board::draw(game.position(), &marks, glyphs, beside);
        let used = narrow.columns + GAP;
        let panel = ScreenArea { columns: area.columns - used, rows: area.rows };
        let panes = side_panel(scene, used, panel);
        return with_board(drawing, panes);
    }
    let head = sections::short_head(scene, area.columns);
    let head_rows = head.len().min(area.rows.saturating_sub(5));
    let rows = area.rows - head_rows;
    let drawing = board::draw(game.position(), &marks, glyphs, ScreenArea { rows, ..area });
    let row = drawing.lines.len();
    let left = area.rows.saturating_sub(row);
    let mut lines: Vec<StyledLine> = head.into_iter().take(head_rows).collect();
    for section in sections::below(scene, area.columns) {
        let room = left.saturating_sub(lines.len());
        // A heading alone is useless.
        if room > section.title_rows {
            lines.extend(section.lines.into_iter().take(room));
        }
    }
    with_board(drawing, vec![Pane { column: 0, row, lines }])
}

/// The columns of a complete board in its smallest cells.
fn whole_min(scene: &Scene<'_>) -> usize {
    let size = scene.game.position().size();
    usize::from(size.width()) + size.height().to_string().len() + 1
}

fn with_board(drawing: BoardDrawing, mut panes: Vec<Pane>) -> DrawnScreen {
    let cursor = drawing.cursor;
    panes.insert(0, Pane { column: 0, row: 0, lines: drawing.lines.clone() });
    DrawnScreen { picture: Picture { panes, cursor }, board: Some(drawing), scroll_max: 0 }
}

/// The panel beside the board: one column, or two where there is room.
fn side_panel(scene: &Scene<'_>, column: usize, area: ScreenArea) -> Vec<Pane> {
    if area.columns < PANEL_TWO {
        let columns = area.columns.min(TEXT_MAX);
        let lines = stack(sections::side(scene, columns), area.rows, columns);
        return vec![Pane { column, row: 0, lines }];
    }
    let columns = (area.columns / 2 - GAP).min(TEXT_MAX);
    let (left, right) = sections::two_sides(scene, columns);
    let left = stack(left, area.rows, columns);
    let right = stack(right, area.rows, columns);
    vec![
        Pane { column, row: 0, lines: left },
        Pane { column: column + columns + GAP, row: 0, lines: right },
    ]
}

/// Stacks sections. If there are too few rows, shrinkable sections lose their first lines, and the
/// last sections are left out.
fn stack(sections: Vec<sections::Section>, rows: usize, columns: usize) -> Vec<StyledLine> {
    let mut lines: Vec<StyledLine> = Vec::new();
    let fixed: usize = sections.iter().filter(|s| !s.may_shrink).map(|s| s.lines.len() + 1).sum();
    for section in sections {
        let gap = usize::from(!lines.is_empty());
        let room = rows.saturating_sub(lines.len() + gap);
        let mut shown = section.lines;
        if section.may_shrink {
            // The end of the list of moves is what matters, below its title.
            let least = section.title_rows + 2;
            let room = room.min(rows.saturating_sub(fixed + 1)).max(least.min(room));
            if shown.len() > room && room > section.title_rows {
                let surplus = shown.len() - room;
                shown.drain(section.title_rows..section.title_rows + surplus);
            }
        }
        if shown.len() > room {
            continue;
        }
        if gap == 1 {
            lines.push(StyledLine::default());
        }
        lines.extend(shown);
    }
    lines.iter().take(rows).map(|line| line.cut(columns)).collect()
}

/// Lines from `scroll` on.
fn text_page(lines: &[StyledLine], scroll: usize, area: ScreenArea) -> DrawnScreen {
    let scroll_max = lines.len().saturating_sub(area.rows);
    let shown = lines.iter().skip(scroll.min(scroll_max)).take(area.rows).cloned().collect();
    DrawnScreen { picture: Picture::of(shown), board: None, scroll_max }
}

fn all_sections(scene: &Scene<'_>, columns: usize) -> Vec<StyledLine> {
    let mut lines = Vec::new();
    for section in sections::all(scene, columns) {
        if !lines.is_empty() {
            lines.push(StyledLine::default());
        }
        lines.extend(section.lines);
    }
    lines
}

/// The help: keys, commands.
fn help(columns: usize) -> Vec<StyledLine> {
    let plain = |text: String| StyledLine::of(text, Style::Plain);
    let mut lines = vec![StyledLine::of("Keys", Style::Title)];
    lines.extend(wrap_keys(keys::HELP, columns).into_iter().map(plain));
    lines.extend(
        wrap_keys("mouse: left places a stone, right takes back", columns)
            .into_iter()
            .flat_map(|line| wrap(&line, columns))
            .map(plain),
    );
    lines.push(StyledLine::default());
    lines.push(StyledLine::of("Commands after ':'", Style::Title));
    lines.extend(table(command::HELP, columns.min(HELP_MAX)).into_iter().map(plain));
    lines
}

#[cfg(test)]
mod tests;
