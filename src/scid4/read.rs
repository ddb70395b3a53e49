//! Converts records to games.

use super::{
    board::Board,
    fields::{eco_text, flags_text, rating_of_bits, result_of_bits},
    index::Entry,
    names::Names,
    pieces::Pieces,
    record::{MARK_BEGIN, MARK_COMMENT, MARK_END, MARK_NAG, NAME_TAGS, Record, next_text},
};
use crate::{
    Game, Position, Result, Start, Tag, Termination, Token,
    board::positions::Setup,
    chess::{
        tag_section::{fits, is_line_end},
        variant::is_other_variant,
    },
    pgn::{Issue, Reason},
    play::lines::VariationStack,
    text::escape,
};

/// Replaces corrupt parts of a record in the game. It is not a word of PGN, so that the game stays partly unparsed.
const CORRUPT: &[u8] = b"<corrupt in the SCID database>";

/// Reads a game into `game`, which is cleared first. Reports corrupt parts and illegal moves: the moves before them are read, illegal moves
/// and everything after them are kept as text.
///
/// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
pub(crate) fn read_game(
    entry: &Entry,
    names: &Names,
    bytes: &[u8],
    game: &mut Game,
    issues: &mut Vec<Issue>,
) -> Result<()> {
    game.clear();
    let (record, bad) = Record::read(bytes);
    let mut report = Report { start: u64::from(entry.offset), issues };
    add_tags(entry, names, &record, game, &mut report)?;
    read_moves(&record, bad, result_of_bits(entry.result), game, report)
}

/// Reads a record whose index entry the caller has. The game keeps its termination and its tags, except tags that the record replaces; the
/// other tags of the record follow.
///
/// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
pub(super) fn read_record(bytes: &[u8], game: &mut Game, issues: &mut Vec<Issue>) -> Result<()> {
    let tags = game.try_clone()?;
    game.clear();
    let (record, bad) = Record::read(bytes);
    let is_replaced = |name: &[u8]| match name {
        b"FEN" if record.fen.is_some() => true,
        // A name tag in the record is a repeated tag: the index has the first one.
        _ => !NAME_TAGS.contains(&name) && record.tags.iter().any(|(other, _)| *other == name),
    };
    for tag in tags.tags() {
        match tag {
            Tag::Pair(name, _) if is_replaced(name) => {}
            Tag::Pair(name, value) => game.push_tag(name, value)?,
            Tag::Raw(line) => game.push_raw_tag(line)?,
        }
    }
    add_record_tags(&record, game)?;
    read_moves(&record, bad, tags.termination, game, Report { start: 0, issues })
}

/// Reads the start, the moves and the annotations.
fn read_moves(
    record: &Record<'_>,
    bad: Option<usize>,
    result: Termination,
    game: &mut Game,
    mut report: Report<'_>,
) -> Result<()> {
    let start = start_of(record, game)?;
    let (Some((moves, at)), Some(board)) = (record.moves, start) else {
        let what = if bad.is_some() { "the record ends early" } else { "the FEN of the start is none" };
        report.add(bad.unwrap_or(0), Reason::Corrupt, what);
        return set_unparsed(game, CORRUPT, result);
    };
    let is_playable = !board.is_lost();
    let mut movetext = Movetext {
        moves,
        next: 0,
        here: 0,
        at,
        comments: record.comments,
        lines: VariationStack::new(board),
        game,
        counted: 0,
        text: (!is_playable).then(Text::default),
        report,
    };
    movetext.read(result)
}

/// Collects the errors with their places.
struct Report<'a> {
    /// Offset of the record in its file.
    start: u64,
    issues: &'a mut Vec<Issue>,
}

impl Report<'_> {
    fn add(&mut self, at: usize, reason: Reason, text: &str) {
        self.issues.push(Issue { line: 0, offset: self.start + at as u64, reason, text: text.to_owned() });
    }
}

/// Adds the seven tags that every game has, the other tags of the index, the tags of the record, and the start. The record has as text the
/// values that the index cannot hold exactly.
fn add_tags(entry: &Entry, names: &Names, record: &Record<'_>, game: &mut Game, report: &mut Report<'_>) -> Result<()> {
    let is_in_record = |name: &[u8]| record.tags.iter().any(|(other, _)| *other == name);
    let is_number = |name: &[u8]| matches!(name, b"Date" | b"Result");
    for (name, value) in roster(entry, names, report) {
        if !(is_number(name) && is_in_record(name)) {
            add_tag(game, name, &value)?;
        }
    }
    for (name, value) in other_tags(entry) {
        if !is_in_record(name.as_bytes()) {
            add_tag(game, name.as_bytes(), &value)?;
        }
    }
    add_record_tags(record, game)
}

fn add_record_tags(record: &Record<'_>, game: &mut Game) -> Result<()> {
    for (name, value) in record.tags.iter().filter(|(name, _)| record.fen.is_none() || *name != b"FEN") {
        add_tag(game, name, value)?;
    }
    record.fen.map_or(Ok(()), |fen| add_tag(game, b"FEN", fen))
}

