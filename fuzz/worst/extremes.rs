//! Constructed files, each of which requires as much work of one kind as possible.

use plypack::{
    Codec, Game, PackedMove, Position,
    internals::{
        container::SectionKind,
        rice::RiceWriter,
        wire::{crc32c, put_column, put_varint},
    },
    pack_games,
};

use super::file::{Block, Listed, Section, Segment, Unit, parse, write};

/// A position in which each side always has exactly one legal move: the kings move back and forth.
const FORCED: &str = "5b1k/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5B1K w - - 0 1";

pub fn column(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let mut out = Vec::new();
    put_column(&mut out, &values.into_iter().collect::<Vec<_>>()).expect("memory");
    out
}

pub fn varints(values: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    values.iter().for_each(|value| put_varint(&mut out, *value));
    out
}

pub fn strings(texts: &[&[u8]]) -> Vec<u8> {
    [column(texts.iter().map(|text| text.len() as u32)), texts.concat()].concat()
}

fn section(kind: SectionKind, param: u64, content: Vec<u8>) -> Section {
    Section { kind: kind as u64, param, is_compressed: kind != SectionKind::Moves, content }
}

/// Makes a block of empty games.
pub fn empty(games: u32) -> Block {
    let sections = vec![
        section(SectionKind::Plies, 0, column((0..games).map(|_| 0))),
        section(SectionKind::Moves, 3, Vec::new()),
        section(SectionKind::States, 0, column((0..games).map(|_| 8))),
    ];
    with_tags(Block { games: games.into(), plies: 0, is_replacement: false, sections }, &[], 0, &[])
}

fn with(mut block: Block, kind: SectionKind, param: u64, content: Vec<u8>) -> Block {
    block.sections.retain(|section| section.kind != kind as u64 || kind == SectionKind::TagValues);
    block.sections.push(section(kind, param, content));
    block
}

/// Adds one layout for all games: each name `times` times. Each name has a column.
fn with_tags(block: Block, names: &[&[u8]], times: usize, columns: &[(u64, Vec<u8>)]) -> Block {
    let mut layout = varints(&[names.len() as u64]);
    layout.extend(strings(names));
    layout.extend(varints(&[1, (names.len() * times) as u64]));
    (0..times).for_each(|_| layout.extend(varints(&(0..names.len() as u64).collect::<Vec<_>>())));
    layout.extend(column((0..block.games).map(|_| 0)));
    let block = with(block, SectionKind::TagLayouts, 0, layout);
    columns
        .iter()
        .fold(block, |block, (encoding, content)| with(block, SectionKind::TagValues, *encoding, content.clone()))
}

fn dictionary(text: &[u8], count: usize) -> (u64, Vec<u8>) {
    (1, [varints(&[1]), strings(&[text]), column((0..count).map(|_| 0))].concat())
}

fn forced(plies: u32) -> Block {
    let block = with(empty(1), SectionKind::States, 0, column([9]));
    let block = with_tags(block, &[b"FEN"], 1, &[(0, strings(&[FORCED.as_bytes()]))]);
    let block = with(block, SectionKind::Moves, 8, vec![0]);
    let block = with(block, SectionKind::MoveSizes, 0, column([1]));
    with(Block { plies: plies.into(), ..block }, SectionKind::Plies, 0, column([plies]))
}

/// Returns a line of knight moves out and back.
pub fn shuffled(plies: usize) -> Vec<PackedMove> {
    let mut position = Position::default();
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|text| {
        let packed = position.read_uci(text.as_bytes()).expect("a move");
        position.play(packed).expect("a legal move");
        packed
    });
    debug_assert!(!position.is_check());
    moves.into_iter().cycle().take(plies).collect()
}

fn long_game(plies: usize) -> Block {
    let mut game = Game::new();
    game.moves = shuffled(plies);
    let file = pack_games(&[game], Codec::Byte).expect("memory");
    let Unit::Block(block) = parse(&file).swap_remove(0) else { unreachable!("a block") };
    block
}

