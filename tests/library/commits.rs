//! Commits (`container.15`): a file with damage at its start, in its footer or at its end opens with the committed state, or gives an
//! error.

use plypack::{
    Codec, Game, Options, Reader, State, Writer, games_from_pgn, internals::container::Records, pack_games, verify,
};

fn games(first: usize, count: usize) -> Vec<Game> {
    let text: String = (first..first + count).map(|n| format!("[White \"{n}\"]\n\n1. e4 e5 2. Nf3 *\n\n")).collect();
    games_from_pgn(text.as_bytes()).unwrap().0
}

/// The file with more games, one of which is deleted.
fn appended(file: &[u8], first: usize) -> Vec<u8> {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    std::fs::write(&path, file).unwrap();
    let mut writer = Writer::append(&path, Options::of(Codec::Byte)).unwrap();
    games(first, 3).iter().for_each(|game| writer.add(game).unwrap());
    writer.delete_game(first as u64, None).unwrap();
    writer.replace_game(first as u64 + 1, &games(1000, 1)[0], None).unwrap();
    writer.finish().unwrap();
    std::fs::read(&path).unwrap()
}

/// A file of three appends with edits.
fn file() -> Vec<u8> {
    (1..4).fold(pack_games(&games(0, 3), Codec::Byte).unwrap(), |file, number| appended(&file, 3 * number))
}

fn content(reader: &Reader) -> (State, Vec<Option<Game>>) {
    assert!(verify(reader, 1, |_, _| Ok(())).unwrap().is_valid());
    let read = |number| {
        let mut game = Game::new();
        reader.read_game(number, &mut game).ok().map(|()| game)
    };
    (reader.state().unwrap(), (0..reader.number_end()).map(read).collect())
}

#[test]
fn no_truncation_opens() {
    let file = file();
    let games = content(&Reader::from_bytes(file.clone()).unwrap()).1.len();
    for len in 0..file.len() {
        let cut = file[..len].to_vec();
        assert!(Reader::from_bytes(cut.clone()).is_err(), "{len} bytes of {}", file.len());
        let saved = Reader::salvage(Box::new(cut)).map_or(0, |reader| reader.number_end() as usize);
        assert!(saved <= games);
    }
}

#[test]
fn no_bit_of_records_or_footer_gives_another_state() {
    let file = file();
    let whole = Reader::from_bytes(file.clone()).unwrap();
    let wanted = content(&whole);
    let footer_start = Records::parse(&file).unwrap().in_force.footer_start as usize;
    let mut refused = 0;
    let mut same = 0;
    for at in (0..1536).chain(footer_start..file.len()) {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            match Reader::from_bytes(changed.clone()) {
                Ok(reader) => {
                    same += 1;
                    assert!(content(&reader) == wanted, "bit {bit} of byte {at}");
                }
                // Other versions and other magic bytes are not damage.
                Err(_) if at < 32 => {}
                Err(e) => {
                    refused += 1;
                    let saved = Reader::salvage(Box::new(changed)).unwrap();
                    let message = format!("bit {bit} of byte {at}: {e}");
                    assert!(!saved.errors().is_empty() && saved.number_end() == wanted.1.len() as u64, "{message}");
                }
            }
        }
    }
    println!("{refused} bits refused and saved, {same} of no meaning");
    assert!(refused > 128 * 8 && same > 1000 * 8);
}

/// Two copies with different added games have the same id and sequence number, but different states.
#[test]
fn forked_copies_have_other_states() {
    let old = file();
    let [one, other] = [12, 40].map(|first| {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, &old).unwrap();
        let mut writer = Writer::append(&path, Options::of(Codec::Byte)).unwrap();
        games(first, 1).iter().for_each(|game| writer.add(game).unwrap());
        writer.finish().unwrap();
        Reader::open(&path).unwrap().state().unwrap()
    });
    assert_eq!((one.file_id, one.sequence), (other.file_id, other.sequence));
    assert_ne!(one, other);
}
