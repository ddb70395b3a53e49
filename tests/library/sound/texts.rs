//! Tags and texts that PGN cannot express unchanged, and games at the limits of blocks.

use plypack::{
    Codec, Error, ErrorCode, Game, Options, PgnSource, Reader, Tag, Termination, Writer, export, games_from_pgn,
    import,
    internals::wire::{put_column, put_varint},
    pack_games,
    search::{self, Query, RowsOptions},
};

use super::{check, games_of, in_blocks, open, recoded, saved::assert_saved, unpacked};
use crate::sections::Sections;

/// container.8, tags.5.
const TAG_LAYOUTS: u64 = 7;
const TAG_VALUES: u64 = 8;
const DICTIONARY: u64 = 1;

/// A tag with a line end, which no writer makes.
#[test]
fn one_tag_costs_no_game() {
    let pgn = "[White \"A\"]\n[Note \"x|y\"]\n\n1. e4 *\n\n[White \"B\"]\n[Note \"z\"]\n\n1. d4 *\n";
    let (games, _) = games_from_pgn(pgn.as_bytes()).unwrap();
    let mut block = Sections::of(&pack_games(&games, Codec::Byte).unwrap());
    let bar = |content: &Vec<u8>| content.iter().position(|byte| *byte == b'|');
    let (content, at) =
        block.sections.iter_mut().find_map(|(.., content)| bar(content).map(|at| (content, at))).unwrap();
    content[at] = b'\n';
    let reader = open(&block.file());
    let found = check(&reader);
    assert!(found.len() == 1 && found[0].games == (0..1) && found[0].partly, "{found:?}");
    assert_eq!(found[0].error.code(), ErrorCode::InvalidGame);
    let (text, found) = unpacked(&reader);
    assert!(found.len() == 1 && games_from_pgn(&text).unwrap().0.len() == 2);
    let (saved, corrupt) = recoded(&reader, Codec::Byte);
    let saved = games_of(&open(&saved));
    assert!(corrupt == 1 && saved[1] == games[1] && saved[0].moves == games[0].moves);
    assert_eq!(saved[0].tag(b"Note"), Some(&b"x y"[..]));
}

/// limits.8: columns of the same name are joined, although each is within the limit. Their texts have 80 MB together,
/// at the limit.
#[test]
fn columns_of_one_name_share_the_limit() {
    const GAMES: usize = 1000;
    const LEN: usize = 20_000;
    let names = ["TagA", "TagB", "TagC", "TagD"];
    let game = |name: &str| format!("[{name} \"x\"]\n\n*\n\n");
    let pgn: String = names.iter().flat_map(|name| std::iter::repeat_n(game(name), GAMES)).collect();
    let (games, _) = games_from_pgn(pgn.as_bytes()).unwrap();
    let block = Sections::of(&pack_games(&games, Codec::Byte).unwrap());
    let mut values = Vec::new();
    put_varint(&mut values, 1);
    put_column(&mut values, &[LEN as u32]).unwrap();
    values.extend([b'x'; LEN]);
    put_column(&mut values, &[0; GAMES]).unwrap();
    let all = |columns: usize| {
        let mut block = block.clone();
        let mut left = columns;
        for (kind, param, content) in &mut block.sections {
            if *kind == TAG_LAYOUTS {
                for at in 0..content.len() - 3 {
                    if content[at..].starts_with(b"Tag") && content[at + 3] < b'A' + columns as u8 {
                        content[at + 3] = b'A';
                    }
                }
            }
            if *kind == TAG_VALUES && left > 0 {
                (*param, *content) = (DICTIONARY, values.clone());
                left -= 1;
            }
        }
        open(&block.file())
    };
    let rows = |reader: &Reader| {
        let options = RowsOptions::from_text("tag=TagA", "").unwrap();
        let rows = search::rows(&[reader], &Query::default(), &options, &mut search::strict)?;
        let column = rows.column(0).unwrap();
        Ok::<_, Error>(column.iter().filter(|number| rows.name(**number).unwrap().len() == LEN).count())
    };
    assert_eq!(rows(&all(3)).unwrap(), 3 * GAMES);
    assert_eq!(rows(&all(4)).unwrap_err().code(), ErrorCode::LimitExceeded);
}

