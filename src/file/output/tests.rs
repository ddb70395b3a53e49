use super::*;

mod left;

fn folder_with(names: &[&str]) -> (tempfile::TempDir, Vec<std::path::PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let paths = names.iter().map(|name| folder.path().join(name)).collect();
    (folder, paths)
}

fn append(path: &Path) -> Result<OutputFile> {
    OutputFile::append(Arc::new(Native), path)
}

fn files(folder: &tempfile::TempDir) -> usize {
    fs::read_dir(folder.path()).unwrap().count()
}

fn code(made: Result<OutputFile>) -> ErrorCode {
    made.unwrap_err().code()
}

#[test]
fn one_writer_at_a_time() {
    let (folder, paths) = folder_with(&["a", "b"]);
    let path = &paths[0];
    let link = &paths[1];
    // For a file that does not exist yet.
    let first = OutputFile::create(path).unwrap();
    assert_eq!(code(OutputFile::create(path)), ErrorCode::Busy);
    drop(first);
    fs::write(path, "old").unwrap();
    fs::hard_link(path, link).unwrap();
    for make in [|path: &Path| OutputFile::create(path), append] {
        let first = make(path).unwrap();
        for path in [path, link] {
            assert_eq!(code(OutputFile::create(path)), ErrorCode::Busy);
            assert_eq!(code(append(path)), ErrorCode::Busy);
        }
        drop(first);
    }
    // A lock that this program's writers did not take belongs to another program.
    let other = File::open(path).unwrap();
    other.lock().unwrap();
    assert_eq!(code(OutputFile::create(path)), ErrorCode::Locked);
    assert_eq!(code(append(path)), ErrorCode::Locked);
    drop(other);
    assert_eq!(files(&folder), 2, "nothing is left by those that were refused");
    OutputFile::create(path).unwrap().commit().unwrap();
    assert_eq!((fs::read(path).unwrap(), fs::read(link).unwrap()), (vec![], b"old".to_vec()));
}

/// A reader takes the lock for a moment to see whether somebody writes.
#[test]
fn a_lock_of_a_moment_is_waited_for() {
    let (_folder, paths) = folder_with(&["a"]);
    fs::write(&paths[0], "old").unwrap();
    let reader = File::open(&paths[0]).unwrap();
    reader.lock_shared().unwrap();
    let waiting = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(40));
        drop(reader);
    });
    append(&paths[0]).unwrap();
    waiting.join().unwrap();
}

#[test]
fn links_lead_to_the_same_file() {
    let (folder, paths) = folder_with(&["a", "b", "c"]);
    let [file, link, other] = [&paths[0], &paths[1], &paths[2]];
    fs::write(file, b"x").unwrap();
    fs::write(other, b"x").unwrap();
    fs::hard_link(file, link).unwrap();
    assert!(is_same_file(file, file) && is_same_file(file, link));
    assert!(!is_same_file(file, other) && !is_same_file(file, folder.path().join("none")));
    assert!(!is_same_file(folder.path(), folder.path()), "only files are overwritten");
    let open = File::open(file).unwrap();
    assert!(is_open_file(&open, link) && !is_open_file(&open, other) && !is_open_file(&open, folder.path()));
}

#[test]
fn what_is_not_complete_is_taken_back() {
    let (folder, paths) = folder_with(&["a"]);
    let path = &paths[0];
    let mut file = OutputFile::create(path).unwrap();
    file.write_all(b"old").unwrap();
    assert!(!path.exists());
    file.commit().unwrap();
    drop(file);
    assert_eq!(fs::read(path).unwrap(), b"old");
    let aborted: [fn(OutputFile); 3] = [
        |mut file| file.abort().unwrap(),
        drop,
        |file| {
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let _file = file;
                std::panic::resume_unwind(Box::new(()));
            }));
        },
    ];
    for give_up in aborted {
        for make in [|path: &Path| OutputFile::create(path), append] {
            let mut file = make(path).unwrap();
            file.write_all(b"new").unwrap();
            give_up(file);
            assert_eq!((fs::read(path).unwrap(), files(&folder)), (b"old".to_vec(), 1));
        }
    }
    let mut file = append(path).unwrap();
    file.write_all(b"new").unwrap();
    file.commit().unwrap();
    drop(file);
    assert_eq!(fs::read(path).unwrap(), b"oldnew");
}

