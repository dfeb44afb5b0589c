//! What the help of a command says about its exit status.

use std::process::ExitCode;

/// The status of a command that has done what it could with a file of which a part cannot be read.
pub(super) const PART: u8 = 1;

/// The status after a file was read, of which a part may be damaged.
pub(super) fn after_reading(is_damaged: bool) -> ExitCode {
    if is_damaged { ExitCode::from(PART) } else { ExitCode::SUCCESS }
}

/// Of a command that only succeeds or fails.
pub(super) const PLAIN: &str = "Exit status: 0 success, 2 bad input.";
/// Of one that asks before it overwrites or deletes.
pub(super) const CONFIRMED: &str = "Exit status: 0 success, 1 not confirmed, 2 bad input.";
/// Of `games convert`.
pub(super) const CONVERTED: &str = "Exit status: 0 success, 1 not confirmed or some games cannot be read, \
2 bad input.";
/// Of a command that reads files of games.
pub(super) const READING: &str =
    "Exit status: 0 success, 1 a part of a file cannot be read, 2 bad input.";
/// Of a command that reads files of games until Ctrl-C ends it.
pub(super) const READING_INTERRUPTIBLE: &str = "Exit status: 0 success, 1 a part of a file of games cannot be read, \
2 bad input, 130 ended by Ctrl-C.";
/// Of `book check`.
pub(super) const CLAIMS: &str = "Exit status: 0 undamaged, with --verify every claim is confirmed; \
1 a claim was refuted or left open; 2 bad input, or damaged; 130 ended by Ctrl-C, the same command continues.";
/// Of a command that Ctrl-C ends.
pub(super) const INTERRUPTIBLE: &str = "Exit status: 0 success, 2 bad input, 130 ended by Ctrl-C.";
/// Of one that `--resume` continues then.
pub(super) const RESUMABLE: &str =
    "Exit status: 0 success, 2 bad input, 130 ended by Ctrl-C; --resume continues.";
