//! The arena on real processes: verdicts over misbehaving players, matches that are killed and
//! resumed, split and joined. The players are this executable itself, see `engines`.

mod check;
#[path = "../common/mod.rs"]
mod common;
mod containment;
#[path = "../engines/mod.rs"]
mod engines;
mod field;
mod hostile;
mod interruptions;
mod journals;
mod settings;
mod verdicts;

use libtest_mimic::{Arguments, Trial};

fn main() {
    if engines::run_if_asked() {
        return;
    }
    let mut arguments = Arguments::from_args();
    // Most tests wait for a clock, so more of them than cores run well together.
    arguments.test_threads = arguments.test_threads.or(Some(4));
    let tests = verdicts::tests()
        .into_iter()
        .chain(interruptions::tests())
        .chain(journals::tests())
        .chain(settings::tests())
        .chain(check::tests())
        .chain(hostile::tests())
        .chain(containment::tests());
    libtest_mimic::run(&arguments, tests.collect()).exit();
}

/// A named test.
fn test(name: &str, body: fn()) -> Trial {
    Trial::test(name, move || {
        body();
        Ok(())
    })
}
