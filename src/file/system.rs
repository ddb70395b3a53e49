//! What differs between operating systems.

pub(super) mod map;
