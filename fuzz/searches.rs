//! The targets of searches and of the index.

use std::sync::LazyLock;

use plypack::{
    Codec, Game, Reader, Start, games_from_pgn,
    internals::{
        index,
        wire::{crc32c, put_varint},
    },
    pack_games,
    search::{self, Material, Pattern, Query, Target},
    shakmaty::{Board, Chess, Color, EnPassantMode, Position, Role},
};

use super::checked;

/// A codec, a choice of a position and of how to search for it, and a PGN text: a search finds what replaying every game finds.
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
    let codec = Codec::ALL[usize::from(codec) % Codec::ALL.len()];
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

/// The start of a game and the positions after its plies; none for games without positions (search.2).
fn positions_of(game: &Game) -> Vec<Chess> {
    if game.continued || game.start == Start::Unreadable {
        return Vec::new();
    }
    let mut line = vec![game.start_position()];
    for packed_move in &game.moves {
        let mut position = line[line.len() - 1].clone();
        packed_move.play(&mut position).expect("a legal move");
        line.push(position);
    }
    line
}

/// search.1, search.3 and search.4, in the simplest way.
enum Reference {
    Position(Chess),
    Pattern(Board),
    Material([String; 2]),
}

impl Reference {
    /// A target that the position matches.
    fn new(kind: u8, position: &Chess) -> Reference {
        match kind % 3 {
            0 => Reference::Position(position.clone()),
            1 => Reference::Pattern(position.board().clone()),
            _ => Reference::Material(Color::ALL.map(|color| letters(position.board(), color))),
        }
    }

    fn query(&self) -> Query {
        let mut query = Query::new(match self {
            Reference::Position(position) => Target::Position(Box::new(position.clone())),
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

/// The pieces of a side as letters, the king first.
fn letters(board: &Board, color: Color) -> String {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let count = |role: Role| (board.by_color(color) & board.by_role(role)).count();
    roles.into_iter().map(|role| role.upper_char().to_string().repeat(count(role))).collect()
}

/// All searches succeed, and their results agree: games and plies of the hits.
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

/// A few games, and positions that some of them have.
static GAMES: LazyLock<(Vec<u8>, Vec<Chess>)> = LazyLock::new(|| {
    let pgn = b"1. d4 d5 2. c4 e6 *\n\n1. c4 e6 2. d4 d5 *\n\n1. e4 e5 (1... c5) 2. f4 exf4 1-0\n\n\
        [FEN \"4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1\"]\n\n1. O-O Rh1+ 0-1";
    let (games, _) = games_from_pgn(pgn).expect("a PGN");
    let positions = games.iter().flat_map(positions_of).collect();
    (pack_games(&games, Codec::Byte).expect("memory takes every byte"), positions)
});

/// Bytes as a segment of the index, in a file whose structure and checksums are valid: whatever its content, searches end, and hits
/// are games of the file. Input: positions, bits of the buckets, length of the entries, length of the moves; the body.
pub fn index(data: &[u8]) {
    let Some((header, body)) = data.split_first_chunk::<4>() else {
        return;
    };
    let (file, positions) = &*GAMES;
    let reader = Reader::from_bytes(with_segment(file, *header, body)).expect("the structure is valid");
    assert_eq!(reader.indexed().0, 1);
    if let Ok(contents) = index::contents(&reader, 0) {
        assert_eq!(contents.map(|contents| contents.games.len() as u64), Some(reader.games()));
    }
    for position in positions {
        let mut query = Query::position(position);
        query.threads = 1;
        let hits = search::find(&[&reader], &query, &mut |_| Ok(())).expect("nothing stops it");
        assert!(hits.iter().all(|hit| hit.game < reader.games()));
        let _ = search::count(&[&reader], &query, &mut |_| Ok(())).expect("nothing stops it");
        let _ = search::tree(&[&reader], &query, &mut |_| Ok(())).expect("nothing stops it");
        let _ = search::transpositions(&[&reader], &query, &mut |_| Ok(())).expect("nothing stops it");
    }
}

/// The file with a segment for its only block before the footer (index.2, index.3). A body that is too short is filled with
/// zeros; the first key is that of the standard start.
fn with_segment(file: &[u8], [positions, bits, entries, moves]: [u8; 4], body: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 32;
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
    let crc_at = BLOCK + 8 + number(BLOCK + 4);
    let (games, positions, bits) = (4, usize::from(positions % 8), u64::from(bits % 8));
    let before_lists = 10 * games + 12 * positions + usize::from(entries) + (4 << bits);
    let mut body = body.to_vec();
    body.resize(body.len().max(before_lists), 0);
    if positions > 0 {
        body[10 * games..][..8].copy_from_slice(&index::position_key(&Chess::default()).to_le_bytes());
    }
    let table: Vec<u8> = body.chunks(4096).flat_map(|page| crc32c(page).to_le_bytes()).collect();
    let mut fields = Vec::new();
    put_varint(&mut fields, BLOCK as u64);
    fields.extend(&file[crc_at..crc_at + 4]);
    let numbers = [games, moves.into(), positions, entries.into()].map(|n| n as u64);
    let lists = (body.len() - before_lists) as u64;
    numbers.into_iter().chain([bits, lists]).for_each(|n| put_varint(&mut fields, n));
    fields.extend(crc32c(&table).to_le_bytes());
    let (blocks, footer) = file.split_at(file.len() - number(file.len() - 8));
    [blocks, &checked(b"PLYX", &fields), &table, &body, footer].concat()
}
