//! `tengen play` on the full screen: the built executable on a pseudo-terminal, keys in, screens
//! out as vt100 renders them, and the terminal restored at the end.
//!
//! Whole screens are compared with the files of `protocol-tests/screens`; with `TENGEN_SCREENS=write`
//! these files are rewritten.

use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, ioctl_tiocsctty, kill_process, setsid};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize};

/// Time limit of every step, far more than it needs.
const PATIENCE: Duration = Duration::from_secs(30);
/// The codes that switch to the alternate screen and back.
const OTHER_SCREEN: &str = "\x1b[?1049h";
const USUAL_SCREEN: &str = "\x1b[?1049l";
/// The code that makes the cursor visible.
const SHOW_CURSOR: &str = "\x1b[?25h";

/// Columns and rows of most sessions.
const SIZE: (u16, u16) = (100, 30);

/// A length of the emulated screen, which is never 0.
fn lines(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a window has a size")
}

/// What the program has shown.
struct Shown {
    /// All bytes since the last time that they were cleared.
    bytes: Vec<u8>,
    /// The screen.
    screen: vt100::Parser,
}

/// A program on its own terminal.
struct Session {
    keyboard: File,
    /// The program's side, kept open so that its modes can be read to the end.
    device: OwnedFd,
    modes_before: Termios,
    child: Child,
    shown: Arc<Mutex<Shown>>,
}

impl Session {
    fn start(folder: &Path, arguments: &str) -> Self {
        Self::sized(folder, arguments, SIZE)
    }

    /// A session in a window of this many columns and rows, in ASCII unless the arguments differ.
    fn sized(folder: &Path, arguments: &str, (columns, rows): (u16, u16)) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let keyboard = openpt(flags).expect("a pseudo-terminal");
        grantpt(&keyboard).and_then(|()| unlockpt(&keyboard)).expect("it is ours");
        let device = ioctl_tiocgptpeer(&keyboard, flags).expect("its other side");
        let window = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&device, window).expect("it has a size");
        let modes_before = tcgetattr(&device).expect("it has modes");
        let side = || device.try_clone().expect("a terminal can be opened more than once");
        let mut command = super::common::tengen();
        command.args(arguments.split_whitespace()).current_dir(folder);
        command.env("TERM", "xterm").env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR");
        command.stdin(side()).stdout(side()).stderr(side());
        // SAFETY: between fork and exec only two system calls are made and nothing is allocated.
        unsafe {
            command.pre_exec(|| {
                setsid()?;
                ioctl_tiocsctty(io::stdin()).map_err(io::Error::from)
            });
        }
        let child = command.spawn().expect("the executable starts");
        let keyboard = File::from(keyboard);
        let screen = vt100::Parser::new(lines(rows), lines(columns), 0);
        let shown = Arc::new(Mutex::new(Shown { bytes: Vec::new(), screen }));
        watch(keyboard.try_clone().expect("a copy to read from"), Arc::clone(&shown));
        Self { keyboard, device, modes_before, child, shown }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().expect("no thread panicked").bytes).into_owned()
    }

    /// The screen as text.
    fn screen(&self) -> String {
        let shown = self.shown.lock().expect("no thread panicked");
        let columns = shown.screen.screen().size().1;
        let rows = shown.screen.screen().rows(0, columns.get());
        rows.map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    /// The screen without times, once it no longer changes.
    fn settled(&self) -> String {
        let mut before = without_times(&self.screen());
        let still = || {
            thread::sleep(Duration::from_millis(100));
            let now = without_times(&self.screen());
            let is_still = now == before;
            before = now;
            is_still.then(|| before.clone())
        };
        patiently(still).expect("the screen comes to rest")
    }

    /// Waits until the screen contains something.
    fn wait_for_screen(&self, part: &str) {
        let seen = || self.screen().contains(part).then_some(());
        patiently(seen).unwrap_or_else(|| panic!("{part:?} was never shown:\n{}", self.screen()));
    }

    /// Presses keys and waits until the screen contains something.
    fn keys(&mut self, keys: &str, part: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.wait_for_screen(part);
    }

    /// Changes the size of the window.
    fn resize(&self, columns: u16, rows: u16) {
        let shown = &mut self.shown.lock().expect("no thread panicked").screen;
        shown.screen_mut().set_size(lines(rows), lines(columns));
        let window = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.device, window).expect("it has a size");
    }

    fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw).expect("a process");
        kill_process(id, signal).expect("it is alive");
    }

    /// Waits until something is shown.
    fn wait_for(&self, part: &str) {
        let shown = || self.text().contains(part).then_some(());
        patiently(shown).unwrap_or_else(|| panic!("{part:?} was never shown:\n{}", self.screen()));
    }

    /// Clears what was shown, presses keys and waits until something is shown.
    fn press(&mut self, keys: &str, part: &str) {
        self.shown.lock().expect("no thread panicked").bytes.clear();
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.wait_for(part);
    }

    /// Waits for the end of the program and checks that the terminal was restored.
    fn end(&mut self) -> ExitStatus {
        let status = patiently(|| self.child.try_wait().expect("the child is ours"));
        let status = status.unwrap_or_else(|| panic!("it never ended:\n{:?}", self.text()));
        self.wait_for(&format!("{USUAL_SCREEN}{SHOW_CURSOR}"));
        let modes = tcgetattr(&self.device).expect("it has modes");
        assert_eq!(modes.local_modes, self.modes_before.local_modes);
        assert_eq!(modes.input_modes, self.modes_before.input_modes);
        assert_eq!(modes.output_modes, self.modes_before.output_modes);
        status
    }

    fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.device).expect("it has modes").local_modes;
        !modes.intersects(LocalModes::ECHO | LocalModes::ICANON)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks until there is an answer or the time is up.
