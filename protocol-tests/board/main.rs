//! `tengen board` over loopback, without a browser: what is served and to whom, hostile requests,
//! the API over a socket.

#[path = "../common/mod.rs"]
mod common;
mod server;
mod socket;

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::io::{Read, Write};
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use self::server::{Server, TOKEN};
use self::socket::{Frame, Socket};

#[test]
fn the_page_and_its_files_are_served_with_their_headers() {
    let server = Server::start();
    let page = server.get(&format!("/{TOKEN}/"));
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let fixed = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cache-control", "no-store"),
    ];
    for (name, value) in fixed {
        assert_eq!(page.header(name), Some(value), "{name}");
    }
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'self'; "), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{policy}");
    let text = String::from_utf8_lossy(&page.body).into_owned();
    let names = text.split('"').filter(|name| name.ends_with(".js") || name.ends_with(".css"));
    let mut count = 0;
    for name in names {
        let file = server.get(&format!("/{TOKEN}/{}", name.trim_start_matches("./")));
        let kind = if name.ends_with(".js") { "text/javascript" } else { "text/css" };
        assert_eq!(file.status, 200, "{name}");
        assert!(file.header("content-type").is_some_and(|seen| seen.starts_with(kind)), "{name}");
        count += 1;
    }
    assert_eq!(count, 2, "the script and the stylesheet: {text}");
    assert_eq!(server.get(&format!("/{TOKEN}")).status, 308);
}

/// A browser that writes down how it was started and what it was given.
#[cfg(unix)]
#[test]
fn the_token_is_in_no_list_of_arguments_and_the_page_is_found() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let browser = folder.path().join("browser");
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" > arguments.new\ncp \"$1\" page.html\n\
                  stat -c %a \"$1\" > mode\nmv arguments.new arguments\n";
    fs::write(&browser, script).expect("a script");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("a script");
    let mut process = common::tengen()
        .args(["board", "--port", "0", "--memory-mb", "64"])
        .env("TENGEN_BOARD_TOKEN", TOKEN)
        .env("BROWSER", &browser)
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("tengen starts");
    let mut url = String::new();
    let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
    output.read_line(&mut url).expect("a URL");
    let deadline = Instant::now() + Duration::from_secs(30);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    while read("arguments").is_empty() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(5));
    }
    let arguments = read("arguments");
    let terminated = Command::new("kill").args(["-TERM", &process.id().to_string()]).status();
    assert!(terminated.expect("kill runs").success());
    process.wait().expect("it ends");
    assert!(arguments.lines().count() == 1 && !arguments.contains(TOKEN), "{arguments}");
    assert!(read("page.html").contains(&format!("url={}\"", url.trim())), "{url}");
    assert_eq!(read("mode").trim(), "600");
    assert!(!Path::new(arguments.trim()).exists(), "removed at the end");
}

