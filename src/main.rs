//! The `plypack` command.
fn main() {}
