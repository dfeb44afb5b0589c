//! A running `tengen board`, and plain HTTP to it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

use super::common;
use super::socket::Socket;

/// The token of every server of these tests.
pub(super) const TOKEN: &str = "token-of-the-tests";

/// A server in an empty folder; it ends when the value is dropped.
pub(super) struct Server {
    pub(super) process: Child,
    pub(super) port: u16,
    pub(super) folder: tempfile::TempDir,
    _output: BufReader<ChildStdout>,
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: u16,
    head: String,
    pub(super) body: Vec<u8>,
}

impl Server {
    pub(super) fn start() -> Self {
        Self::start_with(&[])
    }

    pub(super) fn start_with(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut process = common::tengen()
            .args(["board", "--no-open", "--port", "0", "--memory-mb", "64"])
            .args(arguments)
            .env("TENGEN_BOARD_TOKEN", TOKEN)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tengen starts");
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut url = String::new();
        output.read_line(&mut url).expect("a URL");
        let port = url.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/'));
        let (port, path) = port.expect("the URL of this machine");
        assert_eq!(path, format!("{TOKEN}/\n"));
        let port = port.parse().expect("a port");
        Self { process, port, folder, _output: output }
    }

    pub(super) fn connect(&self) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        Ok(stream)
    }

    /// Sends bytes and reads until the server closes the connection.
    pub(super) fn ask(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect().expect("it listens");
        stream.write_all(request).expect("it reads");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("it answers");
        Answer::parse(&bytes)
    }

    /// Asks for a path.
    pub(super) fn get(&self, path: &str) -> Answer {
        let host = format!("127.0.0.1:{}", self.port);
        let text = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        self.ask(text.as_bytes())
    }

    /// A tab.
    pub(super) fn socket(&self) -> Socket {
        let own = format!("http://127.0.0.1:{}", self.port);
        Socket::open(self.port, TOKEN, Some(&own))
            .unwrap_or_else(|answer| panic!("{}", answer.head))
    }

    /// Sends SIGTERM.
    #[cfg(unix)]
    pub(super) fn terminate(&self) {
        let id = self.process.id().to_string();
        let killed = std::process::Command::new("kill").args(["-TERM", &id]).status();
        assert!(killed.expect("kill runs").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Answer {
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let end = end.unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    /// The value of a header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(seen, _)| seen.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}
