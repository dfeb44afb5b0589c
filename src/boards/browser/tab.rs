//! An open page: a socket, and behind it a session of the API. A text message is a request or an
//! answer.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _, stream::SplitSink, stream::SplitStream};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::sync::{mpsc, watch};
use tokio::time;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::Error;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use tengen_study::api::answer::Answer;
use tengen_study::api::registry::Sink;
use tengen_study::api::session::Session;

/// Bytes of a request.
const MOST_BYTES: usize = 4 << 20;
/// Most requests waiting for the session.
const WAITING_REQUESTS: usize = 4;
/// Most answers waiting for the page; beyond that, the engines wait.
const WAITING_ANSWERS: usize = 256;

/// Begins the session of a tab.
pub(super) type SessionStart = Arc<dyn Fn(Sink) -> Session + Send + Sync>;

/// Timeouts for a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Between two pings.
    pub ping: Duration,
    /// For any sign of life, and for a message to be taken.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { ping: Duration::from_secs(10), silence: Duration::from_secs(30) }
    }
}

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Serves a tab until it closes, is silent for too long or sends something that is not a request,
/// or until the server ends. Then its requests are canceled.
pub(super) async fn serve(
    stream: TokioIo<Upgraded>,
    start: SessionStart,
    mut ended: watch::Receiver<bool>,
    patience: Patience,
) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MOST_BYTES))
        .max_frame_size(Some(MOST_BYTES));
    let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
    let (mut output, mut input) = socket.split();
    let (requests, taken) = mpsc::channel(WAITING_REQUESTS);
    let (answers, mut written) = mpsc::channel(WAITING_ANSWERS);
    let thread = thread::Builder::new().name("board tab".to_owned());
    if thread.spawn(move || work(&start, taken, answers)).is_err() {
        return;
    }
    let code = tokio::select! {
        code = listen(&mut input, &requests, patience) => code,
        code = speak(&mut output, &mut written, patience) => code,
        _ = ended.wait_for(|&ended| ended) => Some(CloseCode::Away),
    };
    // Frees the engines at once: the tab is gone, so its answers are not needed.
    drop((requests, written));
    if let Some(code) = code {
        let frame = CloseFrame { code, reason: Utf8Bytes::default() };
        let close = output.send(Message::Close(Some(frame)));
        let _ = time::timeout(patience.ping, close).await;
    }
}

/// Passes the requests to the session, which may wait until earlier answers are taken.
fn work(
    start: &SessionStart,
    mut requests: mpsc::Receiver<Utf8Bytes>,
    answers: mpsc::Sender<Utf8Bytes>,
) {
    let session = start(Box::new(move |answer: &Answer| {
        // A tree of numbers and text: serialization cannot fail.
        let text = serde_json::to_string(answer).unwrap_or_default();
        // If the tab is gone, the answer is dropped.
        let _ = answers.blocking_send(text.into());
    }));
    while let Some(request) = requests.blocking_recv() {
        session.handle(&request);
    }
}

/// Reads requests. Returns why it stopped: a close code to send, or nothing if the page is gone.
async fn listen(
    input: &mut SplitStream<Socket>,
    requests: &mpsc::Sender<Utf8Bytes>,
    patience: Patience,
) -> Option<CloseCode> {
    loop {
        let message = time::timeout(patience.silence, input.next()).await.ok()??;
        match message {
            Ok(Message::Text(text)) => requests.send(text).await.ok()?,
            Ok(Message::Binary(_)) => return Some(CloseCode::Unsupported),
            Ok(Message::Close(_)) => return None,
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
            Err(Error::Capacity(_)) => return Some(CloseCode::Size),
            Err(Error::Utf8(_)) => return Some(CloseCode::Invalid),
            Err(Error::Protocol(_)) => return Some(CloseCode::Protocol),
            Err(_) => return None,
        }
    }
}

/// Writes answers and pings; returns when the page no longer takes them.
async fn speak(
    output: &mut SplitSink<Socket, Message>,
    answers: &mut mpsc::Receiver<Utf8Bytes>,
    patience: Patience,
) -> Option<CloseCode> {
    let mut pings = time::interval(patience.ping);
    loop {
        let message = tokio::select! {
            Some(answer) = answers.recv() => Message::Text(answer),
            _ = pings.tick() => Message::Ping(Vec::new().into()),
        };
        time::timeout(patience.silence, output.send(message)).await.ok()?.ok()?;
    }
}
