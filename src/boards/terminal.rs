//! The terminal: draws, reads keys and the mouse, and restores the terminal on drop, panic and
//! signals. Imports [`style`](super::style) and the screen area of [`board`](super::board).

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEvent, KeyEventKind, MouseButton,
    MouseEventKind,
};
use crossterm::style::ResetColor;
use crossterm::terminal::{self as device, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute};
use ratatui_core::backend::Backend;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Position as ScreenPoint;
use ratatui_core::style::{Color, Modifier, Style as Look};
use ratatui_core::terminal::Terminal as Screen;
use ratatui_crossterm::CrosstermBackend;

use super::board::ScreenArea;
use super::style::{Style, StyledLine};
use tengen_util::interrupt;

/// Lines in a rectangle of the screen.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Pane {
    /// Its first column.
    pub column: usize,
    /// Its first row.
    pub row: usize,
    /// The lines, top down.
    pub lines: Vec<StyledLine>,
}

/// A whole screen: panes from the first to the last, and the cursor's column and row.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Picture {
    pub panes: Vec<Pane>,
    /// The position of the terminal's cursor.
    pub cursor: Option<(usize, usize)>,
}

impl Picture {
    /// Lines from the top left.
    pub fn of(lines: Vec<StyledLine>) -> Self {
        Self { panes: vec![Pane { column: 0, row: 0, lines }], cursor: None }
    }
}

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Pressed a key.
    Key(KeyEvent),
    /// Clicked at a column and row, with the left button or another.
    Click {
        column: usize,
        row: usize,
        /// Whether it was the left button.
        is_left: bool,
    },
    /// Turned the wheel: downward, or upward.
    Wheel {
        /// Which way.
        is_down: bool,
    },
}

/// A screen with a keyboard and perhaps a mouse.
pub trait Terminal {
    /// Columns and rows.
    fn area(&self) -> ScreenArea;
    /// Shows a picture.
    ///
    /// # Errors
    /// If the terminal is gone.
    fn show(&mut self, picture: &Picture) -> io::Result<()>;
    /// What the person did next, within `patience`; `None` if nothing, or after an event that
    /// requires a redraw.
    ///
    /// # Errors
    /// If the terminal is gone, or [`ErrorKind::Interrupted`](io::ErrorKind) after a signal.
    fn input(&mut self, patience: Duration) -> io::Result<Option<Input>>;
}

/// Whether the terminal is in raw mode and has to be restored.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether a signal asked the program to end.
static IS_SIGNALED: AtomicBool = AtomicBool::new(false);

/// How long the program may take to end after a signal before it is ended.
const GRACE: Duration = Duration::from_secs(2);

/// The real terminal, taken over until it is dropped.
pub struct TerminalScreen<B: Backend> {
    screen: Screen<B>,
    has_colors: bool,
    /// What the keyboard's thread reads.
    events: Receiver<io::Result<Event>>,
    /// The current picture: the same picture is not drawn again.
    shown: Option<(ScreenArea, Picture)>,
}

/// The terminal of the standard streams.
pub(crate) type StandardScreen = TerminalScreen<CrosstermBackend<io::Stdout>>;

/// Takes over the terminal of the standard streams: alternate screen, raw mode, mouse. SIGINT,
/// SIGTERM and SIGHUP make [`Terminal::input`] fail, so that the caller can save its game and end.
/// A panic of this thread restores the terminal before printing its message; a panic of another
/// thread is only logged. Colors are off if `no_color` is set or the variable NO_COLOR is not
/// empty.
///
/// # Errors
/// If there is no terminal, or signals cannot be handled.
pub fn take_standard(no_color: bool) -> io::Result<StandardScreen> {
    // An empty NO_COLOR has no effect: https://no-color.org.
    let forbids = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    device::enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    let owner = thread::current().id();
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == owner {
            give_back();
            earlier(panic);
        } else {
            log::error!("{panic}");
        }
    }));
    let entered = enter().and_then(|screen| Ok((screen, read_events()?)));
    let (screen, events) = entered.inspect_err(|_| give_back())?;
    let has_colors = !no_color && !forbids;
    let screen = TerminalScreen { screen, has_colors, events, shown: None };
    interrupt::on_interrupt(|| {
        IS_SIGNALED.store(true, Ordering::SeqCst);
        thread::sleep(GRACE);
        give_back();
        std::process::exit(i32::from(interrupt::EXIT_STATUS));
    })?;
    Ok(screen)
}

