//! Annotations: variations, comments and NAGs, as tokens beside the main line.
//!
//! Spec chapter: `spec/annotations.md`.

use shakmaty::Chess;

use crate::{
    Code, Codec, Error, Game, MoveWord, Result, Token, limits,
    values::{Fill, ValuesBuilder},
    wire::{Cursor, put_varint},
};

/// The low four bits of a token (`annotations.3`).
mod kind {
    pub const PLIES: u64 = 0;
    pub const NAG: u64 = 1;
    pub const COMMENT: u64 = 2;
    pub const LINE_COMMENT: u64 = 3;
    pub const ESCAPE: u64 = 4;
    pub const BEGIN: u64 = 5;
    pub const END: u64 = 6;
    pub const RAW: u64 = 7;
    pub const TEMPLATE: u64 = 8;
    pub const EACH: u64 = 9;
}

/// A line of moves that is open: the main line or a variation.
struct Line {
    /// The position before the last move of the line.
    before: Chess,
    /// The position after it.
    after: Chess,
    /// How many moves the line has so far.
    moves: usize,
}

impl Line {
    fn new(start: Chess) -> Line {
        Line { before: start.clone(), after: start, moves: 0 }
    }

    fn play(&mut self, m: MoveWord) -> Result<()> {
        self.before = self.after.clone();
        m.play(&mut self.after)?;
        self.moves += 1;
        Ok(())
    }
}

/// Follows the tokens of a game through its lines and checks that they fit together (`annotations.2`).
///
/// Writers of the format, readers and the PGN writer all use it. The main line is only replayed when a variation begins.
pub struct Walker<'a> {
    main: &'a [MoveWord],
    main_line: Line,
    /// How far the tokens have gone in the main line.
    ply: usize,
    variations: Vec<Line>,
    last: Last,
}

/// What stood last, as far as it matters for what may come next.
#[derive(PartialEq)]
enum Last {
    Other,
    Plies,
    Raw,
}

