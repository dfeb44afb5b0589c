//! What an API client or a browser page sends.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use tengen_engine::engine::Trained;
use tengen_records::game_json::GameSpec;
use tengen_records::positions::PointSpec;
use tengen_study::api::request::{self, Request};
use tengen_study::api::{PoolLimits, serve_alone};

/// A request that withdraws all others.
const CANCEL: &str = "{\"id\":\"the end\",\"request\":\"cancel\"}\n";
/// Memory of the engine in MiB.
const MEMORY_MB: u64 = 16;

/// A game as JSON: writing it gives the same value.
pub(super) fn game(text: &str) -> bool {
    let Ok(spec) = serde_json::from_str::<GameSpec>(text) else { return false };
    let Ok(tree) = spec.to_tree() else { return false };
    let written = GameSpec::of(&tree, &PointSpec::Coord);
    let again = written.to_tree().expect("what was written can be read");
    assert_eq!(GameSpec::of(&again, &PointSpec::Coord), written);
    true
}

/// A session: every non-blank line gets one final answer, and none reports an engine failure.
/// Requests that search are read and prepared, then withdrawn. Returns whether nothing was refused.
pub(super) fn session(bytes: &[u8]) -> bool {
    let mut input = bytes.to_vec();
    if !String::from_utf8_lossy(bytes).lines().all(is_short) {
        input.push(b'\n');
        input.extend(CANCEL.as_bytes());
    }
    let output = Output::default();
    let limits = PoolLimits { memory_mb: MEMORY_MB, ..PoolLimits::default() };
    let served = serve_alone(limits, &Trained::default(), io::Cursor::new(input), output.clone());
    served.expect("bytes in memory can be read");
    let answers = output.0.lock().unwrap_or_else(PoisonError::into_inner);
    let answers: Vec<Value> = answers
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("an answer is JSON"))
        .collect();
    let is_failure = |answer: &Value| answer["code"] == "internal";
    assert!(!answers.iter().any(is_failure), "{answers:?}");
    let is_refusal = |answer: &Value| answer["event"] == "error" && answer["code"] != "canceled";
    !answers.is_empty() && !answers.iter().any(is_refusal)
}

/// Whether a line requests nothing that takes long.
fn is_short(line: &str) -> bool {
    match request::parse(line) {
        Ok((_, request)) => matches!(
            request,
            Request::Judge(_)
                | Request::Import(_)
                | Request::Export(_)
                | Request::Options(_)
                | Request::Ping(_)
        ),
        Err(_) => true,
    }
}

/// Bytes that several owners share.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
