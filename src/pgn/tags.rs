//! Parsing the tag section of one game.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use super::{
    issue::Reason,
    report::Report,
    tag_lines::TagLine,
    text::{line_end, split_line},
};
use crate::{Error, Game, Result, chess::tag_section, memory};

/// The name of the tag that sets the start.
const FEN: &[u8] = b"FEN";

/// Parses the tag section at `from` into the game, and returns the start of the movetext. `text` consists of complete lines.
///
/// Errors: [`NoMemory`](crate::ErrorCode::NoMemory), for a value over two lines.
// pgn.8
pub(super) fn read_tags(text: &[u8], from: usize, game: &mut Game, report: &mut Report<'_>) -> Result<usize> {
    let mut rest = &text[from..];
    let mut blank_lines = 0;
    loop {
        let at = text.len() - rest.len();
        let (line, next) = TagLine::split(rest);
        match line {
            TagLine::Blank => blank_lines += 1,
            TagLine::Pairs(pairs) => {
                blank_lines = 0;
                let has_quotes = pairs.has_quotes;
                for (name, value) in pairs {
                    // Most values contain no quote, and so no hidden FEN.
                    if (has_quotes || name.len() == FEN.len()) && is_unused_fen(name, value, game) {
                        report.add(at, Reason::UnusedFen);
                    }
                    game.put_tag(name, value);
                }
            }
            TagLine::PairsOverLines(mut pairs) => {
                blank_lines = 0;
                pairs.try_for_each(|(name, value)| {
                    let value = on_one_line(value)?;
                    if is_unused_fen(name, &value, game) {
                        report.add(at, Reason::UnusedFen);
                    }
                    game.put_tag(name, &value);
                    Ok::<(), Error>(())
                })?;
            }
            TagLine::Raw(line) => {
                blank_lines = 0;
                if line.starts_with(b"[") && has_fen(line) {
                    report.add(at, Reason::UnusedFen);
                } else if tag_section::has_value(line) {
                    report.add(at, Reason::UnreadTag);
                }
                game.put_raw_tag(line);
            }
            TagLine::Movetext => {
                // Some programs treat two blank lines as the end of a game without moves, so the writer must write both.
                if blank_lines > 1 && game.tags().len() > 0 && !rest.is_empty() {
                    game.put_raw_tag(b"");
                }
                return Ok(at);
            }
        }
        rest = next;
    }
}

/// Returns the value with a blank instead of a line end.
// pgn.9
fn on_one_line(value: &[u8]) -> Result<Cow<'_, [u8]>> {
    if line_end(value).is_none() {
        return Ok(Cow::Borrowed(value));
    }
    let (first, second) = split_line(value);
    let mut line = memory::with_capacity(first.len() + 1 + second.len())?;
    line.extend_from_slice(first);
    line.push(b' ');
    line.extend_from_slice(second);
    Ok(Cow::Owned(line))
}

/// Returns `true` if the pair has a FEN that sets no start, because it is inside another value, its name is in other letters, or another
/// FEN came first.
// pgn.10
fn is_unused_fen(name: &[u8], value: &[u8], game: &Game) -> bool {
    if name.eq_ignore_ascii_case(FEN) {
        return name != FEN || game.tag(FEN).is_some_and(|first| first != value);
    }
    memchr(b'"', value).is_some() && has_fen(value)
}

/// Returns `true` if the text has a tag named `FEN`, in upper or lower case.
fn has_fen(text: &[u8]) -> bool {
    memchr_iter(b'[', text).any(|at| tag_section::has_name(&text[at..], FEN))
}
