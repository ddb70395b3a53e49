//! Writing the tokens of a game.

use super::kind;
use crate::{
    Codec, Error, ErrorCode, Game, Result, Token, coding::wire::put_varint, container::values::ValuesBuilder,
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
    let mut walker = TokenChecker::new(&start, &game.moves);
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
            let from = from.ok_or_else(|| Error::new(ErrorCode::Internal, "a move was taken outside a variation"))?;
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
    fn add(&mut self, template: u32, walker: &TokenChecker<'_>, out: &mut Vec<u8>) {
        if self.template != template {
            self.put(out);
        }
        *self = Stretch { template, plies: self.plies + 1, left: walker.plies_left() };
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
