//! Puzzles for a person, as text: the board, a question, answers to moves, hints. For a terminal and
//! for pipes.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use super::board::{self, Marks};
use tengen_engine::board::{Position, notation};
use tengen_engine::rules::legality::IllegalMove;
use tengen_engine::threats::Watch;
use tengen_engine::types::{Coord, Stone};
use tengen_records::move_text;
use tengen_study::explain::{WinClaim, WinPath, words};
use tengen_study::puzzle::{
    self, Attempt, HINTS, OutcomeCounts, Puzzle, PuzzleAnswer, PuzzleFault, PuzzleGoal,
    PuzzleProgress,
};
use tengen_study::review::{Exercise, Practice};
use tengen_util::columns::hanging;
use tengen_util::count::{self, counted};
use tengen_util::date::{Date, now_unix_ms};
use tengen_util::excerpt::excerpt;
use tengen_util::lines::next_line;
use tengen_util::sentence::sentence;

const HELP: &str = "\
h8      play a move      hint    a hint, then a better one      show    the solution
board   print the board  skip    the next puzzle                quit    leave
";

/// How puzzles are asked.
#[derive(Debug)]
pub struct PuzzleRun<'a> {
    /// The puzzles, in this order.
    pub puzzles: Vec<Puzzle>,
    /// All the time there is, if there is a clock.
    pub clock: Option<Duration>,
    /// What was solved before; the new attempts are added.
    pub progress: PuzzleProgress,
    /// Compares moves, and answers those of forced wins.
    pub practice: Practice<'a>,
    /// Stops a long answer.
    pub watch: &'a Watch,
    /// The width of the text.
    pub columns: usize,
}

/// How a puzzle has ended.
enum Ending {
    Over(Attempt),
    Skipped,
    Left,
    Late,
}

/// Asks the puzzles until the end of the input, of the time or of the puzzles; `save` hears of every
/// attempt as soon as it is over.
///
/// # Errors
/// If reading, writing or saving fails.
pub fn run(
    mut run: PuzzleRun<'_>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    save: &mut dyn FnMut(&Attempt) -> io::Result<()>,
) -> io::Result<()> {
    let (begun, all) = (Instant::now(), run.puzzles.len());
    let mut counts = OutcomeCounts::default();
    for (number, puzzle) in (1..).zip(&run.puzzles) {
        if run.watch.stop.is_set() {
            break;
        }
        let left = run.clock.map(|clock| clock.saturating_sub(begun.elapsed()));
        let rule = puzzle.position.rule();
        let origin = &puzzle.origin;
        let origin = if origin.is_empty() { String::new() } else { format!(" ({origin})") };
        let time = left.map(|left| format!(", {} s left", left.as_secs())).unwrap_or_default();
        let task = puzzle.task();
        let head = format!("Puzzle {number} of {all} ({rule}): {task}{origin}{time}.");
        say(output, run.columns, &format!("{head} Black is X, white is O."))?;
        let deadline = run.clock.and_then(|clock| begun.checked_add(clock));
        let mut asked = AskedPuzzle::new(puzzle, deadline, run.watch, run.columns);
        match asked.ask(&mut run.practice, input, output)? {
            Ending::Over(attempt) => {
                counts.add(attempt.outcome());
                save(&attempt)?;
                run.progress.add(attempt);
            }
            ending @ (Ending::Skipped | Ending::Left) => {
                if let Some(attempt) = asked.given_up() {
                    counts.add(attempt.outcome());
                    save(&attempt)?;
                    run.progress.add(attempt);
                }
                if matches!(ending, Ending::Left) {
                    break;
                }
            }
            Ending::Late => {
                writeln!(output, "The time is over.")?;
                break;
            }
        }
    }
    if run.watch.stop.is_set() {
        let said = "Ended by Ctrl-C; what was tried is saved if there is a file for it.";
        say(output, run.columns, said)?;
    }
    say(output, run.columns, &sentence(&counts.to_string()))?;
    let (all, mastered) = (run.progress.counts(), run.progress.mastered());
    if all.total() > 0 {
        let tried = counted(all.total() as u64, "puzzle");
        let said = format!("So far, of {tried}: {all}; mastered: {mastered}.");
        say(output, run.columns, &said)?;
    }
    output.flush()
}

