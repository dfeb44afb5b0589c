//! A session: the requests and the defaults of one client, and the answers sent to it.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::answer::{Event, Outcome, Pong, Stopped};
use super::error::{ErrorCode, Refusal};
use super::pool::{EnginePool, Job};
use super::registry::{Active, NotAccepted, Registry, Sink, error};
use super::request::{self, Id, Request, Stop};
use super::run::{self, Reporter};
use super::settings::Defaults;
use tengen_records::book::open_book::BookFile;

/// Files on this machine that a client's requests may use; the client cannot name others.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The library of games, read and written.
    pub library: Option<Arc<Path>>,
    /// The book, only read.
    pub book: Option<BookFile>,
}

/// A session with one client. Every request that it [handles](ApiSession::handle) gets exactly one
/// final answer. Dropping the session cancels its requests and sends nothing more.
pub struct ApiSession {
    pool: Arc<EnginePool>,
    /// Identifies the current game to the engines; `new_game` changes it.
    game: Mutex<u64>,
    registry: Arc<Registry>,
    defaults: Mutex<Defaults>,
    /// The library of games that requests may use.
    library: Option<Arc<Path>>,
    /// Number of messages so far.
    messages: Mutex<u64>,
}

impl std::fmt::Debug for ApiSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApiSession").field("game", &self.game).finish_non_exhaustive()
    }
}

impl ApiSession {
    /// A session whose answers go to `sink`.
    pub fn new(pool: Arc<EnginePool>, files: Files, sink: Sink) -> Self {
        let Files { library, book } = files;
        let reviewed = pool.reviewed();
        let defaults = Defaults { book, reviewed, ..Defaults::new(pool.evaluation()) };
        Self {
            game: Mutex::new(pool.number()),
            registry: Arc::new(Registry::new(sink)),
            defaults: Mutex::new(defaults),
            pool,
            library,
            messages: Mutex::new(0),
        }
    }

    /// Handles a message. Returns at once: requests that take time are queued.
    pub fn handle(&self, message: &str) {
        let line = self.count();
        match request::parse(message) {
            Ok((id, request)) => {
                if let Err(refusal) = self.accept(&id, request) {
                    self.refuse(Some(id), refusal, line);
                }
            }
            Err((id, refusal)) => self.refuse(id, refusal, line),
        }
    }

    /// Answers a message that is not text or is too long.
    pub(crate) fn handle_unreadable(&self, what: String) {
        let line = self.count();
        self.refuse(None, request::unreadable(what), line);
    }

    /// Waits until another request can be queued; not while a request runs that only `stop` ends,
    /// since that may be the next line.
    pub(crate) fn wait_for_room(&self) {
        self.registry.wait_for_room(self.pool.limits().waiting);
    }

    /// Ends the session once every request has its final answer; those that only `stop` would end
    /// are stopped.
    pub fn finish(self) {
        self.stop_endless();
        self.registry.wait_for_fewer(1);
    }

    /// Stops the requests that only `stop` would end.
    pub(super) fn stop_endless(&self) {
        for (id, request) in self.registry.targets(None) {
            if request.is_infinite {
                self.end(&id, &request, false);
            }
        }
    }

    fn count(&self) -> u64 {
        let mut messages = locked(&self.messages);
        *messages += 1;
        *messages
    }

    /// Sends an error for a request that was not accepted, without its id if that is in use: the
    /// error would look like the final answer to the other request.
    fn refuse(&self, id: Option<Id>, refusal: Refusal, line: u64) {
        let id = id.filter(|id| self.registry.targets(Some(id)).is_empty());
        self.registry.send(id, error(refusal, Some(line)));
    }

    fn done(&self, id: &Id, outcome: Outcome) {
        self.registry.send(Some(id.clone()), Event::Done(Box::new(outcome)));
    }

