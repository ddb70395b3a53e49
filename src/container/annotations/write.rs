//! Writing the tokens of a game.

use std::iter::Peekable;

use super::kind;
use crate::{
    Codec, Error, ErrorCode, Game, Result, Token,
    coding::wire::{MAX_VARINT_LEN, put_varint},
    container::values::ValuesBuilder,
    memory,
    play::TokenChecker,
};

/// Appends the tokens of `game` to `out` and their text to `texts`; the moves of variations are coded with `codec`.
///
/// # Errors
///
/// The errors of [`TokenChecker`]. `out` and `texts` then hold a part of the game.
pub fn encode(game: &Game, codec: Codec, out: &mut Vec<u8>, texts: &mut Vec<u8>) -> Result<()> {
    encode_with(game, codec, out, texts, None)
}

/// Like [`encode`]; with `values`, comments of times and evaluations become templates (`values.3`).
pub(crate) fn encode_with(
    game: &Game,
    codec: Codec,
    out: &mut Vec<u8>,
    texts: &mut Vec<u8>,
    values: Option<&mut ValuesBuilder>,
) -> Result<()> {
    let mut tokens = game.tokens().peekable();
    if tokens.len() == 0 {
        return Ok(());
    }
    let start = game.start_position();
    let checker = TokenChecker::new(&start, &game.moves);
    let mut writer = TokenWriter { checker, codec, out, texts, values, repeated: RepeatedTemplate::default() };
    while let Some(token) = tokens.next() {
        writer.put(token, &mut tokens)?;
    }
    writer.repeated.flush(writer.out);
    writer.checker.finish()
}

struct TokenWriter<'a> {
    checker: TokenChecker<'a>,
    codec: Codec,
    out: &'a mut Vec<u8>,
    texts: &'a mut Vec<u8>,
    values: Option<&'a mut ValuesBuilder>,
    repeated: RepeatedTemplate,
}

impl TokenWriter<'_> {
    /// Writes `token`, and the tokens after it that share its code.
    fn put<'t>(&mut self, token: Token<'t>, rest: &mut Peekable<impl Iterator<Item = Token<'t>>>) -> Result<()> {
        // Space for the token, and for repeated templates that are written before it.
        self.out.try_reserve(3 * MAX_VARINT_LEN)?;
        // values.4: a ply of the main line with a comment of a template after it.
        if let (Token::Plies(1), Some(Token::Comment(text))) = (token, rest.peek().copied())
            && let Some(template) = self.template(text)?
        {
            rest.next();
            self.checker.step(token)?;
            self.checker.step(Token::Comment(text))?;
            self.repeated.add(template, &self.checker, self.out);
            return Ok(());
        }
        self.repeated.flush(self.out);
        if let Token::Move(_) = token {
            return self.put_moves(token, rest);
        }
        self.checker.step(token)?;
        self.put_single(token)
    }

    /// Writes the moves of a variation up to the next token that is not a move, as one line (`annotations.5`).
    fn put_moves<'t>(&mut self, first: Token<'t>, rest: &mut Peekable<impl Iterator<Item = Token<'t>>>) -> Result<()> {
        let start = self.checker.variation_position().cloned();
        let mut moves = Vec::new();
        let mut next = Some(first);
        while let Some(Token::Move(m)) = next {
            self.checker.step(Token::Move(m))?;
            memory::push(&mut moves, m)?;
            next = rest.next_if(|token| matches!(token, Token::Move(_)));
        }
        let start = start.ok_or_else(|| Error::new(ErrorCode::Internal, "a move was taken outside a variation"))?;
        put_token(self.out, kind::PLIES, moves.len() as u64);
        self.codec.encode_line(&start, &moves, self.out)
    }

    /// Writes a token that has its own code (`annotations.3`).
    fn put_single(&mut self, token: Token<'_>) -> Result<()> {
        match token {
            Token::Plies(n) => put_token(self.out, kind::PLIES, n.into()),
            Token::Nag(n) => put_token(self.out, kind::NAG, n.into()),
            Token::Comment(text) => match self.template(text)? {
                Some(template) => put_token(self.out, kind::TEMPLATE, template.into()),
                None => self.put_text(kind::COMMENT, text)?,
            },
            Token::LineComment(text) => self.put_text(kind::LINE_COMMENT, text)?,
            Token::Escape(text) => self.put_text(kind::ESCAPE, text)?,
            Token::Raw(text) => self.put_text(kind::RAW, text)?,
            Token::Begin => put_token(self.out, kind::BEGIN, 0),
            Token::End | Token::Move(_) => put_token(self.out, kind::END, 0),
        }
        Ok(())
    }

    fn put_text(&mut self, kind: u64, text: &[u8]) -> Result<()> {
        put_token(self.out, kind, text.len() as u64);
        memory::append(self.texts, text)
    }

    fn template(&mut self, comment: &[u8]) -> Result<Option<u32>> {
        self.values.as_mut().map_or(Ok(None), |values| values.template(comment))
    }
}

/// Plies of the main line, each followed by a comment with the same template (`values.4`).
#[derive(Default)]
struct RepeatedTemplate {
    template: u32,
    plies: usize,
    /// Number of plies of the main line that follow these plies.
    plies_left: usize,
}

impl RepeatedTemplate {
    /// Adds the last ply that `checker` passed.
    fn add(&mut self, template: u32, checker: &TokenChecker<'_>, out: &mut Vec<u8>) {
        if self.template != template {
            self.flush(out);
        }
        *self = RepeatedTemplate { template, plies: self.plies + 1, plies_left: checker.plies_left() };
    }

    /// Writes the tokens, and resets itself.
    fn flush(&mut self, out: &mut Vec<u8>) {
        let RepeatedTemplate { template, plies, plies_left } = std::mem::take(self);
        if plies == 1 {
            put_token(out, kind::PLIES, 1);
            put_token(out, kind::TEMPLATE, template.into());
        } else if plies > 1 {
            put_token(out, kind::EACH, template.into());
            put_varint(out, plies_left as u64);
        }
    }
}

fn put_token(out: &mut Vec<u8>, kind: u64, argument: u64) {
    put_varint(out, argument << 4 | kind);
}
