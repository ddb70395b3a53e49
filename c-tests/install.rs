//! `include/install.sh` as its users see it: pkg-config and CMake find what it installs, and programs work with it.

use std::{fs, path::Path, process::Command};

use crate::{
    tier,
    tools::{LIBRARIES, Language, NATIVE_LIBS, compiler, exported_symbols, has, must, root, run, text},
};

/// Installs the library that belongs to this test program.
fn install(prefix: &Path, destdir: Option<&Path>) {
    let mut command = Command::new(root().join("include/install.sh"));
    must(command.arg(prefix).arg(&*LIBRARIES).env("DESTDIR", destdir.unwrap_or(Path::new(""))).env_remove("LIBDIR"));
}

/// The paths of all files below a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned()),
            }
        }
    }
    found.sort();
    found
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn macro_of_header(name: &str) -> String {
    let header = fs::read_to_string(root().join("include/plypack.h")).unwrap();
    let line = header.lines().find_map(|line| line.strip_prefix(&format!("#define {name} ")));
    line.unwrap().trim_matches('"').to_owned()
}

#[test]
fn everything_is_installed() {
    if tier::skips_slow() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let abi = macro_of_header("PLYPACK_ABI_VERSION");
    let mut expected = [
        "include/plypack.h",
        "include/plypack.hpp",
        "include/plypack/base.hpp",
        "include/plypack/file.hpp",
        "include/plypack/game.hpp",
        "include/plypack/position.hpp",
        "include/plypack/search.hpp",
        "lib/libplypack.a",
        "lib/libplypack.so",
        &format!("lib/libplypack.so.{abi}"),
        &format!("lib/libplypack.so.{VERSION}"),
        "lib/pkgconfig/plypack.pc",
        "share/cmake/plypack/plypackConfig.cmake",
        "share/cmake/plypack/plypackConfigVersion.cmake",
    ];
    expected.sort();
    install(&folder.path().join("with spaces"), None);
    assert_eq!(files(&folder.path().join("with spaces")), expected);
    install(Path::new("/opt/plypack"), Some(&folder.path().join("stage")));
    assert_eq!(files(&folder.path().join("stage/opt/plypack")), expected);
    let pc = fs::read_to_string(folder.path().join("stage/opt/plypack/lib/pkgconfig/plypack.pc")).unwrap();
    assert!(pc.starts_with("prefix=/opt/plypack\n"), "{pc}");
}

/// A program may have a zstd of its own, for example.
#[test]
fn the_static_library_defines_only_its_own_symbols() {
    if tier::skips_slow() {
        return;
    }
    if !["ld", "objcopy", "ar", "nm"].into_iter().all(has) {
        tier::skip("binutils are not installed");
        return;
    }
    let prefix = tempfile::tempdir().unwrap();
    install(prefix.path(), None);
    let archive = prefix.path().join("lib/libplypack.a");
    let symbols = text(&must(Command::new("nm").args(["-g", "--defined-only"]).arg(archive)));
    let mut names: Vec<&str> = symbols.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    names.sort_unstable();
    assert_eq!(names, exported_symbols());
}

