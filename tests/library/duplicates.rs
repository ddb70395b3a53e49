//! Games that are in files more than once, and imports that leave them out. The tests of the rule itself are in
//! `src/chess/identity`.

use plypack::{
    Codec, Error, ErrorCode, ImportEvent, ImportOptions, Options, PgnSource, Reader, Result, Summary, UniqueGames,
    Writer, games_from_pgn, import, limits, pack_games,
    search::{self, Condition, DuplicateKind, Hit, Query, SearchEvent, TextField, duplicates},
};

/// A game as PGN.
fn pgn(white: &str, black: &str, date: &str, moves: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n\n{moves} *\n\n")
}

const LONG: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5";
const LONGER: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";
const OTHER_END: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. d3 d6 6. c3 g6";

/// A file with this number of games in each block.
fn reader(text: &str, per_block: usize) -> Reader {
    Reader::from_bytes(file(text, per_block)).unwrap()
}

fn file(text: &str, per_block: usize) -> Vec<u8> {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let games = games_from_pgn(text.as_bytes()).unwrap().0;
    drop(Writer::create(&path, Options::default()).unwrap().finish().unwrap());
    for block in games.chunks(per_block) {
        let mut writer = Writer::append(&path, Options::default()).unwrap();
        block.iter().for_each(|game| writer.add(game).unwrap());
        drop(writer.finish().unwrap());
    }
    std::fs::read(&path).unwrap()
}

/// The groups, each as the numbers of its games; with several files, the file is before the number.
fn groups_in(readers: &[&Reader], query: &Query, kind: DuplicateKind) -> Vec<Vec<(u32, u64)>> {
    let mut groups = Vec::new();
    let mut add = |group: &[Hit]| {
        groups.push(group.iter().map(|hit| (hit.file, hit.game)).collect());
        Ok(())
    };
    duplicates(readers, query, kind, &mut add, &mut search::strict).unwrap();
    groups
}

fn groups(reader: &Reader, kind: DuplicateKind) -> Vec<Vec<u64>> {
    let mut query = Query::games(Condition::default());
    let found: Vec<_> = [0, 1, 3]
        .map(|threads| {
            query.threads = threads;
            groups_in(&[reader], &query, kind)
        })
        .into();
    assert!(found.iter().all(|other| *other == found[0]), "it depends on threads");
    found[0].iter().map(|group| group.iter().map(|(_, game)| *game).collect()).collect()
}

fn sample() -> String {
    [
        pgn("Carlsen, Magnus", "Anand, V", "2013.11.09", LONG),
        pgn("Kramnik, Vladimir", "Leko, Peter", "2004.09.25", LONG),
        pgn("CARLSEN,M", "Viswanathan Anand", "2013.??.??", LONG),
        pgn("Carlsen, Magnus", "Anand, V", "2013.11.10", LONGER),
        pgn("Carlsen, Magnus", "Anand, V", "2013.11.12", LONG),
        pgn("Kramnik,V", "Leko,P", "2004.??.??", LONG),
        pgn("Carlsen, Magnus", "Anand, V", "2014.11.10", LONGER),
        pgn("Carlsen, Magnus", "Anand, V", "2013.11.10", OTHER_END),
        pgn("?", "?", "????.??.??", ""),
        pgn("?", "?", "????.??.??", ""),
    ]
    .concat()
}

#[test]
fn groups_are_in_order() {
    for per_block in [1, 3, 100] {
        let reader = reader(&sample(), per_block);
        assert_eq!(groups(&reader, DuplicateKind::Exact), [vec![0, 2], vec![1, 5], vec![8, 9]]);
        // Game 7 agrees with 0, but not with 3; game 6 has another year.
        assert_eq!(groups(&reader, DuplicateKind::Near), [vec![0, 2, 3, 4], vec![1, 5], vec![8, 9]]);
    }
}

#[test]
fn only_games_that_meet_the_condition_are_compared() {
    let first = reader(&sample(), 3);
    let second = reader(&sample(), 2);
    let query = Query::games(Condition::text(TextField::Black, "leko"));
    let found = groups_in(&[&first, &second], &query, DuplicateKind::Exact);
    assert_eq!(found, [vec![(0, 1), (0, 5), (1, 1), (1, 5)]]);
}

#[test]
fn several_files_are_compared_with_each_other() {
    let first = reader(&sample(), 100);
    let second = reader(&pgn("Leko, P", "Short, N", "2013", LONG), 1);
    let third = reader(&pgn("P. Leko", "Short,N", "2013.01", LONG), 1);
    let query = Query::games(Condition::default());
    let found = groups_in(&[&second, &first, &third], &query, DuplicateKind::Exact);
    assert_eq!(found, [vec![(0, 0), (2, 0)], vec![(1, 0), (1, 2)], vec![(1, 1), (1, 5)], vec![(1, 8), (1, 9)]]);
}

