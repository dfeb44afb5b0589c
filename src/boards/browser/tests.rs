//! A tab that falls silent, and one that does not read; tests from outside would have to wait too
//! long.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::server::{BoardServer, Shutdown};
use super::tab::Patience;
use tengen_engine::engine::Trained;
use tengen_study::api::session::{ApiSession, Files};
use tengen_study::api::{EnginePool, PoolLimits};

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

/// A running server with one engine.
struct Server {
    port: u16,
    shutdown: Shutdown,
    thread: thread::JoinHandle<std::io::Result<()>>,
}

impl Server {
    fn start(patience: Patience) -> Self {
        let limits =
            PoolLimits { engines: 1, threads: 1, spare_threads: 0, memory_mb: 16, waiting: 10 };
        let pool = Arc::new(EnginePool::start(limits, &Trained::default()).unwrap());
        let board = BoardServer::bind(0, TOKEN.parse().unwrap()).unwrap();
        let port = board.url().split([':', '/']).nth(4).unwrap().parse().unwrap();
        let shutdown = Shutdown::new();
        let end = shutdown.clone();
        let thread = thread::spawn(move || {
            let start = move |sink| ApiSession::new(pool.clone(), Files::default(), sink);
            board.serve_patiently(Arc::new(start), &end, patience)
        });
        Self { port, shutdown, thread }
    }

    fn end(self) {
        self.shutdown.end();
        self.thread.join().unwrap().unwrap();
    }
}

/// Reads until an analysis reports.
fn read_a_depth(stream: &mut BufReader<TcpStream>) {
    let mut text = Vec::new();
    while !text.ends_with(br#""event":"depth""#) {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        text.push(byte[0]);
    }
}

#[test]
fn a_silent_tab_is_closed_and_its_engine_is_free() {
    // A busy machine reports a depth within this time.
    let silence = Duration::from_secs(3);
    let ping = Duration::from_millis(500);
    let server = Server::start(Patience { ping, silence, ..Patience::default() });
    let start = Instant::now();
    let mut silent = open(server.port);
    silent.get_ref().set_read_timeout(Some(20 * silence)).unwrap();
    analyze(&mut silent);
    // It reads everything and answers nothing, until the server gives up.
    let mut seen = Vec::new();
    let _ = silent.read_to_end(&mut seen);
    assert!(start.elapsed() >= Duration::from_millis(2500) && !seen.is_empty());
    let mut second = open(server.port);
    analyze(&mut second);
    read_a_depth(&mut second);
    server.end();
}

/// Most requests of a tab that does not read: their answers are more than the system's buffers hold.
const MOST_ASKED: usize = 200_000;

/// Requests of which each is answered at once, by as long an answer.
fn ask_much(stream: &mut TcpStream) {
    let text = format!(r#"{{"id":"{}","request":"ping"}}"#, "x".repeat(200));
    let mut frame = vec![0x81, 0x80 | 126];
    frame.extend((text.len() as u16).to_be_bytes());
    frame.extend([0; 4]);
    frame.extend(text.as_bytes());
    let frames = frame.repeat(100);
    // Until the server has closed the socket.
    let _ = (0..MOST_ASKED / 100).try_for_each(|_| stream.write_all(&frames));
}

#[test]
fn a_tab_that_does_not_read_stalls_no_other_and_is_closed_with_a_reason() {
    let minute = Duration::from_secs(60);
    let server = Server::start(Patience { ping: minute, silence: 60 * minute, unread: 1 << 20 });
    let mut stalled = open(server.port);
    // The only engine is the stalled tab's.
    analyze(&mut stalled);
    read_a_depth(&mut stalled);
    let mut writer = stalled.get_ref().try_clone().unwrap();
    let asking = thread::spawn(move || ask_much(&mut writer));
    let mut second = open(server.port);
    second.get_ref().set_read_timeout(Some(minute)).unwrap();
    analyze(&mut second);
    read_a_depth(&mut second);
    let reason = super::tab::UNREAD.as_bytes();
    let mut rest = Vec::new();
    while !rest.ends_with(reason) {
        let mut byte = [0];
        stalled.read_exact(&mut byte).expect("the reason comes before the end");
        rest.push(byte[0]);
    }
    drop(stalled);
    asking.join().unwrap();
    server.end();
}
