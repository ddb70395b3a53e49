//! Reading and writing the PGN of all available real games, compared with pgn-reader as an independent parser.
//!
//! The games are in the folder `PLYPACK_DATA`, or in `../shared/data`; without games the tests say so and pass.

use std::{
    fs, io,
    io::Read,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Instant,
};

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use plypack::{
    Game, PackedMove, Position, Start, Tag, Termination, Token,
    pgn::{Batch, Importer, Issue, Splitter, Writer},
    text::unescape,
};
use shakmaty::{Chess, Outcome, san::San};

use crate::{bodies::replay, separated::separated, tier};

/// Returns the number of bytes used of a large file.
fn max_text() -> usize {
    tier::sized(1 << 17, usize::MAX)
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files_below(&path, found) } else { found.push(path) }
    }
}

fn load(path: &Path) -> Vec<u8> {
    let raw = fs::read(path).unwrap();
    let mut text = if path.extension().is_some_and(|e| e == "zst") { zstd::decode_all(&raw[..]).unwrap() } else { raw };
    if text.len() > max_text() {
        let end = memchr::memmem::rfind(&text[..max_text()], b"\n\n[Event ").map_or(0, |at| at + 2);
        text.truncate(end);
    }
    separated(&text)
}

fn edge_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    files_below(&folder.join("edge"), &mut found);
    found.sort();
    found
}

fn big_files(folder: &Path) -> Vec<PathBuf> {
    let names = [
        "annotated",
        "chess960_engine",
        "chess960_engine_full_comments",
        "chess960_human",
        "engine_full_comments_bench",
        "from_fen",
        "online_clk_bench",
        "otb_bench",
        "variants",
    ];
    names.iter().map(|name| folder.join(format!("{name}.pgn.zst"))).filter(|path| path.exists()).collect()
}

fn batches(source: impl Read + Send) -> Vec<Batch> {
    let mut splitter = Splitter::new(source);
    std::iter::from_fn(|| splitter.next_batch().unwrap()).collect()
}

fn for_each_game(source: &[u8], issues: &mut Vec<Issue>, mut f: impl FnMut(&Game)) {
    let mut importer = Importer::new();
    let mut game = Game::new();
    for batch in batches(source) {
        for i in 0..batch.games.len() {
            importer.read_game(&batch, i, &mut game, issues).unwrap();
            f(&game);
        }
    }
}

fn rewrite(source: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new();
    let mut out = Vec::new();
    for_each_game(source, &mut Vec::new(), |game| writer.write_game(game, &mut out).unwrap());
    writer.finish(&mut out);
    out
}

/// Same games after writing and reading, and the same text after the second writing.
fn assert_stable(path: &Path, source: &[u8]) {
    let text = rewrite(source);
    let mut games = Vec::new();
    let mut again = Vec::new();
    for_each_game(source, &mut Vec::new(), |game| games.push(game.clone()));
    for_each_game(&text, &mut Vec::new(), |game| again.push(game.clone()));
    assert!(games == again, "{}", path.display());
    assert!(rewrite(&text) == text, "{}", path.display());
    let before = telling_words(source);
    let after = telling_words(&text);
    let difference = before.iter().zip(&after).find(|(a, b)| a != b);
    assert!(difference.is_none() && before.len() == after.len(), "{}: {difference:?}", path.display());
}

/// All ASCII words of a text, in order, except words that may be a move, a sign, a number or a result, whose spelling
/// may change.
fn telling_words(text: &[u8]) -> Vec<&[u8]> {
    let parts = text.split(|b| !b.is_ascii_graphic() || b"(){}[]!?.,*;$\"".contains(b));
    let changeable = b"abcdefghnqprkxulKQRBNPOoD@Z0123456789+-=#:/~";
    parts.filter(|word| word.iter().any(|b| !changeable.contains(b))).collect()
}

#[test]
fn edge_files_come_back_whole() {
    let Some(folder) = tier::data() else { return };
    let files = edge_files(&folder);
    for path in &files {
        assert_stable(path, &load(path));
    }
    println!("{} files", files.len());
}

#[test]
fn big_files_come_back_whole() {
    let Some(folder) = tier::data() else { return };
    for path in big_files(&folder) {
        assert_stable(&path, &load(&path));
    }
}