fn unparsed(text: &[u8], continued: bool) -> Game {
    let mut game = Game::new();
    game.continued = continued;
    game.set_unparsed(text).unwrap();
    game
}

fn tagged(name: &[u8]) -> Game {
    let mut game = Game::new();
    game.push_tag(b"White", name).unwrap();
    game
}

/// Text that would end a game if it were written unchanged.
#[test]
fn unparsed_text_stays_in_its_game() {
    let texts = [
        &b"zz\n\nyy"[..],
        b"zz\n[Event \"x\"]",
        b"{zz\n\n[Event \"x\"]\n",
        b"\n\n",
        b"zz\r\n \r\n%{",
        b"\xef\xbb\xbf[A \"b\"]",
    ];
    for text in texts {
        for continued in [false, true] {
            let games = [tagged(b"A"), unparsed(text, continued), tagged(b"B"), tagged(b"C")];
            let reader = open(&pack_games(&games, Codec::Byte).unwrap());
            assert!(check(&reader).is_empty());
            assert_saved(&reader);
        }
    }
}

/// A tag after a text that could end with a marker.
#[test]
fn tags_after_markers_stay_in_their_game() {
    let mut marked = Game::new();
    marked.termination = Termination::WhiteWins;
    let mut blank = marked.clone();
    blank.set_unparsed(b"\x0b[Event \"x\"]").unwrap();
    let files = [
        vec![unparsed(b"% 1-0[Event \"x\"] y", false)],
        vec![marked, unparsed(b"[Event \"x\"] y", true)],
        vec![unparsed(b"zz ; foo", false), unparsed(b"{ bar\n 1-0[Event \"x\"] }", true)],
        vec![unparsed(b"{zz", false), unparsed(b"; } 1-0[Event \"x\"] y", true)],
        vec![blank],
    ];
    for mut games in files {
        games.insert(0, tagged(b"A"));
        games.push(tagged(b"B"));
        for size in [4, 1] {
            let reader = open(&in_blocks(&games, size));
            assert!(check(&reader).is_empty());
            assert_saved(&reader);
        }
    }
}

/// A text after which no continuation is possible: the next text is another game, and is not lost.
#[test]
fn a_continuation_that_is_refused_is_another_game() {
    let games = [unparsed(b"zz", false), unparsed(b" x\n\n", true), unparsed(b"y", true), tagged(b"B")];
    for size in [4, 1] {
        let (text, found) = unpacked(&open(&in_blocks(&games, size)));
        let again = games_from_pgn(&text).unwrap().0;
        assert!(found.is_empty() && again.len() == 3 && again[1].unparsed() == b"y", "{}", text.escape_ascii());
    }
}

/// Game 0, a continuation without a beginning, does not continue the text written before it.
#[test]
fn the_first_game_continues_nothing() {
    let reader = open(&in_blocks(&[unparsed(b"zz", true), tagged(b"A"), tagged(b"B")], 1));
    let mut text = Vec::new();
    export(&reader, &[2, 0][..], 1, &mut text, |_| Ok(()), |_| Ok(())).unwrap();
    assert_eq!(games_from_pgn(&text).unwrap().0.len(), 2, "{}", text.escape_ascii());
}

/// pgn.25: a game that ends inside a comment does not swallow the next game.
#[test]
fn an_open_comment_is_closed() {
    let mut two_tags = tagged(b"B");
    two_tags.push_tag(b"Black", b"x").unwrap();
    for (next, is_closed) in
        [(tagged(b"B"), true), (two_tags, false), (Game::new(), true), (unparsed(b"still} open {", true), false)]
    {
        let games = [unparsed(b"{never closed", false), next.clone(), tagged(b"C")];
        // In one block, and in two.
        for size in [3, 1] {
            let reader = open(&in_blocks(&games, size));
            let (text, _) = unpacked(&reader);
            assert_eq!(text.starts_with(b"{never closed}"), is_closed, "{}", text.escape_ascii());
            assert_saved(&reader);
        }
    }
}

