//! Converts games to records.

use std::{collections::HashMap, fmt};

use super::{
    board::Board,
    changes::Changes,
    fields::{Date, RATING_KINDS, count_bits, eco_code, exact_flags, rating_bits, result_bits},
    index::{Entry, FLAG_PROMOTION, FLAG_START, FLAG_UNDERPROMOTION},
    names::MAX_NAME_LEN,
    notes::Notes,
    pieces::Pieces,
    record::{MAX_RECORD_LEN, NAME_TAGS, START_FEN, write_tag},
};
use crate::{
    Error, ErrorCode, Game, PackedMove, Position, Result, Role, Start, Tag, Termination, Token,
    board::piece::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK},
    play::{lines::VariationStack, out_of_place},
    text::unescape,
};

/// Maximum length of a tag's name and value together: Scid reads no longer ones from PGN, and has no space for much longer ones when it
/// writes PGN.
const MAX_TAG_LEN: usize = 240;

/// Maximum number of plies that the index can count.
const MAX_PLIES: usize = 1023;

/// The reason for which SCID cannot hold a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ScidRefusal {
    /// At the start, a king or rook with a castling right is not on its square of the standard start.
    Chess960,
    /// A side has more than 16 pieces at the start.
    TooManyPieces,
    /// Its moves, variations, comments and tags take 128 KiB or more.
    TooLong,
    /// The database already has the maximum number of games, or the games would exceed 4 GiB in total.
    DatabaseFull,
    /// The database already has the maximum number of names of this kind.
    TooManyNames,
}

impl fmt::Display for ScidRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ScidRefusal::Chess960 => "a Chess960 start with castling",
            ScidRefusal::TooManyPieces => "more than 16 pieces of a side",
            ScidRefusal::TooLong => "128 KiB or longer",
            ScidRefusal::DatabaseFull => "the database has as many games as SCID 4 can hold",
            ScidRefusal::TooManyNames => "the database has as many names as SCID 4 can hold",
        })
    }
}

/// A game in SCID's form, without the numbers of its names and the place of its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub entry: Entry,
    /// White, Black, event, site, round.
    pub names: [Vec<u8>; 5],
    pub record: Vec<u8>,
    pub changes: Changes,
}

/// Encodes a game, or returns the reason for which SCID cannot hold it.
///
/// Errors: [`ErrorCode::InvalidGame`] and [`ErrorCode::IllegalMove`] for a game that contradicts itself; [`ErrorCode::NoMemory`].
pub(crate) fn encode(game: &Game) -> Result<std::result::Result<Encoded, ScidRefusal>> {
    let board = match board_of(game) {
        Ok(board) => board,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let mut encoder = Encoder {
        game,
        entry: Entry::default(),
        names: [const { Vec::new() }; 5],
        record: Vec::new(),
        changes: Changes::default(),
        notes: Notes::new(),
        lines: VariationStack::new(board),
    };
    encoder.tags()?;
    encoder.moves()?;
    let encoded = encoder.finish();
    Ok(if encoded.record.len() < MAX_RECORD_LEN { Ok(encoded) } else { Err(ScidRefusal::TooLong) })
}

fn board_of(game: &Game) -> std::result::Result<Board, ScidRefusal> {
    let Start::Fen(start) = &game.start else { return Ok(Board::new(Position::default(), Pieces::standard())) };
    if start.is_chess960() {
        return Err(ScidRefusal::Chess960);
    }
    let position = start.clone();
    let pieces = Pieces::of(position.pieces(), usize::from(position.turn().is_black()));
    pieces.map(|pieces| Board::new(*position, pieces)).ok_or(ScidRefusal::TooManyPieces)
}

struct Encoder<'a> {
    game: &'a Game,
    entry: Entry,
    names: [Vec<u8>; 5],
    /// The tags; later the complete record.
    record: Vec<u8>,
    changes: Changes,
    notes: Notes,
    lines: VariationStack<Board>,
}

