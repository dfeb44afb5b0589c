//! `tengen play` on its full screen: the built executable on a pseudo-terminal, keys in, pictures out, and
//! the terminal as it was when it ends.

use std::fs::File;
use std::io::{self, Read, Write};
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

/// How long anything may take; far more than it does.
const PATIENCE: Duration = Duration::from_secs(30);
/// What a terminal is told to show the other screen, and the usual one again.
const OTHER_SCREEN: &str = "\x1b[?1049h";
const USUAL_SCREEN: &str = "\x1b[?1049l";
/// What makes its cursor visible.
const SHOW_CURSOR: &str = "\x1b[?25h";

/// A program on a terminal of its own.
struct Session {
    keyboard: File,
    /// The program's side, kept open so that its modes can be read to the end.
    device: OwnedFd,
    modes_before: Termios,
    child: Child,
    shown: Arc<Mutex<Vec<u8>>>,
}

impl Session {
    fn start(folder: &Path, arguments: &str) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let keyboard = openpt(flags).expect("a pseudo-terminal");
        grantpt(&keyboard).and_then(|()| unlockpt(&keyboard)).expect("it is ours");
        let device = ioctl_tiocgptpeer(&keyboard, flags).expect("its other side");
        let window = Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&device, window).expect("it has a size");
        let modes_before = tcgetattr(&device).expect("it has modes");
        let side = || device.try_clone().expect("a terminal can be opened more than once");
        let mut command = super::common::tengen();
        command.args(arguments.split_whitespace()).current_dir(folder);
        command.env("TERM", "xterm").stdin(side()).stdout(side()).stderr(side());
        // SAFETY: between fork and exec only two system calls are made and nothing is allocated.
        unsafe {
            command.pre_exec(|| {
                setsid()?;
                ioctl_tiocsctty(io::stdin()).map_err(io::Error::from)
            });
        }
        let child = command.spawn().expect("the executable starts");
        let keyboard = File::from(keyboard);
        let shown = Arc::new(Mutex::new(Vec::new()));
        watch(keyboard.try_clone().expect("a copy to read from"), Arc::clone(&shown));
        Self { keyboard, device, modes_before, child, shown }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().expect("nobody panicked")).into_owned()
    }

    /// Waits until something is shown.
    fn wait_for(&self, part: &str) {
        let shown = || self.text().contains(part).then_some(());
        patiently(shown).unwrap_or_else(|| panic!("{part:?} was never shown:\n{:?}", self.text()));
    }

    /// Forgets what was shown, presses keys and waits until something else is shown.
    fn press(&mut self, keys: &str, part: &str) {
        self.shown.lock().expect("nobody panicked").clear();
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.wait_for(part);
    }

    /// Waits for the end of the program and sees that the terminal was given back.
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
        // If it has ended already there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks again and again until there is an answer, or patience ends.
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
fn watch(mut screen: File, shown: Arc<Mutex<Vec<u8>>>) {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            shown.lock().expect("nobody panicked").extend_from_slice(&bytes[..count]);
        }
    });
}

#[test]
fn a_game_on_the_full_screen_is_played_by_keys_and_gives_the_terminal_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), "play --size 7 --rule renju --nodes 300");
    session.wait_for("renju 7x7, move 0: black to move (person)");
    assert!(session.text().contains(OTHER_SCREEN) && session.is_raw());
    // An arrow and Enter: a stone beside the middle.
    session.press("\x1b[C\r", "White plays ");
    session.press("h", "The engine would play ");
    session.press("f", "No point is forbidden to black.");
    session.press(":z9\r", "'z9' is no command and no point");
    session.press("u", "move 0: black to move (person)");
    session.press("r", "renju 7x7, move 2: black to move (person)");
    session.press("?", "Any key goes back.");
    session.press(" ", "move 2: black to move");
    session.press("s", "The game is kept as number 1 in games.csv.");
    session.press("q", USUAL_SCREEN);
    assert!(session.end().success());
    // Nothing was left to be said.
    assert!(session.text().ends_with(SHOW_CURSOR), "{:?}", session.text());
    let games = std::fs::read_to_string(folder.path().join("games.csv")).expect("the game");
    assert!(games.contains(",e4,"), "{games}");
}

#[test]
fn a_signal_and_control_c_leave_the_terminal_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let playing = "play --no-color --size 7 --nodes 300 --record games.csv";
    let mut session = Session::start(folder.path(), playing);
    session.wait_for("black to move (person)");
    session.press("\r", "White plays ");
    session.press("\x03", USUAL_SCREEN);
    assert!(session.end().success());
    // The last word stands on the usual screen.
    session.wait_for("The game is kept as number 1 in games.csv.");
    let text = session.text();
    let (_, after) = text.rsplit_once(USUAL_SCREEN).expect("it was left");
    assert!(after.contains("The game is kept as number 1 in games.csv."), "{after:?}");
    let mut session = Session::start(folder.path(), "play --no-color");
    session.wait_for("black to move (person)");
    let id = i32::try_from(session.child.id()).ok().and_then(Pid::from_raw).expect("a process");
    kill_process(id, Signal::INT).expect("it is alive");
    assert_eq!(session.end().code(), Some(130));
}
