//! The executable: a logger, the arguments, an exit status.

use std::process::ExitCode;

fn main() -> ExitCode {
    match tengen::cli::run() {
        Ok(code) => code,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "the one place where errors reach the user")]
            {
                eprintln!("tengen: {error:#}");
            }
            ExitCode::from(2)
        }
    }
}
