//! Tests of the boundary that need neither C nor files. `cargo miri test ffi::tests` runs them all: they compress nothing, so they
//! call no foreign code.

use std::ptr::{null, null_mut};

use crate::{
    boundary::{guard::guard, handle},
    plypack_status::*,
    *,
};
use plypack::{Error, ErrorCode};

/// A handle that its constructor makes.
fn made<H>(make: unsafe extern "C" fn(*mut *mut H, *mut plypack_error) -> plypack_status) -> *mut H {
    let mut handle = null_mut();
    // SAFETY: `handle` is a pointer for the result.
    assert_eq!(unsafe { make(&mut handle, null_mut()) }, PLYPACK_OK);
    handle
}

#[test]
fn null_handles_and_outputs_are_found_out() {
    let mut size = 0;
    let mut packed_move = 0;
    let text = c"e4".as_ptr();
    let game = made(plypack_game_new);
    let position = made(plypack_position_new);
    // SAFETY: pointers are NULL or good.
    unsafe {
        for status in [
            plypack_game_new(null_mut(), null_mut()),
            plypack_game_clone(null(), null_mut(), null_mut()),
            plypack_game_clone(game, null_mut(), null_mut()),
            plypack_game_add_san(null_mut(), text, 2, null_mut()),
            plypack_game_add_san(game, null(), 2, null_mut()),
            plypack_position_move_from_san(null(), text, 2, &mut packed_move, null_mut()),
            plypack_position_move_from_san(position, null(), 2, &mut packed_move, null_mut()),
            plypack_position_move_from_san(position, text, 2, null_mut(), null_mut()),
            plypack_position_fen(position, null_mut(), 9, &mut size, null_mut()),
            plypack_reader_open(null(), 0, null_mut(), null_mut()),
            plypack_reader_open_callbacks(None, None, null_mut(), 0, null_mut(), null_mut()),
            plypack_writer_finish(null_mut(), null_mut()),
            plypack_file_repair(null(), null(), null(), 0, null(), null_mut(), null_mut()),
        ] {
            assert_eq!(status, PLYPACK_NULL_POINTER);
        }
        assert_eq!((size, packed_move), (0, 0));
        plypack_game_free(game);
        plypack_position_free(position);
        plypack_game_free(null_mut());
        plypack_writer_free(null_mut());
        plypack_reader_free(null_mut());
    }
}

#[test]
fn games_are_built_and_walked() {
    let game = made(plypack_game_new);
    let mut walk = null_mut();
    let mut kinds = Vec::new();
    // SAFETY: all pointers are good, lengths are right, and nothing is used after it was freed.
    unsafe {
        assert_eq!(plypack_game_add_san(game, c"e4".as_ptr(), 2, null_mut()), PLYPACK_OK);
        assert_eq!(plypack_game_add_comment(game, 4, c"hm".as_ptr(), 2, null_mut()), PLYPACK_OK);
        assert_eq!(plypack_game_begin_variation(game, null_mut()), PLYPACK_OK);
        assert_eq!(plypack_game_add_uci(game, c"d2d4".as_ptr(), 4, null_mut()), PLYPACK_OK);
        assert_eq!(plypack_game_end_variation(game, null_mut()), PLYPACK_OK);
        assert_eq!(plypack_walk_new(game, &mut walk, null_mut()), PLYPACK_OK);
        plypack_game_free(game);
        loop {
            let mut step = std::mem::MaybeUninit::uninit();
            assert_eq!(plypack_walk_next(walk, step.as_mut_ptr(), null_mut()), PLYPACK_OK);
            let step = step.assume_init();
            if step.token.kind == plypack_token_kind::PLYPACK_TOKEN_NONE {
                break;
            }
            let text = std::slice::from_raw_parts(step.token.text.data.cast::<u8>(), step.token.text.len);
            kinds.push((step.token.kind as u32, step.depth, text.to_vec()));
        }
        plypack_walk_free(walk);
    }
    let plain = |kind, depth| (kind, depth, Vec::new());
    assert_eq!(kinds, [plain(2, 0), (4, 0, b"hm".to_vec()), plain(7, 1), plain(2, 1), plain(8, 1)]);
}

