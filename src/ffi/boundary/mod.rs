//! Parts that the whole interface shares: guards, handles, errors, statuses, plain data, callbacks.

pub mod arguments;
pub mod error;
pub mod found;
pub mod guard;
pub mod handle;
pub mod held;
pub mod io;
pub mod panics;
pub mod status;
pub mod types;
pub mod version;
