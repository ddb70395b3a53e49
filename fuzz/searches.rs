//! The targets of searches and of the index.

use std::sync::LazyLock;

use plypack::{
    Codec, Game, Reader, Start, games_from_pgn,
    internals::{
        container::{BlockHeader, Footer, Records, SectionKind, SegmentEntry},
        index,
        wire::{crc32c, put_varint},
    },
    pack_games,
    search::{self, Material, Pattern, Query, Target},
};
use shakmaty::{Board, Chess, Color, EnPassantMode, Position, Role};

use super::{frame, replay};

/// Packs a PGN text and searches it. A search finds what replaying every game finds.
/// Input: codec, game and ply of the position to search for, kind of target, text.
pub fn search(data: &[u8]) {
    let Some((&[codec, game, ply, kind], pgn)) = data.split_first_chunk::<4>() else {
        return;
    };
    if pgn.starts_with(b"\x28\xb5\x2f\xfd") {
        return;
    }
    let (games, _) = games_from_pgn(pgn).expect("memory can be read");
    let lines: Vec<Vec<Chess>> = games.iter().map(positions_of).collect();
    let line = lines.get(usize::from(game) % lines.len().max(1)).filter(|line| !line.is_empty());
    let Some(position) = line.map(|line| &line[usize::from(ply) % line.len()]) else {
        return;
    };
    let codec = Codec::IN_FILES[usize::from(codec) % Codec::IN_FILES.len()];
    let file = pack_games(&games, codec).expect("memory takes every byte");
    let reader = Reader::from_bytes(file).expect("a file that was just written");
    let reference = Reference::new(kind, position);
    let mut query = reference.query();
    let found = search_all(&reader, &query);
    let first = |line: &[Chess]| line.iter().position(|position| reference.matches(position)).map(|ply| ply as u32);
    let replayed = (0..).zip(&lines).filter_map(|(game, line)| Some((game, first(line)?)));
    assert_eq!(found, replayed.collect::<Vec<_>>());
    query.variations = true;
    let with_variations = search_all(&reader, &query);
    assert!(found.iter().all(|hit| with_variations.contains(hit)), "main lines come before variations");
}

/// Returns the start of a game and the positions after its plies; nothing for games without positions (search.2).
fn positions_of(game: &Game) -> Vec<Chess> {
    if game.continued || game.start == Start::Unreadable {
        return Vec::new();
    }
    let mut line = vec![replay::start_of(game)];
    for packed_move in &game.moves {
        let mut position = line[line.len() - 1].clone();
        replay::play(&mut position, *packed_move).expect("a legal move");
        line.push(position);
    }
    line
}

/// search.1, search.3 and search.4, implemented in the simplest way.
enum Reference {
    Position(Chess),
    Pattern(Board),
    Material([String; 2]),
}

impl Reference {
    /// Makes a target that the position matches.
    fn new(kind: u8, position: &Chess) -> Reference {
        match kind % 3 {
            0 => Reference::Position(position.clone()),
            1 => Reference::Pattern(position.board().clone()),
            _ => Reference::Material(Color::ALL.map(|color| letters(position.board(), color))),
        }
    }

    fn query(&self) -> Query {
        let mut query = Query::new(match self {
            Reference::Position(position) => Target::Position(Box::new(position.into())),
            Reference::Pattern(board) => {
                Target::Pattern(Pattern::from_text(&board.to_string()).expect("a board is a pattern"))
            }
            Reference::Material(sides) => {
                Target::Material(Material::from_text(&sides.concat()).expect("the pieces of a board"))
            }
        });
        query.threads = 1;
        query
    }

    fn matches(&self, position: &Chess) -> bool {
        match self {
            Reference::Position(target) => {
                let [a, b] = [position, target].map(|position| position.to_setup(EnPassantMode::Legal));
                (a.board, a.turn, a.castling_rights, a.ep_square) == (b.board, b.turn, b.castling_rights, b.ep_square)
            }
            Reference::Pattern(board) => {
                board.iter().all(|(square, piece)| position.board().piece_at(square) == Some(piece))
            }
            Reference::Material([one, other]) => {
                let [white, black] = Color::ALL.map(|color| letters(position.board(), color));
                (one, other) == (&white, &black) || (one, other) == (&black, &white)
            }
        }
    }
}

/// Returns the pieces of a side as letters, the king first.
fn letters(board: &Board, color: Color) -> String {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let count = |role: Role| (board.by_color(color) & board.by_role(role)).count();
    roles.into_iter().map(|role| role.upper_char().to_string().repeat(count(role))).collect()
}

/// Runs all searches. They succeed and agree. Returns games and plies of the hits.
fn search_all(reader: &Reader, query: &Query) -> Vec<(u64, u32)> {
    let mut no_corruption = |event| match event {
        search::SearchEvent::Corruption(corruption) => panic!("{corruption:?}"),
        _ => Ok(()),
    };
    let hits = search::find(&[reader], query, &mut no_corruption).expect("nothing stops it");
    let games = hits.len() as u64;
    assert_eq!(search::count(&[reader], query, &mut no_corruption).expect("nothing stops it"), games);
    let orders = search::transpositions(&[reader], query, &mut no_corruption).expect("nothing stops it");
    assert_eq!(orders.iter().map(|order| order.games).sum::<u64>(), games);
    if matches!(query.target, Some(Target::Position(_))) {
        let tree = search::tree(&[reader], query, &mut no_corruption).expect("nothing stops it");
        assert_eq!(tree.iter().map(|branch| branch.games).sum::<u64>(), games);
    }
    hits.iter().map(|hit| (hit.game, hit.ply)).collect()
}