impl Encoder<'_> {
    /// Sorts the tags into tags of the index and others. A tag that the index cannot hold exactly is in both.
    fn tags(&mut self) -> Result<()> {
        // Number of occurrences of each name, and whether one was already processed.
        let mut names: HashMap<&[u8], (usize, bool)> = HashMap::new();
        for tag in self.game.tags() {
            if let Tag::Pair(name, _) = tag {
                names.entry(name).or_default().0 += 1;
            }
        }
        self.names = NAME_TAGS.map(|_| b"?".to_vec());
        self.entry.result = result_bits(self.game.termination);
        // The event date is relative to the date of the game.
        if let Some(date) = self.game.tag(b"Date") {
            self.entry.date = Date::near(&unescape(date)?);
        }
        for tag in self.game.tags() {
            let (name, value) = match tag {
                Tag::Pair(name, value) => (name, unescape(value)?),
                Tag::Raw(b"") => continue,
                Tag::Raw(line) => {
                    self.changes.tag_lines_as_comments = true;
                    self.notes.comment(line, &mut self.changes);
                    continue;
                }
            };
            let (is_repeated, is_first) = names
                .get_mut(name)
                .map_or((false, true), |(count, is_seen)| (*count > 1, !std::mem::replace(is_seen, true)));
            // A record has one start, and readers ignore any other FEN in it.
            if name == b"FEN" && !is_first && matches!(self.game.start, Start::Fen(_)) {
                self.changes.lost_starts = true;
                continue;
            }
            let is_held = is_first && self.index_tag(name, &value);
            if !is_held || (is_repeated && !NAME_TAGS.contains(&name)) {
                self.other_tag(name, &value);
            }
        }
        self.record.push(0);
        Ok(())
    }

    /// Returns `true` if the index holds the tag exactly.
    fn index_tag(&mut self, name: &[u8], value: &[u8]) -> bool {
        if let Some(field) = NAME_TAGS.iter().position(|tag| *tag == name) {
            self.names[field] = self.fitting(value, MAX_NAME_LEN.min(MAX_TAG_LEN - name.len()));
            return true;
        }
        match name {
            b"Date" => Date::exact(value).is_some(),
            b"EventDate" => self.event_date(value),
            b"Result" => self.result(value),
            b"ECO" => {
                let (code, is_all) = eco_code(value);
                self.entry.eco = code;
                is_all
            }
            b"ScidFlags" => {
                self.entry.flags |= exact_flags(value).unwrap_or(0);
                exact_flags(value).is_some()
            }
            b"FEN" => matches!(self.game.start, Start::Fen(_)),
            _ => self.rating(name, value),
        }
    }

    fn event_date(&mut self, value: &[u8]) -> bool {
        let exact = Date::exact(value).filter(|date| date.0 != 0 && date.event_bits(self.entry.date).is_some());
        self.entry.event_date = exact.unwrap_or_default();
        exact.is_some()
    }

    /// Uses the tag as the result if the movetext has no marker.
    fn result(&mut self, value: &[u8]) -> bool {
        let Some(result) = Termination::from_text(value) else { return false };
        if self.game.termination == Termination::Absent {
            self.entry.result = result_bits(result);
        }
        self.entry.result == result_bits(result)
    }

    /// Uses the first rating of a player, of any kind.
    fn rating(&mut self, name: &[u8], value: &[u8]) -> bool {
        let colors: [&[u8]; 2] = [b"White", b"Black"];
        let Some((color, kind)) = colors.iter().enumerate().find_map(|(color, begin)| {
            let kind = name.strip_prefix(*begin)?;
            Some((color, RATING_KINDS.iter().position(|known| known.as_bytes() == kind)?))
        }) else {
            return false;
        };
        match rating_bits(value, kind).filter(|_| self.entry.ratings[color] == 0) {
            Some(bits) => {
                self.entry.ratings[color] = bits;
                true
            }
            None => false,
        }
    }

    fn other_tag(&mut self, name: &[u8], value: &[u8]) {
        if name.len() > MAX_TAG_LEN {
            self.changes.cut_tags = true;
            return;
        }
        let value = self.fitting(value, MAX_TAG_LEN - name.len());
        write_tag(name, &value, &mut self.record);
    }

    /// Returns the beginning of a text that fits, without a partial character at its end, and without NUL, which ends texts.
    fn fitting(&mut self, value: &[u8], max: usize) -> Vec<u8> {
        let mut end = value.len().min(max);
        if end < value.len() {
            self.changes.cut_tags = true;
            while end > 0 && value[end] & 0xC0 == 0x80 {
                end -= 1;
            }
        }
        self.changes.replaced_nuls |= value[..end].contains(&0);
        value[..end].iter().map(|byte| if *byte == 0 { b' ' } else { *byte }).collect()
    }

    fn moves(&mut self) -> Result<()> {
        let mut main_line = self.game.moves.iter();
        for token in self.game.tokens() {
            match token {
                Token::Plies(plies) => {
                    for _ in 0..plies {
                        let m =
                            main_line.next().ok_or_else(|| out_of_place("more plies of the main line than it has"))?;
                        self.play(*m)?;
                    }
                }
                Token::Move(m) if self.lines.depth() > 0 => self.play(m)?,
                Token::Move(_) => return Err(out_of_place("a move of a variation in the main line")),
                Token::Begin => {
                    self.lines.begin_variation()?;
                    self.notes.begin();
                }
                Token::End => {
                    self.lines.end_variation()?;
                    self.notes.end();
                }
                note => self.note(note),
            }
        }
        main_line.try_for_each(|m| self.play(*m))?;
        if self.lines.depth() > 0 {
            return Err(out_of_place("a variation that does not end"));
        }
        if !self.game.unparsed().is_empty() {
            self.note(Token::Raw(self.game.unparsed()));
        }
        Ok(())
    }

    fn note(&mut self, token: Token<'_>) {
        match token {
            Token::Nag(nag) => self.notes.nag(nag, &mut self.changes),
            Token::Comment(text) | Token::LineComment(text) => self.notes.comment(text, &mut self.changes),
            Token::Escape(text) => {
                self.changes.tag_lines_as_comments = true;
                self.notes.comment(&[b"%", text].concat(), &mut self.changes);
            }
            Token::Raw(text) => {
                self.changes.unparsed_as_comments = true;
                // With its braces, Scid would write a comment that ends early.
                let in_brackets = |byte: &u8| match byte {
                    b'{' => b'(',
                    b'}' => b')',
                    byte => *byte,
                };
                let text: Vec<u8> = text.iter().map(in_brackets).collect();
                self.notes.comment(&text, &mut self.changes);
            }
            Token::Plies(_) | Token::Move(_) | Token::Begin | Token::End => {}
        }
    }

    fn play(&mut self, m: PackedMove) -> Result<()> {
        let pieces = self.lines.position().pieces();
        let illegal = || Error::new(ErrorCode::IllegalMove, format!("{m} is not a legal move here"));
        let code = pieces.encode(m).ok_or_else(illegal)?;
        if self.lines.depth() == 0 {
            let left = home_pawns_left(pieces, m);
            self.count_main_move(m, left);
        }
        self.lines.play(m)?;
        if self.lines.position().is_lost() {
            return Err(illegal());
        }
        self.notes.add_move(code);
        Ok(())
    }

    /// Counts a move of the main line for the index.
    fn count_main_move(&mut self, m: PackedMove, home_pawn: Option<u8>) {
        if let Some(role) = m.promotion() {
            self.entry.flags |= FLAG_PROMOTION;
            self.entry.flags |= if role == Role::Queen { 0 } else { FLAG_UNDERPROMOTION };
        }
        let count = usize::from(self.entry.pawns[0]);
        if let Some(pawn) = home_pawn.filter(|_| count < 16 && !matches!(self.game.start, Start::Fen(_))) {
            self.entry.pawns[1 + count / 2] |= if count.is_multiple_of(2) { pawn << 4 } else { pawn };
            self.entry.pawns[0] += 1;
        }
    }

    fn finish(mut self) -> Encoded {
        let mut flags = (self.entry.flags & (FLAG_PROMOTION | FLAG_UNDERPROMOTION)) as u8;
        let fen = match &self.game.start {
            Start::Fen(_) => Some(self.fen()),
            Start::Standard | Start::Unreadable => None,
        };
        if fen.is_some() {
            self.entry.flags |= FLAG_START;
            flags |= START_FEN;
        }
        self.record.push(flags);
        if let Some(fen) = fen {
            self.record.extend(fen);
            self.record.push(0);
        }
        let [variations, comments, nags] = self.notes.counts().map(count_bits);
        self.entry.counts = variations | comments << 4 | nags << 8;
        self.entry.material = material(self.lines.position().pieces());
        self.entry.plies = self.game.moves.len().min(MAX_PLIES) as u16;
        self.notes.write(&mut self.record);
        Encoded { entry: self.entry, names: self.names, record: self.record, changes: self.changes }
    }

    /// Returns the FEN of the start: the text of the tag if every reader can read it.
    fn fen(&self) -> Vec<u8> {
        let text = self.game.tag(b"FEN").unwrap_or_default();
        if is_full_fen(text) { text.to_vec() } else { self.game.start_position().fen().as_bytes().to_vec() }
    }
}

