//! Reading the tokens of a game.

use super::kind;
use crate::{
    Codec, Error, ErrorCode, Game, PackedMove, Result, Token,
    coding::wire::Cursor,
    container::values::Fill,
    play::{TokenChecker, misplaced},
};

/// Adds the tokens to `game`, whose start and main line are there already.
///
/// # Errors
///
/// [`ErrorCode::AnnotationMalformed`] for tokens that contradict each other (`annotations.2`) or a kind that does not exist,
/// [`ErrorCode::MoveMalformed`] for a code that is no legal move, and the errors of [`Cursor`]; offsets count in `tokens`.
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
    main: &[PackedMove],
    game: &mut Game,
) -> Result<()> {
    let start = game.start_position();
    let mut walker = TokenChecker::new(&start, main);
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
                take(&mut walker, game, Token::Move(m)).map_err(|e| e.with_offset(at))?;
            }
            continue;
        }
        if kind == kind::EACH {
            let left = cursor.varint()?;
            take_each(&mut walker, game, values, argument, left).map_err(|e| e.with_offset(at))?;
            continue;
        }
        let token = match kind {
            kind::TEMPLATE => Token::Comment(values.comment(argument).map_err(|e| e.with_offset(at))?),
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
    Error::new(ErrorCode::AnnotationMalformed, e.message()).with_offset(at)
}

fn take(walker: &mut TokenChecker<'_>, game: &mut Game, token: Token<'_>) -> Result<()> {
    walker.step(token)?;
    game.push_token(token);
    Ok(())
}

/// All plies of the main line but the last `left`, with a comment after each (`values.4`).
fn take_each(
    walker: &mut TokenChecker<'_>,
    game: &mut Game,
    values: &mut Fill<'_>,
    template: u64,
    left: u64,
) -> Result<()> {
    let here = walker.plies_left() as u64;
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
    walker: &TokenChecker<'_>,
    run: &mut Vec<PackedMove>,
) -> Result<()> {
    let at = cursor.position() as u64;
    if plies == 0 || plies > cursor.remaining() as u64 {
        return Err(
            cursor.error(ErrorCode::AnnotationMalformed, "a run of moves that is empty or longer than its bytes")
        );
    }
    let Some(position) = walker.variation_position() else {
        return Err(cursor.error(ErrorCode::Internal, "a run of moves outside a variation"));
    };
    let code = cursor.clone().take_rest();
    let used = codec.decode_prefix(position, code, plies as usize, run).map_err(|e| e.rebase(at))?;
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