/// Returns the tags that every game has.
fn roster(entry: &Entry, names: &Names, report: &mut Report<'_>) -> [(&'static [u8], Vec<u8>); 7] {
    let mut name = |field: usize, what: &str| {
        names.get(field, entry.names[field]).map(<[u8]>::to_vec).unwrap_or_else(|| {
            report.add(0, Reason::Corrupt, &format!("the index has a number of {what} that no name has"));
            b"?".to_vec()
        })
    };
    [
        (b"Event", name(2, "an event")),
        (b"Site", name(3, "a site")),
        (b"Date", entry.date.text().into_bytes()),
        (b"Round", name(4, "a round")),
        (b"White", name(0, "a player")),
        (b"Black", name(1, "a player")),
        (b"Result", result_of_bits(entry.result).as_str().into()),
    ]
}

/// Returns the other tags of the index, which some games lack.
fn other_tags(entry: &Entry) -> Vec<(String, Vec<u8>)> {
    let mut tags = Vec::new();
    for (color, bits) in ["White", "Black"].into_iter().zip(entry.ratings) {
        tags.extend(rating_of_bits(bits).map(|(kind, rating)| (format!("{color}{kind}"), rating.into_bytes())));
    }
    tags.extend(eco_text(entry.eco).map(|eco| ("ECO".to_owned(), eco.into_bytes())));
    let event_date = Some(entry.event_date).filter(|date| date.0 != 0);
    tags.extend(event_date.map(|date| ("EventDate".to_owned(), date.text().into_bytes())));
    let flags = Some(flags_text(entry.flags)).filter(|flags| !flags.is_empty());
    tags.extend(flags.map(|flags| ("ScidFlags".to_owned(), flags)));
    tags
}

/// Adds a tag; replaces bytes that a PGN tag cannot contain.
fn add_tag(game: &mut Game, name: &[u8], value: &[u8]) -> Result<()> {
    let value: Vec<u8> = value.iter().map(|byte| if is_line_end(*byte) { b' ' } else { *byte }).collect();
    let value = escape(&value)?;
    if fits(Tag::Pair(name, &value)) {
        return game.push_tag(name, &value);
    }
    let replaced: Vec<u8> = name.iter().map(|byte| if byte.is_ascii_alphanumeric() { *byte } else { b'_' }).collect();
    game.push_tag(&replaced, &value)
}

/// Returns the board at the start. The board is lost if the position is unplayable, and `None` if the pieces' squares are unknown.
fn start_of(record: &Record<'_>, game: &mut Game) -> Result<Option<Board>> {
    let read = if game.tag(b"Variant").is_some_and(is_other_variant) {
        None
    } else {
        match game.start_from_tags() {
            Err(e) if e.is_no_memory() => return Err(e),
            read => read.ok(),
        }
    };
    let own = record.fen.map(pieces_of);
    let Some(pieces) = own.unwrap_or_else(|| Some(Pieces::standard())) else {
        game.start = Start::Unreadable;
        return Ok(None);
    };
    // A FEN tag that is not the start does not affect the moves.
    let is_start = read.is_some() && (record.fen.is_some() || game.start_position() == Position::default());
    if !is_start {
        game.start = Start::Unreadable;
        return Ok(Some(Board::lost(pieces)));
    }
    Ok(Some(Board::new(game.start_position(), pieces)))
}

/// Returns the pieces of a FEN, even if its position is unplayable.
fn pieces_of(fen: &[u8]) -> Option<Pieces> {
    let setup = Setup::from_fen(fen).ok()?;
    Pieces::of(&setup.pieces, setup.turn as usize)
}

fn set_unparsed(game: &mut Game, text: &[u8], result: Termination) -> Result<()> {
    let text = [text, b" ", result.as_str().as_bytes()].concat();
    game.set_unparsed(text.trim_ascii_start())
}

/// Moves that are kept as text.
#[derive(Default)]
struct Text {
    /// The depth of the line in which it began.
    depth: usize,
    bytes: Vec<u8>,
}

impl Text {
    fn add(&mut self, word: &[u8]) {
        if !matches!(self.bytes.last(), None | Some(b'(')) && word != b")" {
            self.bytes.push(b' ');
        }
        self.bytes.extend_from_slice(word);
    }
}

/// Reads the moves of a record.
struct Movetext<'a, 'g> {
    moves: &'a [u8],
    /// The next byte of the moves, and the first byte of the current move or mark.
    next: usize,
    here: usize,
    /// Offset in the record.
    at: usize,
    comments: &'a [u8],
    lines: VariationStack<Board>,
    game: &'g mut Game,
    /// Plies of the main line that the tokens already count.
    counted: usize,
    /// The text that an illegal move started.
    text: Option<Text>,
    report: Report<'g>,
}