/// The columns of the terminal of the standard streams, if there is one.
pub fn columns() -> Option<usize> {
    device::size().ok().map(|(columns, _)| usize::from(columns)).filter(|&columns| columns > 0)
}

fn enter() -> io::Result<Screen<CrosstermBackend<io::Stdout>>> {
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    Screen::new(CrosstermBackend::new(io::stdout()))
}

/// Reads events in a separate thread until the program ends: an incomplete escape sequence blocks
/// the reader, which must not block clocks or signals.
fn read_events() -> io::Result<Receiver<io::Result<Event>>> {
    let (sender, events) = mpsc::channel();
    let read = move || {
        loop {
            let event = event::read();
            let is_last = event.is_err();
            if sender.send(event).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().name("keyboard".to_owned()).spawn(read)?;
    Ok(events)
}

/// Restores the terminal if it was taken over.
pub(crate) fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // If this fails, there is no terminal to restore.
        let _ = execute!(
            io::stdout(),
            DisableMouseCapture,
            ResetColor,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = device::disable_raw_mode();
    }
}

impl<B: Backend> Drop for TerminalScreen<B> {
    fn drop(&mut self) {
        give_back();
    }
}

impl<B: Backend<Error = io::Error>> Terminal for TerminalScreen<B> {
    fn area(&self) -> ScreenArea {
        let size = self.screen.size().unwrap_or(ratatui_core::layout::Size::new(80, 24));
        ScreenArea { columns: size.width.into(), rows: size.height.into() }
    }

    fn show(&mut self, picture: &Picture) -> io::Result<()> {
        let has_colors = self.has_colors;
        let area = self.area();
        if self.shown.as_ref().is_some_and(|(a, p)| *a == area && p == picture) {
            return Ok(());
        }
        self.shown = Some((area, picture.clone()));
        self.screen.draw(|frame| {
            paint(picture, frame.buffer_mut(), has_colors);
            if let Some((column, row)) = picture.cursor
                && let (Ok(x), Ok(y)) = (u16::try_from(column), u16::try_from(row))
            {
                frame.set_cursor_position(ScreenPoint::new(x, y));
            }
        })?;
        Ok(())
    }

    fn input(&mut self, patience: Duration) -> io::Result<Option<Input>> {
        let signaled = || io::Error::new(io::ErrorKind::Interrupted, "stopped by a signal");
        if IS_SIGNALED.load(Ordering::SeqCst) {
            return Err(signaled());
        }
        let event = match self.events.recv_timeout(patience) {
            Ok(Ok(event)) => event,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            // A closed window may be noticed before its signal.
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected)
                if IS_SIGNALED.load(Ordering::SeqCst) =>
            {
                return Err(signaled());
            }
            Ok(Err(error)) => return Err(error),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "no more keys"));
            }
        };
        Ok(match event {
            // Windows also reports releases.
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(key)),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(button) => Some(Input::Click {
                    column: mouse.column.into(),
                    row: mouse.row.into(),
                    is_left: button == MouseButton::Left,
                }),
                MouseEventKind::ScrollDown => Some(Input::Wheel { is_down: true }),
                MouseEventKind::ScrollUp => Some(Input::Wheel { is_down: false }),
                _ => None,
            },
            _ => None,
        })
    }
}

/// Writes the panes into the buffer; parts outside are clipped.
fn paint(picture: &Picture, buffer: &mut Buffer, has_colors: bool) {
    let area = buffer.area;
    for pane in &picture.panes {
        for (line, row) in pane.lines.iter().zip(pane.row..) {
            let mut column = pane.column;
            for span in &line.0 {
                let look = if has_colors { look(span.style) } else { Look::default() };
                let (Ok(x), Ok(y)) = (u16::try_from(column), u16::try_from(row)) else { break };
                if x >= area.width || y >= area.height {
                    break;
                }
                let left = usize::from(area.width - x);
                let (end, _) = buffer.set_stringn(x, y, &span.text, left, look);
                column = end.into();
            }
        }
    }
}