#[test]
fn what_a_killed_writer_left_is_removed() {
    let (folder, paths) = folder_with(&["a", ".a.plypack-new", ".a.plypack-new-1", ".a.swp"]);
    fs::write(&paths[1], "left").unwrap();
    fs::write(&paths[2], "left when the first was in the way").unwrap();
    fs::write(&paths[3], "of somebody else").unwrap();
    let mut file = OutputFile::create(&paths[0]).unwrap();
    file.write_all(b"new").unwrap();
    file.commit().unwrap();
    assert!(!paths[1].exists() && !paths[2].exists() && paths[3].exists());
    assert_eq!(fs::read(&paths[0]).unwrap(), b"new");
    drop(file);
    // The file of a living writer stays.
    let living = File::create(&paths[1]).unwrap();
    living.lock().unwrap();
    assert_eq!(code(OutputFile::create(&paths[0])), ErrorCode::Locked);
    assert!(paths[1].exists() && fs::read(&paths[0]).unwrap() == b"new");
    drop(living);
    fs::remove_file(&paths[1]).unwrap();
    fs::create_dir(&paths[1]).unwrap();
    assert!(OutputFile::create(&paths[0]).unwrap_err().message().contains("in the way"));
    assert_eq!(files(&folder), 3);
}

/// Another writer for the same target finds the new file before it is locked, takes it for a leftover, and makes its own.
#[derive(Debug, Default)]
struct Overtaken(std::sync::Mutex<Option<File>>);

impl System for Overtaken {
    fn make(&self, path: &Path) -> io::Result<File> {
        let new = Native.make(path)?;
        let mut other = self.0.lock().unwrap();
        if other.is_none() {
            fs::remove_file(path)?;
            let file = Native.make(path)?;
            file.lock()?;
            *other = Some(file);
        }
        Ok(new)
    }
}

#[test]
fn two_do_not_make_one_file() {
    let (folder, paths) = folder_with(&["a", ".a.plypack-new"]);
    let made = OutputFile::create_by(Arc::new(Overtaken::default()), &paths[0]);
    assert_eq!(code(made), ErrorCode::Locked);
    assert!(paths[1].exists() && files(&folder) == 1, "nothing is left under another name");
}

/// A folder that cannot be flushed, or not even opened.
#[derive(Debug)]
struct Unflushed(io::ErrorKind);

impl System for Unflushed {
    fn open_folder(&self, folder: &Path) -> io::Result<Option<File>> {
        match self.0 {
            io::ErrorKind::NotFound => Err(io::Error::from(self.0)),
            _ => Native.open_folder(folder),
        }
    }

    fn sync_folder(&self, _: &File) -> io::Result<()> {
        Err(io::Error::from(self.0))
    }
}

/// After the rename only making it durable can fail, and the error says so. Every other failure comes before the
/// rename.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_flushed() {
    let (folder, paths) = folder_with(&["a"]);
    for (kind, found) in [(io::ErrorKind::StorageFull, "new"), (io::ErrorKind::NotFound, "old")] {
        fs::write(&paths[0], "old").unwrap();
        let mut file = OutputFile::create_by(Arc::new(Unflushed(kind)), &paths[0]).unwrap();
        file.write_all(b"new").unwrap();
        let error = file.commit().unwrap_err();
        assert_eq!(error.to_string().starts_with("the new file is complete and in its place, but"), found == "new");
        drop(file);
        assert_eq!((fs::read_to_string(&paths[0]).unwrap().as_str(), files(&folder)), (found, 1));
    }
}

