//! The systemd unit in `README.md`.

use std::process::Command;

const README: &str = include_str!("../README.md");
const PROGRAM: &str = "/usr/bin/plypack-explorer";

/// `systemd-analyze` succeeds with keys that it ignores, but its messages about them contain the name of the file.
#[test]
fn systemd_takes_the_unit() {
    let unit = README.split("```ini\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(unit.matches(PROGRAM).count(), 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plypack-explorer.service");
    // Systemd checks that the program exists.
    std::fs::write(&path, unit.replace(PROGRAM, env!("CARGO_BIN_EXE_plypack-explorer"))).unwrap();
    let Ok(verified) = Command::new("systemd-analyze").arg("verify").arg(&path).output() else {
        println!("SKIPPED: systemd-analyze is not here");
        return;
    };
    let said = String::from_utf8_lossy(&verified.stderr);
    assert!(verified.status.success() && !said.contains("plypack-explorer.service"), "{said}");
}
