//! The client's side of a WebSocket, as far as the tests need it, and able to break the rules.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use super::server::Answer;

/// What the server sent.
#[derive(Debug)]
pub(super) enum Frame {
    /// An answer of the API.
    Text(String),
    /// The end, with its code.
    Close(u16),
    /// The connection is gone.
    Gone,
}

/// An open socket.
pub(super) struct Socket(TcpStream);

impl Socket {
    /// Opens it; the answer if that is refused.
    pub(super) fn open(port: u16, token: &str, origin: Option<&str>) -> Result<Self, Answer> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        let origin = origin.map(|origin| format!("Origin: {origin}\r\n")).unwrap_or_default();
        let request = format!(
            "GET /{token}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{origin}Upgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a head");
            head.push(byte[0]);
        }
        let answer = Answer::parse(&head);
        if answer.status != 101 {
            return Err(answer);
        }
        assert_eq!(answer.header("sec-websocket-accept"), Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
        Ok(Self(stream))
    }

    /// Sends a request.
    pub(super) fn send(&mut self, request: &Value) {
        self.send_frame(1, request.to_string().as_bytes());
    }

    /// Sends a frame of a kind; its mask is zero.
    pub(super) fn send_frame(&mut self, kind: u8, bytes: &[u8]) {
        self.send_head(kind, bytes.len()).and_then(|()| self.0.write_all(bytes)).expect("it reads");
    }

    /// Begins a text of so many bytes, and sends as much of it as the server takes.
    pub(super) fn send_long(&mut self, length: usize) {
        let piece = vec![b'x'; 1 << 16];
        let _ = self.send_head(1, length);
        for _ in 0..length / piece.len() {
            if self.0.write_all(&piece).is_err() {
                break;
            }
        }
    }

    fn send_head(&mut self, kind: u8, length: usize) -> io::Result<()> {
        let mut head = vec![0x80 | kind];
        match length {
            0..=125 => head.push(0x80 | length as u8),
            126..=0xffff => {
                head.push(0x80 | 126);
                head.extend((length as u16).to_be_bytes());
            }
            _ => {
                head.push(0x80 | 127);
                head.extend((length as u64).to_be_bytes());
            }
        }
        head.extend([0; 4]);
        self.0.write_all(&head)
    }

    /// The next frame that is no ping.
    pub(super) fn frame(&mut self) -> Frame {
        loop {
            let Ok((kind, bytes)) = self.read() else { return Frame::Gone };
            match kind {
                1 => return Frame::Text(String::from_utf8(bytes).expect("UTF-8")),
                8 => {
                    let code =
                        bytes.get(..2).map_or(0, |code| u16::from_be_bytes([code[0], code[1]]));
                    return Frame::Close(code);
                }
                _ => {}
            }
        }
    }

    fn read(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head)?;
        let mut length = u64::from(head[1] & 127);
        if length >= 126 {
            let mut long = [0; 8];
            let from = if length == 126 { 6 } else { 0 };
            self.0.read_exact(&mut long[from..])?;
            length = u64::from_be_bytes(long);
        }
        let mut bytes = vec![0; length as usize];
        self.0.read_exact(&mut bytes)?;
        Ok((head[0] & 15, bytes))
    }

    /// The next answer.
    pub(super) fn answer(&mut self) -> Value {
        match self.frame() {
            Frame::Text(text) => serde_json::from_str(&text).expect("JSON"),
            other => panic!("{other:?}"),
        }
    }

    /// The final answer to a request.
    pub(super) fn last_answer(&mut self, id: &str) -> Value {
        loop {
            let answer = self.answer();
            let seen =
                answer["id"].as_str().map_or_else(|| answer["id"].to_string(), str::to_owned);
            if seen == id && (answer["event"] == "done" || answer["event"] == "error") {
                return answer;
            }
        }
    }
}