/// Other handles of the same open file move its position: writes do not depend on it.
#[test]
fn readers_do_not_move_what_is_written() {
    let (_folder, paths) = folder_with(&["a"]);
    fs::write(&paths[0], "old").unwrap();
    for make in [append, |path: &Path| OutputFile::create(path)] {
        let mut file = make(&paths[0]).unwrap();
        file.write_all(b"12345").unwrap();
        std::io::Seek::rewind(&mut file.reading().unwrap()).unwrap();
        file.write_all(b"678").unwrap();
        let at = file.end - 8;
        file.rewrite(at, b"ab").unwrap();
        std::io::Seek::rewind(&mut file.reading().unwrap()).unwrap();
        file.write_all(b"9").unwrap();
        file.commit().unwrap();
        assert!(fs::read_to_string(&paths[0]).unwrap().ends_with("ab3456789"));
    }
    assert_eq!(fs::read_to_string(&paths[0]).unwrap(), "ab3456789");
}

/// A file that appears, or is replaced, while the new one is written.
#[test]
fn what_stands_there_at_the_end_is_not_written_by_others() {
    let (folder, paths) = folder_with(&["a", "b"]);
    for old in [false, true] {
        if old {
            fs::write(&paths[0], "old").unwrap();
        }
        let mut file = OutputFile::create(&paths[0]).unwrap();
        file.write_all(b"new").unwrap();
        fs::write(&paths[1], "other").unwrap();
        fs::rename(&paths[1], &paths[0]).unwrap();
        let other = append(&paths[0]).unwrap();
        assert_eq!(Error::from(file.commit().unwrap_err()).code(), ErrorCode::Busy);
        drop(other);
        drop(file);
        assert_eq!((fs::read(&paths[0]).unwrap(), files(&folder)), (b"other".to_vec(), 1));
    }
    let mut file = OutputFile::create(&paths[0]).unwrap();
    fs::remove_file(&paths[0]).unwrap();
    file.commit().unwrap();
    assert_eq!(fs::read(&paths[0]).unwrap(), b"");
    drop(file);
    // A file without content loses nothing.
    fs::remove_file(&paths[0]).unwrap();
    let mut file = OutputFile::create(&paths[0]).unwrap();
    file.write_all(b"new").unwrap();
    fs::write(&paths[0], "").unwrap();
    file.commit().unwrap();
    assert_eq!(fs::read(&paths[0]).unwrap(), b"new");
}

/// Only a new file replaces old content, and only an appended file goes on after a commit.
#[test]
fn what_is_replaced_and_what_goes_on() {
    let (folder, paths) = folder_with(&["none", "empty", "old"]);
    fs::write(&paths[1], "").unwrap();
    fs::write(&paths[2], "old").unwrap();
    let replaces = |path| OutputFile::create(path).unwrap().replaces();
    assert_eq!([0, 1, 2].map(|index| replaces(&paths[index])), [false, false, true]);
    let mut file = append(&paths[2]).unwrap().replacing_any();
    assert!(!file.replaces());
    file.write_all(b"er").unwrap();
    file.go_on().unwrap();
    file.write_all(b" and not this").unwrap();
    file.abort().unwrap();
    drop(file);
    assert_eq!(fs::read(&paths[2]).unwrap(), b"older");
    let mut file = OutputFile::create(&paths[2]).unwrap();
    file.write_all(b"new").unwrap();
    file.go_on().unwrap();
    file.restore_record(1, b"o").unwrap();
    assert_eq!(files(&folder), 3);
    file.abort().unwrap();
    drop(file);
    assert_eq!((fs::read(&paths[2]).unwrap(), files(&folder)), (b"older".to_vec(), 2));
}