    fn accept(&self, id: &Id, request: Request) -> Result<(), Refusal> {
        let defaults = locked(&self.defaults).clone();
        if !self.registry.targets(Some(id)).is_empty() {
            return Err(in_use(id));
        }
        match request {
            Request::Ping(_) => self.done(id, pong()),
            Request::Stop(stop) => self.stop(id, &stop, false),
            Request::Cancel(stop) => self.stop(id, &stop, true),
            Request::NewGame(_) => {
                // Moves still in the queue belong to the old game.
                let new = self.pool.number();
                let old = std::mem::replace(&mut *locked(&self.game), new);
                self.pool.forget(old);
                self.done(id, Outcome::NewGame {});
            }
            Request::Options(set) => {
                let limits = self.pool.limits();
                let new = defaults.set(&set, &limits)?;
                let report = new.report(&limits);
                *locked(&self.defaults) = new;
                self.done(id, Outcome::Options(report));
            }
            other => self.queue(id, other, &defaults)?,
        }
        Ok(())
    }

    /// Queues a request that takes time.
    fn queue(&self, id: &Id, request: Request, defaults: &Defaults) -> Result<(), Refusal> {
        let limits = self.pool.limits();
        let task = run::prepare(request, defaults, &limits, self.library.as_ref())?;
        let number = self.pool.number();
        let stop = self.pool.stop_flag();
        let active = Active {
            job: number,
            stop: stop.clone(),
            is_infinite: task.is_infinite,
            is_canceled: false,
        };
        self.registry.add(id, active, limits.waiting).map_err(|refused| match refused {
            NotAccepted::InUse => in_use(id),
            NotAccepted::Full => {
                let most = limits.waiting;
                Refusal::of(ErrorCode::Busy, format!("{most} requests are waiting already"))
            }
        })?;
        let reporter = Reporter::new(id.clone(), self.registry.clone(), stop);
        let game = *locked(&self.game);
        let (threads, work) = (task.threads, task.work);
        let work = Box::new(move |engine: &mut _| work(engine, reporter));
        self.pool.submit(Job { number, threads, memory: task.memory, game, work });
        Ok(())
    }

    fn stop(&self, id: &Id, stop: &Stop, is_cancel: bool) {
        let found = self.registry.targets(stop.target.as_ref());
        let mut targets: Vec<Id> = found.iter().map(|(target, _)| target.clone()).collect();
        targets.sort_unstable_by_key(Id::to_string);
        for (target, request) in &found {
            self.end(target, request, is_cancel);
        }
        let stopped = Stopped { targets };
        self.done(id, if is_cancel { Outcome::Cancel(stopped) } else { Outcome::Stop(stopped) });
    }

    /// Ends a request; a queued one gets its final answer when its job is dropped.
    fn end(&self, id: &Id, request: &Active, is_cancel: bool) {
        if is_cancel {
            self.registry.cancel(id);
        }
        request.stop.set();
        self.pool.withdraw(request.job);
    }
}

impl Drop for ApiSession {
    fn drop(&mut self) {
        self.registry.close();
        for (id, request) in self.registry.targets(None) {
            self.end(&id, &request, true);
        }
        self.pool.forget(*locked(&self.game));
    }
}

/// Locks the mutex, even if another thread panicked while holding it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn in_use(id: &Id) -> Refusal {
    Refusal::bad(
        "id",
        format!("{id} is the name of a request that is not finished, expected another"),
    )
}