/// Prints sentences in lines of at most `columns`.
fn say(output: &mut dyn Write, columns: usize, text: &str) -> io::Result<()> {
    output.write_all(hanging(text, 0, columns).as_bytes())
}

/// A puzzle that is being solved.
struct AskedPuzzle<'a> {
    puzzle: &'a Puzzle,
    position: Position,
    deadline: Option<Instant>,
    watch: &'a Watch,
    columns: usize,
    begun: Instant,
    moves: usize,
    wrong: usize,
    hints: usize,
    /// The hints for the current move.
    step: usize,
}

impl<'a> AskedPuzzle<'a> {
    fn new(
        puzzle: &'a Puzzle,
        deadline: Option<Instant>,
        watch: &'a Watch,
        columns: usize,
    ) -> Self {
        let position = puzzle.position.clone();
        let begun = Instant::now();
        let (moves, wrong, hints, step) = (0, 0, 0, 0);
        Self { puzzle, position, deadline, watch, columns, begun, moves, wrong, hints, step }
    }

    /// What is asked, in the position on the board.
    fn exercise(&self) -> Exercise<'_> {
        let mistake = self.puzzle.mistake.as_ref();
        Exercise {
            position: &self.position,
            goal: self.puzzle.goal,
            played: mistake.and_then(|mistake| mistake.played),
            best: self.puzzle.better_move().filter(|_| self.moves == 0),
            win: self.puzzle.win.as_ref().filter(|_| self.moves == 0),
        }
    }

    fn ask(
        &mut self,
        practice: &mut Practice<'_>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<Ending> {
        self.show(output)?;
        loop {
            write!(output, "> ")?;
            output.flush()?;
            let Some(line) = next_line(input)? else {
                writeln!(output)?;
                return Ok(Ending::Left);
            };
            if self.watch.stop.is_set() {
                return Ok(Ending::Left);
            }
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Ending::Late);
            }
            match line.to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Ending::Left),
                "skip" => return Ok(Ending::Skipped),
                "board" => self.show(output)?,
                "help" | "?" => output.write_all(HELP.as_bytes())?,
                "hint" => self.hint(practice, output)?,
                "show" => {
                    self.solution(output)?;
                    let attempt = Attempt { shown: true, ..self.attempt(false) };
                    return Ok(Ending::Over(attempt));
                }
                _ => {
                    let size = self.position.size();
                    let Some(play) = move_text::point(&line, size) else {
                        let center = notation::name(size.center(), size);
                        let seen = excerpt(&line, 40);
                        writeln!(
                            output,
                            "Seen '{seen}', expected a point like {center}, or help."
                        )?;
                        continue;
                    };
                    if self.play(play, practice, output)? {
                        return Ok(Ending::Over(self.attempt(true)));
                    }
                    if self.watch.stop.is_set() {
                        return Ok(Ending::Left);
                    }
                }
            }
        }
    }

    /// Plays a move; whether the puzzle is solved.
    fn play(
        &mut self,
        play: Coord,
        practice: &mut Practice<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        let size = self.position.size();
        let (name, opponent) = (notation::name(play, size), !self.position.to_move());
        match practice.answer(&self.exercise(), play, self.watch) {
            PuzzleAnswer::Solved => {
                self.moves += 1;
                let what = match self.puzzle.goal {
                    PuzzleGoal::Win => "makes five".to_owned(),
                    PuzzleGoal::Defend => format!("leaves {opponent} no win by threats"),
                    PuzzleGoal::Better => "is a good move".to_owned(),
                };
                say(output, self.columns, &format!("Solved: {name} {what}."))?;
                self.reasons(output)?;
                return Ok(true);
            }
            PuzzleAnswer::Right { defense, plies } => {
                self.moves += 1;
                self.step = 0;
                let placed = self.position.play(play).and_then(|()| self.position.play(defense));
                placed.map_err(io::Error::other)?;
                let answer = notation::name(defense, size);
                let left = count::moves_of(plies);
                let said =
                    format!("Right. After {name} {opponent} answers {answer}, {left} to go.");
                say(output, self.columns, &said)?;
                self.show(output)?;
            }
            // What stops a win is done with; who is to win has not won yet.
            PuzzleAnswer::Undecided { nodes, reply } => {
                say(
                    output,
                    self.columns,
                    &format!("Undecided: {}", self.undecided(&name, nodes, reply)),
                )?;
                self.moves += usize::from(reply.is_none());
                // Not called wrong, but a try in vain.
                self.wrong += usize::from(reply.is_some());
                return Ok(reply.is_none());
            }
            PuzzleAnswer::Wrong(fault) => {
                if fault == PuzzleFault::Unknown && self.watch.stop.is_set() {
                    // Stopped before it was judged: the person leaves.
                    return Ok(false);
                }
                // What is not proved is no mistake of the person.
                let is_wrong = !matches!(fault, PuzzleFault::Illegal(_) | PuzzleFault::Unknown);
                self.wrong += usize::from(is_wrong);
                let why = self.why_wrong(&fault);
                say(output, self.columns, &format!("No, {name} {why}."))?;
            }
        }
        Ok(false)
    }

    /// What is known of a move that the solver can neither refute nor confirm.
    fn undecided(&self, name: &str, nodes: u64, reply: Option<Coord>) -> String {
        let nodes = counted(nodes, "node");
        match reply.map(|reply| notation::name(reply, self.position.size())) {
            None => format!("{name} is not refuted within {nodes}. It counts as solved."),
            Some(reply) => {
                format!(
                    "after {name} and {reply} no win was found within {nodes}. Try another move."
                )
            }
        }
    }

    /// Why a move does not solve the puzzle, after its name.
    fn why_wrong(&self, fault: &PuzzleFault) -> String {
        let (size, opponent) = (self.position.size(), !self.position.to_move());
        match fault {
            PuzzleFault::Illegal(error) => match error {
                IllegalMove::OffBoard { .. } => "is off the board".to_owned(),
                IllegalMove::Occupied { .. } => "is occupied".to_owned(),
                IllegalMove::Forbidden { kind, .. } => format!("is forbidden: {kind}"),
            },
            PuzzleFault::Held { reply } => {
                let reply = notation::name(*reply, size);
                format!("does not win: after {reply} there is no win by threats")
            }
            PuzzleFault::Loses(win) => {
                format!("loses: {opponent} wins by {}", notation_line(&win.line, &self.position))
            }
            PuzzleFault::Worse { reply, values } => {
                let why = match values.map(|values| values.map(|value| 100.0 * value.win_rate())) {
                    Some([value, best]) => {
                        format!("is not as good: win chance {value:.0} %, the best {best:.0} %")
                    }
                    None => "is the move of the game".to_owned(),
                };
                let reply = reply.map(|reply| {
                    format!("; after it {opponent} answers {}", notation::name(reply, size))
                });
                why + &reply.unwrap_or_default()
            }
            PuzzleFault::Unknown => match self.puzzle.goal {
                PuzzleGoal::Win => "is not proved to win".to_owned(),
                PuzzleGoal::Defend => format!("is not proved to stop {opponent}'s win"),
                PuzzleGoal::Better => "could not be compared".to_owned(),
            },
        }
    }

    fn hint(&mut self, practice: &mut Practice<'_>, output: &mut dyn Write) -> io::Result<()> {
        let step = (self.step + 1).min(HINTS);
        let hint = practice.hint(&self.exercise(), step, self.watch);
        if self.watch.stop.is_set() {
            // Stopped before it was found: the person leaves.
            return Ok(());
        }
        self.step = step;
        self.hints += usize::from(hint.is_some());
        let text = hint.map(|hint| hint.text(self.position.size()));
        let text = text.unwrap_or_else(|| "There is no hint.".to_owned());
        say(output, self.columns, &text)
    }

    fn solution(&self, output: &mut dyn Write) -> io::Result<()> {
        let mut moves = puzzle::solution(self.puzzle, self.watch);
        let start = &self.puzzle.position;
        if self.puzzle.goal == PuzzleGoal::Win {
            moves.truncate(WinPath::decided_after(start, &moves));
        }
        let list = notation_line(&moves, &self.position);
        match self.puzzle.goal {
            PuzzleGoal::Win => {
                let path = WinPath::along(start, &moves, WinClaim::Proved);
                let told = path.map_or(list, |path| words::steps(&path, start.size()));
                say(output, self.columns, &format!("The longest line: {told}."))?;
            }
            PuzzleGoal::Defend if moves.is_empty() => {
                let said = "No move was found quickly that is proved to stop it.";
                say(output, self.columns, said)?;
            }
            PuzzleGoal::Defend => {
                say(output, self.columns, &format!("What stops it: {list}."))?;
            }
            PuzzleGoal::Better => say(output, self.columns, &format!("Better: {list}."))?,
        }
        self.reasons(output)?;
        self.drawn(&moves, output)
    }

    /// What speaks for the better move, where a review said it.
    fn reasons(&self, output: &mut dyn Write) -> io::Result<()> {
        let mistake = self.puzzle.mistake.as_ref().filter(|_| self.moves <= 1);
        match mistake.and_then(|mistake| mistake.reasons.as_ref()) {
            Some(why) => say(output, self.columns, &why.text(self.position.size())),
            None => Ok(()),
        }
    }

    /// The solution on the board: its moves with their numbers, or the points that stop a win.
    fn drawn(&self, moves: &[Coord], output: &mut dyn Write) -> io::Result<()> {
        let mut position = self.puzzle.position.clone();
        let mut marks = Marks::default();
        for (&play, number) in moves.iter().zip(1..) {
            match self.puzzle.goal {
                PuzzleGoal::Defend => marks.threats.push((play, '+')),
                PuzzleGoal::Win | PuzzleGoal::Better => {
                    if position.play(play).is_err() {
                        break;
                    }
                    marks.numbers.push((play, number));
                }
            }
        }
        output.write_all(board::plain(&position, &marks).as_bytes())
    }

    fn show(&self, output: &mut dyn Write) -> io::Result<()> {
        // In a game the stones are in the order in which they were played.
        let stones = self.position.stones();
        let is_game = stones.iter().zip([Stone::Black, Stone::White].into_iter().cycle());
        let is_game = is_game.clone().all(|((_, stone), turn)| *stone == turn) && stones.len() > 2;
        let last = stones.last().map(|&(coord, _)| coord);
        let last = last.filter(|_| self.moves > 0 || is_game);
        let marks = Marks { last, ..Marks::default() };
        output.write_all(board::plain(&self.position, &marks).as_bytes())
    }

    /// An attempt that was given up: a later one is not the first without help. A puzzle that was only
    /// looked at was not tried.
    fn given_up(&self) -> Option<Attempt> {
        (self.wrong + self.hints > 0).then(|| self.attempt(false))
    }

    fn attempt(&self, solved: bool) -> Attempt {
        Attempt {
            puzzle: self.puzzle.id(),
            solved,
            wrong: self.wrong,
            hints: self.hints,
            shown: false,
            seconds: self.begun.elapsed().as_secs(),
            date: Date::from_unix_ms(now_unix_ms()).to_string(),
        }
    }
}