/// A file that appeared after the new one was begun is not lost, unless the caller allows it.
#[test]
fn what_others_put_there_meanwhile_is_not_replaced() {
    let (folder, paths) = folder_with(&["a", "b"]);
    for (old, replaces_any) in [(false, false), (true, false), (true, true), (false, true)] {
        let _ = fs::remove_file(&paths[0]);
        if old {
            fs::write(&paths[0], "old").unwrap();
        }
        let file = OutputFile::create(&paths[0]).unwrap();
        let mut file = if replaces_any { file.replacing_any() } else { file };
        file.write_all(b"new").unwrap();
        fs::write(&paths[1], "other").unwrap();
        fs::rename(&paths[1], &paths[0]).unwrap();
        let done = file.commit().map_err(|e| Error::from(e).code());
        drop(file);
        let (wanted, content) = if replaces_any { (Ok(()), "new") } else { (Err(ErrorCode::Io), "other") };
        assert_eq!((done, fs::read(&paths[0]).unwrap(), files(&folder)), (wanted, content.into(), 1), "{old}");
    }
}

/// A writer that waits for the lock while the file is replaced appends to the new one.
#[test]
fn a_replaced_file_is_not_appended_to() {
    let (_folder, paths) = folder_with(&["a", "b"]);
    fs::write(&paths[0], "old").unwrap();
    let lock = File::open(&paths[0]).unwrap();
    lock.lock().unwrap();
    let path = paths[0].clone();
    let appending = std::thread::spawn(move || {
        let mut file = append(&path).unwrap();
        file.write_all(b" and more").unwrap();
        file.commit().unwrap();
    });
    std::thread::sleep(std::time::Duration::from_millis(50));
    fs::write(&paths[1], "new").unwrap();
    fs::rename(&paths[1], &paths[0]).unwrap();
    drop(lock);
    appending.join().unwrap();
    assert_eq!(fs::read(&paths[0]).unwrap(), b"new and more");
}

#[test]
fn paths_that_name_no_file_are_refused() {
    let (folder, paths) = folder_with(&["none/a"]);
    assert_eq!(code(OutputFile::create(&paths[0])), ErrorCode::Io);
    assert_eq!(code(OutputFile::create(folder.path())), ErrorCode::Io);
    assert_eq!(code(OutputFile::create("")), ErrorCode::InvalidArgument);
    assert_eq!(code(append(folder.path())), ErrorCode::Io);
    assert_eq!(code(OutputFile::create(folder.path().join("a".repeat(1000)))), ErrorCode::Io);
    assert_eq!(files(&folder), 0);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn links_stay_and_permissions_too() {
        let (folder, paths) = folder_with(&["folder/file", "link", "far"]);
        fs::create_dir(folder.path().join("folder")).unwrap();
        symlink("folder/file", &paths[1]).unwrap();
        symlink("link", &paths[2]).unwrap();
        // A link to a file that does not exist yet, and to one that does.
        for text in ["first", "second"] {
            let mut file = OutputFile::create(&paths[2]).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.commit().unwrap();
            assert_eq!(fs::read_to_string(&paths[0]).unwrap(), text);
            assert!(fs::symlink_metadata(&paths[1]).unwrap().is_symlink());
            fs::set_permissions(&paths[0], fs::Permissions::from_mode(0o640)).unwrap();
        }
        let mut file = OutputFile::create(&paths[1]).unwrap();
        let new = folder.path().join("folder/.file.plypack-new");
        assert_eq!(fs::metadata(new).unwrap().permissions().mode() & 0o777, 0o640, "also before it is complete");
        file.commit().unwrap();
        assert_eq!(fs::metadata(&paths[0]).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn devices_are_written_as_they_are() {
        let mut file = OutputFile::create("/dev/null").unwrap();
        file.write_all(b"x").unwrap();
        file.sync().unwrap();
        file.commit().unwrap();
        let mut file = OutputFile::create("/dev/null").unwrap();
        file.abort().unwrap();
        assert!(!is_same_file("/dev/null", "/dev/null"));
        let file = OutputFile::create("/dev/null").unwrap().replacing_any();
        assert!(!file.replaces());
        Sink::sync(&mut File::options().write(true).open("/dev/null").unwrap()).unwrap();
        assert!(!is_same_file("/dev/null/none", "/dev/null/none"), "a device is no folder");
    }
}