#[test]
fn foreign_requests_are_refused() {
    let server = Server::start();
    let own = format!("127.0.0.1:{}", server.port);
    let ask = |line: &str, host: &str| {
        server
            .ask(format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    };
    let page = format!("GET /{TOKEN}/");
    assert_eq!(ask(&page, &own).status, 200);
    assert_eq!(ask(&page, &format!("localhost:{}", server.port)).status, 200);
    for host in ["evil.example", "127.0.0.1", "", "127.0.0.1:1", "localhost"] {
        assert_eq!(ask(&page, host).status, 421, "{host}");
    }
    let absolute = format!("GET http://evil.example/{TOKEN}/");
    assert_eq!(ask(&absolute, &own).status, 421);
    for path in ["/", "/wrong-token-of-the-board/"] {
        let refused = ask(&format!("GET {path}"), &own);
        let text = String::from_utf8_lossy(&refused.body);
        assert_eq!(refused.status, 404, "{path}");
        assert!(text.contains("tengen board") && !text.contains(TOKEN), "{path}: {text}");
    }
    for path in [
        "/index.html".to_owned(),
        "/wrong-token-of-the-board/main.js".to_owned(),
        format!("/{TOKEN}/../Cargo.toml"),
        format!("/{TOKEN}/..%2f..%2fCargo.toml"),
        format!("/{TOKEN}//etc/passwd"),
        format!("/{TOKEN}/%2e%2e/games.csv"),
        format!("/{TOKEN}/games.csv"),
    ] {
        let refused = ask(&format!("GET {path}"), &own);
        assert_eq!((refused.status, refused.body.len()), (404, 0), "{path}");
    }
    assert_eq!(ask(&format!("POST /{TOKEN}/"), &own).status, 405);
    assert_eq!(server.ask(b"\x16\x03\x01 what\r\n\r\n").status, 400);
}

#[test]
fn a_socket_is_opened_only_by_the_page() {
    let server = Server::start();
    let open = |origin: Option<&str>, token: &str| {
        Socket::open(server.port, token, origin).map(drop).map_err(|answer| answer.status)
    };
    let own = format!("http://127.0.0.1:{}", server.port);
    assert_eq!(open(Some(&own), TOKEN), Ok(()));
    assert_eq!(open(Some("http://evil.example"), TOKEN), Err(403));
    assert_eq!(open(None, TOKEN), Err(403));
    assert_eq!(open(Some(&own), "another-token-for-it"), Err(404));
    assert_eq!(server.get(&format!("/{TOKEN}/socket")).status, 403);
}

#[test]
fn an_analysis_streams_and_stops_at_once() {
    let server = Server::start();
    let mut socket = server.socket();
    let position = json!({ "size": 15, "moves": ["h8"] });
    socket.send(&json!({ "id": 1, "request": "analyze", "position": position,
        "limits": { "infinite": true } }));
    for depth in 1..=4 {
        assert_eq!(socket.answer()["depth"], depth);
    }
    // Requests that search nothing do not wait for it.
    socket.send(&json!({ "id": "j", "request": "judge", "position": position }));
    assert_eq!(socket.last_answer("j")["event"], "done");
    let start = Instant::now();
    socket.send(&json!({ "id": "s", "request": "stop", "target": 1 }));
    let done = socket.last_answer("1");
    let time = start.elapsed();
    assert_eq!((&done["event"], &done["stopped"]), (&json!("done"), &json!(true)));
    assert!(
        time < Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 100 }),
        "{time:?}"
    );
}

#[test]
fn an_analysis_with_all_threads_leaves_one_for_other_requests() {
    let server = Server::start_with(&["--threads", "2"]);
    let mut socket = server.socket();
    let position = json!({ "size": 9, "moves": ["e5", "a1", "e6", "b1", "e7", "c2"] });
    socket.send(&json!({ "id": 1, "request": "analyze", "position": position, "threads": 2,
        "limits": { "infinite": true } }));
    assert_eq!(socket.answer()["event"], "depth");
    socket.send(&json!({ "id": "s", "request": "solve", "kind": "vcf", "position": position }));
    assert_eq!(socket.last_answer("s")["result"], "win");
}

#[test]
fn games_are_saved_in_the_library_on_request_only() {
    let server = Server::start();
    let mut socket = server.socket();
    let files = || server.folder.path().read_dir().expect("a folder").count();
    assert_eq!(files(), 0);
    let game = json!({ "size": 9, "moves": [{ "move": "e5" }, { "move": "e6" }] });
    socket.send(&json!({ "id": 1, "request": "games", "action": "save", "game": game }));
    assert_eq!(socket.last_answer("1")["number"], 1);
    socket.send(&json!({ "id": 2, "request": "games", "action": "load", "number": 1 }));
    assert_eq!(socket.last_answer("2")["game"]["moves"], game["moves"]);
    assert!(server.folder.path().join("games.csv").exists());
}

#[test]
fn a_tab_that_closes_frees_its_engine() {
    let server = Server::start_with(&["--engines", "1", "--threads", "1"]);
    let infinite = json!({ "id": 1, "request": "analyze", "limits": { "infinite": true },
        "position": { "size": 15, "moves": ["h8"] } });
    let mut first = server.socket();
    first.send(&infinite);
    assert_eq!(first.answer()["event"], "depth");
    drop(first);
    let mut second = server.socket();
    second.send(&infinite);
    assert_eq!(second.answer()["event"], "depth");
}

