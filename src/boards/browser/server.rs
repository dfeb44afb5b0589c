//! The port and its connections.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{Semaphore, watch};
use tokio::task::AbortHandle;
use tokio::time;

use super::guard::{Guard, Token};
use super::site::{self, Asked, PageResponse};
use super::tab::{self, Patience, SessionStart};

/// Most connections that are not a socket yet; beyond that, the oldest is closed.
const MOST_CONNECTIONS: usize = 200;
/// Most sockets.
const MOST_TABS: u32 = 16;
/// Time for the headers of a request, and until the next one on the same connection.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Bytes of the headers of a request.
const MOST_HEADER_BYTES: usize = 16 << 10;
/// Time to notify the tabs that the server ends.
const FAREWELL: Duration = Duration::from_millis(300);

/// A server that listens, but does not answer yet.
#[derive(Debug)]
pub struct BoardServer {
    listener: StdListener,
    guard: Guard,
}

/// Ends a server; clones end the same one.
#[derive(Clone, Debug)]
pub struct Shutdown(watch::Sender<bool>);

impl Shutdown {
    /// A server that is not ended yet.
    pub fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Ends the server.
    pub fn end(&self) {
        self.0.send_replace(true);
    }
}

impl BoardServer {
    /// Listens on the port of this machine; on any free one for 0.
    ///
    /// # Errors
    /// If the port is in use, or the system refuses it.
    pub fn bind(port: u16, token: Token) -> io::Result<Self> {
        let listener = StdListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let guard = Guard::new(listener.local_addr()?.port(), token);
        Ok(Self { listener, guard })
    }

    /// The URL of the page, token included.
    pub fn url(&self) -> String {
        self.guard.url()
    }

    /// Serves until the end; `start` begins the session of each tab.
    ///
    /// # Errors
    /// If the system refuses what a server needs.
    pub fn serve(
        self,
        start: impl Fn(tengen_study::api::registry::Sink) -> tengen_study::api::session::ApiSession
        + Send
        + Sync
        + 'static,
        shutdown: &Shutdown,
    ) -> io::Result<()> {
        self.serve_patiently(Arc::new(start), shutdown, Patience::default())
    }

    /// [`BoardServer::serve`] with other timeouts.
    pub(super) fn serve_patiently(
        self,
        start: SessionStart,
        shutdown: &Shutdown,
        patience: Patience,
    ) -> io::Result<()> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::from_std(self.listener)?;
            let tabs = Arc::new(Semaphore::new(MOST_TABS as usize));
            let ended = shutdown.0.subscribe();
            let server = Arc::new(Server { guard: self.guard, tabs, start, ended, patience });
            server.clone().accept(&listener).await;
            drop(listener);
            // Every tab releases its permit after its closing message.
            let _ = time::timeout(FAREWELL, server.tabs.acquire_many(MOST_TABS)).await;
            Ok(())
        })
    }
}

/// What the connections share.
struct Server {
    guard: Guard,
    /// Permits for tabs.
    tabs: Arc<Semaphore>,
    start: SessionStart,
    ended: watch::Receiver<bool>,
    patience: Patience,
}

impl Server {
    /// Accepts connections until the end.
    async fn accept(self: Arc<Self>, listener: &TcpListener) {
        let mut ended = self.ended.clone();
        let mut open: VecDeque<AbortHandle> = VecDeque::new();
        loop {
            let accepted = tokio::select! {
                _ = ended.wait_for(|&ended| ended) => return,
                accepted = listener.accept() => accepted,
            };
            let Ok((stream, _)) = accepted else {
                // A temporary failure, such as no file descriptors.
                time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            open.retain(|connection| !connection.is_finished());
            while open.len() >= MOST_CONNECTIONS {
                open.pop_front().iter().for_each(AbortHandle::abort);
            }
            open.push_back(tokio::spawn(self.clone().connect(stream)).abort_handle());
        }
    }

    /// Answers the requests of a connection.
    async fn connect(self: Arc<Self>, stream: TcpStream) {
        // Messages of an analysis are short and must not wait for each other.
        let _ = stream.set_nodelay(true);
        let service = service_fn(move |request: Request<Incoming>| {
            std::future::ready(site::always(self.answer(request)))
        });
        let served = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIME)
            .max_buf_size(MOST_HEADER_BYTES)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        if let Err(error) = served.await {
            log::debug!("a connection: {error}");
        }
    }

    /// Answers a request; a socket is then served separately.
    fn answer(&self, mut request: Request<Incoming>) -> PageResponse {
        let answer = match site::ask(&self.guard, &request) {
            Asked::Answer(answer) => return answer,
            Asked::Socket(answer) => answer,
        };
        let Ok(place) = self.tabs.clone().try_acquire_owned() else {
            return site::refusal(StatusCode::SERVICE_UNAVAILABLE);
        };
        let upgraded = hyper::upgrade::on(&mut request);
        let (start, ended, patience) = (self.start.clone(), self.ended.clone(), self.patience);
        tokio::spawn(async move {
            if let Ok(Ok(upgraded)) = time::timeout(HEADER_TIME, upgraded).await {
                tab::serve(TokioIo::new(upgraded), start, ended, patience).await;
            }
            drop(place);
        });
        answer
    }
}
