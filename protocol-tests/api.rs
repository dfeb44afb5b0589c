//! `tengen api` over real pipes: the same things that the Python client shows, so that cargo alone
//! covers them, and the client itself where python3 is installed.

mod common;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A running `tengen api`.
struct Client {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start() -> Self {
        let mut process = common::tengen()
            .args(["api", "--memory-mb", "64", "--engines", "2", "--threads", "2"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tengen starts");
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        Self { process, input, output }
    }

    fn send(&mut self, request: &Value) {
        writeln!(self.input, "{request}").expect("it listens");
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).expect("UTF-8") > 0, "the output ended");
        serde_json::from_str(&line).expect("an answer is JSON")
    }

    /// The answers until each of `count` requests has its final one, by id.
    fn finals(&mut self, count: usize) -> HashMap<String, Value> {
        let mut found = HashMap::new();
        while found.len() < count {
            let answer = self.next();
            if answer["event"] != "depth" {
                let before = found.insert(answer["id"].to_string(), answer);
                assert!(before.is_none(), "two final answers: {before:?}");
            }
        }
        found
    }

    /// The final answer of the only request that is running.
    fn answer(&mut self) -> Value {
        loop {
            let answer = self.next();
            if !["depth", "move"].iter().any(|event| answer["event"] == *event) {
                return answer;
            }
        }
    }

    /// Ends the input and returns the answers that still come.
    fn end(mut self) -> Vec<Value> {
        drop(self.input);
        let lines = self.output.lines().map(|line| line.expect("UTF-8"));
        let answers = lines.map(|line| serde_json::from_str(&line).expect("JSON")).collect();
        assert!(self.process.wait().expect("it exits").success());
        answers
    }
}

fn board(moves: &[&str]) -> Value {
    json!({ "rule": "freestyle", "size": 15, "moves": moves })
}

#[test]
fn an_analysis_streams_complete_sorted_depths_and_is_stopped() {
    let mut client = Client::start();
    client.send(&json!({ "id": "a", "request": "analyze", "position": board(&["h8", "i9"]),
        "multipv": 3, "limits": { "infinite": true } }));
    for depth in 1..=4 {
        let answer = client.next();
        assert_eq!((&answer["event"], &answer["depth"]), (&json!("depth"), &json!(depth)));
        let lines = answer["lines"].as_array().expect("lines");
        let values: Vec<i64> = lines.iter().filter_map(|line| line["value"].as_i64()).collect();
        assert_eq!(values.len(), 3, "{answer}");
        assert!(values.is_sorted_by(|one, other| one >= other), "{answer}");
    }
    client.send(&json!({ "id": "s", "request": "stop", "target": "a" }));
    let found = client.finals(2);
    assert_eq!(found["\"s\""]["targets"], json!(["a"]));
    assert_eq!(found["\"a\""]["stopped"], json!(true));
    assert_eq!(client.end(), Vec::<Value>::new());
}

#[test]
fn requests_beyond_the_engines_wait_and_can_be_canceled() {
    let mut client = Client::start();
    for id in 0..10 {
        client.send(&json!({ "id": id, "request": "analyze", "position": board(&["h8"]),
            "limits": { "infinite": true } }));
    }
    client.send(&json!({ "id": 3, "request": "ping" }));
    client.send(&json!({ "id": "c", "request": "cancel" }));
    let found = client.finals(12);
    assert_eq!(found["null"]["field"], "id", "an id in use is refused without it");
    for id in 0..10 {
        assert_eq!(found[&id.to_string()]["code"], "canceled", "{found:?}");
    }
    assert_eq!(found["\"c\""]["targets"].as_array().map(Vec::len), Some(10));
    // The names are free again.
    client.send(&json!({ "id": 3, "request": "move", "position": board(&["h8"]),
        "limits": { "nodes": 500 } }));
    assert_eq!(client.finals(1)["3"]["event"], "done");
    client.end();
}

#[test]
fn ten_positions_are_in_flight_and_the_end_of_input_finishes_them() {
    let mut client = Client::start();
    let ways = ["g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9", "h10", "h6"];
    for way in ways {
        client.send(&json!({ "id": way, "request": "move", "position": board(&["h8", way]),
            "limits": { "nodes": 1000 } }));
    }
    client.send(&json!({ "id": "x", "request": "analyze", "position": board(&[]),
        "limits": { "infinite": true } }));
    let answers = client.end();
    for way in ways {
        let done = answers.iter().find(|answer| answer["id"] == way && answer["event"] == "done");
        let done = done.expect("every request is answered");
        assert!(done["move"].is_string() && done["stopped"] == false, "{done}");
    }
    assert_eq!(answers.iter().filter(|answer| answer["event"] != "depth").count(), 11);
}

