//! An allocator that counts, for tests of how much memory is taken.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

/// Counts what is allocated, by Rust code.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static TOTAL: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code, reason = "an allocator cannot be written otherwise")]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        TOTAL.fetch_add(layout.size(), Relaxed);
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as for this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test at a time, so that each sees its own memory only.
pub fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns what `work` gives, and the bytes of memory at the peak that it takes.
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let done = work();
    (done, PEAK.load(Relaxed) - before)
}

/// Bytes that were allocated so far, also those that are free again.
#[allow(dead_code, reason = "not used by all tests")]
pub fn allocated() -> usize {
    TOTAL.load(Relaxed)
}
