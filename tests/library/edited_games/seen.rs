//! Edits that pass the state of the file that their caller saw.

use std::path::Path;

use plypack::{Codec, Error, ErrorCode, Options, Reader, Result, State, Writer, files::add_index};

use super::{compact_at, edited, game};

fn state(path: &Path) -> State {
    Reader::open(path).unwrap().state().unwrap()
}

fn edit(path: &Path, edit: impl FnOnce(&mut Writer<plypack::OutputFile>) -> Result<()>) -> Result<()> {
    let mut writer = Writer::append(path, Options::default())?;
    edit(&mut writer)?;
    writer.finish().map(drop)
}

/// Returns why an edit of a game was refused.
fn refusal(path: &Path, number: u64, seen: State) -> String {
    let errors: [Error; 3] = [
        edit(path, |writer| writer.delete_game(number, Some(seen))).unwrap_err(),
        edit(path, |writer| writer.restore_game(number, Some(seen))).unwrap_err(),
        edit(path, |writer| writer.replace_game(number, &game(0), Some(seen))).unwrap_err(),
    ];
    let messages = errors.map(|error| {
        assert_eq!(error.code(), ErrorCode::Changed, "{error}");
        error.message().to_owned()
    });
    assert_eq!((&messages[1], &messages[2]), (&messages[0], &messages[0]));
    messages[0].replace("is not the one that was seen: ", "").replace("; read it again", "")
}

/// A caller who saw the last version of a game may edit it, whatever happened to other games since.
#[test]
fn an_edited_game_is_refused_and_others_are_not() {
    let edited = edited(Codec::Byte);
    let path = &edited.path;
    let seen = state(path);
    edit(path, |writer| writer.delete_game(1, Some(seen))).unwrap();
    edit(path, |writer| writer.replace_game(2, &game(300), Some(seen))).unwrap();
    edit(path, |writer| writer.restore_game(7, Some(seen))).unwrap();
    edit(path, |writer| writer.add(&game(63))).unwrap();
    assert_eq!(refusal(path, 1, seen), "game 1 it was deleted since");
    assert_eq!(refusal(path, 2, seen), "game 2 it was replaced since");
    assert_eq!(refusal(path, 7, seen), "game 7 it was restored since");
    assert_eq!(refusal(path, 63, seen), "game 63 it was added since");
    add_index(path, 1, |_, _| Ok(())).unwrap();
    edit(path, |writer| {
        writer.replace_game(8, &game(301), Some(seen))?;
        writer.delete_game(8, Some(seen))?;
        writer.add(&game(64))?;
        writer.delete_game(64, Some(seen))
    })
    .unwrap();
    assert_eq!(refusal(path, 8, seen), "game 8 it was deleted since");
    edit(path, |writer| writer.restore_game(1, Some(state(path)))).unwrap();
    // A game may be edited if it is again the version that the caller saw.
    edit(path, |writer| writer.delete_game(1, Some(seen))).unwrap();
    edit(path, |writer| writer.delete_game(2, None)).unwrap();
}

#[test]
fn numbers_of_another_file_are_refused() {
    let edited = edited(Codec::Byte);
    let path = &edited.path;
    let seen = state(path);
    assert_eq!(seen.to_string().parse::<State>().unwrap(), seen);
    for wrong in ["", "-", "12-1-1", &seen.to_string().replace('-', "_"), &format!("{seen}0")] {
        assert_eq!(wrong.parse::<State>().unwrap_err().code(), ErrorCode::InvalidArgument, "{wrong}");
    }
    let other = State { footer_crc: seen.footer_crc ^ 1, ..seen };
    let later = State { sequence: seen.sequence + 1, ..seen };
    for copy in [other, later] {
        assert_eq!(refusal(path, 1, copy), "game 1 the file was written anew, or is another copy");
    }
    compact_at(path, None, |_, _| Ok(())).unwrap();
    assert!(!seen.has_numbers_of(&state(path)));
    let compacted = "game 1 the file was compacted or replaced, and numbers name other games";
    assert_eq!(refusal(path, 1, seen), compacted);
    let mut new = Writer::new(Vec::new(), Options::default()).unwrap();
    new.add(&game(0)).unwrap();
    assert_eq!(new.delete_game(0, Some(seen)).unwrap_err().code(), ErrorCode::Changed);
    new.delete_game(0, None).unwrap();
}
