//! Sets the soname of the shared library: the major number of the C ABI (include/README.md). Passes the machine for which the tests
//! are built to them.

use std::env;

fn main() {
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libplypack.so.1");
    }
    for name in ["TARGET", "HOST"] {
        println!("cargo:rustc-env=PLYPACK_{name}={}", env::var(name).unwrap());
    }
    println!("cargo:rerun-if-changed=build.rs");
}
