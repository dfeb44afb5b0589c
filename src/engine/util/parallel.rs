//! The one worker pool: jobs run on several threads, results arrive in order or as they finish.
//!
//! It bounds how far the workers run ahead of the results that were received, so a slow job never
//! makes the finished ones behind it fill the memory.

use std::collections::BTreeMap;
use std::iter::Enumerate;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Jobs per thread that may be taken before the results in front of them are received.
const AHEAD: usize = 64;

/// A numbered job that finished; `None` if its worker abandoned it or panicked.
type Finished<T> = (usize, Option<T>);

/// Runs `jobs` on `threads` threads (at least one) while `receive` reads the results here.
///
/// `begin` creates the worker of each thread from its number. A worker returns the result of a job;
/// `None` ends its thread, and the results in order end before that job. When `receive` returns,
/// each worker finishes its current job and at most one more.
///
/// # Panics
/// If a worker panics, after the other workers have ended.
pub fn run<J, T: Send, W: FnMut(J) -> Option<T>, R>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    begin: impl Fn(usize) -> W + Sync,
    receive: impl FnOnce(Results<T>) -> R,
) -> R {
    let threads = threads.max(1);
    let (done, finished) = mpsc::channel();
    let (grant, granted) = mpsc::channel();
    if cfg!(target_family = "wasm") {
        // There are no threads, so the jobs run first.
        let mut worker = begin(0);
        for (number, job) in jobs.enumerate() {
            let result = worker(job);
            let is_last = result.is_none();
            let _ = done.send((number, result));
            if is_last {
                break;
            }
        }
        drop(done);
        return receive(Results { finished, grant, early: BTreeMap::new(), due: 0 });
    }
    let queue = Mutex::new(Queue { jobs: jobs.enumerate(), granted });
    thread::scope(|scope| {
        for thread in 0..threads {
            let (done, queue, begin) = (done.clone(), &queue, &begin);
            scope.spawn(move || work(queue, begin(thread), &done));
        }
        drop(done);
        let results = Results { finished, grant, early: BTreeMap::new(), due: 0 };
        (0..AHEAD * threads).for_each(|_| results.grant_one());
        receive(results)
    })
}

/// Runs pieces 0, 1, 2, … as [`run`] does and returns the results in order. A worker that returns
/// `None` ends its thread; the results end before the first missing piece.
pub fn numbered<T: Send, W: FnMut(usize) -> Option<T>>(
    threads: usize,
    begin: impl Fn() -> W + Sync,
) -> Vec<T> {
    run(threads, 0.., |_| begin(), Iterator::collect)
}

/// The jobs not yet taken, and the permits to take them.
struct Queue<I> {
    jobs: Enumerate<I>,
    granted: Receiver<()>,
}

impl<I: Iterator> Queue<I> {
    /// The next job; waits for a permit and for the job itself.
    fn take(&mut self) -> Option<(usize, I::Item)> {
        self.granted.recv().ok()?;
        self.jobs.next()
    }
}

fn work<I: Iterator, T>(
    queue: &Mutex<Queue<I>>,
    mut worker: impl FnMut(I::Item) -> Option<T>,
    done: &Sender<Finished<T>>,
) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((number, job)) = job else { return };
        // The receiver must learn that the job is lost, or it would wait for it forever.
        let result = catch_unwind(AssertUnwindSafe(|| worker(job)));
        let (result, panic) = result.map_or_else(|panic| (None, Some(panic)), |r| (r, None));
        let is_over = result.is_none();
        let is_received = done.send((number, result)).is_ok();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        if is_over || !is_received {
            return;
        }
    }
}

/// The results of [`run`]: an iterator in the order of the jobs that ends before the first
/// abandoned job. [`in_any_order`](Self::in_any_order) returns them as they finish instead.
pub struct Results<T> {
    finished: Receiver<Finished<T>>,
    grant: Sender<()>,
    /// Results whose turn has not come.
    early: BTreeMap<usize, Option<T>>,
    due: usize,
}

impl<T> Results<T> {
    /// The results as they finish, without those of abandoned jobs.
    pub fn in_any_order(self) -> impl Iterator<Item = T> {
        std::iter::from_fn(move || {
            let (_, result) = self.finished.recv().ok()?;
            self.grant_one();
            Some(result)
        })
        .flatten()
    }

    /// Whether [`next`](Self::next) has to wait.
    pub fn would_wait(&mut self) -> bool {
        self.early.extend(self.finished.try_iter());
        !self.early.contains_key(&self.due)
    }

    /// Lets the workers take one more job.
    fn grant_one(&self) {
        // Without workers no permit is ever returned.
        let _ = self.grant.send(());
    }
}

impl<T> Iterator for Results<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        loop {
            if let Some(result) = self.early.remove(&self.due) {
                self.due += 1;
                self.grant_one();
                return result;
            }
            let (number, result) = self.finished.recv().ok()?;
            self.early.insert(number, result);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn numbered_results_come_in_order_with_any_number_of_threads() {
        let squares = |threads| numbered(threads, || |n: usize| (n < 5000).then_some(n * n));
        let expected: Vec<usize> = (0..5000).map(|n| n * n).collect();
        for threads in [0, 1, 3, 8] {
            assert_eq!(squares(threads), expected);
        }
    }

    #[test]
    fn numbered_results_end_before_the_first_missing_piece() {
        let fails_at_5 = |n: usize| (n != 5 && n < 9).then_some(n);
        for threads in [1, 4] {
            assert_eq!(numbered(threads, || fails_at_5), [0, 1, 2, 3, 4]);
        }
    }

    #[test]
    fn run_takes_no_more_jobs_than_the_limit_ahead_of_a_slow_one() {
        let taken = AtomicUsize::new(0);
        let (release, wait) = mpsc::channel();
        let wait = Mutex::new(wait);
        let begin = |_| {
            |job: usize| {
                taken.fetch_add(1, Ordering::SeqCst);
                if job == 0 {
                    wait.lock().unwrap().recv().ok()?;
                }
                Some(job)
            }
        };
        let sum: usize = run(2, 0..1000, begin, |results| {
            // The second thread takes as many jobs as it may; then the first job ends.
            while taken.load(Ordering::SeqCst) < 2 * AHEAD {
                thread::yield_now();
            }
            release.send(()).unwrap();
            assert_eq!(taken.load(Ordering::SeqCst), 2 * AHEAD);
            results.sum()
        });
        assert_eq!(sum, (0..1000).sum::<usize>());
    }

    #[test]
    fn run_ends_when_the_results_are_dropped() {
        let first = run(3, 0.., |_| Some, |mut results| results.next());
        assert_eq!(first, Some(0));
    }

    #[test]
    fn in_any_order_returns_every_result_once() {
        let begin = |_| |n: usize| Some(n);
        let mut all: Vec<usize> = run(4, 0..300, begin, |results| results.in_any_order().collect());
        all.sort_unstable();
        assert_eq!(all, (0..300).collect::<Vec<_>>());
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn run_panics_with_its_worker_and_does_not_hang() {
        numbered(2, || |n: usize| if n == 3 { panic!("piece 3") } else { Some(n) });
    }
}
