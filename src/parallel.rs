//! Work on several threads with results in order.

use std::{
    collections::BTreeMap,
    io,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvError, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread::{self, Scope, ScopedJoinHandle},
    time::Duration,
};

use crate::{Error, ErrorCode, Result, lock::lock};

/// Makes items on one thread, works on them on `threads` others, and passes the results to `consume` in the order of the items.
///
/// At most a few items per thread are in memory at a time. The first error ends the work. If the system starts fewer threads, fewer
/// work; if it starts none, the calling thread does all the work.
///
/// # Errors
///
/// The first error of `make`, `work` or `consume`.
///
/// # Panics
///
/// Like `make` and `work`.
pub fn in_order<T: Send, U: Send>(
    threads: usize,
    make: impl FnMut() -> Result<Option<T>> + Send,
    work: impl Fn(T) -> Result<U> + Sync,
    mut consume: impl FnMut(U) -> Result<()>,
) -> Result<()> {
    in_order_on(&OsThreads, threads, make, work, |result| result.map_or(Ok(()), &mut consume))
}

/// Time between two ticks of [`in_order_with_ticks`].
const TICK: Duration = Duration::from_millis(100);

/// Like [`in_order`], but while there is no result to pass on, calls `consume` with `None` about ten times a second, unless the
/// calling thread does the work.
///
/// # Errors
///
/// Like [`in_order`].
///
/// # Panics
///
/// Like [`in_order`].
pub fn in_order_with_ticks<T: Send, U: Send>(
    threads: usize,
    make: impl FnMut() -> Result<Option<T>> + Send,
    work: impl Fn(T) -> Result<U> + Sync,
    consume: impl FnMut(Option<U>) -> Result<()>,
) -> Result<()> {
    in_order_on(&OsThreads, threads, make, work, consume)
}

/// Source of threads: the system, which can run out of them.
trait Threads {
    fn start<'scope, 'env>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        run: impl FnOnce() + Send + 'scope,
    ) -> io::Result<ScopedJoinHandle<'scope, ()>>;
}

struct OsThreads;

impl Threads for OsThreads {
    fn start<'scope, 'env>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        run: impl FnOnce() + Send + 'scope,
    ) -> io::Result<ScopedJoinHandle<'scope, ()>> {
        thread::Builder::new().spawn_scoped(scope, run)
    }
}

fn in_order_on<T: Send, U: Send>(
    system: &impl Threads,
    threads: usize,
    mut make: impl FnMut() -> Result<Option<T>> + Send,
    work: impl Fn(T) -> Result<U> + Sync,
    mut consume: impl FnMut(Option<U>) -> Result<()>,
) -> Result<()> {
    let items = Slots::new();
    let results = Slots::new();
    let mut make_one = |number| {
        let item = make()?;
        Ok(item.map(|item| items.put(number, item)).is_some())
    };
    let work_on = |number| {
        results.put(number, work(items.take(number))?);
        Ok(())
    };
    let mut pass_on = |number: Option<u64>| consume(number.map(|number| results.take(number)));
    let drop_one = |number| drop(items.take(number));
    numbers_in_order(system, threads, &mut make_one, &work_on, &drop_one, &mut pass_on)
}

/// Items or results, by number. Only this type depends on their types; otherwise the program would have a copy of the rest for each
/// kind of work.
struct Slots<T>(Mutex<Vec<(u64, T)>>);

impl<T> Slots<T> {
    fn new() -> Slots<T> {
        Slots(Mutex::default())
    }

    fn put(&self, number: u64, value: T) {
        lock(&self.0).push((number, value));
    }

    /// Takes the value that was put with this number.
    fn take(&self, number: u64) -> T {
        let mut slots = lock(&self.0);
        let at = slots.iter().position(|(other, _)| *other == number).expect("an item or a result for each number");
        slots.swap_remove(at).1
    }
}

/// Makes the item with a number; `false` if there are no more.
type Make<'a> = dyn FnMut(u64) -> Result<bool> + Send + 'a;
/// Works on the item with a number.
type Work<'a> = dyn Fn(u64) -> Result<()> + Sync + 'a;
/// Drops the item with a number if nobody will work on it.
type Discard<'a> = dyn Fn(u64) + Sync + 'a;
/// Passes on the result with a number; `None` is a tick.
type Consume<'a> = dyn FnMut(Option<u64>) -> Result<()> + 'a;

