//! Work on several threads with results in order.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvError, sync_channel},
    },
    thread,
};

use crate::{Error, ErrorCode, Result};

/// Makes items on one thread, works on them on `threads` others, and hands the results on in the order of the items.
///
/// At most a few items a thread are in memory at a time. The first error ends the work.
///
/// # Errors
///
/// The first error of `make`, `work` or `consume`; [`ErrorCode::Internal`] when a thread panicked.
pub fn in_order<T: Send, U: Send>(
    threads: usize,
    mut make: impl FnMut() -> Result<Option<T>> + Send,
    work: impl Fn(T) -> Result<U> + Sync,
    mut consume: impl FnMut(U) -> Result<()>,
) -> Result<()> {
    let threads = threads.max(1);
    let (item_in, item_out) = sync_channel::<(u64, Result<T>)>(1);
    let (result_in, result_out) = sync_channel::<(u64, Result<U>)>(threads);
    let item_out = Mutex::new(item_out);
    let stop = &AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(move || {
            // Sending fails when the consumer has given up; then there is nothing left to do.
            for number in 0.. {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let item = match make() {
                    Ok(None) => break,
                    Ok(Some(item)) => Ok(item),
                    Err(e) => Err(e),
                };
                let last = item.is_err();
                if item_in.send((number, item)).is_err() || last {
                    break;
                }
            }
        });
        for _ in 0..threads {
            let (result_in, item_out, work) = (result_in.clone(), &item_out, &work);
            scope.spawn(move || {
                while let Ok((number, item)) = next(item_out) {
                    if result_in.send((number, item.and_then(work))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(result_in);
        let done = reorder(&result_out, &mut consume);
        // When the work ends early, the threads must see that nobody listens, and the maker must not wait for room.
        stop.store(true, Ordering::Relaxed);
        drop(result_out);
        while next(&item_out).is_ok() {}
        done
    })
}

fn next<T>(items: &Mutex<Receiver<T>>) -> Result<T, RecvError> {
    items.lock().unwrap_or_else(PoisonError::into_inner).recv()
}

fn reorder<U>(results: &Receiver<(u64, Result<U>)>, consume: &mut impl FnMut(U) -> Result<()>) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut wanted = 0;
    for (number, result) in results {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&wanted) {
            consume(result?)?;
            wanted += 1;
        }
    }
    match waiting.is_empty() {
        true => Ok(()),
        false => Err(Error::new(ErrorCode::Internal, "a worker thread ended early")),
    }
}

/// The number of threads to use when the user names none.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, |n| n.get())
}

#[cfg(test)]
mod tests {
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

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn panics_are_not_swallowed() {
        let mut items = 0..10;
        let work = |i: u64| if i == 5 { panic!("worker") } else { Ok(i) };
        let _ = in_order(2, || Ok(items.next()), work, |_| Ok(()));
    }
}
