//! What is printed is read back as the same value, and no bytes make a parser panic.

use proptest::prelude::*;
use strum::VariantArray;

use super::line::LineSplitter;
use super::*;

fn text() -> impl Strategy<Value = String> {
    "[!-~]([ -~]{0,60}[!-~])?"
}

/// Numbers that a parser does not refuse as saturated.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![-2..200_i64, any::<i64>()]
        .prop_filter("saturated", |n| ![i64::MIN, i64::MAX].contains(n))
}

fn pair() -> impl Strategy<Value = NumberPair> {
    (number(), number()).prop_map(|(first, second)| NumberPair { first, second })
}

fn info() -> impl Strategy<Value = Info> {
    let known = (prop::sample::select(Info::KEYS), any::<i64>()).prop_map(|(key, number)| {
        // A number is a value of every key.
        Info::parse(format!("{key} {number}").as_bytes()).expect("a number")
    });
    prop_oneof![
        6 => known,
        1 => text().prop_map(Info::Level),
        1 => ("x_[a-z]{0,8}", text()).prop_map(|(key, value)| Info::Other { key, value }),
    ]
}

fn block_kind() -> impl Strategy<Value = BlockKind> {
    prop::sample::select(BlockKind::NAMED.to_vec())
}

fn command() -> impl Strategy<Value = Command> {
    let bare = vec![
        Command::Restart,
        Command::Begin,
        Command::Done,
        Command::About,
        Command::Stop,
        Command::End,
    ];
    let extension = Extension::BARE.map(|(_, command)| command).to_vec();
    let point: Vec<fn(NumberPair) -> Command> =
        vec![Command::Start, Command::Turn, Command::Play, Command::Takeback];
    let counted = Extension::COUNTED.map(|(.., make)| make).to_vec();
    let forbid = |(adds, pair, side)| Extension::Forbid { adds, pair, side };
    prop_oneof![
        prop::sample::select(bare),
        (prop::sample::select(point), pair()).prop_map(|(make, pair)| make(pair)),
        prop::sample::select(extension).prop_map(Command::Extension),
        (prop::sample::select(counted), any::<i64>())
            .prop_map(|(make, count)| Command::Extension(make(count))),
        (any::<bool>(), pair(), 0..2_i64).prop_map(forbid).prop_map(Command::Extension),
        info().prop_map(Command::Info),
        (prop::sample::select(database::DatabaseWord::VARIANTS), text())
            .prop_map(|(word, rest)| Command::Database(word, rest)),
        (prop::sample::select(step::YxStep::VARIANTS), text())
            .prop_map(|(step, rest)| Command::YxStep { step, rest }),
        text().prop_map(Command::ReloadConfig),
        (block_kind(), text()).prop_map(|(kind, rest)| Command::Open(kind, rest)),
        (prop::sample::select(extension::FileWord::VARIANTS), text())
            .prop_map(|(word, rest)| Command::File(word, rest)),
    ]
}

fn reply() -> impl Strategy<Value = Reply> {
    let texts: Vec<fn(String) -> Reply> = vec![
        Reply::OkWithText,
        Reply::Message,
        Reply::Debug,
        Reply::Info,
        Reply::Error,
        Reply::Unknown,
    ];
    let small = (0..100_i64, 0..100_i64).prop_map(|(first, second)| NumberPair { first, second });
    prop_oneof![
        Just(Reply::Ok),
        Just(Reply::Swap),
        (prop::sample::select(texts), text()).prop_map(|(make, text)| make(text)),
        prop::collection::vec(pair(), 1..4).prop_map(Reply::Moves),
        prop::collection::vec(small, 0..9).prop_map(Reply::Forbid),
        pair().prop_map(Reply::Suggest),
        "name=\"[ -~&&[^\"]]{0,20}\"".prop_map(Reply::About),
    ]
}

/// Any bytes, and bytes that begin like a line of the protocol.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = "(INFO|BOARD|TURN|START|yxnbest|yxsoosorvstep4|YXSETDATABASE|MESSAGE|FORBID|SUGGEST|OK|name=)";
    let known = format!("{word} [-+0-9, .=\"a-z]{{0,40}}");
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..60),
        proptest::string::string_regex(&known).unwrap().prop_map(String::into_bytes),
    ]
}

proptest! {
    #[test]
    fn a_printed_command_is_read_back(command in command()) {
        prop_assert_eq!(Command::parse(command.to_string().as_bytes()), Ok(command));
    }

    #[test]
    fn a_printed_reply_is_read_back(reply in reply()) {
        prop_assert_eq!(Reply::parse(&reply.to_string()), Some(reply));
    }

    #[test]
    fn a_printed_block_is_read_back(
        kind in block_kind(),
        rows in prop::collection::vec([any::<i64>(), any::<i64>(), any::<i64>()], 0..20),
    ) {
        let mut rows = rows;
        for row in &mut rows {
            row[kind.arity()..].fill(0);
        }
        let block = Block { kind, rows };
        let printed = block.to_string();
        let mut lines = printed.lines();
        let opened = Command::parse(lines.next().unwrap().as_bytes());
        prop_assert_eq!(opened, Ok(Command::Open(kind, String::new())));
        let mut reader = BlockReader::new(kind);
        let done = lines.map(|line| reader.feed(line)).last().and_then(|progress| progress.done);
        prop_assert_eq!(done.as_deref(), Some(""));
        prop_assert_eq!(reader.finish(), Some(block));
    }

    #[test]
    fn any_bytes_are_a_command_or_an_error(bytes in line()) {
        if let Ok(command) = ParsedLine::new(WireLine::new(&bytes)).command {
            // What was parsed can be parsed again.
            prop_assert_eq!(Command::parse(command.to_string().as_bytes()), Ok(command));
        }
    }

    #[test]
    fn any_text_is_a_reply_or_none(bytes in line()) {
        let line = WireLine::new(&bytes);
        if let Some(reply) = Reply::parse(&line.text()) && line.bytes().is_ascii() {
            let printed = reply.to_string();
            if !printed.contains('?') {
                prop_assert_eq!(Reply::parse(&printed), Some(reply));
            }
        }
    }

    #[test]
    fn line_splitter_gives_the_same_lines_for_every_tearing(
        bytes in prop::collection::vec(prop_oneof![Just(b'\r'), Just(b'\n'), any::<u8>()], 0..80),
        cut in 0..80_usize,
    ) {
        let split = |chunks: [&[u8]; 2]| {
            let mut splitter = LineSplitter::new();
            let mut lines: Vec<_> = chunks.iter().flat_map(|chunk| splitter.feed(chunk)).collect();
            lines.extend(splitter.finish());
            lines
        };
        let (head, tail) = bytes.split_at(cut.min(bytes.len()));
        let lines = split([head, tail]);
        prop_assert_eq!(&lines, &split([&bytes, &[]]));
        let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        prop_assert!(!lines.iter().any(|line| line.bytes().iter().any(is_end)));
    }
}