#[test]
fn a_thousand_malformed_lines_are_answered_in_order() {
    let client = Client::start();
    let good = json!({ "id": "x", "request": "ping" }).to_string();
    let mut bytes = Vec::new();
    for number in 0..1000 {
        let line: Vec<u8> = match number % 5 {
            0 => good.as_bytes()[..1 + number % 20].to_vec(),
            1 => vec![0xff; 1 + number % 40],
            2 => "[".repeat(1 + number).into_bytes(),
            3 => br#"{"id":"x","request":"ping","extra":1}"#.to_vec(),
            _ => br#"{"id":"x","id":"x","request":"ping"}"#.to_vec(),
        };
        bytes.extend(line);
        bytes.push(b'\n');
    }
    bytes.extend(format!("{{\"id\":\"long\",\"x\":\"{}\"}}\n", "y".repeat(5 << 20)).into_bytes());
    bytes.extend(format!("{good}\n").into_bytes());
    let Client { mut process, mut input, output } = client;
    // Nothing is read before everything is written: the engine must not wait for its reader.
    input.write_all(&bytes).expect("it listens");
    drop(input);
    let lines: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(&line.expect("UTF-8")).expect("JSON"))
        .collect();
    assert!(process.wait().expect("it exits").success());
    assert_eq!(lines.len(), 1002);
    for (index, answer) in lines[..1001].iter().enumerate() {
        assert_eq!((&answer["event"], &answer["line"]), (&json!("error"), &json!(index + 1)));
    }
    assert_eq!((&lines[1001]["id"], &lines[1001]["event"]), (&json!("x"), &json!("done")));
}

#[test]
fn a_closed_output_ends_it_while_the_input_is_open() {
    let mut client = Client::start();
    client.send(&json!({ "id": 1, "request": "analyze", "position": board(&["h8"]),
        "limits": { "infinite": true } }));
    client.next();
    let Client { mut process, input, output } = client;
    drop(output);
    assert!(process.wait().expect("it exits").success());
    drop(input);
}

#[test]
fn explanations_are_the_same_every_time_and_name_the_cells() {
    let mut client = Client::start();
    let position = json!({ "rule": "freestyle", "size": 15,
        "black": ["d8", "e8", "f8", "g10", "g9"], "white": ["c8", "a1", "o1", "a15", "o15"] });
    let ask = json!({ "id": 1, "request": "explain", "position": position, "move": "g8",
        "limits": { "nodes": 2000 } });
    let mut texts = Vec::new();
    for _ in 0..2 {
        client.send(&ask);
        let done = client.finals(1).remove("1").expect("an answer");
        assert_eq!(done["makes"]["kind"], "four-three", "{done}");
        assert!(done["proof"]["plies"].as_u64().is_some(), "{done}");
        texts.push(done["text"].as_str().expect("text").to_owned());
    }
    assert!(
        texts[0].starts_with("g8 makes a four-three, which threatens five at h8 and "),
        "{texts:?}"
    );
    assert_eq!(texts[0], texts[1]);
    client.end();
}

#[test]
fn defaults_hold_for_the_session_and_change_no_strength_of_a_review() {
    let mut client = Client::start();
    let mut final_of = |request: Value| {
        let mut request = request;
        request["id"] = json!("o");
        client.send(&request);
        client.finals(1).remove("\"o\"").expect("an answer")
    };
    // Limits without a limit are the usual ones, not an endless search.
    let options = json!({ "request": "options", "limits": {}, "level": "easy", "points": "pairs" });
    let set = final_of(options);
    assert_eq!(set["limits"], json!({ "time_ms": 5000 }), "{set}");
    assert_eq!((&set["level"], &set["points"]), (&json!("easy"), &json!("pairs")));
    let question = json!({ "request": "balance", "position": board(&["h8", "i9"]),
        "limits": { "nodes": 2000 } });
    let balanced = final_of(question);
    assert!(balanced["depth"].as_u64().expect("a depth") > 1, "not the easy player's: {balanced}");
    let missing = final_of(json!({ "request": "analyze" }));
    assert_eq!(missing["field"], "position", "{missing}");
    client.end();
}