/// The appearance of a style.
fn look(style: Style) -> Look {
    let plain = Look::default();
    let bold = |color| plain.fg(color).add_modifier(Modifier::BOLD);
    match style {
        Style::Plain => plain,
        Style::Faint => plain.fg(Color::DarkGray),
        Style::Title => plain.add_modifier(Modifier::BOLD),
        Style::Black => bold(Color::Blue),
        Style::White => bold(Color::Yellow),
        Style::Last | Style::Hint => bold(Color::Green),
        Style::Win => bold(Color::Magenta),
        Style::Forbidden => bold(Color::Red),
        Style::Cursor => bold(Color::Cyan),
        Style::Message => plain.fg(Color::Cyan),
    }
}

#[cfg(test)]
pub(crate) mod fake {
    //! A terminal for tests: keys come from a script, pictures are recorded.

    use super::*;

    /// Keys in, pictures out. The end of the script is an error.
    pub(crate) struct Script {
        /// The inputs, in order.
        pub inputs: std::collections::VecDeque<Option<Input>>,
        /// All pictures, as the backend of ratatui shows them.
        pub shown: Vec<String>,
        /// Its size.
        pub area: ScreenArea,
    }

    impl Script {
        /// Single letters, with `~` for a moment without a key, `^` for Ctrl-C, `%` for Esc, `<`
        /// and `>` for arrows, a tab and a line break for these keys.
        pub(crate) fn new(text: &str) -> Self {
            use crossterm::event::{KeyCode, KeyModifiers};
            let key = |code, modifiers| Some(Input::Key(KeyEvent::new(code, modifiers)));
            let inputs = text.chars().map(|sign| match sign {
                '~' => None,
                '^' => key(KeyCode::Char('c'), KeyModifiers::CONTROL),
                '%' => key(KeyCode::Esc, KeyModifiers::NONE),
                '<' => key(KeyCode::Left, KeyModifiers::NONE),
                '>' => key(KeyCode::Right, KeyModifiers::NONE),
                '\t' => key(KeyCode::Tab, KeyModifiers::NONE),
                '\n' => key(KeyCode::Enter, KeyModifiers::NONE),
                sign => key(KeyCode::Char(sign), KeyModifiers::NONE),
            });
            let area = ScreenArea { columns: 80, rows: 24 };
            Self { inputs: inputs.collect(), shown: Vec::new(), area }
        }
    }

    /// The text of a picture on a screen of this size.
    pub(crate) fn text_of(picture: &Picture, area: ScreenArea) -> String {
        let (width, height) =
            (u16::try_from(area.columns).unwrap(), u16::try_from(area.rows).unwrap());
        let mut screen =
            Screen::new(ratatui_core::backend::TestBackend::new(width, height)).unwrap();
        screen.draw(|frame| paint(picture, frame.buffer_mut(), true)).unwrap();
        let buffer = screen.backend().buffer();
        let row = |y| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
        (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    impl Terminal for Script {
        fn area(&self) -> ScreenArea {
            self.area
        }

        fn show(&mut self, picture: &Picture) -> io::Result<()> {
            self.shown.push(text_of(picture, self.area));
            Ok(())
        }

        fn input(&mut self, _patience: Duration) -> io::Result<Option<Input>> {
            let end = || io::Error::new(io::ErrorKind::UnexpectedEof, "the script has ended");
            self.inputs.pop_front().ok_or_else(end)
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod panic_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui_core::layout::Rect;

    fn cells(has_colors: bool) -> Buffer {
        let line = StyledLine::of("X", Style::Win);
        let pane = Pane { column: 2, row: 1, lines: vec![line; 5] };
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 3));
        paint(&Picture { panes: vec![pane], cursor: None }, &mut buffer, has_colors);
        buffer
    }

    #[test]
    fn without_colors_nothing_but_the_text_is_written() {
        assert_eq!(
            cells(false)[(2, 1)].style(),
            Buffer::empty(Rect::new(0, 0, 1, 1))[(0, 0)].style()
        );
        assert_eq!(cells(true)[(2, 1)].fg, Color::Magenta);
        assert_eq!(cells(false)[(2, 2)].symbol(), "X");
    }
}