#[test]
fn wrong_use_is_refused() {
    if tier::skips_slow() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = root().join("include/install.sh");
    for (arguments, code) in [(&[][..], 2), (&["relative"], 2), (&["/nowhere", folder.path().to_str().unwrap()], 1)] {
        let output = Command::new(&script).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

/// The flags that pkg-config prints for an installed prefix.
fn pkg_config(prefix: &Path, arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.args(arguments).arg("plypack").env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    text(&must(&mut command)).split_whitespace().map(str::to_owned).collect()
}

#[test]
fn pkg_config_finds_it() {
    if tier::skips_slow() {
        return;
    }
    if !has("pkg-config") {
        tier::skip("pkg-config is not installed");
        return;
    }
    let prefix = tempfile::tempdir().unwrap();
    let prefix = prefix.path();
    install(prefix, None);
    assert_eq!(pkg_config(prefix, &["--modversion"]), [VERSION]);
    for (source, standard) in [("codec_only.c", "c99"), ("layer.cc", "c++17")] {
        let compiler = || compiler(Language::of(source), standard);
        let shared = prefix.join("shared");
        let path = root().join("c-tests").join(source);
        let flags = pkg_config(prefix, &["--cflags", "--libs"]);
        must(compiler().arg(&path).args(flags).arg("-o").arg(&shared));
        run(Command::new(&shared).env("LD_LIBRARY_PATH", prefix.join("lib")), &shared);

        let fixed = prefix.join("static");
        let libs = pkg_config(prefix, &["--static", "--libs-only-l"]);
        let (own, native) = libs.split_first().unwrap();
        assert_eq!((own.as_str(), native), ("-lplypack", &NATIVE_LIBS.map(str::to_owned)[..]));
        let cflags = pkg_config(prefix, &["--cflags"]);
        let archive = prefix.join("lib/libplypack.a");
        must(compiler().arg(&path).args(cflags).arg(archive).args(native).arg("-o").arg(&fixed));
        run(&mut Command::new(&fixed), &fixed);
    }
}

#[test]
fn cmake_finds_it() {
    if tier::skips_slow() {
        return;
    }
    if !has("cmake") {
        tier::skip("cmake is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (prefix, build) = (folder.path().join("prefix"), folder.path().join("build"));
    install(&prefix, None);
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(root().join("c-tests/cmake")).arg("-B").arg(&build);
    let output = text(&must(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()))));
    assert!(output.contains(&format!("plypack version: {VERSION}\n")), "{output}");
    must(Command::new("cmake").arg("--build").arg(&build));
    for program in ["c_plypack", "c_static", "cpp_plypack", "cpp_static"].map(|name| build.join(name)) {
        run(&mut Command::new(&program), &program);
    }
}

/// A library that the standard library of Rust needs is one that README names, or one that the compiler links by itself.
#[test]
fn the_native_libraries_are_documented() {
    let readme = fs::read_to_string(root().join("include/README.md")).unwrap();
    assert!(readme.contains(&format!("`libplypack.a {}`", NATIVE_LIBS.join(" "))));
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("empty.rs");
    fs::write(&source, "").unwrap();
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--crate-type", "staticlib", "--print", "native-static-libs", "--out-dir"]).arg(folder.path());
    let output = text(&must(rustc.arg(&source)));
    let list = output.lines().find_map(|line| line.split_once("native-static-libs: ")).unwrap().1;
    // Of glibc 2.34 and later -lutil, -lrt, -lpthread and -ldl are empty; older ones need only those of README.
    for word in list.split_whitespace() {
        let known = NATIVE_LIBS.contains(&word) || ["-lgcc_s", "-lutil", "-lrt", "-lc"].contains(&word);
        assert!(known, "{word} of {list}");
    }
}

/// cargo-c reads Cargo.toml: the soname must be that of src/ffi/build.rs, and install the files of install.sh.
#[test]
fn cargo_c_agrees() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"]);
    let output = must(cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == env!("CARGO_PKG_NAME")).unwrap();
    let capi = &package["metadata"]["capi"];
    assert_eq!(capi["library"]["version_suffix_components"], 1);
    assert_eq!(VERSION.split('.').next().unwrap(), macro_of_header("PLYPACK_ABI_VERSION"));
    assert_eq!(capi["header"]["subdirectory"], false);
    assert_eq!(capi["header"]["generation"], false);
    let assets = |kind: &str| -> Vec<String> {
        let list = capi["install"][kind]["asset"].as_array().unwrap().iter();
        list.map(|asset| asset["from"].as_str().unwrap().to_owned()).collect()
    };
    let include = ["plypack.h", "plypack.hpp", "plypack/*.hpp"].map(|file| format!("../../include/{file}"));
    assert_eq!(assets("include"), include);
    assert_eq!(assets("data"), ["../../include/cmake/*.cmake"]);
    assert_eq!(capi["install"]["data"]["subdirectory"], "cmake/plypack");
}
