//! Valid input for each reader, which the fuzzer mutates.

use super::{Target, books, journals};
use tengen_engine::board::Position;
use tengen_engine::classic::ClassicWeights;
use tengen_engine::eval::network::NetworkWeights;
use tengen_engine::eval::policy::PolicyWeights;
use tengen_engine::eval::weights::Weights;
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_records::book::key::Canonical;
use tengen_records::book::sealed::SealedBook;
use tengen_records::book::{Bound, GameResults, Label, Record, Trust, codec};
use tengen_records::book_formats::{BookEntry, databases, json_lines, rows};
use tengen_records::{jsonl, psq, renlib, sgf};
use tengen_util::charset::Charset;

/// A game from the library.
const LIBRARY: &str = include_str!("../../../protocol-tests/games/missed-win-standard.csv");
/// A proved win.
const PROOF: &str = r#"{"tengen_proof":1,"kind":"vcf","plies":3,"root":2,"nodes":3,"position":{"rule":"freestyle","size":9,"moves":[[3,4],[0,0],[4,4],[0,2],[5,4],[0,4]],"to_move":"black"}}
{"node":0,"play":[7,4],"replies":[],"otherwise":null}
{"node":1,"play":[2,4],"replies":[],"otherwise":null}
{"node":2,"play":[6,4],"replies":[[2,4,0]],"otherwise":1}
"#;
/// Games saved by Piskvork.
const PSQ: &[&str] = &[
    "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,8,15\r\n8,9,120\r\n9,9,0\r\npbrain-a.exe\r\npbrain-b.exe\r\n0\r\n",
    "Piskvorky 20x10, 0:0, 1\n1,1,0\n20,10,7\n",
];
/// The definition of a match.
const MATCH: &str = r#"rule = "freestyle"
size = 15
games = 10
turn-ms = 100
[[engine]]
name = "a"
cmd = "/bin/a"
[[engine]]
name = "b"
cmd = "/bin/b"
"#;

/// A tree for [`Target::Lib`].
const LIB: &str = "(;GM[4]FF[4]SZ[15];B[hh]C[a comment](;W[ii]LB[hg:a];B[hg])(;W[];B[ff]))";
/// A game as JSON.
const GAME: &str = r#"{"rule":"renju","size":15,"black":"a","date":"2026-11-24 10:30:00","result":"black","reason":"five","setup":{"white":["b2"],"to_move":"black"},"moves":[{"move":"h8","time_ms":1200,"value":3,"depth":4,"nodes":5},{"move":"i9","comment":"a"},{"move":"i10","after":1},{"move":null}]}"#;
/// An incomplete proof of a position on a small board.
const CERTIFICATE: &str = r#"{"tengen_certificate":1,"claim":{"tengen_prove":1,"attacker":"black","position":{"rule":"freestyle","size":7,"moves":[[3,3],[0,0]]}},"stones":10,"entries":1,"is_complete":true}
["d4/a7","d5"]
{"crc32":"00000000"}
"#;
/// The pairings of a draw: neither side can make five on this board.
const DRAW: &str = r#"{"tengen_draw":1,"position":{"rule":"freestyle","size":5,"black":["a1","b2","c4","d3","d2","e5"],"white":["a5","b4","c3","d1","e2"],"to_move":"white"},"against_black":[],"against_white":[]}"#;
/// The journal of a proof.
const FINDINGS: &str = r#"{"tengen_prove":1,"attacker":"black","position":{"rule":"freestyle","size":7,"moves":[[3,3],[0,0]]}}
{"at":"d4/a7","moves":[["d5",5],["e4",9]],"widen":30}
{"at":"d5d4/a7","replies":[["d3",4]],"untried":[["a1",2]]}
{"at":"d5d4/a7d3","win":{"plies":9,"stones":1234}}
"#;
/// The journal of a check.
const CHECKED: &str = r#"{"tengen_checked":3,"replay":"full","claim":{"tengen_prove":1,"attacker":"black","position":{"rule":"freestyle","size":7,"moves":[[3,3],[0,0]]}}}
{"at":"d4/a7","play":"d5","replies":46,"entries":1,"wins":43,"passed":0,"images":2,"plies":21,"next":["d5d4/a7d3"],"mark":"00112233445566778899aabbccddeeff"}
{"at":"d5d4/a7d3","play":"d6","replies":44,"entries":0,"wins":44,"passed":0,"images":0,"plies":9,"next":[],"mark":"ffeeddccbbaa99887766554433221100"}
"#;
/// Self-play records: one game of two moves, the first of which is the opening.
const SELFPLAY: &[u8] =
    b"TGSP\x01\0\0\0\x02\0\0\0{}\x0e\0\0\0\0\x0f\x0f\x02\x01\0\x70\0\0\x80\x71\0\x07\0";