impl Movetext<'_, '_> {
    fn read(&mut self, result: Termination) -> Result<()> {
        while let Some(byte) = self.byte() {
            self.here = self.next - 1;
            match self.step(byte)? {
                Some(()) => {}
                None => return self.end_corrupt("a move or mark that cannot stand here", result),
            }
        }
        if self.lines.depth() > 0 {
            return self.end_corrupt("a variation without end", result);
        }
        while let Some(comment) = next_text(&mut self.comments) {
            self.comment(comment)?;
        }
        match self.text.take() {
            Some(text) => set_unparsed(self.game, &text.bytes, result),
            None => {
                self.game.termination = result;
                Ok(())
            }
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = self.moves.get(self.next).copied();
        self.next += 1;
        byte
    }

    /// Reads a move or mark; `None` if the bytes are neither.
    fn step(&mut self, byte: u8) -> Result<Option<()>> {
        match byte {
            MARK_NAG => match self.byte() {
                Some(nag) => self.note(Token::Nag(nag.into())).map(Some),
                None => Ok(None),
            },
            MARK_COMMENT => match next_text(&mut self.comments) {
                Some(comment) => self.comment(comment).map(Some),
                None => Ok(None),
            },
            MARK_BEGIN => self.begin(),
            MARK_END => self.end(),
            code => self.play(code),
        }
    }

    fn play(&mut self, code: u8) -> Result<Option<()>> {
        let moves = self.moves;
        let next = &mut self.next;
        let second = || {
            *next += 1;
            moves.get(*next - 1).copied()
        };
        let pieces = self.lines.position().pieces();
        let Some(m) = pieces.decode(code, second) else { return Ok(None) };
        let bytes = pieces.long_text(m);
        self.lines.play(m)?;
        if let Some(words) = &mut self.text {
            words.add(&bytes);
        } else if self.lines.position().is_lost() {
            let shown = String::from_utf8_lossy(&bytes).into_owned();
            self.report.add(self.at + self.here, Reason::IllegalMove, &shown);
            self.text = Some(Text { depth: self.lines.depth(), bytes });
        } else if self.lines.depth() > 0 {
            self.game.push_token(Token::Move(m))?;
        } else {
            crate::memory::push(&mut self.game.moves, m)?;
        }
        Ok(Some(()))
    }

    fn begin(&mut self) -> Result<Option<()>> {
        if self.lines.begin_variation().is_err() {
            return Ok(None);
        }
        match &mut self.text {
            Some(text) => text.add(b"("),
            None => self.put(Token::Begin)?,
        }
        Ok(Some(()))
    }

    fn end(&mut self) -> Result<Option<()>> {
        let depth = self.lines.depth();
        if self.lines.end_variation().is_err() {
            return Ok(None);
        }
        match self.text.take_if(|text| text.depth == depth) {
            Some(text) => self.game.push_token(Token::Raw(&text.bytes))?,
            None => {
                if let Some(text) = &mut self.text {
                    text.add(b")");
                    return Ok(Some(()));
                }
            }
        }
        self.game.push_token(Token::End)?;
        Ok(Some(()))
    }

    /// Ends the game at the unreadable part of its record.
    fn end_corrupt(&mut self, what: &str, result: Termination) -> Result<()> {
        self.report.add(self.at + self.here, Reason::Corrupt, what);
        while self.lines.depth() > 0 {
            match &mut self.text {
                Some(text) => text.add(CORRUPT),
                None => self.text = Some(Text { depth: self.lines.depth(), bytes: CORRUPT.to_vec() }),
            }
            let depth = self.lines.depth();
            self.end()?;
            debug_assert!(self.lines.depth() < depth);
        }
        let mut text = self.text.take().unwrap_or_default();
        text.add(CORRUPT);
        set_unparsed(self.game, &text.bytes, result)
    }

    /// Adds a comment in a form that PGN can express: a comment with `}` becomes line comments.
    fn comment(&mut self, comment: &[u8]) -> Result<()> {
        if self.text.is_some() || !comment.contains(&b'}') {
            return self.note(Token::Comment(comment));
        }
        let mut lines = comment.split(|byte| is_line_end(*byte));
        lines.try_for_each(|line| self.note(Token::LineComment(line)))
    }

    fn note(&mut self, token: Token<'_>) -> Result<()> {
        let Some(text) = &mut self.text else { return self.put(token) };
        match token {
            Token::Nag(nag) => text.add(format!("${nag}").as_bytes()),
            Token::Comment(comment) => {
                let on_line = |byte: &u8| match *byte {
                    b'}' => b')',
                    byte if is_line_end(byte) => b' ',
                    byte => byte,
                };
                text.add(&[b"{", &*comment.iter().map(on_line).collect::<Vec<u8>>(), b"}"].concat());
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds a token after the plies of the main line before it (`annotations.1`).
    fn put(&mut self, token: Token<'_>) -> Result<()> {
        let is_in_main_line = self.lines.depth() == usize::from(token == Token::Begin);
        let plies = self.game.moves.len() - self.counted;
        if is_in_main_line && plies > 0 {
            self.game.push_token(Token::Plies(plies as u32))?;
            self.counted = self.game.moves.len();
        }
        self.game.push_token(token)
    }
}