/// Makes a long main line, and tokens after it.
fn annotated(plies: usize, tokens: &[u8]) -> Block {
    let all = [varints(&[(plies as u64) << 4]), tokens.to_vec()].concat();
    with(long_game(plies), SectionKind::Annotations, 3, [column([all.len() as u32]), all].concat())
}

/// Makes `count` values with no bytes of code.
fn values(count: u32) -> Block {
    let parts = [varints(&[1]), strings(&[b"\x01"]), varints(&[1, 1, 0, 0]), column([0]), column([2 * count])];
    let content = [parts.concat(), column([0]), column([1])].concat();
    let block = with(empty(1), SectionKind::Values, 0, content);
    let tokens: Vec<u8> = vec![0x08; count as usize];
    let block = with(block, SectionKind::Annotations, 3, [column([count]), tokens].concat());
    with(block, SectionKind::ValueCodes, 0, vec![0])
}

/// Returns blocks that are expensive to read, each with a description of its contents.
fn blocks() -> Vec<(&'static str, Block)> {
    let long = vec![b'x'; 1 << 19];
    let nags = [column([1 << 20]), vec![0x11; 1 << 20]].concat();
    let nothing: Vec<&[u8]> = vec![b""; 1 << 20];
    let names = [varints(&[1 << 20]), strings(&nothing), varints(&[1, 0]), vec![0]].concat();
    let distinct = [varints(&[1 << 20]), strings(&nothing)].concat();
    vec![
        ("4,096 games of nothing", empty(4096)),
        ("a string in 100 tags", with_tags(empty(1), &[b"A"], 100, &[dictionary(&long, 100)])),
        (
            "a string of 16 KB in 4,000 games",
            with_tags(empty(4000), &[b"White"], 1, &[dictionary(&long[..16_000], 4000)]),
        ),
        ("a million empty tags", with_tags(empty(1), &[b"A"], 1 << 20, &[(0, vec![0])])),
        ("256 empty tags in 4,096 games", with_tags(empty(4096), &[b"White"], 256, &[(0, vec![0])])),
        ("a million tag names without columns", with(empty(1), SectionKind::TagLayouts, 0, names)),
        ("a million empty names", with(empty(1), SectionKind::Names, 0, distinct)),
        ("a million NAGs", with(empty(1), SectionKind::Annotations, 3, nags)),
        ("2^16 forced moves", forced(1 << 16)),
        ("2^17 values", values(1 << 17)),
        ("800,000 final positions", {
            let finals = [column((0..800_000).map(|_| 1)), strings(&[])].concat();
            with_tags(long_game(50_000), &[b"CurrentPosition"], 800_000, &[(7, finals)])
        }),
        ("variations after a long line", annotated(50_000, &[0x05, 0x06].repeat(1 << 18))),
        ("variations of a move after a long line", {
            let line = shuffled(2);
            let start = Position::default();
            let mut code = Vec::new();
            Codec::Byte.encode_line(&start, &line[..1], &mut code).expect("a legal move");
            // The replaced move is Black's or White's: a line of odd length ends with White's knight out.
            annotated(40_001, &[vec![0x05, 0x10], code, vec![0x06]].concat().repeat(1 << 18))
        }),
        ("deep variations", {
            let moves: Vec<u8> = [vec![0x05; 200], vec![0x06; 200]].concat();
            annotated(1000, &moves.repeat(2000))
        }),
        ("an empty comment a million times", {
            with(empty(1), SectionKind::Annotations, 3, [column([1 << 20]), vec![0x02; 1 << 20]].concat())
        }),
    ]
}

fn footer() -> Unit {
    Unit::Footer(Listed::default())
}

fn file_of(block: &Block, count: usize) -> Vec<u8> {
    let mut units = vec![Unit::Block(block.clone()); count];
    units.push(footer());
    write(&units)
}