#[test]
fn tag_views_and_codecs() {
    let game = made(plypack_game_new);
    let position = made(plypack_position_new);
    let mut tag = std::mem::MaybeUninit::uninit();
    let mut code = [0; 8];
    let mut size = 0;
    // SAFETY: all pointers are good, lengths are right, and nothing is used after it was freed.
    unsafe {
        let name = c"White".as_ptr();
        let value = c"a \"b\"".as_ptr();
        assert_eq!(plypack_game_add_tag(game, name, 5, value, 5, null_mut()), PLYPACK_OK);
        assert_eq!(plypack_game_find_tag(game, name, 5, tag.as_mut_ptr(), null_mut()), PLYPACK_OK);
        let tag: plypack_tag = tag.assume_init();
        assert_eq!(std::slice::from_raw_parts(tag.value.data.cast::<u8>(), tag.value.len), b"a \"b\"");
        assert_eq!(std::slice::from_raw_parts(tag.escaped.data.cast::<u8>(), tag.escaped.len), b"a \\\"b\\\"");
        let moves = [0x171c_u16];
        let buffer = code.as_mut_ptr();
        let status = plypack_codec_encode(3, position, moves.as_ptr(), 1, buffer, 8, &mut size, null_mut());
        assert_eq!((status, size, code[0]), (PLYPACK_ILLEGAL_MOVE, 0, 0));
        let moves = [1 << 12 | 12 << 6 | 28];
        let status = plypack_codec_encode(3, position, moves.as_ptr(), 1, buffer, 8, &mut size, null_mut());
        assert_eq!((status, size, code[0]), (PLYPACK_OK, 1, 0xC0));
        plypack_game_free(game);
        plypack_position_free(position);
    }
}

#[test]
fn errors_have_offset_and_message() {
    let error = plypack_error_new();
    // SAFETY: `error` is good until it is freed.
    unsafe {
        let status = guard(error, || Err(Error::new(ErrorCode::Truncated, "a\0b").with_offset(7)));
        assert_eq!(status, PLYPACK_TRUNCATED);
        assert_eq!(plypack_error_offset(error), 7);
        assert_eq!(std::ffi::CStr::from_ptr(plypack_error_message(error)), c"a\\0b");
        assert_eq!(guard(error, || Ok(())), PLYPACK_OK);
        assert_eq!(std::ffi::CStr::from_ptr(plypack_error_message(error)), c"");
        plypack_error_free(error);
    }
}

#[test]
fn a_panic_is_a_status_and_poisons_what_was_changed() {
    let changed = made(plypack_game_new);
    let read = made(plypack_game_new);
    let error = plypack_error_new();
    let mut tag = std::mem::MaybeUninit::uninit();
    // SAFETY: the handles are good until they are freed.
    unsafe {
        let status = guard(error, || {
            let _changing = handle::get_mut(changed, "changed")?;
            let _reading = handle::get(read, "read")?;
            panic!("on purpose")
        });
        assert_eq!(status, PLYPACK_PANIC);
        let message = std::ffi::CStr::from_ptr(plypack_error_message(error)).to_str();
        assert_eq!(message, Ok("a bug in plypack: on purpose"));
        assert_eq!(plypack_game_clear(changed, null_mut()), PLYPACK_WRONG_STATE);
        assert_eq!(plypack_game_tag_at(changed, 0, tag.as_mut_ptr(), error), PLYPACK_WRONG_STATE);
        assert_eq!(plypack_game_tag_count(changed), 0);
        assert_eq!(plypack_game_clear(read, error), PLYPACK_OK);
        plypack_game_free(changed);
        plypack_game_free(read);
        plypack_error_free(error);
    }
}

#[test]
fn the_error_of_an_early_return_frees_the_handle() {
    let game = made(plypack_game_new);
    // SAFETY: the handle is good until it is freed.
    unsafe {
        assert_eq!(plypack_game_add_san(game, c"e9".as_ptr(), 2, null_mut()), PLYPACK_INVALID_MOVE_TEXT);
        assert_eq!(plypack_game_add_san(game, c"e4".as_ptr(), 2, null_mut()), PLYPACK_OK);
        plypack_game_free(game);
    }
}