/// [`in_order_on`] for items that are known by their numbers.
fn numbers_in_order(
    system: &impl Threads,
    threads: usize,
    make: &mut Make<'_>,
    work: &Work<'_>,
    discard: &Discard<'_>,
    consume: &mut Consume<'_>,
) -> Result<()> {
    let threads = threads.max(1);
    let (item_in, item_out) = sync_channel(1);
    let (result_in, result_out) = sync_channel(threads);
    let items = &Mutex::new(item_out);
    let stop = &AtomicBool::new(false);
    let done = thread::scope(|scope| {
        let mut running = Vec::new();
        for _ in 0..threads {
            let results = result_in.clone();
            match system.start(scope, move || process(items, work, &results)) {
                Ok(thread) => running.push(thread),
                Err(_) => break,
            }
        }
        drop(result_in);
        // A worker that fails to start drops its end of the channel, so that the other threads also end.
        let make = &mut *make;
        let producer = (!running.is_empty()).then(|| system.start(scope, move || produce(make, &item_in, stop)).ok());
        let producer = producer.flatten();
        let is_running = producer.is_some();
        running.extend(producer);
        // A panic of the caller's callback also ends the work; otherwise the producer would wait forever.
        let done = is_running.then(|| catch_unwind(AssertUnwindSafe(|| reorder(&result_out, consume))));
        // When the work ends early, workers must find the channel closed, and the producer must not wait for space in its channel.
        stop.store(true, Ordering::Relaxed);
        drop(result_out);
        // Drop the remaining items now: a worker may be waiting for something that one of them holds.
        while let Some(Ok((number, made))) = is_running.then(|| next(items)) {
            if made.is_ok() {
                discard(number);
            }
        }
        // Not left to the scope: its panic would not say why, and the thread sanitizer does not see its wait.
        for thread in running {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        done.map(|done| done.unwrap_or_else(|panic| resume_unwind(panic)))
    });
    done.unwrap_or_else(|| alone(make, work, consume))
}

/// Does all the work on the calling thread.
fn alone(make: &mut Make<'_>, work: &Work<'_>, consume: &mut Consume<'_>) -> Result<()> {
    for number in 0.. {
        if !make(number)? {
            break;
        }
        work(number)?;
        consume(Some(number))?;
    }
    Ok(())
}

/// The number of an item, and an error if making it or working on it failed.
type Numbered = (u64, Result<()>);

/// Sends all items; ends after an error, and when nobody receives items any more.
fn produce(make: &mut Make<'_>, items: &SyncSender<Numbered>, stop: &AtomicBool) {
    for number in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let made = match make(number) {
            Ok(true) => Ok(()),
            Ok(false) => break,
            Err(e) => Err(e),
        };
        let is_last = made.is_err();
        if items.send((number, made)).is_err() || is_last {
            break;
        }
    }
}

/// Works on items until there are no more, or nobody receives the results.
fn process(items: &Mutex<Receiver<Numbered>>, work: &Work<'_>, results: &SyncSender<Numbered>) {
    while let Ok((number, made)) = next(items) {
        if results.send((number, made.and_then(|()| work(number)))).is_err() {
            break;
        }
    }
}

fn next(items: &Mutex<Receiver<Numbered>>) -> Result<Numbered, RecvError> {
    lock(items).recv()
}

fn reorder(results: &Receiver<Numbered>, consume: &mut Consume<'_>) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        match results.recv_timeout(TICK) {
            Ok((number, result)) => _ = waiting.insert(number, result),
            Err(RecvTimeoutError::Timeout) => consume(None)?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(result) = waiting.remove(&next) {
            result?;
            consume(Some(next))?;
            next += 1;
        }
    }
    if waiting.is_empty() { Ok(()) } else { Err(Error::new(ErrorCode::Internal, "a worker thread ended early")) }
}

/// The number of threads to use when the user sets none.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, |n| n.get())
}

#[cfg(test)]
mod tests {
    use std::sync::{Condvar, atomic::AtomicUsize};

    use super::*;

    fn squares(threads: usize, n: u64, fail_at: Option<u64>) -> Result<Vec<u64>> {
        let mut items = 0..n;
        let mut out = Vec::new();
        let work = |i| match fail_at {
            Some(bad) if bad == i => Err(Error::new(ErrorCode::Internal, format!("item {i}"))),
            _ => Ok(i * i),
        };
        in_order(
            threads,
            || Ok(items.next()),
            work,
            |square| {
                out.push(square);
                Ok(())
            },
        )?;
        Ok(out)
    }

    #[test]
    fn order_does_not_depend_on_threads() {
        for threads in [1, 2, 7] {
            assert_eq!(squares(threads, 1000, None).unwrap(), (0..1000).map(|i| i * i).collect::<Vec<_>>());
            assert_eq!(squares(threads, 1000, Some(500)).unwrap_err().message(), "item 500");
        }
    }