/// Returns files that are expensive to read, by name. Files of many blocks have `many` blocks.
pub fn files(many: usize) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (name, block) in blocks() {
        files.push((name.to_owned(), file_of(&block, 1)));
        if many > 1 {
            files.push((format!("{many} blocks, each {name}"), file_of(&block, many)));
        }
    }
    files.extend(frames(many));
    files.extend(indexes());
    files.push(long_names(8 * many));
    files
}

/// Returns a file of blocks of two games. Their names and values are as long as the size of a block allows, and differ between blocks.
pub fn long_names(blocks: usize) -> (String, Vec<u8>) {
    let block = |number: usize| {
        let text = |tag: &str| [vec![b'x'; 1 << 19], format!("{tag} {number}").into_bytes()].concat();
        let tags = ["White", "Black", "Event", "Opening"];
        let columns = tags.map(|tag| dictionary(&text(tag), 2));
        Unit::Block(with_tags(empty(2), &tags.map(str::as_bytes), 1, &columns))
    };
    let mut units: Vec<Unit> = (0..blocks).map(block).collect();
    units.push(footer());
    (format!("{blocks} blocks, each with long names of its own"), write(&units))
}

/// Number of games in each block of a file with an index.
const INDEXED: usize = 4096;

/// Returns a file of `blocks` blocks of empty games, with an index of one cell. Each group claims to have `moves` bytes of moves.
fn indexed(blocks: usize, group_bits: u64, cell: RiceWriter, lists: Vec<u8>, moves: u64) -> Vec<u8> {
    let cell = cell.finish();
    let page = [varints(&[cell.len() as u64]), cell].concat();
    // The moves at offset 0 and their length, their checksum, and columns of zeros.
    let record = [varints(&[0, moves]), vec![0; 6]].concat();
    let records = vec![(None, record); blocks * INDEXED.div_ceil(1 << group_bits)];
    let segment = Segment {
        blocks: (0, blocks),
        moves: vec![[1, 3, 0, 0]; blocks],
        bits: [0, 0, group_bits],
        pages: vec![(page, lists)],
        records,
    };
    let mut units = vec![Unit::Block(empty(INDEXED as u32)); blocks];
    units.extend([Unit::Segment(segment), footer()]);
    write(&units)
}

/// Writes a tree of 2^`depth` leaves.
fn put_tree(bits: &mut RiceWriter, depth: u32, put_leaf: &dyn Fn(&mut RiceWriter)) {
    if depth == 0 {
        return put_leaf(bits);
    }
    bits.put_wide(0, 1);
    (0..2).for_each(|_| put_tree(bits, depth - 1, put_leaf));
}

/// Writes the start of an entry (`index.9`), with this number of branches for the same move.
fn put_branches(bits: &mut RiceWriter, next: u16, count: u64) {
    bits.put_wide(0b111, 3);
    bits.put(3, 0);
    bits.put_number(count - 1);
    bits.put_wide(0, 14);
    for _ in 0..count {
        bits.put_wide(next.into(), 16);
        [0, 0, 0, 1, 1, 0].into_iter().for_each(|number| bits.put_number(number));
    }
}

/// Writes an entry (`index.9`): one branch, one ply, and every second game. The list of games is behind the page.
fn put_entry(bits: &mut RiceWriter, games: usize, lists: &[u8]) {
    put_branches(bits, 0xFFFF, 1);
    [0, 0, games as u64 / 2 - 1].into_iter().for_each(|number| bits.put_number(number));
    bits.put_wide(1, 1);
    [0, lists.len() as u64].into_iter().for_each(|number| bits.put_number(number));
    bits.put_wide(crc32c(lists).into(), 32);
    bits.put_number(0);
}

/// Returns a file whose index has one group, which claims as many moves as a section can have.
pub fn group_of_long_moves() -> Vec<u8> {
    let mut cell = RiceWriter::default();
    cell.put_wide(0b111, 3);
    cell.put(1, 0);
    indexed(1, 12, cell, Vec::new(), 1 << 26)
}

