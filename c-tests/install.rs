//! `include/install.sh` as its users see it: pkg-config and CMake find the installed files, and programs work with
//! them.

use std::{fs, path::Path, process::Command};

use crate::{
    tier,
    tools::{LIBRARIES, Language, NATIVE_LIBS, compiler, exported_symbols, has, must, root, run, text},
};

/// Installs the library that belongs to this test program.
pub fn install(prefix: &Path, destdir: Option<&Path>) {
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

/// Folders that are installed completely: the extension of their files, and the target folder.
const FOLDERS: [(&str, &str, &str); 5] = [
    ("include/plypack", ".hpp", "include/plypack"),
    ("include/cmake", ".cmake", "share/cmake/plypack"),
    ("include/examples", "", "share/doc/plypack/examples"),
    ("spec", ".md", "share/doc/plypack/spec"),
    ("spec/codecs", ".md", "share/doc/plypack/spec/codecs"),
];

/// All installed files except the libraries, sorted.
fn installed_files() -> Vec<String> {
    let single = [
        "include/plypack.h",
        "include/plypack.hpp",
        "share/doc/plypack/LICENSE-APACHE",
        "share/doc/plypack/LICENSE-MIT",
        "share/doc/plypack/README.md",
        "share/doc/plypack/spec/LICENSE",
    ];
    let mut found: Vec<String> = single.map(str::to_owned).into();
    for (from, ending, to) in FOLDERS {
        found.extend(names(from, ending).iter().map(|name| format!("{to}/{name}")));
    }
    found.sort();
    found
}

/// The files with this extension in a folder of the repository.
fn names(folder: &str, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.path().is_file());
    files.map(|entry| entry.file_name().into_string().unwrap()).filter(|name| name.ends_with(ending)).collect()
}

#[test]
fn everything_is_installed() {
    if tier::skips_slow() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let abi = macro_of_header("PLYPACK_ABI_VERSION");
    let mut expected = installed_files();
    let versions = [String::new(), format!(".{abi}"), format!(".{VERSION}")];
    expected.extend(versions.map(|version| format!("lib/libplypack.so{version}")));
    expected.extend(["lib/libplypack.a", "lib/pkgconfig/plypack.pc"].map(str::to_owned));
    expected.sort();
    install(&folder.path().join("with spaces"), None);
    assert_eq!(files(&folder.path().join("with spaces")), expected);
    install(Path::new("/opt/plypack"), Some(&folder.path().join("stage")));
    assert_eq!(files(&folder.path().join("stage/opt/plypack")), expected);
    let pc = fs::read_to_string(folder.path().join("stage/opt/plypack/lib/pkgconfig/plypack.pc")).unwrap();
    assert!(pc.starts_with("prefix=/opt/plypack\n"), "{pc}");
}

