//! An ordered worker pool: numbered pieces of work on several threads, results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs pieces 0, 1, 2, … on `threads` threads (at least one), each with a worker of its own, which
/// `begin` creates and which returns the result of a piece. A worker that returns `None` ends its
/// thread. Returns the results with their numbers, in order. A piece that was not finished is
/// missing, as are all pieces of a thread that panicked.
pub fn numbered<T: Send, W: FnMut(usize) -> Option<T>>(
    threads: usize,
    begin: impl Fn() -> W + Sync,
) -> Vec<(usize, T)> {
    let next = AtomicUsize::new(0);
    let labor = || {
        let mut worker = begin();
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(result) = worker(number) else { return results };
            results.push((number, result));
        }
    };
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(labor)).collect();
        // The panic was reported where it happened.
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    results.sort_unstable_by_key(|(number, _)| *number);
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_with_any_number_of_threads() {
        let squares = |threads| numbered(threads, || |n: usize| (n < 50).then_some(n * n));
        let expected: Vec<(usize, usize)> = (0..50).map(|n| (n, n * n)).collect();
        for threads in [0, 1, 3, 8] {
            assert_eq!(squares(threads), expected);
        }
    }

    #[test]
    fn unfinished_pieces_are_missing() {
        let odd_fails = |n: usize| (n.is_multiple_of(2) && n < 9).then_some(());
        assert_eq!(numbered(1, || odd_fails), [(0, ())]);
    }
}