/// 2020.03.15 and 2020.03.16 agree with 2020.??.??, and not with each other.
#[test]
fn all_games_of_a_group_agree() {
    let dates = ["2020.??.??", "2020.03.15", "2020.03.16", "2020.03.15", "2020.03.16", "2020.03.??"];
    let text: String = dates.map(|date| pgn("A, B", "C, D", date, LONG)).concat();
    assert_eq!(groups(&reader(&text, 2), DuplicateKind::Exact), [vec![0, 1, 3, 5], vec![2, 4]]);
    let names = ["Polgar, S", "Polgar, Sofia", "Polgar, Susan", "S Polgar", "Susan Polgar"];
    let text: String = names.map(|name| pgn(name, "C, D", "2020", LONG)).concat();
    assert_eq!(groups(&reader(&text, 2), DuplicateKind::Exact), [vec![0, 1, 3], vec![2, 4]]);
}

#[test]
fn edited_games_are_compared_as_they_are_now() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let games = games_from_pgn(sample().as_bytes()).unwrap().0;
    let mut writer = Writer::create(&path, Options::default()).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
    drop(writer.finish().unwrap());
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.delete_game(0, None).unwrap();
    writer.replace_game(3, &games[2], None).unwrap();
    writer.replace_game(1, &games[6], None).unwrap();
    drop(writer.finish().unwrap());
    let reader = Reader::open(&path).unwrap();
    assert_eq!(groups(&reader, DuplicateKind::Exact), [vec![1, 6], vec![2, 3, 4], vec![8, 9]]);
}

/// Rounds of blitz, games of a program without names, lines of a repertoire: different games that agree in everything
/// known.
#[test]
fn where_little_is_known_copies_are_duplicates() {
    let with = |tags: &str, text: &str| format!("{tags}\n{text}");
    let blitz = |round: u32| with(&format!("[Round \"{round}\"]"), &pgn("A, B", "C, D", "2020.01.02", "1. e4 1/2-1/2"));
    let nobody = |event: &str| with(&format!("[Event \"{event}\"]"), &pgn("?", "?", "????.??.??", LONG));
    let line = |comment: &str| pgn("?", "?", "????.??.??", &format!("{LONG} {{{comment}}}"));
    let bots = |time: &str| with(&format!("[UTCTime \"{time}\"]"), &pgn("a_b", "c_d", "2020.01.02", LONGER));
    let text = [
        blitz(1),
        blitz(2),
        nobody("1"),
        nobody("2"),
        line("a"),
        line("b"),
        bots("20:15:07"),
        bots("20:18:30"),
        pgn("A, B", "C, D", "????.??.??", LONGER),
        pgn("A, B", "C, D", "1990.01.02", LONGER),
    ];
    let once = text.concat();
    assert!(groups(&reader(&once, 3), DuplicateKind::Exact).is_empty());
    let copies: Vec<Vec<u64>> = (0..10).map(|number| vec![number, number + 10]).collect();
    assert_eq!(groups(&reader(&once.repeat(2), 3), DuplicateKind::Exact), copies);
    let (summary, _) = unique(&[&once, &once], &mut UniqueGames::new(), 2);
    assert_eq!((summary.games, summary.duplicates), (10, 10));
    // Near duplicates are for a user to check.
    assert_eq!(groups(&reader(&once, 3), DuplicateKind::Near), [[0, 1], [6, 7], [8, 9]]);
}

/// A growing number of games with one key, which all differ in their dates or rounds.
#[test]
fn many_games_with_the_same_moves() {
    let game = |number: usize| {
        let date = format!("2020.{:02}.{:02}", 1 + number % 12, 1 + number / 12 % 28);
        format!("[Round \"{}\"]\n{}", number / 336, pgn("A, B", "C, D", &date, LONG))
    };
    let text: String = (0..6000).chain([17, 4000, 5999]).map(game).collect();
    let (summary, kept) = unique(&[&text], &mut UniqueGames::new(), 2);
    assert_eq!((summary.games, summary.duplicates, kept.number_end()), (6000, 3, 6000));
    let all =
        Reader::from_bytes(pack_games(&games_from_pgn(text.as_bytes()).unwrap().0, Codec::Byte).unwrap()).unwrap();
    assert_eq!(groups(&all, DuplicateKind::Exact), [[17, 6000], [4000, 6001], [5999, 6002]]);
    let mut games = UniqueGames::new();
    games.add_file(&all, 2, |corruption| Err(corruption.error.clone()), |_| Ok(())).unwrap();
    assert_eq!(unique(&[&text], &mut games, 2).0.duplicates, 6003);
}