impl<'a> Walker<'a> {
    /// Starts before the first move of `main`, played from `start`.
    pub fn new(start: &Chess, main: &'a [MoveWord]) -> Walker<'a> {
        Walker { main, main_line: Line::new(start.clone()), ply: 0, variations: Vec::new(), last: Last::Other }
    }

    /// How many variations are open.
    pub fn depth(&self) -> usize {
        self.variations.len()
    }

    /// How many plies of the main line were passed.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The position in which the next move of the open variation is played; `None` in the main line.
    pub fn variation_position(&self) -> Option<&Chess> {
        self.variations.last().map(|line| &line.after)
    }

    /// Takes the next token.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidGame`] for a token that must not stand here; [`Code::IllegalMove`] for an illegal move.
    pub fn step(&mut self, token: Token<'_>) -> Result<()> {
        if self.last == Last::Raw && token != Token::End {
            return Err(misplaced("unreadable text that is not the end of its variation"));
        }
        let last = std::mem::replace(&mut self.last, Last::Other);
        match token {
            Token::Plies(n) => self.skip(n, last),
            Token::Move(m) => match self.variations.last_mut() {
                Some(line) => line.play(m),
                None => Err(misplaced("a move of a variation in the main line")),
            },
            Token::Begin => self.begin(),
            Token::End => match self.variations.pop() {
                Some(_) => Ok(()),
                None => Err(misplaced("the end of a variation that did not begin")),
            },
            Token::Raw(_) if self.variations.is_empty() => Err(misplaced("unreadable text in the main line")),
            Token::Raw(_) => {
                self.last = Last::Raw;
                Ok(())
            }
            Token::Comment(text) if text.contains(&b'}') => Err(misplaced("a comment that holds `}`")),
            Token::LineComment(text) | Token::Escape(text) if text.iter().any(|b| matches!(b, b'\n' | b'\r')) => {
                Err(misplaced("a comment to the end of the line that holds a line end"))
            }
            Token::Nag(_) | Token::Comment(_) | Token::LineComment(_) | Token::Escape(_) => Ok(()),
        }
    }

    fn skip(&mut self, n: u32, last: Last) -> Result<()> {
        let n = n as usize;
        if n == 0 || n > self.main.len() - self.ply || last == Last::Plies || !self.variations.is_empty() {
            return Err(misplaced("a step along the main line that is empty, doubled, too long or inside a variation"));
        }
        self.ply += n;
        self.last = Last::Plies;
        Ok(())
    }

    fn begin(&mut self) -> Result<()> {
        if self.variations.len() >= limits::MAX_VARIATION_DEPTH {
            return Err(Error::new(Code::LimitExceeded, "variations are nested too deeply"));
        }
        let parent = match self.variations.last() {
            Some(line) => line,
            None => {
                for m in &self.main[self.main_line.moves..self.ply] {
                    self.main_line.play(*m)?;
                }
                &self.main_line
            }
        };
        if parent.moves == 0 {
            return Err(misplaced("a variation before the first move of its line"));
        }
        let start = parent.before.clone();
        self.variations.push(Line::new(start));
        Ok(())
    }

    /// Checks that the tokens may end here.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidGame`] when a variation is open or the last token is a step along the main line.
    pub fn finish(&self) -> Result<()> {
        match (self.variations.is_empty(), &self.last) {
            (false, _) => Err(misplaced("a variation that does not end")),
            (_, Last::Plies) => Err(misplaced("a step along the main line to which nothing is attached")),
            _ => Ok(()),
        }
    }
}

fn misplaced(what: &str) -> Error {
    Error::new(Code::InvalidGame, format!("annotations contradict each other: {what}"))
}

/// Appends the tokens of `game` to `out` and their text to `texts`; the moves of variations are coded with `codec`.
///
/// # Errors
///
/// The errors of [`Walker`]. `out` and `texts` then hold a part of the game.
pub fn encode(game: &Game, codec: Codec, out: &mut Vec<u8>, texts: &mut Vec<u8>) -> Result<()> {
    encode_with(game, codec, out, texts, None)
}

/// As [`encode`]; with `values`, comments of times and evaluations become templates (`values.3`).
pub(crate) fn encode_with(
    game: &Game,
    codec: Codec,
    out: &mut Vec<u8>,
    texts: &mut Vec<u8>,
    mut values: Option<&mut ValuesBuilder>,
) -> Result<()> {
    let mut tokens = game.tokens().peekable();
    if tokens.len() == 0 {
        return Ok(());
    }
    let start = game.start_position();
    let mut walker = Walker::new(&start, &game.moves);
    let mut run = Vec::new();
    let mut stretch = Stretch::default();
    while let Some(token) = tokens.next() {
        if let (Token::Plies(1), Some(Token::Comment(text)), Some(values)) = (token, tokens.peek(), &mut values)
            && let Some(template) = values.template(text)
        {
            walker.step(token)?;
            walker.step(Token::Comment(text))?;
            tokens.next();
            stretch.add(template, &walker, out);
            continue;
        }
        stretch.put(out);
        if let Token::Move(m) = token {
            let from = walker.variation_position().cloned();
            run.push(m);
            walker.step(token)?;
            while let Some(Token::Move(m)) = tokens.peek().copied() {
                run.push(m);
                walker.step(Token::Move(m))?;
                tokens.next();
            }
            put_token(out, kind::PLIES, run.len() as u64);
            let from = from.ok_or_else(|| Error::new(Code::Internal, "a move was taken outside a variation"))?;
            codec.encode_line(&from, &run, out)?;
            run.clear();
            continue;
        }
        walker.step(token)?;
        if let (Token::Comment(text), Some(values)) = (token, &mut values)
            && let Some(template) = values.template(text)
        {
            put_token(out, kind::TEMPLATE, template.into());
            continue;
        }
        let (kind, text): (u64, &[u8]) = match token {
            Token::Comment(text) => (kind::COMMENT, text),
            Token::LineComment(text) => (kind::LINE_COMMENT, text),
            Token::Escape(text) => (kind::ESCAPE, text),
            Token::Raw(text) => (kind::RAW, text),
            Token::Plies(n) => {
                put_token(out, kind::PLIES, n.into());
                continue;
            }
            Token::Nag(n) => {
                put_token(out, kind::NAG, n.into());
                continue;
            }
            Token::Begin => (kind::BEGIN, b""),
            Token::End | Token::Move(_) => (kind::END, b""),
        };
        put_token(out, kind, text.len() as u64);
        texts.extend_from_slice(text);
    }
    stretch.put(out);
    walker.finish()
}

/// Plies of the main line with one comment of the same template after each (`values.4`).
#[derive(Default)]
struct Stretch {
    template: u32,
    plies: usize,
    /// Plies of the main line after it.
    left: usize,
}

impl Stretch {
    /// Takes the ply that `walker` is behind.
    fn add(&mut self, template: u32, walker: &Walker<'_>, out: &mut Vec<u8>) {
        if self.template != template {
            self.put(out);
        }
        *self = Stretch { template, plies: self.plies + 1, left: walker.main.len() - walker.ply };
    }

