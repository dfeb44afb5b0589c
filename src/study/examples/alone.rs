//! The JSON engine API without threads, on stdin and stdout: what the board as a static page runs as
//! WebAssembly (`.ci/static`). The worker of the page calls [`work`] whenever input has come.

use std::cell::RefCell;
use std::io::{self, BufReader, Stdin};

use tengen_engine::engine::Trained;
use tengen_study::api::{AloneSession, PoolLimits, Worked};

/// Memory of the transposition table and the solver in MiB, within what a browser gives a page.
const MEMORY_MB: u64 = 128;

thread_local! {
    static SESSION: RefCell<Option<AloneSession<BufReader<Stdin>>>> = const { RefCell::new(None) };
}

/// To be called once, before all else, as the conventions of WASI have it. That it calls the
/// constructors itself keeps the linker from adding them to every exported function.
#[cfg(target_family = "wasm")]
#[unsafe(no_mangle)]
pub extern "C" fn _initialize() {
    unsafe extern "C" {
        fn __wasm_call_ctors();
    }
    // SAFETY: the linker defines it, and this is its only call.
    unsafe { __wasm_call_ctors() };
}

/// Reads what has come and runs the next job. Returns false when there is nothing to do until more input
/// arrives.
///
/// # Panics
/// If the input cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn work() -> bool {
    SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(|| {
            let limits = PoolLimits { memory_mb: MEMORY_MB, ..PoolLimits::default() };
            let input = BufReader::new(io::stdin());
            AloneSession::new(limits, &Trained::default(), input, io::stdout())
        });
        session.work().expect("stdin fails only with WouldBlock") == Worked::Job
    })
}