    #[test]
    fn panics_of_the_caller_end_the_work() {
        for threads in [1, 3] {
            let endless = || Ok(Some(()));
            let all = || in_order(threads, endless, Ok, |()| panic!("a bug of the caller"));
            assert!(catch_unwind(AssertUnwindSafe(all)).is_err());
        }
    }

    #[test]
    fn errors_of_all_sides_end_the_work() {
        let endless = || Ok(Some(()));
        assert!(in_order(3, endless, Ok, |()| Err(Error::new(ErrorCode::Internal, "full"))).is_err());
        let mut made = 0;
        let broken = || {
            made += 1;
            if made > 10 { Err(Error::new(ErrorCode::Io, "broken")) } else { Ok(Some(())) }
        };
        assert_eq!(in_order(3, broken, Ok, |()| Ok(())).unwrap_err().code(), ErrorCode::Io);
    }

    /// Notes its number when it is dropped.
    struct Noted<'a>(u64, &'a (Mutex<Vec<u64>>, Condvar));

    impl Drop for Noted<'_> {
        fn drop(&mut self) {
            lock(&self.1.0).push(self.0);
            self.1.1.notify_all();
        }
    }

    /// An item can hold something that a worker waits for, such as the right to be next.
    #[test]
    fn items_are_dropped_when_the_work_ends_early() {
        let dropped = (Mutex::default(), Condvar::new());
        let made = AtomicUsize::new(0);
        let make = || Ok(Some(Noted(made.fetch_add(1, Ordering::Relaxed) as u64, &dropped)));
        let work = |item: Noted<'_>| {
            if item.0 == 1 {
                let missing = |dropped: &mut Vec<u64>| !dropped.contains(&2);
                let limit = Duration::from_secs(60);
                let waited = dropped.1.wait_timeout_while(lock(&dropped.0), limit, missing).unwrap();
                assert!(!waited.1.timed_out(), "the item that nobody works on is still there");
            }
            Ok(())
        };
        let full = |()| {
            while made.load(Ordering::Relaxed) < 3 {
                thread::yield_now();
            }
            Err(Error::new(ErrorCode::Internal, "full"))
        };
        assert_eq!(in_order(1, make, work, full).unwrap_err().message(), "full");
    }

    /// A system that starts only this number of threads.
    struct Few(AtomicUsize);

    impl Threads for Few {
        fn start<'scope, 'env>(
            &self,
            scope: &'scope Scope<'scope, 'env>,
            run: impl FnOnce() + Send + 'scope,
        ) -> io::Result<ScopedJoinHandle<'scope, ()>> {
            let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            left.map_err(|_| io::Error::from(io::ErrorKind::WouldBlock))?;
            OsThreads.start(scope, run)
        }
    }

    #[test]
    fn without_threads_the_calling_one_works() {
        for threads in 0..6 {
            let mut items = 0..100u64;
            let mut out = Vec::new();
            let consume = |square| {
                out.extend(square);
                Ok(())
            };
            in_order_on(&Few(AtomicUsize::new(threads)), 4, || Ok(items.next()), |i| Ok(i * i), consume).unwrap();
            assert_eq!(out, (0..100).map(|i| i * i).collect::<Vec<_>>(), "{threads} threads");
        }
    }

    #[test]
    fn the_caller_is_told_that_work_goes_on() {
        let mut items = 0..2;
        let mut ticks = 0;
        let work = |_| {
            thread::sleep(3 * TICK);
            Ok(())
        };
        let count = |result: Option<()>| {
            ticks += u32::from(result.is_none());
            Ok(())
        };
        in_order_with_ticks(2, || Ok(items.next()), work, count).unwrap();
        assert!(ticks > 0);
        let stop = |result: Option<()>| match result {
            None => Err(Error::new(ErrorCode::Cancelled, "enough")),
            Some(()) => Ok(()),
        };
        let mut items = 0..2;
        let stopped = in_order_with_ticks(2, || Ok(items.next()), work, stop);
        assert_eq!(stopped.unwrap_err().code(), ErrorCode::Cancelled);
    }

    #[test]
    #[should_panic(expected = "worker")]
    fn panics_are_not_swallowed() {
        let mut items = 0..10;
        let work = |i: u64| if i == 5 { panic!("worker") } else { Ok(i) };
        let _ = in_order(2, || Ok(items.next()), work, |_| Ok(()));
    }
}
