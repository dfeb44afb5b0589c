//! The JSON engine API without threads, on stdin and stdout: what the board as a static page runs as
//! WebAssembly (`.ci/static`).

use std::io::{self, BufReader};

use tengen_engine::engine::Trained;
use tengen_study::api::{PoolLimits, serve_alone};

/// Memory of the transposition table in MiB, within what a browser gives a page.
const MEMORY_MB: u64 = 128;

fn main() -> io::Result<()> {
    let limits = PoolLimits { memory_mb: MEMORY_MB, ..PoolLimits::default() };
    serve_alone(limits, &Trained::default(), BufReader::new(io::stdin()), io::stdout())
}