#[test]
fn games_openings_and_proofs_are_answered_beside_a_search() {
    let mut client = Client::start();
    for id in 0..2 {
        client.send(&json!({ "id": id, "request": "analyze", "position": board(&["h8"]),
            "limits": { "infinite": true } }));
    }
    let game = json!({ "size": 9, "moves": [{ "move": "e5" }, { "move": "e6", "comment": "far" },
        { "move": "d6", "after": 1 }] });
    client.send(&json!({ "id": "e", "request": "export", "format": "sgf", "game": game }));
    let text = client.finals(1)["\"e\""]["text"].clone();
    client.send(&json!({ "id": "i", "request": "import", "text": text }));
    let found = client.finals(1).remove("\"i\"").expect("an answer");
    assert_eq!(found["games"][0]["moves"], game["moves"], "{found}");
    let refused = [
        (
            json!({ "request": "export", "format": "sgf", "game": { "size": 9, "moves": [{ "move": "z9" }] } }),
            "game.moves[0].move",
        ),
        (json!({ "request": "import", "text": "(;SZ[9];B[zz])" }), "text"),
        (json!({ "request": "import", "data": "KDtTWls5XTtCW3p6XSk=" }), "data"),
        (json!({ "request": "import", "text": "h8i9", "encoding": "gbk" }), "encoding"),
        (json!({ "request": "import", "text": "(;)".repeat(100_001) }), "text"),
        (
            json!({ "request": "opening", "opening": "swap", "size": 15, "choices": ["h8", "h8"] }),
            "choices[1]",
        ),
        (json!({ "request": "games", "action": "list" }), "request"),
        (
            json!({ "request": "solve", "goal": "defend", "tree": true, "position": board(&[]) }),
            "tree",
        ),
        (json!({ "request": "review", "position": board(&[]) }), "opening_stones"),
        (json!({ "request": "balance", "bias": 2000, "position": board(&[]) }), "bias"),
        (json!({ "request": "balance", "bias": i32::MIN, "position": board(&[]) }), "bias"),
    ];
    for (mut request, field) in refused {
        request["id"] = json!("r");
        client.send(&request);
        let error = client.finals(1).remove("\"r\"").expect("an answer");
        assert_eq!((&error["event"], &error["field"]), (&json!("error"), &json!(field)), "{error}");
    }
    client.send(&json!({ "id": "s", "request": "stop" }));
    assert_eq!(client.finals(3).len(), 3);
    client.end();
}

#[test]
fn a_code_page_is_that_of_bytes_and_never_that_of_text() {
    let mut client = Client::start();
    let mut name = |mut request: Value| {
        request["id"] = json!("i");
        request["request"] = json!("import");
        client.send(&request);
        let found = client.finals(1).remove("\"i\"").expect("an answer");
        found["games"][0]["black"].clone()
    };
    assert_eq!(name(json!({ "text": "(;GM[4]CA[GBK]PB[黑];B[hh])" })), "黑");
    // The same in GBK, where the first file names it.
    assert_eq!(name(json!({ "data": "KDtHTVs0XUNBW0dCS11QQlu62l07QltoaF0p" })), "黑");
    let unnamed = json!({ "data": "KDtHTVs0XVBCW7raXTtCW2hoXSk=", "encoding": "gbk" });
    assert_eq!(name(unnamed), "黑");
    client.end();
}

#[test]
fn the_chances_of_moves_are_answered_beside_searches() {
    let mut client = Client::start();
    for id in 0..2 {
        client.send(&json!({ "id": id, "request": "analyze", "position": board(&["h8"]),
            "limits": { "infinite": true } }));
    }
    let mut ask = |position: Value| {
        client.send(&json!({ "id": "p", "request": "policy", "position": position }));
        client.finals(1).remove("\"p\"").expect("an answer")
    };
    let found = ask(board(&["h8", "i9"]));
    let moves = found["moves"].as_array().expect("moves");
    let chances: Vec<f64> = moves.iter().filter_map(|found| found["chance"].as_f64()).collect();
    assert_eq!((&found["event"], &found["source"]), (&json!("done"), &json!("policy")), "{found}");
    assert!(chances.len() > 10 && chances.is_sorted_by(|one, other| one >= other), "{found}");
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 0.003, "{found}");
    assert!(moves.iter().all(|found| !["h8", "i9"].map(Value::from).contains(&found["move"])));
    // Black's double three has no chance.
    let renju = json!({ "rule": "renju", "size": 9, "black": ["e7", "e6", "c5", "d5"],
        "white": ["a9", "c9", "g9", "i9"], "to_move": "black" });
    let found = ask(renju);
    assert_eq!(found["source"], "policy");
    let moves = found["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|found| found["move"] == "f5"), "{found}");
    assert!(moves.iter().all(|found| found["move"] != "e5"), "{found}");
    let won = ask(board(&["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"]));
    assert_eq!((&won["over"], &won["moves"]), (&json!("black"), &json!([])), "{won}");
    assert!(won["source"].is_null());
    let large = ask(json!({ "size": 23, "moves": [] }));
    assert_eq!(
        (&large["event"], &large["field"]),
        (&json!("error"), &json!("position")),
        "{large}"
    );
    client.send(&json!({ "id": "o", "request": "options", "evaluation": "classical" }));
    client.send(&json!({ "id": "p", "request": "policy", "position": board(&["h8"]) }));
    assert_eq!(client.finals(2)["\"p\""]["source"], "tables");
    client.send(&json!({ "id": "s", "request": "stop" }));
    assert_eq!(client.finals(3).len(), 3);
    client.end();
}

