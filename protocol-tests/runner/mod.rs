//! The transcript runner: a language for dialogues, a brain behind pipes, an independent board.

pub(crate) mod brain;
pub(crate) mod game;
pub(crate) mod play;
pub(crate) mod referee;
pub(crate) mod script;

use libtest_mimic::{Failed, Trial};

/// Tests of the runner itself: a check that cannot fail proves nothing.
pub(crate) fn self_tests() -> Vec<Trial> {
    let fails = |name: &str, text: &'static str, part: &'static str| {
        Trial::test(format!("runner/{name}"), move || must_fail(text, part).map_err(Failed::from))
    };
    vec![
        fails("a_wrong_line_is_seen", "# x\n> START 15\n< NO", "expected 'NO'"),
        fails("a_missing_line_is_seen", "# x\n> INFO a b\n< OK within 300", "nothing came"),
        fails("a_line_too_many_is_seen", "# x\n> ABOUT\n> START 15\n< /name=/", "left over"),
        fails("silence_is_measured", "# x\n> ABOUT\n! 1000", "expected silence"),
        fails("a_wrong_exit_is_seen", "# x\n> END\n$ exit 3 within 5000", "exit status"),
        fails(
            "staying_alive_is_seen",
            "# x\n> ABOUT\n< /name=/\n$ exit 0 within 300",
            "still runs",
        ),
        fails(
            "an_illegal_move_is_seen",
            "# x\n> START 15\n< OK\n> PLAY 3,3\n< 3,3\n> TAKEBACK 3,3\n< OK\n> PLAY 3,3\n< MOVES 2",
            "expected 2 moves",
        ),
        fails("a_wrong_script_is_seen", "# x\n? what", "line 2"),
    ]
}

fn must_fail(text: &str, part: &str) -> Result<(), String> {
    match script::Script::parse(text).and_then(|script| play::run(&script)) {
        Ok(()) => Err("it passed".to_owned()),
        Err(error) if error.contains(part) => Ok(()),
        Err(error) => Err(format!("failed for another reason: {error}")),
    }
}
