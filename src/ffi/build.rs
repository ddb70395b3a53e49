//! Gives the shared library its soname: the major number of the C ABI (spec: include/README).

fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libplypack.so.0");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
