//! An open page: a socket, and behind it a session of the API. A text message is a request or an
//! answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _, stream::SplitSink, stream::SplitStream};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::sync::{Notify, mpsc, watch};
use tokio::time;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::Error;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use tengen_study::api::answer::Answer;
use tengen_study::api::registry::Sink;
use tengen_study::api::session::ApiSession;

/// Bytes of a request.
const MOST_BYTES: usize = 4 << 20;
/// Most requests waiting for the session.
const WAITING_REQUESTS: usize = 4;
/// Bytes of answers that may wait for the page: minutes of an analysis. Engines serve all tabs, so
/// they never wait for a page to read.
const WAITING_BYTES: usize = 8 << 20;

/// Begins the session of a tab.
pub(super) type SessionStart = Arc<dyn Fn(Sink) -> ApiSession + Send + Sync>;

/// What a page may do before it is given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Between two pings.
    pub ping: Duration,
    /// For any sign of life, and for a message to be taken.
    pub silence: Duration,
    /// Bytes of answers that it has not read.
    pub unread: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            ping: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            unread: WAITING_BYTES,
        }
    }
}

/// Why a socket is closed by the server.
struct Goodbye {
    code: CloseCode,
    reason: &'static str,
}

impl From<CloseCode> for Goodbye {
    fn from(code: CloseCode) -> Self {
        Self { code, reason: "" }
    }
}

/// The reason for a page that does not read.
pub(super) const UNREAD: &str = "too many answers wait: the page does not read them";

/// The answers on their way to the page.
struct Answers {
    texts: mpsc::UnboundedSender<Utf8Bytes>,
    waiting: Arc<Waiting>,
    most_bytes: usize,
}

/// How much waits for the page.
#[derive(Default)]
struct Waiting {
    bytes: AtomicUsize,
    /// There were more than allowed.
    overflow: Notify,
}

impl Answers {
    /// Sends an answer; never waits. One answer may be of any size if nothing else waits.
    fn send(&self, text: Utf8Bytes) {
        let before = self.waiting.bytes.fetch_add(text.len(), Ordering::Relaxed);
        if before > 0 && before + text.len() > self.most_bytes {
            self.waiting.bytes.fetch_sub(text.len(), Ordering::Relaxed);
            self.waiting.overflow.notify_one();
        } else {
            // If the tab is gone, the answer is dropped.
            let _ = self.texts.send(text);
        }
    }
}

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Serves a tab until it closes, is silent for too long, sends something that is not a request or
/// does not read its answers, or until the server ends. Then its requests are canceled.
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
    let (texts, mut written) = mpsc::unbounded_channel();
    let waiting = Arc::new(Waiting::default());
    let answers = Answers { texts, waiting: Arc::clone(&waiting), most_bytes: patience.unread };
    let thread = thread::Builder::new().name("board tab".to_owned());
    if thread.spawn(move || work(&start, taken, answers)).is_err() {
        return;
    }
    let goodbye = tokio::select! {
        code = listen(&mut input, &requests, patience) => code.map(Goodbye::from),
        () = speak(&mut output, &mut written, &waiting, patience) => None,
        () = waiting.overflow.notified() => {
            log::debug!("a tab is closed: {UNREAD}");
            Some(Goodbye { code: CloseCode::Policy, reason: UNREAD })
        }
        _ = ended.wait_for(|&ended| ended) => Some(CloseCode::Away.into()),
    };
    // Frees the engines at once: the tab is gone, so its answers are not needed.
    drop((requests, written));
    if let Some(Goodbye { code, reason }) = goodbye {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let close = output.send(Message::Close(Some(frame)));
        // A socket with unread requests would be reset, and the reason lost with it.
        let heard =
            async { while !reason.is_empty() && matches!(input.next().await, Some(Ok(_))) {} };
        let _ = time::timeout(patience.ping, async { tokio::join!(close, heard) }).await;
    }
}

/// Passes the requests to the session.
fn work(start: &SessionStart, mut requests: mpsc::Receiver<Utf8Bytes>, answers: Answers) {
    let session = start(Box::new(move |answer: &Answer| {
        // A tree of numbers and text: serialization cannot fail.
        let text = serde_json::to_string(answer).unwrap_or_default();
        answers.send(text.into());
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
    answers: &mut mpsc::UnboundedReceiver<Utf8Bytes>,
    waiting: &Waiting,
    patience: Patience,
) {
    let mut pings = time::interval(patience.ping);
    loop {
        let (message, bytes) = tokio::select! {
            Some(answer) = answers.recv() => {
                let bytes = answer.len();
                (Message::Text(answer), bytes)
            }
            _ = pings.tick() => (Message::Ping(Vec::new().into()), 0),
        };
        let sent = time::timeout(patience.silence, output.send(message)).await;
        waiting.bytes.fetch_sub(bytes, Ordering::Relaxed);
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}