/// Files that installed documents cite are installed, too.
#[test]
fn the_cited_chapters_are_installed() {
    let script = fs::read_to_string(root().join("include/install.sh")).unwrap();
    assert!(script.contains(r#""$source"/spec/*.md"#) && script.contains(r#""$source"/spec/codecs/*.md"#));
    let mut cited = 0;
    for document in ["include/plypack.h", "include/plypack.hpp", "include/README.md", "include/examples/README.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_')));
        for chapter in words.map(|word| word.trim_end_matches('.')) {
            if !(chapter.starts_with("spec/") && chapter.ends_with(".md")) {
                continue;
            }
            assert!(root().join(chapter).is_file(), "{document} cites {chapter}");
            cited += 1;
        }
    }
    assert!(cited >= 10, "{cited}");
}

/// A program may have its own zstd, for example.
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

/// A program defines functions with names that the library has from zstd and from Rust: the names do not collide, and each side
/// uses its own functions.
#[test]
fn a_program_may_define_what_the_library_has_inside() {
    if tier::skips_slow() {
        return;
    }
    if !["ld", "objcopy", "ar"].into_iter().all(has) {
        tier::skip("binutils are not installed");
        return;
    }
    let prefix = tempfile::tempdir().unwrap();
    install(prefix.path(), None);
    let source = root().join("c-tests/own_symbols.c");
    for (name, library) in [("static", "libplypack.a"), ("shared", "libplypack.so")] {
        let program = prefix.path().join(name);
        let mut command = compiler(Language::C, "c99");
        command.arg(&source).arg("-I").arg(prefix.path().join("include"));
        must(command.arg(prefix.path().join("lib").join(library)).args(NATIVE_LIBS).arg("-o").arg(&program));
        run(Command::new(&program).env("LD_LIBRARY_PATH", prefix.path().join("lib")), &program);
    }
}

#[test]
fn localise_refuses_wrong_use() {
    let output = Command::new(root().join("include/localise.sh")).output().unwrap();
    assert!(output.status.code() == Some(2) && text(&output).starts_with("usage: "), "{}", text(&output));
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

/// The README names every library that Rust's standard library needs, except libraries that the compiler links by
/// itself.
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
    // In glibc 2.34 and later, -lutil, -lrt, -lpthread and -ldl are empty; older versions need only the libraries that
    // the README names.
    for word in list.split_whitespace() {
        let known = NATIVE_LIBS.contains(&word) || ["-lgcc_s", "-lutil", "-lrt", "-lc"].contains(&word);
        assert!(known, "{word} of {list}");
    }
}

/// The part of Cargo.toml that cargo-c reads.
fn cargo_c() -> serde_json::Value {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"]);
    let output = must(cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == env!("CARGO_PKG_NAME")).unwrap();
    package["metadata"]["capi"].clone()
}

/// The files that cargo-c installs by its asset patterns: each pattern is relative to the package, with one `*` in its
/// last part.
fn assets(capi: &serde_json::Value, kind: &str, base: &str) -> Vec<String> {
    let mut found = Vec::new();
    for asset in capi["install"][kind]["asset"].as_array().unwrap() {
        let (folder, pattern) = asset["from"].as_str().unwrap().rsplit_once('/').unwrap();
        let folder = folder.strip_prefix("../..").unwrap().trim_start_matches('/');
        let matching = match pattern.strip_prefix('*') {
            Some(ending) => names(folder, ending),
            None => names(folder, pattern).into_iter().filter(|name| name == pattern).collect(),
        };
        let to = asset["to"].as_str().map_or(base.to_owned(), |to| format!("{base}/{to}"));
        assert!(!matching.is_empty(), "{asset}");
        found.extend(matching.iter().map(|name| format!("{to}/{name}")));
    }
    found
}

/// cargo-c must use the soname of src/ffi/build.rs, and installs the files of install.sh.
#[test]
fn cargo_c_agrees() {
    let capi = cargo_c();
    assert_eq!(capi["library"]["version_suffix_components"], 1);
    assert_eq!(VERSION.split('.').next().unwrap(), macro_of_header("PLYPACK_ABI_VERSION"));
    assert_eq!(capi["header"]["subdirectory"], false);
    assert_eq!(capi["header"]["generation"], false);
    let mut found = [assets(&capi, "include", "include"), assets(&capi, "data", "share")].concat();
    found.sort();
    assert_eq!(found, installed_files());
}

/// The packages of which the library consists with these options of cargo.
fn packages(options: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "tree",
        "--offline",
        "--package",
        env!("CARGO_PKG_NAME"),
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ]);
    let output = text(&must(cargo.args(["--format", "{p}"]).args(options).current_dir(root())));
    let mut names: Vec<_> =
        output.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A C user compiles no package of the command or the tests, and packages of Arrow only for tables.
#[test]
fn the_library_needs_few_packages() {
    for (options, most) in [(&[][..], 75), (&["--no-default-features"], 55)] {
        let names = packages(options);
        let has = |name: &str| names.iter().any(|found| found == name);
        assert!(has("plypack") && has("zstd-sys") && names.len() < most, "{names:?}");
        assert_eq!(has("arrow-array"), options.is_empty());
        for command in ["clap", "indicatif", "plotters", "serde_json", "plypack-cli"] {
            assert!(!has(command), "{command} is compiled for C users: {names:?}");
        }
    }
}