/// A reader that returns few bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let n = self.1.min(to.len()).min(self.0.len());
        to[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

#[test]
fn batches_do_not_depend_on_how_the_bytes_arrive() {
    let Some(folder) = tier::data() else { return };
    let whole: Vec<u8> = edge_files(&folder).iter().flat_map(|path| load(path)).collect();
    let expected = batches(&whole[..]);
    for size in [1, 2, 7, 4096, 100_003] {
        let got = batches(Drip(&whole, size));
        assert_eq!(expected.len(), got.len());
        assert!(expected.iter().zip(&got).all(|(a, b)| a.games == b.games && a.text == b.text), "{size}");
    }
}

/// An element of a game that both parsers report.
#[derive(Debug, Clone, PartialEq)]
enum Element {
    Tag(Vec<u8>, Vec<u8>),
    Move(PackedMove),
    Nag(u32),
    Comment(Vec<u8>),
    Begin,
    End,
    Outcome(Termination),
}

/// Collects the elements of a game that pgn-reader reports, and plays the moves.
#[derive(Default)]
struct Collector {
    elements: Vec<Element>,
    now: Chess,
    before: Chess,
    outer: Vec<(Chess, Chess)>,
    outcome: Option<Termination>,
    partial: Vec<u8>,
}

impl Collector {
    fn play(&mut self, san: San) -> Option<PackedMove> {
        let last = self.now.clone();
        let m = if san == San::Null {
            PackedMove::NULL
        } else {
            let m = san.to_move(&self.now).or_else(|_| without_capture(san).to_move(&self.now)).ok()?;
            PackedMove::from_shakmaty(m)
        };
        replay::play(&mut self.now, m).ok()?;
        self.before = last;
        Some(m)
    }

    fn add(&mut self, element: Element) -> ControlFlow<Vec<Element>> {
        self.elements.push(element);
        ControlFlow::Continue(())
    }
}

/// The same move with the other capture sign: pgn-reader does not check it, and shakmaty requires it to be right.
fn without_capture(san: San) -> San {
    match san {
        San::Normal { role, file, rank, capture, to, promotion } => {
            San::Normal { role, file, rank, capture: !capture, to, promotion }
        }
        other => other,
    }
}

/// Makes a new collector for each game.
struct Collect;

impl Visitor for Collect {
    type Tags = Collector;
    type Movetext = Collector;
    type Output = Vec<Element>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Collector> {
        ControlFlow::Continue(Collector::default())
    }

    fn tag(&mut self, tags: &mut Collector, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN"
            && let Ok(start) = Position::from_fen(&value.decode())
        {
            tags.now = Chess::from(&start);
        }
        tags.add(Element::Tag(name.trim_ascii().to_vec(), value.decode().into_owned()))
    }

    fn begin_movetext(&mut self, tags: Collector) -> ControlFlow<Self::Output, Collector> {
        ControlFlow::Continue(tags)
    }

    fn san(&mut self, movetext: &mut Collector, san: SanPlus) -> ControlFlow<Self::Output> {
        match movetext.play(san.san) {
            Some(m) => movetext.add(Element::Move(m)),
            None => ControlFlow::Continue(()),
        }
    }

    fn nag(&mut self, movetext: &mut Collector, nag: Nag) -> ControlFlow<Self::Output> {
        movetext.add(Element::Nag(nag.0.into()))
    }

    fn partial_comment(&mut self, movetext: &mut Collector, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        movetext.partial.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, movetext: &mut Collector, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let mut text = std::mem::take(&mut movetext.partial);
        text.extend_from_slice(comment.as_bytes());
        movetext.add(Element::Comment(text))
    }

    fn begin_variation(&mut self, movetext: &mut Collector) -> ControlFlow<Self::Output, Skip> {
        movetext.outer.push((movetext.now.clone(), movetext.before.clone()));
        movetext.now = movetext.before.clone();
        movetext.elements.push(Element::Begin);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, movetext: &mut Collector) -> ControlFlow<Self::Output> {
        if let Some((now, before)) = movetext.outer.pop() {
            (movetext.now, movetext.before) = (now, before);
        }
        movetext.add(Element::End)
    }

    fn outcome(&mut self, movetext: &mut Collector, outcome: Outcome) -> ControlFlow<Self::Output> {
        movetext.outcome = Termination::from_text(outcome.as_str().as_bytes());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut movetext: Collector) -> Self::Output {
        movetext.elements.extend(movetext.outcome.map(Element::Outcome));
        movetext.elements
    }
}

fn elements_by_plypack(game: &Game) -> Vec<Element> {
    let mut elements = Vec::new();
    for tag in game.tags() {
        if let Tag::Pair(name, value) = tag {
            elements.push(Element::Tag(name.to_vec(), unescape(value).unwrap().into_owned()));
        }
    }
    let mut moves = game.moves.iter().map(|m| Element::Move(*m));
    for token in game.tokens() {
        match token {
            Token::Plies(n) => elements.extend(moves.by_ref().take(n as usize)),
            Token::Move(m) => elements.push(Element::Move(m)),
            Token::Nag(n) => elements.push(Element::Nag(n)),
            Token::Comment(text) => elements.push(Element::Comment(text.to_vec())),
            Token::Begin => elements.push(Element::Begin),
            Token::End => elements.push(Element::End),
            // pgn-reader skips these.
            Token::LineComment(_) | Token::Escape(_) | Token::Raw(_) => {}
        }
    }
    elements.extend(moves);
    elements.extend((game.termination != Termination::Absent).then_some(Element::Outcome(game.termination)));
    elements
}

fn elements_by_pgn_reader(source: &[u8]) -> Vec<Vec<Element>> {
    let mut reader =
        Reader::build(source).set_supported_comment_length(1 << 16).set_supported_tag_line_length(1 << 16).finish();
    std::iter::from_fn(|| reader.read_game(&mut Collect).unwrap()).collect()
}

/// Returns the number of our games that pgn-reader reports equally, in the same order.
fn found_in_order(ours: &[Vec<Element>], theirs: &[Vec<Element>]) -> usize {
    let mut next = 0;
    let mut found = 0;
    for game in ours {
        if let Some(at) = theirs[next..].iter().take(200).position(|other| other == game) {
            next += at + 1;
            found += 1;
        }
    }
    found
}

/// Compares the games with pgn-reader's, except games with unreadable parts. For pgn-reader, a quote inside a tag value
/// ends the value, and a new game begins after it. It also skips some moves with spellings that plypack reads (in two
/// games of `annotated`).
#[test]
fn pgn_reader_reports_the_same() {
    let Some(folder) = tier::data() else { return };
    for path in big_files(&folder) {
        let source = load(&path);
        let mut games = Vec::new();
        let mut quotes = 0;
        for_each_game(&source, &mut Vec::new(), |game| {
            let readable = game.unparsed().is_empty() && game.start != Start::Unreadable;
            if readable && game.tokens().all(|t| !matches!(t, Token::Raw(_))) {
                games.push(elements_by_plypack(game));
                quotes += usize::from(game.tags().any(has_bare_quote));
            }
        });
        let found = found_in_order(&games, &elements_by_pgn_reader(&source));
        println!("{}: {found} of {} games the same, {quotes} with bare quotes", path.display(), games.len());
        assert!(found + quotes + 2 >= games.len(), "{}", path.display());
    }
}

fn has_bare_quote(tag: Tag<'_>) -> bool {
    matches!(tag, Tag::Pair(_, value) if value.contains(&b'"') && !value.contains(&b'\\'))
}

/// Sources that make readers with nested loops slow. Each must be read in linear time.
#[test]
fn hostile_sources_take_linear_time() {
    let size = tier::sized(1 << 18, 4 << 20);
    for unit in [
        "(",
        ")",
        "{",
        "}",
        "e4 (",
        "(zz ",
        "(zz)",
        "e4 (zz) ",
        "[",
        "[a\n\n",
        "%\n\n",
        "[A \"\"]\n\n%\n\n",
        "$",
        "!",
        ".",
        "1 ",
        "1-0[Event \"",
        "*[Event \"x\" ",
        "\r",
        "\n",
        " ",
        ";",
        "{}",
        "\0",
        "\u{feff}",
        "e4 e5 (e4 {\n\n",
        "e.p.e.p.",
        "--",
        "(e4 ",
    ] {
        let source = format!("e4 {}", unit.repeat(size / unit.len()));
        let start = Instant::now();
        let text = rewrite(source.as_bytes());
        let time = start.elapsed();
        assert!(time.as_secs() < 10, "{unit:?} took {time:?}");
        assert!(text.len() <= source.len() * 8 + 1000, "{unit:?}");
    }
    let names: String = (0..300_000).map(|i| format!("[N{i} \"\"]\n\n")).collect();
    let start = Instant::now();
    batches(names.as_bytes());
    assert!(start.elapsed().as_secs() < 10);
}