/// Sessions for [`Target::Session`].
const SESSIONS: &[&str] = &[
    r#"{"id":1,"request":"judge","position":{"rule":"renju","size":9,"black":["e7","e6","c5","d5"],"white":["a9","c9","g9","i9"]}}
{"id":2,"request":"import","format":"sgf","text":"(;GM[4]SZ[15];B[hh];W[ii])"}
{"id":3,"request":"export","format":"psq","game":{"size":15,"moves":[{"move":"h8"}]}}
{"id":4,"request":"options","threads":1,"level":"3","limits":{"nodes":5}}
{"id":5,"request":"ping"}
"#,
    r#"{"id":"a","request":"analyze","position":{"size":15,"moves":["h8"]},"limits":{"depth":3},"excluded":["h9"]}
{"id":"b","request":"solve","goal":"defend","position":{"size":9,"moves":["e5","e6","f5"]}}
{"id":"c","request":"explain","position":{"size":9,"moves":["e5"]},"move":"e6"}
{"id":"d","request":"review","position":{"size":9,"moves":["e5","e6"]}}
{"id":"e","request":"stop","target":"b"}
"#,
];

/// Lines for [`Target::Command`].
const COMMANDS: &[&str] = &[
    "START 15",
    "RECTSTART 20,15",
    "BEGIN",
    "TURN 7,7",
    "BOARD 7,7,1 8,8,2 DONE",
    "TAKEBACK 7,7",
    "INFO timeout_turn 1000",
    "INFO folder C:\\a b",
    "SWAP2BOARD",
    "YXNBEST 3",
    "YXSHOWINFO",
    "PLAY 3,3",
    "YXBOARD -1,-1,2 7,7,1 DONE",
    "YXSOOSORVSTEP4 3",
    "INFO STRENGTH 50",
    "RELOADCONFIG a.toml",
];
/// Lines for [`Target::Reply`].
const REPLIES: &[&str] = &[
    "OK",
    "7,7",
    "7,7 8,8",
    "SWAP",
    "MESSAGE depth 3-5",
    "MESSAGE Depth 9-16 | Eval 35 | Time 150ms | h8 i9",
    "MESSAGE SOOSORV MOVE4 3 4 2",
    "SUGGEST 7,7",
    "UNKNOWN x",
    "FORBID 07070808.",
    "name=\"a\", version=\"1\"",
];
/// Dialogues for [`Target::Gtp`].
const GTP: &[&str] = &[
    "1 boardsize 15\nclear_board\nkomi 6.5\n2 play b H8 # center\nplay W j9\ngenmove b\nundo\nshowboard\n",
    "set_free_handicap A1 C3\ntime_settings 60 30 5\ntime_left w 9.5 0\nlz-genmove_analyze w 10\n",
    "kgs-time_settings byoyomi 60 30 3\nkata-analyze b interval 50 avoid b H8,J8 2 maxmoves 3\n",
    "play b pass\nplay w pass\nfinal_score\ngogui-rules_final_result\ngogui-rules_legal_moves\nquit\n",
];
/// Lines for [`Target::Request`].
const REQUESTS: &[&str] = &[
    r#"{"id":1,"request":"analyze","position":{"size":15,"moves":["h8"]},"limits":{"time_ms":10},"multipv":2}"#,
    r#"{"id":"a","request":"solve","position":{"rule":"renju","size":15,"moves":[[7,7]]},"goal":"win"}"#,
    r#"{"id":2,"request":"import","format":"sgf","text":"(;GM[4])"}"#,
    r#"{"id":3,"request":"options","threads":2,"level":"3"}"#,
];

/// A position and its record.
fn entry() -> BookEntry {
    let size = BoardSize::new(15, 12).expect("a size within the limits");
    let mut position = Position::new(Rule::Standard, size);
    for (x, y) in [(7, 7), (8, 8), (6, 7)] {
        let _ = position.play(Coord::new(x, y));
    }
    let record = Record {
        label: Label::Win,
        value: Some(29_990),
        bound: Bound::Exact,
        depth: 12,
        best: Some(Coord::new(14, 11)),
        nodes: 5_000,
        trust: Trust::Checker,
        engine: "a".to_owned(),
        results: GameResults { won: 3, drawn: 2, lost: 1 },
        comment: "good".to_owned(),
        texts: vec![(Coord::new(3, 4), "A".to_owned())],
    };
    BookEntry { position, record }
}

/// [`entry`] as a CSV file.
fn csv() -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = rows::RowWriter::new(&mut bytes).and_then(|mut rows| {
        rows.write(&entry())?;
        rows.finish()
    });
    written.expect("writing to memory succeeds");
    bytes
}

