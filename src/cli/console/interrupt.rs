//! Signals that end the program, after it has discarded what it was writing.

use std::{
    fs,
    io::{self, Read},
    process,
    sync::{
        Arc, Mutex, Once, OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

use plypack::{Error, ErrorCode};
use signal_hook::{consts, flag, low_level};

/// The signal that was received; 0 for none.
static RECEIVED: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

#[cfg(unix)]
const SIGNALS: [i32; 3] = [consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [consts::SIGINT, consts::SIGTERM];

/// Makes a signal end the work at the next [`check`], and a second signal end the program at once. Signals that the program was started to
/// ignore, as by `nohup`, stay ignored.
pub fn catch_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let received = RECEIVED.get_or_init(Arc::default);
        let is_second = Arc::new(AtomicBool::new(false));
        for signal in SIGNALS.into_iter().filter(|signal| !is_ignored(*signal)) {
            // A signal that cannot be caught ends the program as usual. The order matters: each signal checks the flag
            // before it sets the flag, so that only the second signal ends the program.
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, is_second.clone());
            let _ = flag::register(signal, is_second.clone());
            let _ = flag::register_usize(signal, received.clone(), signal as usize);
        }
    });
}

/// Returns `true` if the program was started to ignore a signal; `false` if the system does not report it.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

fn received() -> Option<i32> {
    let signal = RECEIVED.get()?.load(Ordering::Relaxed);
    i32::try_from(signal).ok().filter(|signal| *signal > 0)
}

/// Fails if a signal was received.
pub fn check() -> plypack::Result<()> {
    match received() {
        None => Ok(()),
        Some(_) => Err(Error::new(ErrorCode::Cancelled, "interrupted")),
    }
}

/// If a signal was received, ends the program as the signal would have done.
pub fn end_by_signal() {
    if let Some(signal) = received() {
        let _ = low_level::emulate_default_handler(signal);
        process::exit(128 + signal);
    }
}

/// Number of bytes per read.
const PIECE: usize = 64 << 10;

/// Time between two checks for a signal while a reader waits for its input.
const PATIENCE: Duration = Duration::from_millis(50);

/// An input that may not end, such as standard input: a signal ends the wait.
pub struct Input {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    done: usize,
}

impl Input {
    /// Reads `source` on a thread, which is abandoned if no more input comes. If no thread can be created, a signal is noticed at the next
    /// read.
    pub fn reader<R: Read + Send + 'static>(source: R) -> Box<dyn Read + Send> {
        let (sender, pieces) = sync_channel(2);
        let source = Arc::new(Mutex::new(Some(source)));
        let taken = source.clone();
        let take = |source: &Mutex<Option<R>>| source.lock().ok().and_then(|mut source| source.take());
        let spawned = thread::Builder::new().spawn(move || take(&taken).map(|source| send_pieces(source, &sender)));
        match spawned {
            Ok(_) => Box::new(Input { pieces, piece: Vec::new(), done: 0 }),
            Err(_) => {
                take(&source).map_or_else(|| Box::new(io::empty()) as Box<dyn Read + Send>, |source| Box::new(source))
            }
        }
    }

    /// Returns the next piece; an empty one at the end.
    fn next(&mut self) -> io::Result<Vec<u8>> {
        loop {
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => return piece,
                Err(RecvTimeoutError::Timeout) => check()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
            }
        }
    }
}

fn send_pieces(mut source: impl Read, pieces: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let read = match source.read(&mut piece) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            read => read,
        };
        let is_last = !matches!(read, Ok(1..));
        let sent = pieces.send(read.map(|len| {
            piece.truncate(len);
            piece
        }));
        if is_last || sent.is_err() {
            return;
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.done == self.piece.len() {
            (self.piece, self.done) = (self.next()?, 0);
        }
        let len = buffer.len().min(self.piece.len() - self.done);
        buffer[..len].copy_from_slice(&self.piece[self.done..self.done + len]);
        self.done += len;
        Ok(len)
    }
}