fn notation_line(moves: &[Coord], position: &Position) -> String {
    let names: Vec<String> =
        moves.iter().map(|&coord| notation::name(coord, position.size())).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::{parse, parse_moves};
    use tengen_engine::engine::Engine;
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_records::PositionLine;
    use tengen_study::puzzle::Mistake;
    use tengen_study::review::KnownSearches;

    /// Both have an open three and black is to move.
    fn won() -> Puzzle {
        let size = BoardSize::square(15).unwrap();
        let points = parse_moves("h8g10i8h10j8i10", size).unwrap().into_iter().map(Some);
        let line = PositionLine::in_turn(Position::new(Rule::Freestyle, size), points).unwrap();
        puzzle::in_position(&line.position, "", &Watch::default()).unwrap()
    }

    fn asked(puzzle: Puzzle, input: &str, clock: Option<Duration>) -> (String, Vec<Attempt>) {
        let (watch, mut output, mut saved) = (Watch::default(), Vec::new(), Vec::new());
        let (mut engine, mut known) = (Engine::new(), KnownSearches::default());
        let asked = PuzzleRun {
            puzzles: vec![puzzle],
            clock,
            progress: PuzzleProgress::default(),
            practice: Practice { engine: &mut engine, known: &mut known },
            watch: &watch,
            columns: usize::MAX,
        };
        run(asked, &mut input.as_bytes(), &mut output, &mut |attempt| {
            saved.push(attempt.clone());
            Ok(())
        })
        .unwrap();
        (String::from_utf8(output).unwrap(), saved)
    }

    #[test]
    fn a_puzzle_is_solved_move_by_move_with_answers_and_hints() {
        // An open four; then the five that is left, of g8 and l8.
        let (text, saved) = asked(won(), "o15\nhint\nk8\ng8\nl8\n", None);
        assert!(
            text.starts_with("Puzzle 1 of 1 (freestyle): black to move and win. Black is X"),
            "{text}"
        );
        assert!(
            ["No, o15 loses: white wins by ", "No, o15 does not win", "Undecided: after o15 and "]
                .iter()
                .any(|said| text.contains(said)),
            "{text}"
        );
        assert!(text.contains("Black wins by fours in 2 moves."), "{text}");
        assert!(text.contains("Right. After k8 white answers "), "{text}");
        assert!(text.contains("makes five."), "{text}");
        let [attempt] = saved.as_slice() else { panic!("{saved:?}") };
        assert!(attempt.solved && attempt.hints == 1, "{attempt:?}");
        assert!(
            text.contains("Solved without help: 0, with hints: 1, solution shown: 0"),
            "{text}"
        );
    }

    #[test]
    fn a_solution_that_is_shown_is_not_solved_and_leaving_saves_nothing() {
        let (text, saved) = asked(won(), "x\nshow\n", None);
        assert!(text.contains("Seen 'x', expected a point like h8, or help."), "{text}");
        assert!(
            text.contains("The longest line: k8 ") || text.contains("The longest line: g8 "),
            "{text}"
        );
        // The line is drawn on the board, up to the move that decides.
        assert!(text.contains("(open four), which threatens five at "), "{text}");
        assert!(text.contains("  1 .") && !text.contains("  2 ."), "{text}");
        assert!(!saved[0].solved && saved[0].shown, "{saved:?}");
        assert!(asked(won(), "quit\n", None).1.is_empty());
        // What was tried before it was left is no first try later.
        let (text, saved) = asked(won(), "h8\nhint\nquit\n", None);
        assert!(text.contains("No, h8 is occupied."), "{text}");
        assert!(!saved[0].solved && saved[0].hints == 1 && saved[0].wrong == 0, "{saved:?}");
        assert!(asked(won(), "", None).1.is_empty());
    }

    #[test]
    fn what_is_said_of_a_session_is_what_is_saved() {
        for (input, said) in [
            ("hint\nhint\nhint\nhint\nskip\n", "solution shown: 0, not solved: 1"),
            ("hint\nquit\n", "solution shown: 0, not solved: 1"),
            ("show\n", "solution shown: 1, not solved: 0"),
        ] {
            let (text, _) = asked(won(), input, None);
            assert!(
                text.contains(&format!("Solved without help: 0, with hints: 0, {said}.")),
                "{text}"
            );
            assert!(
                text.contains(&format!("solved without help: 0, with hints: 0, {said};")),
                "{text}"
            );
        }
        // What was only looked at was not tried.
        let (text, saved) = asked(won(), "skip\n", None);
        assert!(
            saved.is_empty() && text.contains("not solved: 0.") && !text.contains("So far"),
            "{text}"
        );
    }

    #[test]
    fn a_mistake_of_a_game_asks_for_a_better_move() {
        let won = won();
        let point = |name: &str| parse(name, won.position.size()).unwrap();
        let mistake = Mistake { played: Some(point("a1")), best: vec![point("k8")], reasons: None };
        let puzzle =
            Puzzle { goal: PuzzleGoal::Better, win: None, mistake: Some(mistake), ..won.clone() };
        // The other end is as good as the best move; the move of the game is not.
        let (text, saved) = asked(puzzle.clone(), "a1\nhint\nhint\nhint\nhint\ng8\n", None);
        let task = "black played a1; black to move and find a better move";
        assert!(text.contains(task), "{text}");
        assert!(text.contains("No, a1 loses: white wins by "), "{text}");
        assert!(text.contains("After a1 white answers "), "{text}");
        assert!(text.contains("The move to find makes an open four."), "{text}");
        assert!(text.contains("Play k8.") && text.contains("Solved: g8 is a good move."), "{text}");
        assert!(saved[0].solved && saved[0].wrong == 1, "{saved:?}");
        let (text, _) = asked(puzzle, "show\n", None);
        assert!(text.contains("Better: k8.\n"), "{text}");
    }

    /// Stops as soon as a line is read, like Ctrl-C at the prompt.
    struct Stopping<'a>(&'a [u8], &'a Watch);

    impl io::Read for Stopping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1.stop.set();
            self.0.read(buffer)
        }
    }

    #[test]
    fn a_stop_at_the_prompt_ends_the_session_and_solves_nothing() {
        let defend = Puzzle { goal: PuzzleGoal::Defend, ..won() };
        for puzzle in [won(), defend] {
            let (watch, mut output, mut saved) = (Watch::default(), Vec::new(), 0);
            let puzzles = vec![puzzle.clone(), puzzle];
            let progress = PuzzleProgress::default();
            let (mut engine, mut known) = (Engine::new(), KnownSearches::default());
            let practice = Practice { engine: &mut engine, known: &mut known };
            let asked =
                PuzzleRun { puzzles, clock: None, progress, practice, watch: &watch, columns: 80 };
            let mut input = io::BufReader::new(Stopping(b"a15\nk8\n", &watch));
            let mut save = |_: &Attempt| {
                saved += 1;
                Ok(())
            };
            run(asked, &mut input, &mut output, &mut save).unwrap();
            let text = String::from_utf8(output).unwrap();
            assert!(text.contains("Ended by Ctrl-C; "), "{text}");
            assert!(
                text.contains("Solved without help: 0,") && !text.contains("Puzzle 2"),
                "{text}"
            );
            assert_eq!(saved, 0);
        }
    }

    #[test]
    fn a_position_without_a_win_has_no_hint() {
        // What a file claims is not proved again here.
        let size = BoardSize::square(15).unwrap();
        let puzzle = Puzzle { position: Position::new(Rule::Freestyle, size), win: None, ..won() };
        let (text, saved) = asked(puzzle, "hint\nhint\nquit\n", None);
        assert_eq!(text.matches("There is no hint.").count(), 2, "{text}");
        // No help was given, and nothing was tried.
        assert!(saved.is_empty(), "{saved:?}");
    }

    #[test]
    fn sentences_are_wrapped_and_boards_are_not() {
        let (watch, mut output) = (Watch::default(), Vec::new());
        let (mut engine, mut known) = (Engine::new(), KnownSearches::default());
        let practice = Practice { engine: &mut engine, known: &mut known };
        let (puzzles, progress) = (vec![won()], PuzzleProgress::default());
        let asked =
            PuzzleRun { puzzles, clock: None, progress, practice, watch: &watch, columns: 30 };
        run(asked, &mut &b"hint\nshow\n"[..], &mut output, &mut |_| Ok(())).unwrap();
        let text = String::from_utf8(output).unwrap();
        let is_board =
            |line: &&str| line.trim_start().starts_with(|sign: char| sign.is_ascii_digit());
        assert!(text.lines().any(|line| is_board(&line) && line.len() > 30), "{text}");
        let letters =
            |line: &&str| line.trim_start().starts_with("a b c") || line.contains("a  b  c");
        for line in text.lines().filter(|line| !is_board(line) && !letters(line)) {
            assert!(line.trim_start_matches("> ").len() <= 30, "{line}\n{text}");
        }
    }

    #[test]
    fn an_answer_after_the_time_does_not_count() {
        let (text, saved) = asked(won(), "k8\n", Some(Duration::ZERO));
        assert!(text.contains("The time is over.") && saved.is_empty(), "{text}");
    }
}