/// A file whose index has one entry, which names the move e4 65,536 times, and all games at ply 0.
pub fn entry_of_one_move() -> Vec<u8> {
    let mut cell = RiceWriter::default();
    let next = Position::default().read_uci(b"e2e4").expect("a move");
    put_branches(&mut cell, next.0, 1 << 16);
    [0, 0, INDEXED as u64 - 1].into_iter().for_each(|number| cell.put_number(number));
    cell.put_wide(0, 1);
    indexed(1, 12, cell, Vec::new(), 0)
}

fn indexes() -> Vec<(String, Vec<u8>)> {
    let mut all_groups = RiceWriter::default();
    let mut entries = RiceWriter::default();
    put_tree(&mut all_groups, 15, &|bits| {
        bits.put_wide(0b111, 3);
        bits.put(4, 0);
        bits.put_number(INDEXED as u64 - 6);
    });
    let games = 4 * INDEXED;
    let mut list = RiceWriter::default();
    (0..games / 2).for_each(|number| list.put(u32::from(number > 0), 0));
    let lists = list.finish();
    put_tree(&mut entries, 12, &|bits| put_entry(bits, games, &lists));
    vec![
        ("an index of leaves of all groups".to_owned(), indexed(1, 0, all_groups, Vec::new(), 0)),
        ("an index whose entries share a list".to_owned(), indexed(4, 7, entries, lists, 0)),
        ("an index of a group of long moves".to_owned(), group_of_long_moves()),
        ("an index whose entry names one move often".to_owned(), entry_of_one_move()),
    ]
}

/// Returns files with simple blocks, but many or unusual units.
fn frames(many: usize) -> Vec<(String, Vec<u8>)> {
    let one = Unit::Block(empty(1));
    let header = write(&[]);
    let mut joined = Vec::new();
    (0..many * 10).for_each(|_| joined.extend(write(&[one.clone(), footer()])));
    let blocks = vec![one.clone(); many * 10];
    let footers = [blocks.clone(), vec![footer(); many]].concat();
    let spaced = |filling: &[u8]| {
        let mut file = header.clone();
        blocks
            .iter()
            .for_each(|block| file.extend([&write(std::slice::from_ref(block))[header.len()..], filling].concat()));
        file
    };
    // A header that claims as many sections as it could have, but has none.
    let fields = varints(&[1, 0, (1 << 20) / 9]);
    let claim = [&b"PLYB"[..], &(fields.len() as u32).to_le_bytes(), &fields].concat();
    let claim = [&claim[..], &crc32c(&claim).to_le_bytes()].concat();
    vec![
        ("a header and PLYB".to_owned(), [&header[..], &b"PLYB".repeat(many << 10)].concat()),
        ("headers that claim sections".to_owned(), [&header[..], &claim.repeat(many << 6)].concat()),
        ("PLYB and zeros".to_owned(), [&header[..], &b"PLYB\0\0\0\0".repeat(many << 9)].concat()),
        ("PLYB and ends".to_owned(), [&header[..], &b"PLYB\0\0\x01\0".repeat(many << 9)].concat()),
        ("PLYF and ends".to_owned(), [&header[..], &b"PLYF\0\x10\0\0".repeat(many << 9)].concat()),
        ("PLYX".to_owned(), [&header[..], &b"PLYX".repeat(many << 10)].concat()),
        ("joined files".to_owned(), joined),
        ("many footers of all, none in force".to_owned(), {
            let mut file = write(&footers);
            file[..header.len()].copy_from_slice(&header);
            file
        }),
        ("many footers of all".to_owned(), write(&footers)),
        ("blocks apart".to_owned(), spaced(b"nothing")),
        ("blocks and half blocks".to_owned(), spaced(b"PLYB\x08\0\0\0")),
    ]
}
