//! The terminal: draws, reads keys, and restores the terminal on drop, panic and signals. Imports
//! [`style`](super::style) and the screen area of [`board`](super::board).

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEvent};
use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    self as device, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue};

use super::board::ScreenArea;
use super::style::{Style, StyledLine};
use crate::util::interrupt;

/// A screen with a keyboard.
pub(crate) trait Terminal {
    /// Columns and rows.
    fn area(&self) -> ScreenArea;
    /// Shows lines, and the cursor at a column and row.
    ///
    /// # Errors
    /// If the terminal is gone.
    fn show(&mut self, lines: &[StyledLine], cursor: Option<(usize, usize)>) -> io::Result<()>;
    /// The next key within `patience`; `None` if there is none, or after an event that requires a
    /// redraw.
    ///
    /// # Errors
    /// If the terminal is gone, or [`ErrorKind::Interrupted`](io::ErrorKind) after a signal.
    fn key(&mut self, patience: Duration) -> io::Result<Option<KeyEvent>>;
}

/// Whether the terminal is in raw mode and has to be restored.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether a signal asked the program to end.
static IS_SIGNALED: AtomicBool = AtomicBool::new(false);

/// How long the program may take to end after a signal before it is ended.
const GRACE: Duration = Duration::from_secs(2);

/// The contents of the screen.
#[derive(PartialEq)]
struct ShownScreen {
    area: ScreenArea,
    lines: Vec<StyledLine>,
    cursor: Option<(usize, usize)>,
}

/// The real terminal, taken over until it is dropped.
pub(crate) struct TerminalScreen<W: Write> {
    output: W,
    has_colors: bool,
    /// The contents of the screen; an unchanged frame is not written again.
    shown: Option<ShownScreen>,
}

impl<W: Write> TerminalScreen<W> {
    /// Takes over the terminal: alternate screen, raw mode. A panic of this thread restores it
    /// before printing its message; a panic of another thread is only logged.
    ///
    /// # Errors
    /// If it is not a terminal.
    pub(crate) fn take(mut output: W, has_colors: bool) -> io::Result<Self> {
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
        let entered = execute!(output, EnterAlternateScreen);
        let screen = Self { output, has_colors, shown: None };
        entered.map(|()| screen)
    }
}

/// Takes over the terminal of the standard streams. SIGINT, SIGTERM and SIGHUP make
/// [`Terminal::key`] fail, so that the caller can save its game and end. Colors are off if
/// `no_color` is set or the variable NO_COLOR is not empty.
///
/// # Errors
/// If there is no terminal, or signals cannot be handled.
pub(crate) fn take_standard(no_color: bool) -> io::Result<TerminalScreen<io::Stdout>> {
    // An empty NO_COLOR has no effect: https://no-color.org.
    let forbids = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let screen = TerminalScreen::take(io::stdout(), !no_color && !forbids)?;
    interrupt::on_interrupt(|| {
        IS_SIGNALED.store(true, Ordering::SeqCst);
        thread::sleep(GRACE);
        give_back();
        std::process::exit(i32::from(interrupt::EXIT_STATUS));
    })?;
    Ok(screen)
}

/// Restores the terminal if it was taken over.
pub(crate) fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // If this fails, there is no terminal to restore.
        let _ = execute!(io::stdout(), ResetColor, LeaveAlternateScreen, cursor::Show);
        let _ = device::disable_raw_mode();
    }
}

impl<W: Write> Drop for TerminalScreen<W> {
    fn drop(&mut self) {
        give_back();
    }
}

impl<W: Write> Terminal for TerminalScreen<W> {
    fn area(&self) -> ScreenArea {
        let (columns, rows) = device::size().unwrap_or((80, 24));
        // The last column stays free: some terminals wrap when it is written.
        ScreenArea { columns: usize::from(columns).saturating_sub(1), rows: rows.into() }
    }

    fn show(&mut self, lines: &[StyledLine], cursor: Option<(usize, usize)>) -> io::Result<()> {
        let picture = ShownScreen { area: self.area(), lines: lines.to_vec(), cursor };
        if self.shown.as_ref() == Some(&picture) {
            return Ok(());
        }
        self.shown = Some(picture);
        let out = &mut self.output;
        queue!(out, cursor::Hide)?;
        for (line, row) in lines.iter().zip(0..) {
            queue!(out, cursor::MoveTo(0, row))?;
            for span in &line.0 {
                put(out, &span.text, span.style, self.has_colors)?;
            }
            queue!(out, Clear(ClearType::UntilNewLine))?;
        }
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        if usize::from(rows) < usize::from(device::size().map_or(0, |(_, rows)| rows)) {
            queue!(out, cursor::MoveTo(0, rows), Clear(ClearType::FromCursorDown))?;
        }
        if let Some((column, row)) = cursor {
            let (column, row) = (u16::try_from(column), u16::try_from(row));
            if let (Ok(column), Ok(row)) = (column, row) {
                queue!(out, cursor::MoveTo(column, row), cursor::Show)?;
            }
        }
        out.flush()
    }