fn patiently<T>(mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + PATIENCE;
    loop {
        let answer = ask();
        if answer.is_some() || Instant::now() > end {
            return answer;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Reads what the program shows, until the terminal goes away.
fn watch(mut screen: File, shown: Arc<Mutex<Shown>>) {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            let mut shown = shown.lock().expect("no thread panicked");
            shown.bytes.extend_from_slice(&bytes[..count]);
            shown.screen.process(&bytes[..count]);
        }
    });
}

/// Times differ from run to run.
fn without_times(screen: &str) -> String {
    let times = regex_lite::Regex::new(r"\d+:\d\d(\.\d)?").expect("an expression");
    times.replace_all(screen, "0:00.0").into_owned()
}

/// Compares a screen with the file of this name.
fn compare(name: &str, screen: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/screens").join(name);
    if std::env::var("TENGEN_SCREENS").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, screen).expect("the folder of screens");
    }
    let expected = std::fs::read_to_string(&path).expect("a screen to compare with");
    assert_eq!(screen, expected, "{name} differs:\n{screen}");
}

#[test]
fn play_on_the_full_screen_is_controlled_by_keys_and_restores_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), "play --size 7 --rule renju --nodes 300");
    session.wait_for_screen("renju 7x7, move 1: black to move (person)");
    assert!(session.text().contains(OTHER_SCREEN) && session.is_raw());
    // An arrow and Enter: a stone beside the middle.
    session.keys("\x1b[C\r", "White plays ");
    session.wait_for_screen("depth ");
    session.keys("h", "The engine would play ");
    session.keys("f", "No point is forbidden to black.");
    session.keys(":z9\r", "'z9' is neither a command nor a point");
    session.keys("u", "move 1: black to move (person)");
    session.keys("r", "renju 7x7, move 3: black to move (person)");
    session.keys("?", "Commands after ':'");
    session.keys("\x1b", "move 3: black to move");
    session.keys("s", "The game is saved as number 1 in games.csv.");
    session.press("q", USUAL_SCREEN);
    assert!(session.end().success());
    // It was saved and is not over: no question, and its file stays.
    let stays = "The game stays in games-1.sgf; tengen play --continue continues it.\r\n";
    assert!(session.text().ends_with(&format!("{SHOW_CURSOR}{stays}")), "{:?}", session.text());
    let games = std::fs::read_to_string(folder.path().join("games.csv")).expect("the game");
    assert!(games.contains(",e4,"), "{games}");
    let left = std::fs::read_dir(folder.path()).expect("the folder").flatten();
    let mut left: Vec<_> =
        left.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect();
    left.sort();
    assert_eq!(left, ["games-1.sgf", "games.csv", "games.csv.lock"]);
}

