//! Searches against a second, simple implementation: replay every game with shakmaty and compare positions.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use plypack::{
    Codec, Game, MoveWord, Options, Reader, Start, Termination, Token, Writer, games_from_pgn,
    index::add_index,
    positions,
    search::{self, Filter, Goal, Hit, Material, Notice, Pattern, Query},
    shakmaty::{Chess, Color, EnPassantMode, Position, Setup, Square},
};

/// What is found in a position, written without the library's help.
type Check<'a> = &'a dyn Fn(&Chess) -> bool;

/// A position as search.1 compares it.
fn key(position: &Chess) -> Setup {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    (setup.halfmoves, setup.fullmoves) = (0, std::num::NonZeroU32::MIN);
    setup
}

/// Whether the game has a position at all.
fn has_start(game: &Game) -> bool {
    game.start != Start::Unreadable && !game.continued
}

/// The first arrival of a main line, and the move after it.
fn arrival(game: &Game, check: Check<'_>) -> Option<(u32, Option<MoveWord>)> {
    if !has_start(game) {
        return None;
    }
    let mut position = game.start_position();
    for ply in 0..=game.moves.len() {
        if check(&position) {
            return Some((ply as u32, game.moves.get(ply).copied()));
        }
        game.moves.get(ply)?.play(&mut position).unwrap();
    }
    None
}

fn expected(games: &[Game], check: Check<'_>) -> Vec<Hit> {
    let hits = (0u64..).zip(games).filter_map(|(number, game)| Some((number, arrival(game, check)?.0)));
    hits.map(|(game, ply)| Hit { game, ply }).collect()
}

/// Games, results, ratings and years by move, from the tags as text.
type Counts = BTreeMap<Option<MoveWord>, [u64; 8]>;

fn expected_tree(games: &[Game], check: Check<'_>) -> Counts {
    let mut counts = Counts::new();
    for game in games {
        let Some((ply, next)) = arrival(game, check) else { continue };
        let white = game.start_position().turn().is_white() == (ply % 2 == 0);
        let row = counts.entry(next).or_default();
        row[0] += 1;
        let tag = |name: &[u8]| game.tag(name).map(|value| String::from_utf8_lossy(value).into_owned());
        let result = tag(b"Result").and_then(|r| Termination::from_text(r.as_bytes())).unwrap_or(game.termination);
        row[match result {
            Termination::WhiteWins => 1,
            Termination::Draw => 2,
            Termination::BlackWins => 3,
            _ => 4,
        }] += 1;
        let elo = tag(if white { b"WhiteElo" } else { b"BlackElo" });
        if let Some(elo) = elo.filter(|e| e.len() <= 4).and_then(|e| e.parse::<u64>().ok()).filter(|e| *e > 0) {
            row[5] += elo;
            row[6] += 1;
        }
        let year = tag(b"Date").and_then(|date| date.get(..4)?.parse::<u64>().ok());
        row[7] = row[7].max(year.unwrap_or(0));
    }
    counts
}

fn expected_orders(games: &[Game], check: Check<'_>) -> BTreeMap<Vec<MoveWord>, u64> {
    let mut orders = BTreeMap::new();
    for game in games.iter().filter(|game| game.start == Start::Standard) {
        if let Some((ply, _)) = arrival(game, check) {
            *orders.entry(game.moves[..ply as usize].to_vec()).or_default() += 1;
        }
    }
    orders
}

fn quiet(_: Notice) -> plypack::Result<()> {
    Ok(())
}

fn find(reader: &Reader, query: &Query) -> Vec<Hit> {
    let no_damage = |notice: Notice| match notice {
        Notice::Damage(damage) => panic!("{damage:?}"),
        _ => Ok(()),
    };
    search::find(reader, query, &mut { no_damage }).unwrap()
}

