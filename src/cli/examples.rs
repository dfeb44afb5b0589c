//! Examples on the help pages: for each command, lines that can be typed as they stand. Tests read
//! every one with the parser, and run those that need nothing but the files they name.

/// A command line, and what it does.
type Example = (&'static str, &'static str);

/// Where the words beside examples begin at the latest; a longer line has them right after it.
const WIDEST: usize = 60;

/// The examples of a command, given as `games list`; of the program itself if it is empty.
pub(super) fn of(command: &str) -> &'static [Example] {
    match command.split_once(' ') {
        Some(("match", _)) => of_match(command),
        Some(("games", _)) => of_games(command),
        Some(("book", _)) => of_book(command),
        Some(("tune", _)) => of_tune(command),
        Some(_) => of_proofs_and_demos(command),
        None => of_first_word(command),
    }
}

/// The examples as a paragraph of help.
pub(super) fn paragraph(command: &str) -> Option<String> {
    let examples = of(command);
    if examples.is_empty() {
        return None;
    }
    let widths = examples.iter().map(|(line, _)| line.chars().count());
    let width = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
    let lines = examples
        .iter()
        .map(|(line, what)| format!("  {line:width$}  {what}").trim_end().to_owned() + "\n");
    Some(format!("Examples:\n{}", lines.collect::<String>()))
}

fn of_first_word(command: &str) -> &'static [Example] {
    match command {
        "" => &[
            ("tengen board", "play in the browser"),
            ("tengen play --level 3", "play in the terminal"),
            ("tengen games review lost.sgf", "where a game was lost, and why"),
        ],
        "brain" => &[
            ("tengen --level 5", "weaker, for any manager"),
            ("tengen --book my.tgbook --record games.csv", "with a book; every game is saved"),
        ],
        "analyze" => &[
            ("tengen analyze --moves h8i9g7 --board --nodes 20000", "the best line"),
            ("tengen analyze lost.sgf --after 6 --depth 6 --multipv 3", "three lines, as JSON"),
            ("tengen analyze positions.jsonl --nodes 20000", "many positions"),
        ],
        "api" => &[
            ("echo '{\"id\":1,\"request\":\"ping\"}' | tengen api", "one request, one answer"),
            ("tengen api --schema", "the messages, to make clients"),
        ],
        "gtp" => &[
            ("tengen gtp --rule renju --turn-ms 2000", "as the engine of Sabaki or Lizzie"),
            ("echo genmove b | tengen gtp --level 2", "one move"),
        ],
        "bench" => &[
            ("tengen bench --depth 6", "a quick look at the speed"),
            ("tengen bench --json", "for programs; the signature is the same everywhere"),
        ],
        "board" => &[
            ("tengen board", "opens the browser"),
            ("tengen board --no-open --port 8080", "prints the address only"),
        ],
        "match" => &[
            ("tengen match --engine cmd=a.exe --engine cmd=b.exe --games 20 --tc 10+0.1", ""),
            ("tengen match match.toml --out results --resume", "settings from a file"),
        ],
        "check" => &[
            ("tengen check pbrain-mine.exe --turn-ms 500", "a quick look"),
            ("tengen check mine.zip --league renju15", "what would be sent to Gomocup"),
        ],
        "openings" => &[
            ("tengen openings --count 5 --nodes 2000", "five for freestyle"),
            ("tengen openings --rule renju --nodes 2000 --out renju.txt", "100 for matches"),
        ],
        "solve" => &[
            ("tengen solve --moves h8h9i8i9g8g9 --board", "the win on a board"),
            ("tengen solve lost.sgf --after 6 --all --total-ms 1000", "every winning move"),
            ("tengen solve positions.jsonl --proof wins.proof", "proofs to be checked"),
            ("echo h8h9i8i9g8g9 | tengen solve --moves -", "moves of a program"),
        ],
        "prove" => &[
            ("tengen prove --size 5 --moves c3b2d4 --out small --time-ms 2000", "two seconds"),
            ("tengen prove --moves h8h9i8i9g8g9 --out won", "writes a certificate"),
        ],
        "selfplay" => &[
            ("tengen selfplay --games 4 --nodes 50 --out train.games", "a few games"),
            ("tengen selfplay --games 400 --shard 1/4 --out part-1.games --resume", "1 of 4"),
        ],
        "tune" => &[("tengen tune eval train.games --out eval.weights --epochs 2", "")],
        "judge" => &[
            ("tengen judge --rule renju --moves h10a1h9a15f8o1g8o15", "h8 is forbidden"),
            ("tengen judge positions.jsonl", "many positions"),
        ],
        "play" => &[
            ("tengen play --level 3", "you are black"),
            ("tengen play --rule renju --black engine --white person", "the engine begins"),
            ("tengen play --person-match-ms 300000 --match-ms 300000", "five minutes each"),
        ],
        "games" => &[
            ("tengen games review lost.sgf --html lost.html", "mistakes, as a page, too"),
            ("tengen games convert lost.sgf lost.psq", "to another format"),
        ],
        "puzzles" => &[
            ("tengen puzzles", "today's five"),
            ("tengen puzzles lost.sgf --color black", "the mistakes of black"),
            ("tengen puzzles games.csv --progress mine.jsonl", "what is left to learn"),
            ("tengen puzzles --all --vcf --clock 120", "fours, for two minutes"),
            ("tengen puzzles games.csv --forced --list > my.puzzles", "for programs, too"),
        ],
        "book" => &[
            ("tengen book import games.csv --into my.tgbook", "a store of all games"),
            ("tengen book show my.tgbook --moves h8", "what it knows after h8"),
        ],
        "demo" => &[
            ("tengen demo tictactoe --count", "what alpha-beta saves"),
            ("tengen demo tree", "alpha-beta step by step"),
        ],
        "completions" => &[("tengen completions bash > tengen.bash", "then: source tengen.bash")],
        "man" => &[
            ("tengen man", "the manual page"),
            ("tengen man pages", "the pages of all commands, into a folder"),
        ],
        _ => &[],
    }
}