/// A file of four games, and the positions of their main lines.
static GAMES: LazyLock<(Vec<u8>, Vec<Chess>)> = LazyLock::new(|| {
    let pgn = b"1. d4 d5 2. c4 e6 *\n\n1. c4 e6 2. d4 d5 *\n\n1. e4 e5 (1... c5) 2. f4 exf4 1-0\n\n\
        [FEN \"4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1\"]\n\n1. O-O Rh1+ 0-1";
    let (games, _) = games_from_pgn(pgn).expect("a PGN");
    let positions = games.iter().flat_map(positions_of).collect();
    (pack_games(&games, Codec::Byte).expect("memory takes every byte"), positions)
});

/// Reads bytes as a segment of the index, in a file whose structure and checksums are valid. Searches terminate, and hits are games of the
/// file. Input: bits of pages and of cells, the place of moves, the length of the record; the record of the only group, the first
/// page, the lists behind it.
pub fn index(data: &[u8]) {
    let Some((header, body)) = data.split_first_chunk::<4>() else {
        return;
    };
    let (file, positions) = &*GAMES;
    let reader = Reader::from_bytes(with_segment(file, *header, body)).expect("the structure is valid");
    assert_eq!((reader.indexed().0, reader.index_corruption().len()), (1, 0));
    for (_, contents) in index::contents(&reader) {
        let games = contents.map(|contents| contents.groups.iter().map(|group| group.games.len()).sum::<usize>());
        assert_eq!(games.unwrap_or(4), 4, "the directory has four games");
    }
    for position in positions {
        let mut query = Query::position(&position.into());
        query.threads = 1;
        let hits = search::find(&[&reader], &query, &mut |_| Ok(())).expect("nothing stops it");
        assert!(hits.iter().all(|hit| hit.game < reader.number_end()));
        let _ = search::count(&[&reader], &query, &mut |_| Ok(())).expect("nothing stops it");
        let _ = search::tree(&[&reader], &query, &mut |_| Ok(())).expect("nothing stops it");
        let _ = search::transpositions(&[&reader], &query, &mut |_| Ok(())).expect("nothing stops it");
    }
}

/// Returns the bytes and their checksum.
fn with_crc(bytes: &[u8]) -> Vec<u8> {
    [bytes, &crc32c(bytes).to_le_bytes()].concat()
}

/// Returns the file with a segment for its only block before the footer (index.2, index.3).
fn with_segment(file: &[u8], [page_bits, cell_bits, place, record]: [u8; 4], body: &[u8]) -> Vec<u8> {
    let in_force = Records::parse(file).expect("records that were just written").in_force;
    let (blocks, footer) = file.split_at(in_force.footer_start as usize);
    let required = in_force.versions.required;
    let mut footer = Footer::parse(footer, in_force.footer_start, required).expect("a footer that was just written");
    let block = footer.blocks[0].clone();
    let header = BlockHeader::parse(&file[block.range.start as usize..]).expect("a block that was just written");
    let moves = header.section(SectionKind::Moves).expect("every block has moves");
    let page_bits = u64::from(page_bits % 3);
    let cell_bits = u64::from(cell_bits % 3);
    let (record, rest) = body.split_at(body.len().min(record.into()));
    let (page, lists) = rest.split_at(rest.len() / 2);
    let record = with_crc(record);
    let page = with_crc(page);
    let mut directory = Vec::new();
    put_varint(&mut directory, 1);
    put_varint(&mut directory, block.range.start);
    directory.extend(block.header_crc.to_le_bytes());
    let place = u64::from(place % 3);
    [block.games, place].into_iter().for_each(|n| put_varint(&mut directory, n));
    if place > 0 {
        [moves.param, moves.range.start].into_iter().for_each(|n| put_varint(&mut directory, n));
    }
    if place == 2 {
        put_varint(&mut directory, 1);
    }
    [page_bits, cell_bits].into_iter().for_each(|n| put_varint(&mut directory, n));
    for number in 0..1 << page_bits {
        let lengths = if number == 0 { [page.len(), lists.len()] } else { [0, 0] };
        lengths.into_iter().for_each(|n| put_varint(&mut directory, n as u64));
    }
    put_varint(&mut directory, 2);
    if place == 2 {
        put_varint(&mut directory, block.games);
    }
    put_varint(&mut directory, record.len() as u64);
    put_varint(&mut directory, 0);
    let tail = with_crc(&[&directory[..], &(directory.len() as u32).to_le_bytes()].concat());
    let parts = [&page, lists, &record, &tail].concat();
    let len = (16 + parts.len()) as u64;
    let segment = [with_crc(&[b"PLYX", &len.to_le_bytes()[..]].concat()), parts].concat();
    let range = blocks.len() as u64..(blocks.len() + segment.len()) as u64;
    let header_crc = u32::from_le_bytes(*segment.last_chunk().expect("a checksum"));
    footer.segments.push(SegmentEntry { range, first_block: 0, blocks: 1, header_crc });
    let file = [blocks, &segment, &footer.to_bytes().expect("memory takes every byte")].concat();
    let footer = blocks.len() + segment.len()..file.len();
    frame::commit(file, footer, required)
}
