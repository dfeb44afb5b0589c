//! Bytes that each reader accepts: what is mutated.

use super::Target;
use crate::classic::ClassicWeights;
use crate::eval::network::NetworkWeights;
use crate::eval::policy::PolicyWeights;
use crate::eval::weights::Weights;
use crate::records::{jsonl, psq};
use crate::types::Rule;

/// A game of the library.
const LIBRARY: &str = include_str!("../../protocol-tests/games/missed-win-standard.csv");
/// A proved win.
const PROOF: &str = r#"{"tengen_proof":1,"kind":"vcf","plies":3,"root":2,"nodes":3,"position":{"rule":"freestyle","size":9,"moves":[[3,4],[0,0],[4,4],[0,2],[5,4],[0,4]],"to_move":"black"}}
{"node":0,"play":[7,4],"replies":[],"otherwise":null}
{"node":1,"play":[2,4],"replies":[],"otherwise":null}
{"node":2,"play":[6,4],"replies":[[2,4,0]],"otherwise":1}
"#;
/// Games of Piskvork.
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
];
/// Lines for [`Target::Reply`].
const REPLIES: &[&str] = &[
    "OK",
    "7,7",
    "7,7 8,8",
    "SWAP",
    "MESSAGE depth 3-5",
    "SUGGEST 7,7",
    "UNKNOWN x",
    "FORBID 07070808.",
    "name=\"a\", version=\"1\"",
];
/// Lines for [`Target::Request`].
const REQUESTS: &[&str] = &[
    r#"{"id":1,"request":"analyze","position":{"size":15,"moves":["h8"]},"limits":{"time_ms":10},"multipv":2}"#,
    r#"{"id":"a","request":"solve","position":{"rule":"renju","size":15,"moves":[[7,7]]},"goal":"win"}"#,
    r#"{"id":2,"request":"import","format":"sgf","text":"(;GM[4])"}"#,
    r#"{"id":3,"request":"options","threads":2,"level":"3"}"#,
];

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
                NetworkWeights::embedded(rule).iter().flatten().map(NetworkWeights::write).collect()
            }
            Target::Policy => {
                PolicyWeights::embedded(rule).iter().flatten().map(PolicyWeights::write).collect()
            }
            Target::Classic => vec![ClassicWeights::default().write().into_bytes()],
            _ => self.texts().iter().map(|text| text.as_bytes().to_vec()).collect(),
        }
    }

    fn texts(self) -> &'static [&'static str] {
        match self {
            Target::Command => COMMANDS,
            Target::Reply => REPLIES,
            Target::Psq => PSQ,
            Target::Sgf => &[
                "(;GM[4]FF[4]SZ[15]RU[renju]PB[a]PW[b]RE[B+R];B[hh];W[ii]C[a \\] b](;B[hg])(;B[gg]LB[hh:a]TR[ii]))",
                "(;FF[4]GM[4]SZ[20:12]AB[aa][bb]AW[cc]PL[W];W[dd]BL[3.5];B[ee])",
            ],
            Target::Txt => &["h8i9g9i7\n# a comment\nh8i9\n", "a1b2\n"],
            Target::Library => &[LIBRARY],
            Target::Positions => &[
                r#"{"rule":"renju","size":15,"moves":[[7,7],[8,8]]}"#,
                r#"{"rule":"caro","width":9,"height":7,"black":[[1,1]],"white":[[2,2],[3,3]],"to_move":"black"}"#,
                r#"{"size":15,"moves":["h8","i9"]}"#,
            ],
            Target::Valued => &[r#"{"rule":"freestyle","size":15,"moves":[[7,7]],"value":12}"#],
            Target::Proof => &[PROOF],
            Target::Openings => &[
                "h8i9g9\n0,0 1,1 2,-3\n",
                "# list\n{\"rule\":\"standard\",\"size\":15,\"moves\":[[7,7]]}\n",
            ],
            Target::Match => &[MATCH],
            Target::Request => REQUESTS,
            Target::Tree => &["[[-1,1],[2,-4,5]]", "[1,[2,3],[[4]]]"],
            Target::Fen => {
                &["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]
            }
            _ => &[],
        }
    }
}