fn of_match(command: &str) -> &'static [Example] {
    match command {
        "match merge" => &[("tengen match merge part-1 part-2 --out all", "")],
        "match report" => &[("tengen match report results", "status 0: the journal is sound")],
        _ => &[],
    }
}

fn of_games(command: &str) -> &'static [Example] {
    match command {
        "games list" => &[
            ("tengen games list", "the library"),
            ("tengen games list --file lost.sgf", "another file"),
        ],
        "games show" => &[("tengen games show 1 --file lost.sgf", "")],
        "games replay" => &[("tengen games replay 1 --file lost.sgf", "")],
        "games delete" => &[("tengen games delete 1 --yes", "without asking")],
        "games convert" => &[
            ("tengen games convert lost.sgf games.csv", "adds it to the library"),
            ("tengen games convert lost.sgf - --to txt", "to the screen"),
        ],
        "games review" => &[
            ("tengen games review lost.sgf", "in some seconds"),
            ("tengen games review lost.sgf --nodes 500 --json", "for programs"),
            ("tengen games review 1 --sgf reviewed.sgf", "game 1 of the library"),
            ("tengen games review lost.sgf --thorough --html page.html --resume lost.jsonl", ""),
        ],
        _ => &[],
    }
}

fn of_book(command: &str) -> &'static [Example] {
    match command {
        "book new" => &[("tengen book new my.tgbook", "")],
        "book show" => &[
            ("tengen book show my.tgbook --moves h8", ""),
            ("tengen book show built-in --rule renju", "the book inside the program"),
        ],
        "book edit" => &[("tengen book edit my.tgbook --moves h8i9 --comment sharp", "")],
        "book delete" => &[("tengen book delete my.tgbook --moves h8i9 --yes", "")],
        "book import" => &[("tengen book import games.csv lost.sgf --into my.tgbook", "")],
        "book export" => &[
            ("tengen book export my.tgbook --out book.jsonl", "loses nothing"),
            ("tengen book export my.tgbook --out book.sgf", "as a tree"),
        ],
        "book merge" => &[("tengen book merge other.tgbook --into my.tgbook", "")],
        "book seal" => &[("tengen book seal my.tgbook --out my.sealed", "for players")],
        "book check" => &[
            ("tengen book check my.tgbook", "is it damaged?"),
            ("tengen book check my.tgbook --verify", "is it true?"),
        ],
        "book grow" => &[
            ("tengen book grow my.tgbook --rule renju --nodes 1000000", "until Ctrl-C"),
            ("tengen book grow small.tgbook --size 9 --steps 3 --nodes 500", "three positions"),
        ],
        _ => &[],
    }
}

fn of_tune(command: &str) -> &'static [Example] {
    match command {
        "tune eval" => &[("tengen tune eval train.games --out eval.weights --epochs 2", "")],
        "tune network" => {
            &[("tengen tune network train.games --out net.weights --checkpoint net.state", "")]
        }
        "tune policy" => &[("tengen tune policy train.games --out policy.weights", "")],
        "tune classic" => &[("tengen tune classic --out classic --rounds 50", "")],
        "tune search" => &[("tengen tune search --out tuned --rule renju --steps 500", "")],
        "tune duel" => &[
            ("tengen tune duel --weights new.weights --pairs 50", "new against built-in"),
            ("tengen tune duel --nodes 500 --other-nodes 1000", "against twice the nodes"),
        ],
        "tune leaves" => &[("tengen tune leaves train.games --out leaves.games", "")],
        "tune reference" => {
            &[("tengen tune reference train.games --out reference.jsonl --positions 100", "")]
        }
        "tune values" => &[("tengen tune values reference.jsonl --weights new.weights", "")],
        _ => &[],
    }
}

fn of_proofs_and_demos(command: &str) -> &'static [Example] {
    match command {
        "solve verify" => &[("tengen solve verify wins.proof", "by the rules alone")],
        "prove check" => &[
            ("tengen prove check won/certificate.jsonl", "every reply is played"),
            ("tengen prove check won/certificate.jsonl --quick", "fewer"),
        ],
        "prove full" => &[("tengen prove full won/certificate.jsonl --out full.jsonl", "")],
        "demo tictactoe" => &[
            ("tengen demo tictactoe", "play"),
            ("tengen demo tictactoe --trace 2", "the values of the first two plies"),
        ],
        "demo tree" => &[
            ("tengen demo tree", "the textbook example"),
            ("echo '[[3,12],[2,4]]' | tengen demo tree -", "your own"),
        ],
        "demo xiangqi" => &[
            ("tengen demo xiangqi", "play"),
            ("tengen demo xiangqi --perft 2", "count the games of two plies"),
        ],
        _ => &[],
    }
}