    fn key(&mut self, patience: Duration) -> io::Result<Option<KeyEvent>> {
        if IS_SIGNALED.load(Ordering::SeqCst) {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "stopped by a signal"));
        }
        if !event::poll(patience)? {
            return Ok(None);
        }
        match event::read()? {
            Event::Key(key) => Ok(Some(key)),
            _ => Ok(None),
        }
    }
}

fn put(out: &mut impl Write, text: &str, style: Style, has_colors: bool) -> io::Result<()> {
    let look = has_colors.then(|| look(style)).flatten();
    let Some((color, is_bold)) = look else { return queue!(out, Print(text)) };
    if is_bold {
        queue!(out, SetAttribute(Attribute::Bold))?;
    }
    queue!(out, SetForegroundColor(color), Print(text), SetAttribute(Attribute::Reset), ResetColor)
}

/// The color of a style, and whether it is bold; `None` for the default color.
fn look(style: Style) -> Option<(Color, bool)> {
    match style {
        Style::Plain => None,
        Style::Faint => Some((Color::DarkGrey, false)),
        Style::Black => Some((Color::Blue, true)),
        Style::White => Some((Color::Yellow, true)),
        Style::Last => Some((Color::Green, true)),
        Style::Win => Some((Color::Magenta, true)),
        Style::Forbidden => Some((Color::Red, true)),
        Style::Hint => Some((Color::Green, true)),
        Style::Cursor => Some((Color::Cyan, true)),
        Style::Message => Some((Color::Cyan, false)),
    }
}

#[cfg(test)]
pub(crate) mod fake {
    //! A terminal for tests: keys come from a script, frames are recorded.

    use super::*;

    /// Keys in, frames out. The end of the script is an error.
    pub(crate) struct Script {
        /// The keys to come.
        pub keys: std::collections::VecDeque<Option<KeyEvent>>,
        /// All frames.
        pub shown: Vec<String>,
        /// Its size.
        pub area: ScreenArea,
    }

    impl Script {
        /// Single letters, with `~` for a moment without a key, `^` for Ctrl-C, `%` for Esc, `<`
        /// and `>` for arrows and a line break for Enter.
        pub(crate) fn new(text: &str) -> Self {
            use crossterm::event::{KeyCode, KeyModifiers};
            let key = |code, modifiers| Some(KeyEvent::new(code, modifiers));
            let keys = text.chars().map(|sign| match sign {
                '~' => None,
                '^' => key(KeyCode::Char('c'), KeyModifiers::CONTROL),
                '%' => key(KeyCode::Esc, KeyModifiers::NONE),
                '<' => key(KeyCode::Left, KeyModifiers::NONE),
                '>' => key(KeyCode::Right, KeyModifiers::NONE),
                '\n' => key(KeyCode::Enter, KeyModifiers::NONE),
                sign => key(KeyCode::Char(sign), KeyModifiers::NONE),
            });
            let area = ScreenArea { columns: 79, rows: 24 };
            Self { keys: keys.collect(), shown: Vec::new(), area }
        }
    }

    impl Terminal for Script {
        fn area(&self) -> ScreenArea {
            self.area
        }

        fn show(
            &mut self,
            lines: &[StyledLine],
            _cursor: Option<(usize, usize)>,
        ) -> io::Result<()> {
            let lines = lines.iter().map(|line| line.plain().trim_end().to_owned() + "\n");
            self.shown.push(lines.collect());
            Ok(())
        }

        fn key(&mut self, _patience: Duration) -> io::Result<Option<KeyEvent>> {
            let end = || io::Error::new(io::ErrorKind::UnexpectedEof, "the script has ended");
            self.keys.pop_front().ok_or_else(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colors_nothing_but_the_text_is_written() {
        for style in [Style::Plain, Style::Black, Style::Cursor, Style::Win] {
            let mut out = Vec::new();
            put(&mut out, "X", style, false).unwrap();
            assert_eq!(out, b"X");
        }
        let mut out = Vec::new();
        put(&mut out, "X", Style::Win, true).unwrap();
        assert!(out.len() > 1);
    }
}