/// Returns `true` if a FEN has its six fields in the usual form.
fn is_full_fen(fen: &[u8]) -> bool {
    let fields: Vec<&[u8]> = fen.split(|byte| *byte == b' ').collect();
    let [pieces, turn, castling, en_passant, counters @ ..] = &fields[..] else { return false };
    pieces.split(|byte| *byte == b'/').count() == 8
        && matches!(*turn, b"w" | b"b")
        && (*castling == b"-" || (!castling.is_empty() && castling.iter().all(|right| b"KQkq".contains(right))))
        && (*en_passant == b"-" || matches!(en_passant, [b'a'..=b'h', b'3' | b'6']))
        && counters.len() == 2
        && counters.iter().all(|counter| (1..5).contains(&counter.len()) && counter.iter().all(u8::is_ascii_digit))
}

/// Returns the pawn that leaves its first square, by a move or by capture: from 15 for White's a pawn to 0 for Black's h pawn.
fn home_pawns_left(pieces: &Pieces, m: PackedMove) -> Option<u8> {
    let home = |square: u8| match (pieces.at(square), square >> 3) {
        (PAWN, 1) => Some(15 - (square & 7)),
        (piece, 6) if piece == PAWN | 8 => Some(7 - (square & 7)),
        _ => None,
    };
    if m.is_null() { None } else { home(m.from()).or_else(|| home(m.to())) }
}

/// Returns the material at the end: two bits per kind with a maximum of three, four bits for pawns.
fn material(pieces: &Pieces) -> u32 {
    let side = |color: u8| {
        let officers = [QUEEN, ROOK, BISHOP, KNIGHT].into_iter();
        let officers = officers.fold(0, |bits, role| bits << 2 | pieces.count(role | color).min(3));
        officers << 4 | pieces.count(PAWN | color).min(15)
    };
    side(0) << 12 | side(8)
}
