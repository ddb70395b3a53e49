//! Reading the tokens of a game.

use super::kind;
use crate::{
    Codec, Error, ErrorCode, Game, PackedMove, Result, Token,
    coding::wire::Cursor,
    container::values::TemplateFiller,
    play::{TokenChecker, out_of_place},
};

/// Adds the tokens to `game`, which already has its start and main line.
///
/// # Errors
///
/// [`ErrorCode::AnnotationMalformed`] for inconsistent tokens (`annotations.2`) or an undefined kind, [`ErrorCode::MoveMalformed`]
/// for a code that no legal move has, and the errors of [`Cursor`]; offsets count from the start of `tokens`.
pub fn decode(tokens: &[u8], texts: &[u8], codec: Codec, game: &mut Game) -> Result<()> {
    decode_with(tokens, texts, &mut TemplateFiller::none(), codec, game)
}

/// Like [`decode`]; `values` has the values of the game's comments. Errors: also from [`TemplateFiller`].
pub(crate) fn decode_with(
    tokens: &[u8],
    texts: &[u8],
    values: &mut TemplateFiller<'_>,
    codec: Codec,
    game: &mut Game,
) -> Result<()> {
    if tokens.is_empty() && texts.is_empty() {
        return values.finish();
    }
    let start = game.start_position();
    let main_line = std::mem::take(&mut game.moves);
    let mut reader = TokenReader {
        checker: TokenChecker::new(&start, &main_line),
        tokens: Cursor::new(tokens),
        texts: Cursor::new(texts),
        values,
        codec,
        game,
        moves: Vec::new(),
        is_after_moves: false,
    };
    let done = reader.read_all();
    game.moves = main_line;
    done
}

struct TokenReader<'a, 'v> {
    checker: TokenChecker<'a>,
    tokens: Cursor<'a>,
    texts: Cursor<'a>,
    values: &'a mut TemplateFiller<'v>,
    codec: Codec,
    /// The game to which the tokens are added.
    game: &'a mut Game,
    moves: Vec<PackedMove>,
    /// True if the previous token contained moves of a variation.
    is_after_moves: bool,
}

impl TokenReader<'_, '_> {
    fn read_all(&mut self) -> Result<()> {
        while self.tokens.remaining() > 0 {
            self.read_token()?;
        }
        // annotations.4, annotations.6: tokens and texts are used up.
        let done = self.checker.finish().and_then(|()| self.texts.finish()).and_then(|()| self.values.finish());
        done.map_err(|e| malformed(e, self.tokens.position() as u64))
    }

    /// annotations.3
    fn read_token(&mut self) -> Result<()> {
        let at = self.tokens.position() as u64;
        let token = self.tokens.varint()?;
        let kind = token & 15;
        let argument = token >> 4;
        let is_moves = kind == kind::PLIES && self.checker.depth() > 0;
        if is_moves && self.is_after_moves {
            return Err(malformed(out_of_place("a run of moves that is split in two"), at));
        }
        self.is_after_moves = is_moves;
        match kind {
            _ if is_moves => self.take_moves(argument, at),
            kind::EACH => self.take_each(argument).map_err(|e| e.with_offset(at)),
            kind::TEMPLATE => self.take_comment(argument).map_err(|e| e.with_offset(at)),
            _ => {
                let token = plain_token(kind, argument, &mut self.texts).map_err(|e| malformed(e, at))?;
                take(&mut self.checker, self.game, token).map_err(|e| e.with_offset(at))
            }
        }
    }

    /// Reads `plies` moves of a variation (`annotations.5`).
    fn take_moves(&mut self, plies: u64, at: u64) -> Result<()> {
        decode_moves(&mut self.tokens, self.codec, plies, &self.checker, &mut self.moves)?;
        for m in self.moves.drain(..) {
            take(&mut self.checker, self.game, Token::Move(m)).map_err(|e| e.with_offset(at))?;
        }
        Ok(())
    }

    /// Reads a comment made from a template (`values.4`).
    fn take_comment(&mut self, template: u64) -> Result<()> {
        let comment = Token::Comment(self.values.comment(template)?);
        take(&mut self.checker, self.game, comment)
    }

    /// Reads plies of the main line, each with a comment after it, until only the stored number of plies is left
    /// (`values.4`).
    fn take_each(&mut self, template: u64) -> Result<()> {
        let left = self.tokens.varint()?;
        let here = self.checker.plies_left() as u64;
        if left >= here {
            return Err(annotation_malformed(out_of_place("comments after plies that the main line does not have")));
        }
        for _ in left..here {
            take(&mut self.checker, self.game, Token::Plies(1))?;
            self.take_comment(template)?;
        }
        Ok(())
    }
}

fn annotation_malformed(e: Error) -> Error {
    Error::new(ErrorCode::AnnotationMalformed, e.message())
}

fn malformed(e: Error, at: u64) -> Error {
    annotation_malformed(e).with_offset(at)
}

fn take(checker: &mut TokenChecker<'_>, game: &mut Game, token: Token<'_>) -> Result<()> {
    checker.step(token).map_err(annotation_malformed)?;
    game.push_token(token)
}

/// Decodes `plies` moves of a variation, from the position of the open line.
fn decode_moves(
    cursor: &mut Cursor<'_>,
    codec: Codec,
    plies: u64,
    checker: &TokenChecker<'_>,
    moves: &mut Vec<PackedMove>,
) -> Result<()> {
    let at = cursor.position() as u64;
    if plies == 0 || plies > cursor.remaining() as u64 {
        return Err(
            cursor.error(ErrorCode::AnnotationMalformed, "a run of moves that is empty or longer than its bytes")
        );
    }
    let position = checker.variation_position();
    let position = position.ok_or_else(|| cursor.error(ErrorCode::Internal, "a run of moves outside a variation"))?;
    let code = cursor.clone().take_rest();
    let used = codec.decode_prefix(position, code, plies as usize, moves).map_err(|e| e.shifted_by(at))?;
    cursor.take(used).map(|_| ())
}

fn plain_token<'a>(kind: u64, argument: u64, texts: &mut Cursor<'a>) -> Result<Token<'a>> {
    let small = || u32::try_from(argument).map_err(|_| out_of_place("a number above 32 bits"));
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
        _ => return Err(out_of_place("a token of a kind that does not exist")),
    })
}