    /// Writes the tokens and begins anew.
    fn put(&mut self, out: &mut Vec<u8>) {
        let Stretch { template, plies, left } = std::mem::take(self);
        if plies == 1 {
            put_token(out, kind::PLIES, 1);
            put_token(out, kind::TEMPLATE, template.into());
        } else if plies > 1 {
            put_token(out, kind::EACH, template.into());
            put_varint(out, left as u64);
        }
    }
}

fn put_token(out: &mut Vec<u8>, kind: u64, argument: u64) {
    put_varint(out, argument << 4 | kind);
}

/// Adds the tokens to `game`, whose start and main line are there already.
///
/// # Errors
///
/// [`Code::AnnotationMalformed`] for tokens that contradict each other (`annotations.2`) or a kind that does not exist,
/// [`Code::MoveMalformed`] for a code that is no legal move, and the errors of [`Cursor`]; offsets count in `tokens`.
pub fn decode(tokens: &[u8], texts: &[u8], codec: Codec, game: &mut Game) -> Result<()> {
    decode_with(tokens, texts, &mut Fill::none(), codec, game)
}

/// As [`decode`]; `values` are those of the game's comments. Errors: also those of [`Fill`].
pub(crate) fn decode_with(
    tokens: &[u8],
    texts: &[u8],
    values: &mut Fill<'_>,
    codec: Codec,
    game: &mut Game,
) -> Result<()> {
    if tokens.is_empty() && texts.is_empty() {
        return values.finish();
    }
    let main = std::mem::take(&mut game.moves);
    let done = decode_tokens(tokens, texts, values, codec, &main, game);
    game.moves = main;
    done
}

fn decode_tokens(
    tokens: &[u8],
    texts: &[u8],
    values: &mut Fill<'_>,
    codec: Codec,
    main: &[MoveWord],
    game: &mut Game,
) -> Result<()> {
    let start = game.start_position();
    let mut walker = Walker::new(&start, main);
    let mut cursor = Cursor::new(tokens);
    let mut texts = Cursor::new(texts);
    let mut run = Vec::new();
    let mut after_run = false;
    while cursor.remaining() > 0 {
        let at = cursor.position() as u64;
        let token = cursor.varint()?;
        let (kind, argument) = (token & 15, token >> 4);
        let is_run = kind == kind::PLIES && walker.depth() > 0;
        if is_run && after_run {
            return Err(malformed(misplaced("a run of moves that is split in two"), at));
        }
        after_run = is_run;
        if is_run {
            decode_run(&mut cursor, codec, argument, &walker, &mut run)?;
            for m in run.drain(..) {
                take(&mut walker, game, Token::Move(m)).map_err(|e| e.at(at))?;
            }
            continue;
        }
        if kind == kind::EACH {
            let left = cursor.varint()?;
            take_each(&mut walker, game, values, argument, left).map_err(|e| e.at(at))?;
            continue;
        }
        let token = match kind {
            kind::TEMPLATE => Token::Comment(values.comment(argument).map_err(|e| e.at(at))?),
            _ => plain_token(kind, argument, &mut texts).map_err(|e| malformed(e, at))?,
        };
        take(&mut walker, game, token).map_err(|e| malformed(e, at))?;
    }
    // annotations.4, annotations.6: tokens and texts are used up.
    walker
        .finish()
        .and_then(|()| texts.finish())
        .and_then(|()| values.finish())
        .map_err(|e| malformed(e, tokens.len() as u64))
}

fn malformed(e: Error, at: u64) -> Error {
    Error::new(Code::AnnotationMalformed, e.message()).at(at)
}

fn take(walker: &mut Walker<'_>, game: &mut Game, token: Token<'_>) -> Result<()> {
    walker.step(token)?;
    game.push_token(token);
    Ok(())
}

/// All plies of the main line but the last `left`, with a comment after each (`values.4`).
fn take_each(walker: &mut Walker<'_>, game: &mut Game, values: &mut Fill<'_>, template: u64, left: u64) -> Result<()> {
    let here = (walker.main.len() - walker.ply) as u64;
    if left >= here {
        return Err(malformed(misplaced("comments after plies that the main line does not have"), 0));
    }
    for _ in left..here {
        take(walker, game, Token::Plies(1)).map_err(|e| malformed(e, 0))?;
        take(walker, game, Token::Comment(values.comment(template)?)).map_err(|e| malformed(e, 0))?;
    }
    Ok(())
}

/// A run of `plies` moves of a variation, decoded from the open line's position.
fn decode_run(
    cursor: &mut Cursor<'_>,
    codec: Codec,
    plies: u64,
    walker: &Walker<'_>,
    run: &mut Vec<MoveWord>,
) -> Result<()> {
    let at = cursor.position() as u64;
    if plies == 0 || plies > cursor.remaining() as u64 {
        return Err(cursor.error(Code::AnnotationMalformed, "a run of moves that is empty or longer than its bytes"));
    }
    let Some(position) = walker.variation_position() else {
        return Err(cursor.error(Code::Internal, "a run of moves outside a variation"));
    };
    let code = cursor.clone().take_rest();
    let used = codec.decode_prefix(position, code, plies as usize, run).map_err(|e| e.shifted(at))?;
    cursor.take(used).map(|_| ())
}

fn plain_token<'a>(kind: u64, argument: u64, texts: &mut Cursor<'a>) -> Result<Token<'a>> {
    let small = || u32::try_from(argument).map_err(|_| misplaced("a number above 32 bits"));
    let mut text = || texts.take(usize::try_from(argument).unwrap_or(usize::MAX));
    Ok(match kind {
        kind::PLIES => Token::Plies(small()?),
        kind::NAG => Token::Nag(small()?),
        kind::COMMENT => Token::Comment(text()?),
        kind::LINE_COMMENT => Token::LineComment(text()?),
        kind::ESCAPE => Token::Escape(text()?),
        kind::RAW => Token::Raw(text()?),
        kind::BEGIN if argument == 0 => Token::Begin,
        kind::END if argument == 0 => Token::End,
        _ => return Err(misplaced("a token of a kind that does not exist")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(uci: &str, tokens: &[Token<'_>]) -> Game {
        let mut game = Game::new();
        let mut position = Chess::default();
        for m in uci.split_whitespace() {
            let m = MoveWord::from_uci(m.as_bytes(), &position).unwrap();
            m.play(&mut position).unwrap();
            game.moves.push(m);
        }
        tokens.iter().for_each(|t| game.push_token(*t));
        game
    }

    fn d2d4() -> MoveWord {
        MoveWord::from_uci(b"d2d4", &Chess::default()).unwrap()
    }

    fn round_trip(game: &Game) {
        for codec in [Codec::Coord16, Codec::Byte] {
            let (mut tokens, mut texts) = (Vec::new(), Vec::new());
            encode(game, codec, &mut tokens, &mut texts).unwrap();
            let mut read = Game::new();
            read.moves.clone_from(&game.moves);
            decode(&tokens, &texts, codec, &mut read).unwrap();
            assert_eq!(&read, game);
        }
    }

    #[test]
    fn tokens_come_back() {
        round_trip(&game("e2e4 e7e5", &[]));
        round_trip(&game(
            "e2e4 e7e5",
            &[
                Token::Comment(b"start \xff"),
                Token::Plies(1),
                Token::Nag(1),
                Token::Begin,
                Token::LineComment(b"other"),
                Token::Move(d2d4()),
                Token::Begin,
                Token::Raw(b"1. Nf9"),
                Token::End,
                Token::End,
                Token::Plies(1),
                Token::Escape(b"end"),
            ],
        ));
    }

    #[test]
    fn a_run_of_moves_is_not_split() {
        let code = |m: &str| MoveWord::from_uci(m.as_bytes(), &Chess::default()).unwrap().0.to_le_bytes();
        let (d2d4, g8f6) = (code("d2d4"), [0xad, 0x0f]);
        let whole = [&[0x10, 0x05, 0x20][..], &d2d4, &g8f6, &[0x06]].concat();
        let split = [&[0x10, 0x05, 0x10][..], &d2d4, &[0x10], &g8f6, &[0x06]].concat();
        decode(&whole, b"", Codec::Coord16, &mut game("e2e4", &[])).unwrap();
        let error = decode(&split, b"", Codec::Coord16, &mut game("e2e4", &[])).unwrap_err();
        assert_eq!((error.code(), error.offset()), (Code::AnnotationMalformed, Some(5)));
    }

    #[test]
    fn contradictions_are_refused() {
        for tokens in [
            &[Token::Begin][..],
            &[Token::End],
            &[Token::Move(d2d4())],
            &[Token::Raw(b"x")],
            &[Token::Plies(1)],
            &[Token::Plies(0), Token::Nag(1)],
            &[Token::Plies(2), Token::Nag(1)],
            &[Token::Plies(1), Token::Begin],
            &[Token::Plies(1), Token::Begin, Token::Raw(b"x"), Token::Nag(1), Token::End],
            &[Token::Plies(1), Token::Begin, Token::Plies(1), Token::Nag(1), Token::End],
            &[Token::Comment(b"a}b")],
            &[Token::LineComment(b"a\nb")],
            &[Token::Escape(b"a\rb")],
        ] {
            let error = encode(&game("e2e4", tokens), Codec::Coord16, &mut Vec::new(), &mut Vec::new()).unwrap_err();
            assert_eq!(error.code(), Code::InvalidGame, "{tokens:?}");
        }
    }
}