#[test]
fn an_opening_is_played_to_its_end_by_the_engine() {
    let mut client = Client::start();
    let mut choices = json!([]);
    for _ in 0..20 {
        client.send(
            &json!({ "id": 1, "request": "opening", "opening": "swap2", "size": 15, "seed": 1,
            "choices": choices, "play": true, "limits": { "nodes": 2000 } }),
        );
        let state = client.finals(1).remove("1").expect("an answer");
        assert_eq!(state["event"], "done", "{state}");
        assert!(!state["chosen"].as_array().expect("choices").is_empty(), "{state}");
        choices = state["choices"].clone();
        if state["over"] == true {
            assert!(state["step"].is_null() && choices.as_array().map_or(0, Vec::len) >= 4);
            client.end();
            return;
        }
    }
    panic!("{choices}");
}

#[test]
fn a_review_reports_each_move_and_all_of_them() {
    let mut client = Client::start();
    let moves = ["h8", "g10", "i8", "h10", "j8", "i10", "o15", "j10"];
    client.send(&json!({ "id": 1, "request": "review", "position": board(&moves),
        "opening_stones": 5, "limits": { "nodes": 300 } }));
    // A report with the number of an earlier one replaces it.
    let mut reported = std::collections::BTreeMap::new();
    let done = loop {
        let answer = client.next();
        match answer["event"].as_str() {
            Some("move") => {
                let number = answer["move"]["number"].as_u64();
                reported.insert(number, answer["move"].clone());
            }
            _ => break answer,
        }
    };
    assert_eq!(done["moves"], Value::Array(reported.into_values().collect()), "{done}");
    assert_eq!(done["moves"][1]["verdict"], "missed-win", "{done}");
    assert_eq!(done["complete"], true);
    client.end();
}

#[test]
fn what_was_missed_in_a_game_from_stones_that_were_set_up_is_found() {
    let mut client = Client::start();
    let start = json!({ "size": 15, "black": ["h8", "i8"], "white": ["g10", "h10"] });
    client.send(&json!({ "id": 1, "request": "puzzles", "action": "find", "color": "black",
        "position": board(&["j8", "i10", "o15", "j10"]), "start": start }));
    let done = client.answer();
    let found = done["puzzles"].as_array().expect("a list");
    let missed = found.iter().find(|puzzle| puzzle["origin"] == "the game, move 3");
    let missed = missed.unwrap_or_else(|| panic!("{done}"));
    assert_eq!((&missed["goal"], &missed["played"]), (&json!("win"), &json!([14, 0])), "{done}");
    let stones = json!({ "size": 15, "black": ["a1"], "white": [] });
    client.send(&json!({ "id": 2, "request": "puzzles", "action": "find", "position": stones,
        "start": start }));
    assert_eq!(client.answer()["field"], "position");
    client.end();
}

#[test]
fn a_game_from_stones_that_were_set_up_is_reviewed() {
    let mut client = Client::start();
    let start = json!({ "size": 15, "black": ["h8", "j8", "i8"], "white": ["g10", "h10", "i10"] });
    client.send(&json!({ "id": 1, "request": "review", "position": board(&["o15", "j10"]),
        "start": start, "limits": { "nodes": 300 } }));
    let done = client.answer();
    assert_eq!(done["moves"][0]["verdict"], "missed-win", "{done}");
    let wrong = json!({ "size": 9, "black": [], "white": [] });
    client.send(
        &json!({ "id": 2, "request": "review", "position": board(&["o15"]), "start": wrong }),
    );
    assert_eq!(client.answer()["field"], "start");
    client.send(&json!({ "id": 3, "request": "review", "position": board(&["o15"]),
        "effort": "quick", "limits": { "nodes": 300 } }));
    assert_eq!(client.answer()["field"], "effort");
    client.end();
}

#[test]
fn the_python_client_works() {
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol-tests/api_client.py");
    let engine = env!("CARGO_BIN_EXE_tengen");
    let Ok(output) = Command::new("python3").args([client, engine]).output() else {
        return; // No python3 here; the tests above cover the same.
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.ends_with("all passed\n"), "{text}{errors}");
}