impl Target {
    /// Files or lines that the reader accepts.
    pub fn samples(self) -> Vec<Vec<u8>> {
        let rule = Rule::Freestyle;
        match self {
            Target::Games => {
                let games = PSQ.iter().filter_map(|text| psq::read(text, rule).ok());
                games.map(|game| (jsonl::write(&game) + "\n").into_bytes()).collect()
            }
            Target::Tables => Weights::embedded(rule).iter().map(Weights::write).collect(),
            Target::Network => {
                NetworkWeights::embedded(rule).iter().map(NetworkWeights::write).collect()
            }
            Target::Policy => {
                PolicyWeights::embedded(rule).iter().map(PolicyWeights::write).collect()
            }
            Target::Journal => journals::samples(),
            Target::Certificate => vec![self.sealed(CERTIFICATE.as_bytes().to_vec())],
            Target::Lib | Target::Yxdb | Target::Book | Target::Record | Target::Selfplay => {
                self.built()
            }
            Target::Table => vec![super::table::sample(super::usual())],
            Target::Formats => super::formats::samples(),
            Target::Records => vec![json_lines::write(&entry()).into_bytes()],
            Target::Rows => vec![csv()],
            Target::Classic => vec![ClassicWeights::default().write().into_bytes()],
            _ => self.texts().iter().map(|text| text.as_bytes().to_vec()).collect(),
        }
    }

    /// Binary files, produced by their writers.
    fn built(self) -> Vec<Vec<u8>> {
        match self {
            Target::Lib => {
                let trees = sgf::read_tree(LIB, Rule::Renju).ok();
                let written = trees.and_then(|tree| renlib::write(&tree, Charset::UTF_8).ok());
                written.into_iter().collect()
            }
            Target::Yxdb => {
                let held = databases::held(&entry());
                let records: Vec<_> = held.into_iter().collect();
                let files = [false, true]
                    .map(|is_compressed| books::database(&records, is_compressed).ok());
                files.into_iter().flatten().collect()
            }
            Target::Book => {
                let records = books::known_positions().zip(Label::ALL).map(|(position, &label)| {
                    (Canonical::of(&position).key, Record { label, ..entry().record })
                });
                let sealed = SealedBook::new("a sample".to_owned(), records).ok();
                sealed.iter().map(SealedBook::bytes).collect()
            }
            Target::Record => vec![codec::encode(&[], &entry().record)],
            _ => vec![SELFPLAY.to_vec()],
        }
    }

    fn texts(self) -> &'static [&'static str] {
        match self {
            Target::Command => COMMANDS,
            Target::Reply => REPLIES,
            Target::Gtp => GTP,
            Target::Psq => PSQ,
            Target::Sgf => &[
                "(;GM[4]FF[4]SZ[15]RU[renju]PB[a]PW[b]RE[B+R];B[hh];W[ii]C[a \\] b](;B[hg])(;B[gg]LB[hh:a]TR[ii];W[];B[tt]))",
                "(;FF[4]GM[4]SZ[20:12]AB[aa][bb]AW[cc]PL[W];W[dd]BL[3.5];B[ee])",
            ],
            Target::Txt => &[
                "h8i9g9i7\n# a comment\nh8i9\n",
                "a1b2\n",
                "1. h8 i9, 2. g9\n4) a1;b2\n1. c3\n1... d4",
                "1. h8 -- 2. i9 pass 0-1\n1. c3 d4\n1/2-1/2",
            ],
            Target::Moves => &["h8i9--j10", "1. H8 i9 2. pass [3,3] 1-0", "h8_i9 (j10) - g7"],
            Target::Library => &[LIBRARY],
            Target::Positions => &[
                r#"{"rule":"renju","size":15,"moves":[[7,7],[8,8]]}"#,
                r#"{"rule":"caro","width":9,"height":7,"black":[[1,1]],"white":[[2,2],[3,3]],"to_move":"black"}"#,
                r#"{"size":15,"moves":["h8",null,"i9","--"]}"#,
                r#"{"size":15,"moves":"1. h8 i9 2. --"}"#,
            ],
            Target::Valued => &[r#"{"rule":"freestyle","size":15,"moves":[[7,7]],"value":12}"#],
            Target::Game => &[GAME],
            Target::Proof => &[PROOF],
            Target::Draw => &[DRAW],
            Target::Findings => &[FINDINGS],
            Target::Checked => &[CHECKED],
            Target::Openings => &[
                "h8i9g9\n0,0 1,1 2,-3\n",
                "# list\n{\"rule\":\"standard\",\"size\":15,\"moves\":[[7,7]]}\n",
            ],
            Target::Match => &[MATCH],
            Target::Request => REQUESTS,
            Target::Session => SESSIONS,
            Target::Tree => &["[[-1,1],[2,-4,5]]", "[1,[2,3],[[4]]]"],
            Target::Fen => {
                &["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]
            }
            Target::Words => &super::words::TEXTS,
            _ => &[],
        }
    }
}