fn check_find(reader: &Reader, games: &[Game], goal: Goal, check: Check<'_>, what: &str) -> usize {
    let wanted = expected(games, check);
    for threads in [1, 2] {
        let mut query = Query::new(goal.clone());
        query.threads = threads;
        let found = find(reader, &query);
        assert!(found == wanted, "{what}: {} found, {} wanted", found.len(), wanted.len());
        assert_eq!(search::count(reader, &query, &mut quiet).unwrap(), wanted.len() as u64, "{what}");
    }
    wanted.len()
}

fn check_position(reader: &Reader, games: &[Game], position: &Chess) -> usize {
    let wanted = key(position);
    let check: Check<'_> = &|other| other.turn() == wanted.turn && key(other) == wanted;
    let what = positions_fen(position);
    let found = check_find(reader, games, Goal::Position(Box::new(position.clone())), check, &what);
    let query = Query::position(position);
    let tree: Counts = search::tree(reader, &query, &mut quiet)
        .unwrap()
        .iter()
        .map(|b| (b.word, [b.games, b.white, b.draws, b.black, b.other, b.rating_sum, b.rated, b.last_year.into()]))
        .collect();
    assert_eq!(tree, expected_tree(games, check), "{what}");
    let orders = search::transpositions(reader, &query, &mut quiet).unwrap();
    assert!(orders.windows(2).all(|pair| pair[0].games >= pair[1].games), "{what}");
    let orders: BTreeMap<_, _> =
        orders.into_iter().filter(|o| o.start.is_none()).map(|order| (order.moves, order.games)).collect();
    assert_eq!(orders, expected_orders(games, check), "{what}");
    found
}

fn positions_fen(position: &Chess) -> String {
    plypack::shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Positions from the games themselves, some of every depth.
fn some_positions(games: &[Game], step: usize) -> Vec<Chess> {
    let mut found = vec![Chess::default()];
    for (number, game) in games.iter().enumerate().filter(|(_, game)| has_start(game)).step_by(step) {
        let depth = (number * 7) % (game.moves.len() + 1);
        let mut position = game.start_position();
        game.moves[..depth].iter().for_each(|word| word.play(&mut position).unwrap());
        found.push(position);
    }
    found
}

fn pack(games: &[Game], codec: Codec, per_block: usize) -> Reader {
    Reader::from_bytes(packed(games, codec, per_block)).unwrap()
}

/// A file with blocks of at most `per_block` games.
fn packed(games: &[Game], codec: Codec, per_block: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options { codec, ..Options::default() }).unwrap();
    for games in games.chunks(per_block) {
        let mut builder = plypack::container::BlockBuilder::new(codec);
        games.iter().for_each(|game| builder.add(game).unwrap());
        let block = builder.finish(&mut plypack::container::Compressor::new(3).unwrap()).unwrap();
        writer.write_block(block).unwrap();
    }
    writer.finish().unwrap()
}

/// The same in a file of its own, with an index.
fn indexed(games: &[Game], codec: Codec, per_block: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    std::fs::write(&path, packed(games, codec, per_block)).unwrap();
    let added = add_index(&path, 2, |_| Ok(())).unwrap();
    assert_eq!((added.blocks, added.games), (games.len().div_ceil(per_block), games.len() as u64));
    (folder, path)
}

fn games(pgn: &str) -> Vec<Game> {
    games_from_pgn(pgn.as_bytes()).unwrap().0
}