fn pong() -> Outcome {
    let (engine, version) = ("tengen".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    Outcome::Ping(Pong { engine, version })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};
    use std::time::Instant;

    use serde_json::{Value, json};

    use super::*;
    use crate::api::pool::PoolLimits;
    use tengen_engine::engine::Trained;

    fn pool(waiting: usize) -> Arc<EnginePool> {
        let limits =
            PoolLimits { engines: 1, threads: 1, spare_threads: 0, memory_mb: 16, waiting };
        Arc::new(EnginePool::start(limits, &Trained::default()).unwrap())
    }

    fn session(pool: &Arc<EnginePool>) -> (ApiSession, Receiver<Value>) {
        session_with(pool, Files::default())
    }

    fn session_with(pool: &Arc<EnginePool>, files: Files) -> (ApiSession, Receiver<Value>) {
        let (answers, received) = mpsc::channel();
        let sink = move |answer: &_| {
            let _ = answers.send(serde_json::to_value(answer).unwrap());
        };
        (ApiSession::new(pool.clone(), files, Box::new(sink)), received)
    }

    fn infinite(id: &str) -> String {
        let position = json!({ "size": 15, "moves": ["h8"] });
        let limits = json!({ "infinite": true });
        json!({ "id": id, "request": "analyze", "position": position, "limits": limits })
            .to_string()
    }

    #[test]
    fn a_dropped_session_frees_its_engine_for_others() {
        let pool = pool(10);
        let (first, answers) = session(&pool);
        first.handle(&infinite("a"));
        first.handle(&infinite("b"));
        assert_eq!(answers.recv().unwrap()["event"], "depth");
        drop(first);
        let (second, answers) = session(&pool);
        second.handle(r#"{"id":1,"request":"judge","position":{"size":9,"moves":[]}}"#);
        assert_eq!(answers.recv().unwrap()["event"], "done");
        let start = Instant::now();
        second.finish();
        drop(pool);
        assert!(start.elapsed().as_secs() < 5, "the pool waits for work that nobody wants");
    }

    /// Black makes a three and a three at h8:
    /// ```text
    /// 10 . . . . . . . x . .
    ///  9 . . . . . . . x . .
    ///  8 . . . . . x x * . .
    /// ```
    #[test]
    fn a_forbidden_move_that_ends_a_game_has_its_kind() {
        let (session, answers) = session(&pool(10));
        let judged = |moves: &str| {
            let position = json!({ "rule": "renju", "size": 15, "moves": moves });
            let request = json!({ "id": 1, "request": "judge", "position": position });
            session.handle(&request.to_string());
            let answer = answers.recv().unwrap();
            ["over", "reason", "forbidden_kind"].map(|key| answer.get(key).cloned())
        };
        let [over, reason, kind] =
            judged("h9a1h10c1f8e1g8g1h8").map(|value| value.unwrap_or_default());
        assert_eq!(
            (over, reason, kind),
            (json!("white"), json!("forbidden"), json!("double-three"))
        );
        assert_eq!(judged("h9a1h10c1f8e1g8g1"), [None, None, None]);
    }

    #[test]
    fn a_later_session_continues_a_review_of_an_earlier_one() {
        let pool = pool(10);
        let moves = "h8i9g9i7i8g7h7h6f8";
        let review = json!({ "id": 1, "request": "review", "position": { "size": 15, "moves": moves }, "limits": { "nodes": 100_000 } });
        let begun = |answers: &Receiver<Value>| {
            answers.iter().find(|answer| answer["done"] == 3).map(|_| Instant::now()).unwrap()
        };
        let (first, answers) = session(&pool);
        let start = Instant::now();
        first.handle(&review.to_string());
        let took = begun(&answers) - start;
        drop(first);
        let (second, answers) = session(&pool);
        let start = Instant::now();
        second.handle(&review.to_string());
        let again = begun(&answers) - start;
        assert!(again * 3 < took, "{again:?} after {took:?}");
    }

    #[test]
    fn the_input_waits_for_room_unless_only_stop_makes_it() {
        let pool = pool(2);
        let (session, answers) = session(&pool);
        session.handle(&infinite("a"));
        session.handle(&infinite("b"));
        // Returns, as the next line may be the `stop`.
        session.wait_for_room();
        session.handle(&infinite("c"));
        let refused = answers.iter().find(|answer| answer["id"] == "c").unwrap();
        assert_eq!(refused["code"], "busy");
        session.finish();
    }

    /// A store of these records.
    fn store(path: &Path, lines: &[&str]) {
        use tengen_records::book::key::Canonical;
        use tengen_records::book::overwrite::Overwrite;
        use tengen_records::book::store::Store;
        use tengen_records::book_formats::{BookEntry, json_lines};

        let store = Store::create(path).unwrap();
        for line in lines {
            let BookEntry { position, record } = json_lines::read(line).unwrap();
            let canonical = Canonical::of(&position);
            let record = record.image(&canonical);
            store.write(|batch| batch.put(&canonical.key, record, Overwrite::Better)).unwrap();
        }
    }

    #[test]
    fn a_book_answers_in_the_form_of_the_points_until_it_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tgbook");
        let said = [
            r#"{"size":9,"moves":["e5"],"label":"loss","trust":"checker","value":-29966}"#,
            r#"{"size":9,"moves":["a1"],"value":-200,"best":"b2","texts":[["c3","A"]]}"#,
        ];
        store(&path, &said);
        let files = Files { book: Some(BookFile::open(&path).unwrap()), ..Files::default() };
        let (session, answers) = session_with(&pool(10), files);
        session.handle(r#"{"id":1,"request":"options"}"#);
        assert_eq!(answers.recv().unwrap()["book"], true);
        let empty =
            r#"{"id":2,"request":"book","points":"pairs","position":{"size":9,"moves":[]}}"#;
        session.handle(empty);
        let found = answers.recv().unwrap();
        assert_eq!((&found["positions"], found.get("record")), (&json!(2), None));
        let moves = found["moves"].as_array().unwrap();
        // The corners are mirror images of each other.
        assert_eq!(moves.len(), 5, "{moves:?}");
        let center = json!({ "label": "loss", "value": -29966, "trust": "checker",
            "win_chance": 0.0, "proved": true, "plies": 34 });
        assert_eq!(moves[0], json!({ "move": [4, 4], "record": center }));
        let corner = json!({ "value": -200, "best": [7, 1], "texts": [[[6, 2], "A"]],
            "win_chance": 0.269 });
        assert_eq!(moves[2], json!({ "move": [8, 0], "record": corner }));
        session.handle(r#"{"id":3,"request":"book","position":{"size":9,"moves":["i9"]}}"#);
        assert_eq!(answers.recv().unwrap()["record"]["best"], "h8");
        std::fs::write(&path, "spoiled").unwrap();
        session.handle(empty);
        let error = answers.recv().unwrap();
        assert_eq!((&error["event"], &error["code"]), (&json!("error"), &json!("book")), "{error}");
    }

    #[test]
    fn without_a_book_the_request_is_refused() {
        let (session, answers) = session(&pool(10));
        session.handle(r#"{"id":1,"request":"options"}"#);
        assert_eq!(answers.recv().unwrap()["book"], false);
        session.handle(r#"{"id":2,"request":"book","position":{"size":9,"moves":[]}}"#);
        let error = answers.recv().unwrap();
        assert_eq!((&error["code"], &error["field"]), (&json!("bad-request"), &json!("request")));
        assert!(error["error"].as_str().unwrap().contains("--book"), "{error}");
    }

    #[test]
    fn a_session_with_too_many_requests_is_told_so() {
        let pool = pool(2);
        let (session, answers) = session(&pool);
        session.handle(&infinite("a"));
        assert_eq!(answers.recv().unwrap()["event"], "depth");
        session.handle(&infinite("b"));
        session.handle(&infinite("c"));
        let busy = answers.iter().find(|answer| answer["event"] == "error").unwrap();
        assert_eq!((&busy["id"], &busy["code"]), (&json!("c"), &json!("busy")));
        session.handle(r#"{"id":"s","request":"stop"}"#);
        let finals: Vec<Value> =
            answers.iter().filter(|answer| answer["event"] != "depth").take(3).collect();
        let of = |id: &str| finals.iter().find(|answer| answer["id"] == id).unwrap();
        assert_eq!(of("s")["targets"], json!(["a", "b"]));
        assert_eq!(of("a")["stopped"], json!(true));
        assert_eq!(of("b")["code"], "canceled");
    }
}