#[test]
fn single_games_are_added_once() {
    let mut games = UniqueGames::new();
    let text = sample();
    let new =
        games_from_pgn(text.as_bytes()).unwrap().0.iter().map(|game| games.add(game).unwrap()).collect::<Vec<_>>();
    assert_eq!(new, [true, true, false, true, true, false, true, true, true, false]);
}

/// Skipped games are compared, too: after one of them has shown that a game was on the 15th, 2020.03.16 is another
/// game.
#[test]
fn what_is_known_of_games_that_are_left_out_counts() {
    let text: String = ["2020.??.??", "2020.03.15", "2020.03.16"].map(|date| pgn("A, B", "C, D", date, LONG)).concat();
    let (summary, _) = unique(&[&text], &mut UniqueGames::new(), 1);
    assert_eq!((summary.games, summary.duplicates), (2, 1));
}

/// limits.4: neither part of a game that was cut can be a duplicate.
#[test]
fn games_that_were_cut_are_no_duplicates() {
    let mut text = pgn("A", "B", "2020", LONG).replace(" *\n\n", " {");
    text.push_str(&"x".repeat(limits::MAX_GAME_WEIGHT));
    text.push_str("} *\n\n");
    let twice = text.repeat(2) + &pgn("A", "B", "2020", LONG).repeat(2);
    let (games, _) = games_from_pgn(twice.as_bytes()).unwrap();
    assert_eq!(games.iter().map(|game| game.continued).collect::<Vec<_>>(), [false, true, false, true, false, false]);
    let reader = reader(&twice, 2);
    for kind in [DuplicateKind::Exact, DuplicateKind::Near] {
        assert_eq!(groups(&reader, kind), [[4, 5]]);
    }
    let (summary, reader) = unique(&[&twice], &mut UniqueGames::new(), 2);
    assert_eq!((summary.games, summary.duplicates, reader.number_end()), (5, 1, 5));
}

/// limits.4: a complete game is not left out because the file has the same game in parts, wherever the continuation is.
#[test]
fn a_complete_game_is_kept_beside_a_cut_one() {
    let complete = pgn("A, B", "C, D", "2020", LONG);
    let cut = complete.replace(" *\n\n", &format!(" {{{}}} *\n\n", "x".repeat(limits::MAX_GAME_WEIGHT)));
    for (text, compared) in [(cut.clone(), 0), (cut.clone() + &complete, 1), (complete.clone() + &cut, 1)] {
        for per_block in [1, 2, 3] {
            let mut games = UniqueGames::new();
            games
                .add_file(&reader(&text, per_block), 2, |corruption| Err(corruption.error.clone()), |_| Ok(()))
                .unwrap();
            let (summary, _) = unique(&[&complete], &mut games, 1);
            assert_eq!((summary.games, summary.duplicates), (1 - compared, compared), "{per_block}");
        }
    }
}

#[test]
fn corrupt_games_are_reported_and_no_duplicates() {
    let mut bytes = file(&sample(), 5);
    let sound = Reader::from_bytes(bytes.clone()).unwrap();
    let block = &sound.blocks()[0];
    let moves = sound.block_header(0).unwrap().sections.iter().find(|s| s.kind == 2).unwrap().range.start;
    bytes[(block.range.start + moves) as usize] ^= 0x10;
    let broken = Reader::from_bytes(bytes).unwrap();
    let mut found = Vec::new();
    let mut corrupt = Vec::new();
    let mut observer = |event: SearchEvent| {
        if let SearchEvent::Corruption(found) = event {
            corrupt.push((found.file, found.corruption.games));
        }
        Ok(())
    };
    let mut add = |group: &[Hit]| {
        found.push(group.len());
        Ok(())
    };
    let query = Query::games(Condition::default());
    duplicates(&[&broken], &query, DuplicateKind::Exact, &mut add, &mut observer).unwrap();
    assert_eq!((found, corrupt), (vec![2], vec![(0, 0..5)]));
    let error = duplicates(&[&broken], &query, DuplicateKind::Exact, &mut |_| Ok(()), &mut search::strict).unwrap_err();
    assert_eq!(error.code(), ErrorCode::ChecksumSection);
}

#[test]
fn a_search_can_be_stopped() {
    let reader = reader(&sample(), 100);
    let mut calls = 0;
    let mut stop = |_: &[Hit]| {
        calls += 1;
        Err(Error::new(ErrorCode::Cancelled, "enough"))
    };
    let query = Query::games(Condition::default());
    let error = duplicates(&[&reader], &query, DuplicateKind::Near, &mut stop, &mut search::strict).unwrap_err();
    assert_eq!((error.code(), calls), (ErrorCode::Cancelled, 1));
}