#[test]
fn a_message_of_a_hundred_megabytes_closes_its_socket_and_nothing_else() {
    let server = Server::start();
    let mut other = server.socket();
    let mut socket = server.socket();
    socket.send_long(100 << 20);
    assert!(matches!(socket.frame(), Frame::Close(1009) | Frame::Gone));
    let mut binary = server.socket();
    binary.send_frame(2, b"bytes");
    assert!(matches!(binary.frame(), Frame::Close(1003)));
    other.send(&json!({ "id": 1, "request": "ping" }));
    assert_eq!(other.last_answer("1")["engine"], "tengen");
}

#[test]
fn a_thousand_connections_and_half_requests_do_not_disturb_a_tab() {
    let server = Server::start();
    let mut first = server.socket();
    let mut open = Vec::new();
    for number in 0..1000 {
        // The system may refuse some; the server must not mind.
        let Ok(mut stream) = server.connect() else { continue };
        if number % 2 == 0 {
            let _ = stream.write_all(b"GET /");
        }
        open.push(stream);
        if open.len() > 400 {
            open.remove(0);
        }
    }
    assert_eq!(server.get(&format!("/{TOKEN}/")).status, 200);
    first.send(&json!({ "id": 1, "request": "ping" }));
    assert_eq!(first.last_answer("1")["event"], "done");
    let tabs: Vec<Socket> = (0..15).map(|_| server.socket()).collect();
    let own = format!("http://127.0.0.1:{}", server.port);
    let refused = Socket::open(server.port, TOKEN, Some(&own)).map_err(|answer| answer.status);
    assert_eq!(refused.err(), Some(503), "17 tabs");
    drop(tabs);
}

#[test]
fn the_oldest_connection_is_closed_when_there_are_too_many() {
    let server = Server::start();
    let mut oldest = server.connect().expect("the server listens");
    let _others: Vec<_> = (0..201).filter_map(|_| server.connect().ok()).collect();
    oldest.set_read_timeout(Some(Duration::from_secs(5))).expect("a socket");
    assert_eq!(oldest.read(&mut [0]).expect("the end, before any time is over"), 0);
}

#[test]
fn endless_headers_are_refused() {
    let server = Server::start();
    let long = "x".repeat(64 << 10);
    let request = format!("GET /{TOKEN}/ HTTP/1.1\r\nX-Long: {long}\r\n\r\n");
    assert_eq!(server.ask(request.as_bytes()).status, 431);
}

#[test]
fn it_starts_within_300_ms_and_ends_by_a_signal() {
    let start = Instant::now();
    let mut server = Server::start();
    assert_eq!(server.get(&format!("/{TOKEN}/")).status, 200);
    let time = start.elapsed();
    assert!(
        time < Duration::from_millis(if cfg!(debug_assertions) { 3000 } else { 300 }),
        "{time:?}"
    );
    let mut socket = server.socket();
    #[cfg(unix)]
    {
        server.terminate();
        assert!(matches!(socket.frame(), Frame::Close(1001)));
        assert_eq!(server.process.wait().expect("it ends").code(), Some(130));
    }
    #[cfg(not(unix))]
    drop((&mut server, &mut socket));
}

#[test]
fn a_port_in_use_is_an_error_of_one_line() {
    let server = Server::start();
    let output = common::tengen()
        .args(["board", "--no-open", "--port", &server.port.to_string()])
        .output()
        .expect("tengen starts");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.starts_with("tengen: cannot listen on port ") && errors.lines().count() == 1,
        "{errors}"
    );
    assert!(output.stdout.is_empty());
    let mut stream = server.connect().expect("it still listens");
    thread::sleep(Duration::from_millis(10));
    let _ = stream.write_all(b"GET / HTTP/1.1\r\n\r\n");
    let mut answer = String::new();
    let _ = stream.take(20).read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
}
