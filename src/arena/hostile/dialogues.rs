//! What managers really send, as far as it fits any board. Used as input for damage.
//!
//! The lines come in the order in which Piskvork, GomocupJudge, c-gomoku-cli and Yixin-Board send
//! them. Times are short, so that a search ends soon. `ABOUT`, `END` and `YXSHOWINFO` are left out:
//! the answer to the first shows when hostile input has been read, the second ends the process, and
//! the third changes the order of coordinates permanently.

/// Dialogues of managers: lines up to a point of their games.
pub(super) const DIALOGUES: &[&str] = &[
    // Piskvork: a game, undone, and a position.
    "START 15\nINFO max_memory 83886080\nINFO timeout_match 180000\nINFO timeout_turn 20\n\
     INFO game_type 0\nINFO rule 0\nINFO time_left 180000\nINFO folder C:\\Temp\\brain data\nBEGIN\n\
     INFO time_left 179000\nTURN 7,7\nINFO time_left 178000\nTURN 8,6\nTAKEBACK 8,6\nTAKEBACK 7,7\n\
     RESTART\nINFO time_left 178000\nBOARD\n7,7,2\n8,8,1\n6,6,2\n7,8,3\nDONE\nINFO timeout_turn 0\nPLAY 3,3\n",
    "RECTSTART 12,18\nINFO timeout_turn 20\nINFO rule 8\nINFO time_left 2147483647\nBEGIN\nTURN 11,17\nTURN 0,0\n",
    // GomocupJudge.
    "START 20\nINFO timeout_turn 20\nINFO timeout_match 100000\nINFO max_memory 367001600\nINFO game_type 1\n\
     INFO rule 4\nINFO folder /tmp/data\nINFO time_left 100000\nBOARD\nDONE\nINFO time_left 99000\nTURN 10,10\n\
     BOARD\n1,1,1\n0,2,2\n3,2,1\n2,4,2\n0,0,1\nDONE\n",
    "START 15\nINFO rule 4\nINFO timeout_turn 20\nSWAP2BOARD\nDONE\nSWAP2BOARD\n7,7\n8,8\n9,7\nDONE\n\
     SWAP2BOARD\n7,7\n8,8\n9,7\n6,6\n8,6\nDONE\n",
    // c-gomoku-cli.
    "START 15\nINFO rule 1\nINFO timeout_turn 20\nINFO timeout_match 0\nINFO max_depth 6\nINFO max_node 2000\n\
     INFO max_memory 367001600\nINFO thread_num 2\nINFO time_left 2147483647\nTURN 3,4\nYXSTOP\nSTART 15\n",
    // Yixin-Board.
    "INFO show_detail 1\nSTART 15 15\nINFO max_node -1\nINFO max_depth 225\nINFO caution_factor 3\n\
     INFO thread_num 1\nINFO hash_size 4096\nINFO pondering 0\nINFO vcthread 0\nINFO timeout_turn 20\nYXHASHCLEAR\n\
     BOARD\n7,7,1\n8,8,2\nDONE\nTURN 6,8\nYXSTOP\nYXBOARD\n7,7,1\n8,8,2\n6,8,1\nDONE\nYXNBEST 3\nYXSHOWFORBID\n\
     YXBLOCK\n7,6\n7,8\nDONE\nYXBLOCKUNDO\n7,6\nDONE\nYXBLOCKRESET\nYXSEARCHDEFEND\nYXBALANCEONE 0\nYXBALANCETWO 50\n\
     INFO usedatabase 1\nYXQUERYDATABASEALL\n7,7\nDONE\nYXQUERYDATABASEONE\n7,7\nDONE\nYXSHOWHASHUSAGE\n\
     INFO show_detail 0\nINFO level 3\nINFO evaluation classical\nINFO checkmate 0\n",
];

/// Independent lines.
pub(super) const LINES: &[&str] = &[
    "START 15",
    "START 5",
    "START 19 15",
    "START 22",
    "RECTSTART 20,15",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN 0,0",
    "PLAY 7,7",
    "TAKEBACK 7,7",
    "BOARD",
    "DONE",
    "7,7,1",
    "8,8,2",
    "0,0,3",
    "SWAP2BOARD",
    "YXBOARD",
    "YXNBEST 2",
    "YXBLOCK",
    "YXSHOWFORBID",
    "YXHASHCLEAR",
    "YXSTOP",
    "STOP",
    "INFO timeout_turn 10",
    "INFO timeout_match 1000",
    "INFO time_left 500",
    "INFO time_increment 10",
    "INFO max_memory 0",
    "INFO game_type 1",
    "INFO rule 0",
    "INFO rule 4",
    "INFO rule 9",
    "INFO max_depth 3",
    "INFO max_node 100",
    "INFO thread_num 1",
    "INFO hash_size 1024",
    "INFO pondering 1",
    "INFO show_detail 2",
    "INFO level 1",
    "INFO evaluation network",
    "INFO folder /nowhere",
    "INFO evaluate 3,3",
    "INFO",
    "SUGGEST 7,7",
    "MESSAGE hello",
    "OK",
    "7,7",
    "ERROR",
    "UNKNOWN",
    "",
];

/// Numbers that tend to break programs, as text: limits of types, signs, forms that parsers may
/// accept.
pub(super) const NUMBERS: &[&str] = &[
    "-9223372036854775809",
    "-9223372036854775808",
    "-2147483649",
    "-2147483648",
    "-65536",
    "-32769",
    "-256",
    "-128",
    "-2",
    "-1",
    "-0",
    "0",
    "1",
    "2",
    "4",
    "5",
    "14",
    "15",
    "16",
    "19",
    "20",
    "21",
    "22",
    "23",
    "24",
    "31",
    "32",
    "63",
    "64",
    "127",
    "128",
    "181",
    "182",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "+7",
    "007",
    "0x10",
    "1e3",
    "7.5",
    "7,",
    "NaN",
    "inf",
    "seven",
    "\u{661}\u{665}",
    "",
    "-",
    "--1",
    "1_000",
];

/// Numbers for the time of a move: none that would let a brain think forever.
pub(super) const TIMES: &[&str] = &[
    "-9223372036854775808",
    "-2147483648",
    "-1",
    "-0",
    "0",
    "1",
    "2",
    "5",
    "030",
    "+5",
    "0x10",
    "",
    "fast",
];