/// A continuation whose first part is deleted is a separate game, and not a part of the previous game.
#[test]
fn a_continuation_without_its_game() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let mut writer = Writer::create(&path, Options::default()).unwrap();
    for game in [tagged(b"A"), unparsed(b"{first part", false), unparsed(b"second} part\n\n{", true), tagged(b"B")] {
        writer.add(&game).unwrap();
    }
    writer.finish().unwrap();
    assert_eq!(games_from_pgn(&unpacked(&Reader::open(&path).unwrap()).0).unwrap().0.len(), 3);
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.delete_game(1, None).unwrap();
    writer.finish().unwrap();
    let reader = Reader::open(&path).unwrap();
    assert!(check(&reader).is_empty());
    let (again, _) = games_from_pgn(&unpacked(&reader).0).unwrap();
    assert_eq!(again.len(), 3);
    assert!(again[0] == tagged(b"A") && again[2] == tagged(b"B") && again[1].unparsed().starts_with(b"second} part"));
    let (file, corrupt) = recoded(&reader, Codec::Byte);
    let saved = games_of(&open(&file));
    assert!(
        corrupt == 0 && !saved[1].continued && saved[1].unparsed() == b"second} part\n{" && saved[2] == tagged(b"B")
    );
}

/// limits.9: games with many different tag names: their blocks are split when they are packed and when they are merged.
#[test]
fn many_tag_names_are_split() {
    let games: Vec<Game> = (0..8000)
        .map(|number| {
            let mut game = Game::new();
            (0..16).for_each(|tag| game.push_tag(format!("T{number}_{tag}").as_bytes(), b"1").unwrap());
            game
        })
        .collect();
    let pgn: String = games
        .iter()
        .map(|game| {
            let tags: String = game
                .tags()
                .map(|tag| match tag {
                    Tag::Pair(name, value) => format!("[{} \"{}\"]\n", name.escape_ascii(), value.escape_ascii()),
                    Tag::Raw(_) => unreachable!(),
                })
                .collect();
            tags + "\n1.\n\n"
        })
        .collect();
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let source = PgnSource { name: "tags".to_owned(), reader: Box::new(pgn.as_bytes()) };
    let summary = import(vec![source], 1, &mut writer, |_| Ok(())).unwrap();
    assert_eq!((summary.games, summary.issues), (8000, 0));
    let packed = writer.finish().unwrap();
    assert!(open(&packed).blocks().len() > 1);
    // Small blocks, which are merged.
    for file in [packed, in_blocks(&games, 2000)] {
        let reader = open(&file);
        assert!(check(&reader).is_empty() && games_of(&reader) == games);
        for codec in [Codec::Byte, Codec::Tight] {
            let (file, corrupt) = recoded(&reader, codec);
            assert!(corrupt == 0 && games_of(&open(&file)) == games);
        }
    }
}

/// A game that another writer may make, but not this one: its text is kept.
#[test]
fn a_game_too_large_for_a_writer_is_kept_as_text() {
    let mut game = Game::new();
    (0..59_000).for_each(|tag| game.push_tag(format!("T{tag}").as_bytes(), b"1").unwrap());
    let mut block = Sections::of(&pack_games(&[game], Codec::Byte).unwrap());
    // 3,000 more tag lines with different names.
    let layouts = block.sections.iter().position(|(kind, ..)| *kind == 7).unwrap();
    let names: Vec<String> = (0..62_000).map(|tag| format!("T{tag}")).collect();
    let mut content = Vec::new();
    put_varint(&mut content, 62_000);
    put_column(&mut content, &names.iter().map(|name| name.len() as u32).collect::<Vec<_>>()).unwrap();
    content.extend(names.concat().bytes());
    [1, 62_000].into_iter().chain(0..62_000).for_each(|number| put_varint(&mut content, number));
    put_column(&mut content, &[0]).unwrap();
    block.sections[layouts].2 = content;
    let values = block.sections.iter().find(|(kind, ..)| *kind == 8).unwrap().clone();
    block.sections.extend(vec![values; 3000]);
    let reader = open(&block.file());
    let found = check(&reader);
    assert!(found.len() == 1 && found[0].error.code() == ErrorCode::LimitExceeded && found[0].partly, "{found:?}");
    assert!(unpacked(&reader).1.is_empty(), "PGN holds it");
    let (file, corrupt) = recoded(&reader, Codec::Byte);
    let saved = games_of(&open(&file));
    assert!(corrupt == 1 && saved.len() == 1 && saved[0].unparsed().ends_with(b"[T61999 \"1\"]\n1."));
    assert!(check(&open(&file)).is_empty());
}
