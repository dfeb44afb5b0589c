//! A tab that falls silent; tests from outside would have to wait too long.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::server::{Board, Ending};
use super::tab::Patience;
use tengen_engine::engine::Trained;
use tengen_study::api::session::{Files, Session};
use tengen_study::api::{Pool, PoolLimits};

const TOKEN: &str = "token-of-the-tests";

/// An open socket that never answers a ping.
fn open(port: u16) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!(
        "GET /{TOKEN}/socket HTTP/1.1\r\nHost: localhost:{port}\r\n\
         Origin: http://localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    assert!(line.contains(" 101 "), "{line}");
    while line != "\r\n" {
        line.clear();
        stream.read_line(&mut line).unwrap();
    }
    stream
}

/// Requests an endless analysis, in a frame with a mask of zeros.
fn analyze(stream: &mut BufReader<TcpStream>) {
    let text = br#"{"id":1,"request":"analyze","position":{"size":9,"moves":["e5"]},"limits":{"infinite":true}}"#;
    let head = [0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    stream.get_mut().write_all(&[&head[..], &text[..]].concat()).unwrap();
}

#[test]
fn a_silent_tab_is_closed_and_its_engine_is_free() {
    let limits =
        PoolLimits { engines: 1, threads: 1, spare_threads: 0, memory_mb: 16, waiting: 10 };
    let pool = Arc::new(Pool::start(limits, &Trained::default()).unwrap());
    let board = Board::bind(0, TOKEN.parse().unwrap()).unwrap();
    let port = board.url().split([':', '/']).nth(4).unwrap().parse().unwrap();
    let ending = Ending::new();
    let patience =
        Patience { ping: Duration::from_millis(50), silence: Duration::from_millis(300) };
    let end = ending.clone();
    let server = thread::spawn(move || {
        let start = move |sink| Session::new(pool.clone(), Files::default(), sink);
        board.serve_patiently(Arc::new(start), &end, patience)
    });
    let mut silent = open(port);
    analyze(&mut silent);
    let start = Instant::now();
    // It reads everything and answers nothing, until the server gives up.
    let mut seen = Vec::new();
    let _ = silent.read_to_end(&mut seen);
    assert!(start.elapsed() >= Duration::from_millis(250) && !seen.is_empty());
    let mut second = open(port);
    analyze(&mut second);
    let mut text = Vec::new();
    while !text.ends_with(br#""event":"depth""#) {
        let mut byte = [0];
        second.read_exact(&mut byte).unwrap();
        text.push(byte[0]);
    }
    ending.end();
    server.join().unwrap().unwrap();
}