/// Two people, so that no engine decides what is shown.
const TWO: &str = "play --white person --rule renju";

#[test]
fn play_uses_the_room_of_every_window() {
    let folder = tempfile::tempdir().expect("a folder");
    for (columns, rows) in [(200, 50), (80, 24), (40, 20), (20, 10)] {
        let moves = "--moves h8i9i7g9g7h7";
        let mut session = Session::sized(folder.path(), &format!("{TWO} {moves}"), (columns, rows));
        session.wait_for_screen("black to move");
        session.keys(":comment a quiet move\r", "The comment");
        session.keys("u", "white to move");
        session.keys(":j10\r", "black to move");
        session.wait_for_screen("Tab all");
        compare(&format!("board-{columns}x{rows}.txt"), &session.settled());
        session.keys("\t", "Tab: next page");
        compare(&format!("info-{columns}x{rows}.txt"), &session.settled());
        session.keys("q", "Tab all");
        session.press("q", USUAL_SCREEN);
        assert!(session.end().success(), "{columns}x{rows}");
    }
}

#[test]
fn play_draws_in_ascii_and_without_colors_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = format!("{TWO} --ascii --no-color --size 9 --moves e5d4");
    let mut session = Session::sized(folder.path(), &arguments, (80, 24));
    session.wait_for_screen("black to move");
    session.keys("m", "  1 ");
    compare("ascii-80x24.txt", &session.settled());
    assert!(session.text().is_ascii());
    let color = regex_lite::Regex::new("\x1b\\[(3[0-7]|38|9[0-7])[;m]").expect("an expression");
    assert!(!color.is_match(&session.text()), "{:?}", session.text());
    session.press("q", USUAL_SCREEN);
    session.end();
}

#[test]
fn play_survives_every_size_of_the_window_and_any_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), TWO);
    session.wait_for_screen("black to move");
    for (columns, rows) in [(1, 1), (5, 3), (300, 100), (20, 10), (2, 40), (80, 24)] {
        session.resize(columns, rows);
        let hostile =
            "\x1b[<0;1;1M\x1b[<0;999;999M\x1b[M\u{1}\u{2}\x1b[9999;9999R\u{0}\u{7f}王é\t\t\t";
        session.keyboard.write_all(hostile.as_bytes()).expect("the terminal takes keys");
        session.keyboard.write_all(&[0xff, 0xfe, 0x80, b'\r']).expect("the terminal takes keys");
        session.keyboard.write_all(b":\x1b[200~pasted\x1b[201~\r\t\t").expect("keys");
    }
    session.resize(100, 30);
    session.keys(":first\r", "");
    session.wait_for_screen("move");
    session.press("\x03\x03", USUAL_SCREEN);
    assert!(session.end().success());
}

