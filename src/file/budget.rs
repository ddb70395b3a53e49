//! A limit of the memory for work in flight.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::lock::lock;

/// Maximum bytes of work in flight. A piece of work that exceeds the maximum by itself waits until nothing else is in
/// flight.
#[derive(Debug)]
pub(super) struct Budget {
    max: usize,
    used: Mutex<usize>,
    freed: Condvar,
}

impl Budget {
    pub fn new(max: usize) -> Arc<Budget> {
        Arc::new(Budget { max, used: Mutex::new(0), freed: Condvar::new() })
    }

    /// Waits until there is room for `bytes`, and takes them until the permit is dropped.
    pub fn wait_for(self: &Arc<Budget>, bytes: usize) -> Permit {
        let bytes = bytes.min(self.max);
        let mut used = lock(&self.used);
        while *used + bytes > self.max {
            used = self.freed.wait(used).unwrap_or_else(PoisonError::into_inner);
        }
        *used += bytes;
        Permit { budget: self.clone(), bytes }
    }
}

/// Bytes taken from a [`Budget`].
#[derive(Debug)]
pub(super) struct Permit {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        *lock(&self.budget.used) -= self.bytes;
        self.budget.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_than_the_budget_is_in_use() {
        let budget = Budget::new(10);
        let used = AtomicUsize::new(0);
        let most = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for bytes in [1, 3, 6, 10, 4] {
                let budget = &budget;
                let used = &used;
                let most = &most;
                scope.spawn(move || {
                    for _ in 0..200 {
                        let permit = budget.wait_for(bytes);
                        most.fetch_max(bytes + used.fetch_add(bytes, Ordering::SeqCst), Ordering::SeqCst);
                        std::thread::yield_now();
                        used.fetch_sub(bytes, Ordering::SeqCst);
                        drop(permit);
                    }
                });
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 10);
        assert_eq!(*lock(&budget.used), 0);
        drop((budget.wait_for(99), ()));
    }
}
