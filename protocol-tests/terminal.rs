//! `tengen play` on the full screen: the built executable on a pseudo-terminal, keys in, pictures
//! out, and the terminal restored at the end.

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

/// Time limit of every step, far more than it needs.
const PATIENCE: Duration = Duration::from_secs(30);
/// The codes that switch to the alternate screen and back.
const OTHER_SCREEN: &str = "\x1b[?1049h";
const USUAL_SCREEN: &str = "\x1b[?1049l";
/// The code that makes the cursor visible.
const SHOW_CURSOR: &str = "\x1b[?25h";

/// A program on its own terminal.
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
        String::from_utf8_lossy(&self.shown.lock().expect("no thread panicked")).into_owned()
    }

    /// Waits until something is shown.
    fn wait_for(&self, part: &str) {
        let shown = || self.text().contains(part).then_some(());
        patiently(shown).unwrap_or_else(|| panic!("{part:?} was never shown:\n{:?}", self.text()));
    }

    /// Clears what was shown, presses keys and waits until something is shown.
    fn press(&mut self, keys: &str, part: &str) {
        self.shown.lock().expect("no thread panicked").clear();
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
fn watch(mut screen: File, shown: Arc<Mutex<Vec<u8>>>) {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            shown.lock().expect("no thread panicked").extend_from_slice(&bytes[..count]);
        }
    });
}

#[test]
fn play_on_the_full_screen_is_controlled_by_keys_and_restores_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), "play --size 7 --rule renju --nodes 300");
    session.wait_for("renju 7x7, move 0: black to move (person)");
    assert!(session.text().contains(OTHER_SCREEN) && session.is_raw());
    // An arrow and Enter: a stone beside the middle.
    session.press("\x1b[C\r", "White plays ");
    session.press("h", "The engine would play ");
    session.press("f", "No point is forbidden to black.");
    session.press(":z9\r", "'z9' is neither a command nor a point");
    session.press("u", "move 0: black to move (person)");
    session.press("r", "renju 7x7, move 2: black to move (person)");
    session.press("?", "Press any key to go back.");
    session.press(" ", "move 2: black to move");
    session.press("s", "The game is saved as number 1 in games.csv.");
    session.press("q", USUAL_SCREEN);
    assert!(session.end().success());
    // The game was saved before: no question, no message.
    assert!(session.text().ends_with(SHOW_CURSOR), "{:?}", session.text());
    let games = std::fs::read_to_string(folder.path().join("games.csv")).expect("the game");
    assert!(games.contains(",e4,"), "{games}");
}

#[test]
fn play_restores_the_terminal_and_saves_after_control_c_and_signals() {
    let folder = tempfile::tempdir().expect("a folder");
    let playing = "play --no-color --size 7 --nodes 300 --record games.csv";
    let mut session = Session::start(folder.path(), playing);
    session.wait_for("black to move (person)");
    session.press("\r", "White plays ");
    session.press("\x03", USUAL_SCREEN);
    assert!(session.end().success());
    // The last message is printed on the main screen.
    session.wait_for("The game is saved as number 1 in games.csv.");
    let text = session.text();
    let (_, after) = text.rsplit_once(USUAL_SCREEN).expect("it was left");
    assert!(after.contains("The game is saved as number 1 in games.csv."), "{after:?}");
    for (signal, number) in [(Signal::INT, 2), (Signal::TERM, 3), (Signal::HUP, 4)] {
        let mut session = Session::start(folder.path(), playing);
        session.wait_for("black to move (person)");
        session.press("\r", "White plays ");
        let id = i32::try_from(session.child.id()).ok().and_then(Pid::from_raw).expect("a process");
        kill_process(id, signal).expect("it is alive");
        assert_eq!(session.end().code(), Some(130), "{signal:?}");
        session.wait_for(&format!("The game is saved as number {number} in games.csv."));
    }
}

#[test]
fn play_asks_before_it_drops_an_unsaved_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), "play --no-color --size 7 --nodes 300");
    session.wait_for("black to move (person)");
    session.press("\r", "White plays ");
    session.press("q", "Save the game? y: save");
    session.press("\x1b", "arrows Enter");
    session.press("\x1b", "Save the game? y: save");
    session.press("y", USUAL_SCREEN);
    assert!(session.end().success());
    session.wait_for("The game is saved as number 1 in games.csv.");
    assert!(folder.path().join("games.csv").exists());
}