#[test]
fn play_loses_no_move_when_it_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let playing = "play --size 9 --nodes 300 --name Ann";
    let mut session = Session::start(folder.path(), playing);
    session.wait_for_screen("black to move (person)");
    session.keys("\r", "move 3: black to move");
    session.keys(":a1\r", "move 5: black to move");
    let kept = folder.path().join("games-1.sgf");
    let is_kept = || {
        let text = std::fs::read_to_string(&kept).ok()?;
        (text.matches("\n;").count() == 4).then_some(text)
    };
    let text = patiently(is_kept).expect("each move is written as it is played");
    assert!(text.contains("PB[Ann]PW[tengen]") && text.contains(";B[ai]"), "{text}");
    // Another session does not touch a game that is being played.
    let mut other = Session::start(folder.path(), playing);
    other.wait_for_screen("move 1: black to move (person)");
    other.press("q", USUAL_SCREEN);
    other.end();
    session.signal(Signal::KILL);
    session.child.wait().expect("it is dead");
    let mut session = Session::start(folder.path(), "play");
    session.wait_for_screen("A game was interrupted after 4 moves (freestyle 9x9, ");
    session.keys("y", "freestyle 9x9, move 5: black to move");
    session.wait_for_screen("Ann (person)");
    session.keys("s", "The game is saved as number 1 in games.csv.");
    session.press("q", USUAL_SCREEN);
    assert!(session.end().success());
    // A copy in the library does not end it.
    let mut session = Session::start(folder.path(), "play --continue");
    session.wait_for_screen("freestyle 9x9, move 5: black to move");
    session.press(":quit!\r", USUAL_SCREEN);
    assert!(session.end().success());
    assert!(!kept.exists(), "it was dropped");
    let refused = super::refused(folder.path(), "play --continue", "");
    assert_eq!(refused, "tengen: --continue: no game was interrupted in this folder\n");
}

#[test]
fn play_keeps_the_game_and_restores_the_terminal_after_signals() {
    let folder = tempfile::tempdir().expect("a folder");
    let playing = "play --no-color --size 7 --nodes 300 --record games.csv";
    let mut session = Session::start(folder.path(), playing);
    session.wait_for_screen("black to move (person)");
    session.keys("\r", "White plays ");
    session.press("\x03", USUAL_SCREEN);
    assert!(session.end().success());
    // The last message is printed on the main screen.
    let saved = "The game is saved as number 1 in games.csv. The game stays in games-1.sgf; ";
    session.wait_for(saved);
    let text = session.text();
    let (_, after) = text.rsplit_once(USUAL_SCREEN).expect("it was left");
    assert!(after.contains(saved), "{after:?}");
    // Its line in the library is no game that continues.
    let continuing = format!("{playing} --continue");
    for (number, signal) in (1..).zip([Signal::INT, Signal::TERM, Signal::HUP]) {
        let mut session = Session::start(folder.path(), &continuing);
        session.wait_for_screen(&format!("move {}: black to move (person)", 2 * number + 1));
        let place = ["a1", "g7", "a7"][number - 1];
        session.keys(&format!(":{place}\r"), &format!("move {}: black", 2 * number + 3));
        session.signal(signal);
        assert_eq!(session.end().code(), Some(130), "{signal:?}");
        session.wait_for(
            "The game was interrupted; tengen play --continue --record games.csv continues it.",
        );
    }
    // The window is closed.
    let mut session = Session::start(folder.path(), &continuing);
    session.wait_for_screen("move 9: black to move (person)");
    drop(std::mem::replace(&mut session.keyboard, File::open("/dev/null").expect("a file")));
    session.signal(Signal::HUP);
    assert!(patiently(|| session.child.try_wait().expect("ours")).is_some(), "it ends");
    let text = std::fs::read_to_string(folder.path().join("games-1.sgf"));
    assert_eq!(text.expect("the game").matches("\n;").count(), 8);
}

#[test]
fn play_keeps_a_game_that_is_left_in_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), "play --no-color --size 7 --nodes 300");
    session.wait_for_screen("black to move (person)");
    session.keys("\r", "White plays ");
    session.keys("n", "The game stays in games-1.sgf. A new game.");
    session.keys("\r", "White plays ");
    session.press("q", USUAL_SCREEN);
    assert!(session.end().success());
    session.wait_for("The game stays in games-2.sgf; tengen play --continue continues it.");
    assert!(!folder.path().join("games.csv").exists());
}