/// Imports texts without duplicates.
fn unique(texts: &[&str], games: &mut UniqueGames, threads: usize) -> (Summary, Reader) {
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let source = |text| PgnSource { name: "text".to_owned(), reader: Box::new(std::io::Cursor::new(text)) };
    let sources = texts.iter().map(|text| source(text.as_bytes())).collect();
    let summary = import(sources, ImportOptions::new(threads).with_unique(games), &mut writer, |_| Ok(())).unwrap();
    (summary, Reader::from_bytes(writer.finish().unwrap()).unwrap())
}

#[test]
fn duplicates_are_left_out_of_an_import() {
    let text = sample();
    let (summary, reader) = unique(&[&text, &text], &mut UniqueGames::new(), 2);
    assert_eq!((summary.games, summary.duplicates, reader.number_end()), (7, 13, 7));
    assert!(groups(&reader, DuplicateKind::Exact).is_empty());
    let mut game = plypack::Game::new();
    reader.read_game(0, &mut game).unwrap();
    assert_eq!(game.tag(b"White"), Some(&b"Carlsen, Magnus"[..]));

    let mut games = UniqueGames::new();
    games.add_file(&reader, 2, |corruption| Err(corruption.error.clone()), |_| Ok(())).unwrap();
    let more = pgn("Caruana, Fabiano", "?", "2013", LONG);
    let (summary, _) = unique(&[&text, &more, &more], &mut games, 2);
    assert_eq!((summary.games, summary.duplicates), (1, 11));
}

/// Many work items on several threads, with duplicates in other items: the file does not depend on the number of
/// threads.
#[test]
fn unique_imports_do_not_depend_on_threads() {
    let padding = "x".repeat(3000);
    let text = |from: usize| -> String {
        let moves = format!("1. e4 {{{padding}}} e5");
        (from..from + 3000).map(|number| pgn(&format!("Player{}", number * 7 % 4000), "B", "2020", &moves)).collect()
    };
    let texts = [text(0), text(1500), text(4000)];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let summary = |threads| {
        let (summary, reader) = unique(&texts, &mut UniqueGames::new(), threads);
        let numbers: Vec<Vec<u8>> = (0..reader.number_end())
            .map(|number| {
                let mut game = plypack::Game::new();
                reader.read_tags(number, &mut game).unwrap();
                game.tag(b"White").unwrap().to_vec()
            })
            .collect();
        (summary, numbers)
    };
    let one = summary(1);
    assert_eq!((one.0.games, one.0.duplicates), (4000, 5000));
    for threads in [2, 5] {
        assert!(summary(threads) == one, "{threads} threads");
    }
}

/// Stopping or failing ends all threads of the import.
#[test]
fn unique_imports_can_be_stopped() {
    let text =
        (0..4000).map(|number| pgn(&format!("P{number}"), "B", "2020", &format!("1. e4 {{{}}} *", "x".repeat(4000))));
    let text: String = text.collect();
    let stop = |event: ImportEvent<'_>| -> Result<()> {
        match event {
            ImportEvent::Progress(_) => Err(Error::new(ErrorCode::Cancelled, "enough")),
            _ => Ok(()),
        }
    };
    for threads in [1, 2, 6] {
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        let source = PgnSource { name: "text".to_owned(), reader: Box::new(text.as_bytes()) };
        let games = &mut UniqueGames::new();
        let error =
            import(vec![source], ImportOptions::new(threads).with_unique(games), &mut writer, stop).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Cancelled);
    }
}

/// Issues of skipped games are not reported, and only kept games are numbered.
#[test]
fn issues_are_those_of_games_that_are_kept() {
    let bad = pgn("A", "B", "2020", "1. e4 Zz9");
    let text = [pgn("A", "B", "2020", LONG), bad.clone(), bad, pgn("C", "D", "2020", "1. d4 Zz9")].concat();
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let source = PgnSource { name: "text".to_owned(), reader: Box::new(text.as_bytes()) };
    let mut issues = Vec::new();
    let summary =
        import(vec![source], ImportOptions::new(1).with_unique(&mut UniqueGames::new()), &mut writer, |event| {
            if let ImportEvent::Issue { game, .. } = event {
                issues.push(game);
            }
            Ok(())
        });
    let summary = summary.unwrap();
    assert_eq!((summary.games, summary.duplicates, summary.issues, issues), (3, 1, 2, vec![1, 2]));
}