const SMALL: &str = r#"
[Result "1-0"]
[White "Anna"]
[WhiteElo "2400"]
[Date "2001.??.??"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0

[Result "0-1"]
[White "Boris"]
[Black "ANNA B."]
[BlackElo "2500"]
[Date "2011.05.06"]

1. c4 e6 2. d4 d5 3. Nf3 0-1

[Result "1/2-1/2"]
[Event "Open"]

1. d4 e6 2. c4 d5 1/2-1/2

[FEN "rnbqkbnr/pppp1ppp/4p3/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2"]

2... d5 3. Nc3 *

1. e4 (1. d4 d5 2. c4 (2. Nf3) 2... e6 {there} 3. g3 Nf6) 1... e5 *

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *
"#;

fn after(moves: &str) -> Chess {
    search::position_after(moves.as_bytes()).unwrap()
}

#[test]
fn transpositions_are_found_by_position() {
    let games = games(SMALL);
    for codec in Codec::ALL {
        let reader = pack(&games, *codec, 4);
        let hits = find(&reader, &Query::position(&after("1. d4 d5 2.c4 e7e6")));
        let found: Vec<_> = hits.iter().map(|hit| (hit.game, hit.ply)).collect();
        assert_eq!(found, [(0, 4), (1, 4), (2, 4), (3, 1)]);
        for position in some_positions(&games, 1) {
            check_position(&reader, &games, &position);
        }
    }
}

#[test]
fn a_game_counts_once_at_its_first_arrival() {
    let reader = pack(&games(SMALL), Codec::Byte, 100);
    let hits = find(&reader, &Query::position(&after("Nf3 Nf6")));
    assert_eq!(hits, [Hit { game: 5, ply: 2 }]);
}

#[test]
fn variations_on_request() {
    let games = games(SMALL);
    for codec in Codec::ALL {
        let reader = pack(&games, *codec, 3);
        let mut query = Query::position(&after("d4 d5 c4 e6"));
        query.variations = true;
        let hits = find(&reader, &query);
        assert_eq!(hits.iter().map(|hit| hit.game).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(hits[4].ply, 4);
        let tree = search::tree(&reader, &query, &mut quiet).unwrap();
        let moves: Vec<_> = tree.iter().map(|b| (b.word.map(|w| w.to_string()), b.games)).collect();
        let branch = |text: &str, games| (Some(text.to_owned()), games);
        assert_eq!(moves, [branch("b1c3", 2), branch("g1f3", 1), branch("g2g3", 1), (None, 1)]);
        let orders = search::transpositions(&reader, &query, &mut quiet).unwrap();
        let orders: Vec<_> = orders.iter().map(|o| (o.uci.as_str(), o.start.is_some(), o.games)).collect();
        assert_eq!(
            orders,
            [
                ("d2d4 d7d5 c2c4 e7e6", false, 2),
                ("c2c4 e7e6 d2d4 d7d5", false, 1),
                ("d2d4 e7e6 c2c4 d7d5", false, 1),
                ("d7d5", true, 1)
            ]
        );
    }
}

/// Whether `game` has a white pawn on e5 that can capture a black pawn on d5 en passant.
#[test]
fn en_passant_counts_when_it_is_legal() {
    let games = games(
        "1. e4 Nf6 2. e5 d5 *\n\n1. e4 d6 2. e5 d5 3. Nf3 Nf6 4. Ng1 *\n\n1. e4 d5 2. e5 Nf6 *\n\n1. e4 e5 *\n\n1. e3 e6 2. e4 e5 *",
    );
    let reader = pack(&games, Codec::Byte, 100);
    let found = |moves: &str| find(&reader, &Query::position(&after(moves))).iter().map(|h| h.game).collect::<Vec<_>>();
    assert_eq!(found("e4 Nf6 e5 d5"), [0]);
    assert_eq!(found("e4 d5 e5 Nf6"), [2]);
    // The double push alone does not make another position.
    assert_eq!(found("e4 e5"), [3, 4]);
    for position in some_positions(&games, 1) {
        check_position(&reader, &games, &position);
    }
}

#[test]
fn castling_rights_count() {
    let games =
        games("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 *\n\n1. e4 e5 *\n\n1. Nf3 Nf6 2. Rg1 Rg8 3. Rh1 Rh8 4. Ng1 Ng8 *");
    let reader = pack(&games, Codec::Byte, 100);
    assert_eq!(find(&reader, &Query::position(&after("e4 e5"))), [Hit { game: 0, ply: 2 }, Hit { game: 1, ply: 2 }]);
    let without = positions::from_fen(b"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1").unwrap();
    assert_eq!(find(&reader, &Query::position(&without)), [Hit { game: 0, ply: 6 }]);
    let some = positions::from_fen(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qq - 0 1").unwrap();
    assert_eq!(find(&reader, &Query::position(&some)), [Hit { game: 2, ply: 8 }]);
}

#[test]
fn an_index_gives_the_same_answers() {
    // Every position often enough for entries, and some that are rare.
    let mut games = games(&SMALL.repeat(5));
    games.extend(games_from_pgn(b"1. e4 e6 2. d4 d5 3. Nc3 *\n\n1. d4 e6 2. c4 d5 3. g3 c5 4. Bg2 *").unwrap().0);
    for codec in Codec::ALL {
        let (_folder, path) = indexed(&games, *codec, 20);
        for reader in [Reader::open_mapped(&path).unwrap(), Reader::open(&path).unwrap()] {
            assert_eq!(reader.indexed().0, 2);
            assert!(reader.info().unwrap().bytes.index > 0);
            for position in some_positions(&games, 1) {
                check_position(&reader, &games, &position);
            }
            let mut query = Query::position(&after("d4 d5 c4 e6"));
            query.filter.player = Some("Anna".into());
            assert_eq!(find(&reader, &query).len(), 10);
            query.filter.result = Some(Termination::WhiteWins);
            assert_eq!(search::tree(&reader, &query, &mut quiet).unwrap()[0].white, 5);
            query.filter = Filter::default();
            query.variations = true;
            assert_eq!(find(&reader, &query).len(), 26);
        }
    }
}

#[test]
fn games_that_are_appended_are_found_before_they_are_indexed() {
    let small = games(SMALL);
    let (_folder, path) = indexed(&small, Codec::Byte, 4);
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    small.iter().for_each(|game| writer.add(game).unwrap());
    writer.finish().unwrap();
    let all = [small.clone(), small].concat();
    let check_all = |indexed: usize| {
        let reader = Reader::open_mapped(&path).unwrap();
        assert_eq!((reader.indexed().0, reader.faults().len()), (indexed, 0));
        for position in some_positions(&all, 1) {
            check_position(&reader, &all, &position);
        }
        assert!(plypack::verify(&reader, 2, |_| Ok(())).unwrap().is_empty());
    };
    check_all(2);
    assert_eq!(add_index(&path, 1, |_| Ok(())).unwrap().blocks, 1);
    check_all(3);
    let size = std::fs::metadata(&path).unwrap().len();
    assert_eq!(add_index(&path, 1, |_| Ok(())).unwrap().blocks, 0);
    assert_eq!(std::fs::metadata(&path).unwrap().len(), size);
}

/// Every bit of an index: the answers stay right, and `verify` sees the damage of what counts.
#[test]
fn a_damaged_index_is_left_alone() {
    let games = games(SMALL);
    let (_folder, path) = indexed(&games, Codec::Byte, 100);
    let file = std::fs::read(&path).unwrap();
    let start = memchr::memmem::find(&file, b"PLYX").unwrap();
    let end = start + Reader::open(&path).unwrap().indexed().1 as usize;
    let wanted = find(&Reader::open(&path).unwrap(), &Query::position(&after("d4 d5 c4 e6")));
    for bit in (start * 8..end * 8).step_by(5) {
        let mut broken = file.clone();
        broken[bit / 8] ^= 1 << (bit % 8);
        let reader = Reader::from_bytes(broken).unwrap();
        assert_eq!(find(&reader, &Query::position(&after("d4 d5 c4 e6"))), wanted, "bit {bit}");
        let seen = reader.indexed().0 == 0 || !plypack::verify(&reader, 1, |_| Ok(())).unwrap().is_empty();
        assert!(seen, "bit {bit}");
    }
}

/// A file whose end is torn is walked: past the pieces of the index.
#[test]
fn a_torn_file_with_an_index_is_walked() {
    let games = games(SMALL);
    let (_folder, path) = indexed(&games, Codec::Byte, 4);
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
    writer.finish().unwrap();
    let mut file = std::fs::read(&path).unwrap();
    file.truncate(file.len() - 1);
    let reader = Reader::from_bytes(file).unwrap();
    assert_eq!((reader.games(), reader.indexed().0), (12, 2));
    assert_eq!(reader.faults().len(), 2, "{:?}", reader.faults());
    assert_eq!(find(&reader, &Query::position(&Chess::default())).len(), 10);
}

/// The rook comes to stand where the king stood.
#[test]
fn castling_in_chess960_is_found() {
    let games = games("[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n\n1. O-O Kd7 2. Kh2 *");
    for codec in Codec::ALL {
        let (_folder, path) = indexed(&games, *codec, 9);
        for reader in [pack(&games, *codec, 9), Reader::open_mapped(&path).unwrap()] {
            for plies in 0..4 {
                let mut position = games[0].start_position();
                games[0].moves[..plies].iter().for_each(|word| word.play(&mut position).unwrap());
                assert_eq!(check_position(&reader, &games, &position), 1, "{codec}, {plies}");
            }
        }
    }
}

fn filtered(reader: &Reader, set: impl FnOnce(&mut Filter)) -> Vec<u64> {
    let mut filter = Filter::default();
    set(&mut filter);
    let mut listed = Vec::new();
    search::list(
        reader,
        &filter,
        |number| {
            listed.push(number);
            Ok(true)
        },
        &mut quiet,
    )
    .unwrap();
    listed
}

#[test]
fn filters_combine_with_searches() {
    let reader = pack(&games(SMALL), Codec::Byte, 2);
    assert_eq!(filtered(&reader, |_| {}), [0, 1, 2, 3, 4, 5]);
    assert_eq!(filtered(&reader, |f| f.player = Some("anna".into())), [0, 1]);
    assert_eq!(filtered(&reader, |f| f.white = Some("anna".into())), [0]);
    assert_eq!(filtered(&reader, |f| f.black = Some("anna b".into())), [1]);
    assert_eq!(filtered(&reader, |f| f.event = Some("open".into())), [2]);
    assert_eq!(filtered(&reader, |f| f.site = Some("open".into())), [] as [u64; 0]);
    assert_eq!(filtered(&reader, |f| f.date = Some("2001".parse().unwrap())), [0]);
    assert_eq!(filtered(&reader, |f| f.date = Some("2001..2011.05".parse().unwrap())), [0, 1]);
    assert_eq!(filtered(&reader, |f| f.date = Some("2001.01..".parse().unwrap())), [1]);
    assert_eq!(filtered(&reader, |f| f.rating = Some((2400, 2450))), [0]);
    assert_eq!(filtered(&reader, |f| f.result = Some(Termination::BlackWins)), [1]);
    assert_eq!(filtered(&reader, |f| f.result = Some(Termination::Unknown)), [3, 4, 5]);
    assert_eq!(filtered(&reader, |f| f.plies = Some((5, 6))), [0, 1, 5]);
    let mut query = Query::position(&after("d4 d5 c4 e6"));
    query.filter.player = Some("Anna".into());
    assert_eq!(find(&reader, &query).len(), 2);
    query.filter.result = Some(Termination::WhiteWins);
    assert_eq!(find(&reader, &query), [Hit { game: 0, ply: 4 }]);
}

#[test]
fn wrong_questions_are_refused() {
    for text in ["", "2020..x", "20200", "2020.13", "2020.01.32", "2020.01.01.01"] {
        assert!(text.parse::<search::DateRange>().is_err() || text.is_empty(), "{text}");
    }
    for text in ["", "B900", "..B90"] {
        assert!(text.parse::<search::EcoRange>().is_err(), "{text}");
    }
    for text in ["", "KRP", "RKK", "KKK", "kk", "KxK", "K"] {
        assert!(Material::from_text(text).is_err(), "{text}");
    }
    for text in ["", "8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "P7/8/8/8/8/8/8/8", "KK6/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8"] {
        assert!(Pattern::from_text(text).is_err(), "{text}");
    }
    let reader = pack(&games(SMALL), Codec::Byte, 9);
    let query = Query::new(Goal::Pattern(Pattern::from_text("8/8/8/8/8/8/8/8").unwrap()));
    assert_eq!(search::tree(&reader, &query, &mut quiet).unwrap_err().code(), plypack::Code::InvalidArgument);
}

#[test]
fn a_search_can_be_cancelled() {
    let reader = pack(&games(SMALL), Codec::Byte, 2);
    let stop = |_| Err(plypack::Error::new(plypack::Code::Cancelled, "enough"));
    let error = search::find(&reader, &Query::position(&Chess::default()), &mut { stop }).unwrap_err();
    assert_eq!(error.code(), plypack::Code::Cancelled);
}

#[test]
fn damage_costs_only_its_block() {
    let games = games(SMALL);
    let file = packed(&games, Codec::Byte, 3);
    let reader = Reader::from_bytes(file.clone()).unwrap();
    let moves = reader.block_head(0).unwrap().sections.iter().find(|s| s.kind == 2).unwrap().range.start;
    let at = (reader.blocks()[0].range.start + moves) as usize;
    let mut broken = file;
    broken[at] ^= 0x10;
    let reader = Reader::from_bytes(broken).unwrap();
    let mut damage = Vec::new();
    let mut listen = |notice: Notice| {
        if let Notice::Damage(found) = notice {
            damage.push((found.games.start, found.games.end));
        }
        Ok(())
    };
    let hits = search::find(&reader, &Query::position(&after("d4 d5 c4 e6")), &mut listen).unwrap();
    assert_eq!(hits, [Hit { game: 3, ply: 1 }]);
    assert_eq!(damage, [(0, 3)]);
}

fn has_men(position: &Chess, pattern: &[(Square, char)]) -> bool {
    pattern.iter().all(|(square, man)| position.board().piece_at(*square).is_some_and(|p| p.char() == *man))
}

/// The men of a side, king first, as in `KRP`.
fn men_of(position: &Chess, color: Color) -> String {
    let mut men: Vec<char> = (position.board().clone().into_iter())
        .filter(|(_, piece)| piece.color == color)
        .map(|(_, piece)| piece.role.upper_char())
        .collect();
    men.sort_by_key(|man| "KQRBNP".find(*man));
    men.into_iter().collect()
}

fn check_patterns_and_material(reader: &Reader, games: &[Game]) {
    use Square::{A2, A6, D4, E1, E4, F1, F3, G1, G8, H7};
    for (text, men) in [
        ("8/8/p7/8/8/8/8/8", &[(A6, 'p')][..]),
        ("8/8/8/8/8/8/8/8", &[]),
        ("6k1/7p/8/8/8/8/8/6K1", &[(G1, 'K'), (G8, 'k'), (H7, 'p')]),
        ("8/8/8/8/3PP3/5N2/P7/8", &[(D4, 'P'), (E4, 'P'), (F3, 'N'), (A2, 'P')]),
        ("8/8/8/8/8/8/8/4R1K1", &[(E1, 'R'), (G1, 'K')]),
        ("8/8/8/8/8/8/8/5R2", &[(F1, 'R')]),
    ] {
        let goal = Goal::Pattern(Pattern::from_text(text).unwrap());
        check_find(reader, games, goal, &|position| has_men(position, men), text);
    }
    for (text, one, other) in
        [("KRPKR", "KRP", "KR"), ("KQKR", "KQ", "KR"), ("KPK", "KP", "K"), ("KRPPPKRPP", "KRPPP", "KRPP")]
    {
        let goal = Goal::Material(Material::from_text(text).unwrap());
        let is_it = |position: &Chess| {
            let (white, black) = (men_of(position, Color::White), men_of(position, Color::Black));
            (white == one && black == other) || (white == other && black == one)
        };
        check_find(reader, games, goal, &is_it, text);
    }
}

#[test]
fn patterns_and_material() {
    let games = games(SMALL);
    check_patterns_and_material(&pack(&games, Codec::Byte, 9), &games);
    let endings = "[FEN \"8/4P1k1/8/8/8/8/r7/4K2R w - - 0 1\"]\n\n1. e8=Q Ra1+ 2. Kd2 Rxh1 *\n\n\
        [FEN \"4k2r/8/8/8/8/8/4p1K1/R7 b - - 0 1\"]\n\n1... Rh7 *";
    let games = games_from_pgn(endings.as_bytes()).unwrap().0;
    for codec in Codec::ALL {
        check_patterns_and_material(&pack(&games, *codec, 9), &games);
    }
}

/// The first games of a collection of real games.
fn real_games(name: &str, count: usize) -> Option<Vec<Game>> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("PLYPACK_DATA").map_or_else(beside, Into::into);
    let Ok(file) = File::open(folder.join(name)) else {
        println!("SKIPPED: no {name} in {}", folder.display());
        return None;
    };
    let mut text = Vec::new();
    zstd::Decoder::new(file).unwrap().take(count as u64 * 900).read_to_end(&mut text).unwrap();
    let mut games = games_from_pgn(&text).unwrap().0;
    games.truncate(count);
    Some(games)
}

#[test]
fn real_games_are_found_as_a_replay_finds_them() {
    for (name, count) in [("otb_bench.pgn.zst", 2000), ("engine_bench.pgn.zst", 500), ("from_fen.pgn.zst", 500)] {
        let Some(games) = real_games(name, count) else { continue };
        for (codec, per_block, index) in [
            (Codec::Byte, 1000, false),
            (Codec::Coord16, 1000, false),
            (Codec::Byte, 1500, true),
            (Codec::Coord16, 500, true),
        ] {
            let file = if index { Some(indexed(&games, codec, per_block)) } else { None };
            let reader = match &file {
                Some((_, path)) => Reader::open_mapped(path).unwrap(),
                None => pack(&games, codec, per_block),
            };
            let positions = some_positions(&games, games.len() / 12);
            let hits: usize = positions.iter().map(|position| check_position(&reader, &games, position)).sum();
            println!("{name}, {codec}: {} positions, {hits} hits", positions.len());
            check_patterns_and_material(&reader, &games);
        }
    }
}

#[test]
fn variations_of_real_games() {
    let Some(games) = real_games("annotated.pgn.zst", 300) else { return };
    let reader = pack(&games, Codec::Byte, 100);
    let position = after("e4 c5 Nf3 d6 d4");
    let wanted = key(&position);
    let in_variation = |game: &Game| {
        let mut lines = vec![(game.start_position(), game.start_position())];
        let mut main = game.moves.iter();
        let mut found = arrival(game, &|p| key(p) == wanted).is_some();
        for token in game.tokens() {
            let (now, before) = lines.last_mut().unwrap();
            let mut play = |word: &MoveWord| {
                *before = now.clone();
                word.play(now).unwrap();
                found |= key(now) == wanted;
            };
            match token {
                Token::Plies(plies) => main.by_ref().take(plies as usize).for_each(&mut play),
                Token::Move(word) => play(&word),
                Token::Begin => {
                    let before = before.clone();
                    lines.push((before.clone(), before));
                }
                Token::End => drop(lines.pop()),
                _ => {}
            }
        }
        found
    };
    let expected: Vec<u64> = (0u64..).zip(&games).filter(|(_, game)| in_variation(game)).map(|(n, _)| n).collect();
    let mut query = Query::position(&position);
    query.variations = true;
    assert_eq!(find(&reader, &query).iter().map(|hit| hit.game).collect::<Vec<_>>(), expected);
}
