//! A panic restores the terminal: this test program runs itself on a pseudo-terminal and panics
//! there.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::thread;

use rustix::process::{ioctl_tiocsctty, setsid};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};

use super::*;

/// Set where the program has its own terminal and panics.
const VARIABLE: &str = "TENGEN_TEST_PANICS";

/// Does nothing unless [`a_panic_restores_the_terminal_before_its_message`] runs it.
#[test]
fn panics_on_its_own_terminal() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let mut screen = take_standard(true).unwrap();
    // Another thread's panic does not disturb the screen.
    let other = thread::spawn(|| panic!("of another thread"));
    assert!(other.join().is_err());
    screen.show(&Picture::of(vec![StyledLine::of("board", Style::Plain)])).unwrap();
    panic!("of the screen's thread");
}

#[test]
fn a_panic_restores_the_terminal_before_its_message() {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let keyboard = openpt(flags).unwrap();
    grantpt(&keyboard).and_then(|()| unlockpt(&keyboard)).unwrap();
    let device = ioctl_tiocgptpeer(&keyboard, flags).unwrap();
    let window = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&device, window).unwrap();
    let modes = |device: &OwnedFd| {
        let modes = tcgetattr(device).unwrap();
        (modes.local_modes, modes.input_modes, modes.output_modes)
    };
    let before = modes(&device);
    let mut child = start_on(&device);
    let shown = thread::spawn(move || read_all(File::from(keyboard)));
    assert!(!child.wait().unwrap().success());
    assert_eq!(modes(&device), before);
    drop(device);
    let shown = shown.join().unwrap();
    let at = |part: &str| shown.find(part).unwrap_or_else(|| panic!("{part:?} in {shown:?}"));
    let (taken, given_back) = (at("\x1b[?1049h"), at("\x1b[?1049l"));
    assert!(taken < at("board") && at("board") < given_back, "{shown:?}");
    assert!(given_back < at("of the screen's thread"), "{shown:?}");
    assert!(!shown.contains("of another thread"), "{shown:?}");
}

/// This test program with nothing to run but the panic, on a terminal.
fn start_on(device: &OwnedFd) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let test = "terminal::panic_tests::panics_on_its_own_terminal";
    command.args(["--exact", "--nocapture", test]).env(VARIABLE, "1").env("TERM", "xterm");
    let side = || device.try_clone().unwrap();
    command.stdin(side()).stdout(side()).stderr(side());
    // SAFETY: between fork and exec only two system calls are made and nothing is allocated.
    unsafe {
        command.pre_exec(|| {
            setsid()?;
            ioctl_tiocsctty(io::stdin()).map_err(io::Error::from)
        });
    }
    command.spawn().unwrap()
}

/// What is shown until the last user of the terminal is gone.
fn read_all(mut screen: File) -> String {
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = screen.read(&mut part) {
        bytes.extend_from_slice(&part[..count]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
