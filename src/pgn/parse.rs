//! Parsing the text of one game.

use std::borrow::Cow;

use super::{
    batch::Batch,
    comments::{comments_before_tags_len, split_comment},
    issue::{Issue, Reason},
    language::Language,
    lex::{Lexeme, Lexer},
    movetext::{Movetext, last_line, set_rest},
    report::{Report, add_control_characters},
    tag_lines::before_split_movetext_len,
    tags::read_tags,
    text::{is_line_end, separators_len, trim_end, trim_start},
};
use crate::{
    Game, Result, Start, Token,
    board::{Bitboards, Board},
    chess::variant::is_other_variant,
    memory,
    play::lines::VariationStack,
};

/// Parses games. Reuses its memory from game to game.
#[derive(Debug, Default)]
pub struct Importer {
    lines: VariationStack<Board<Bitboards>>,
}

impl Importer {
    /// Creates an importer.
    pub fn new() -> Importer {
        Importer::default()
    }

    /// Parses game `index` of a batch into `game`, which it clears first. The game keeps text that cannot be parsed verbatim; at most
    /// [`MAX_ISSUES_PER_GAME`](super::MAX_ISSUES_PER_GAME) issues are appended to `issues`.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    ///
    /// # Panics
    ///
    /// When `index` is out of range.
    pub fn read_game(&mut self, batch: &Batch, index: usize, game: &mut Game, issues: &mut Vec<Issue>) -> Result<()> {
        self.read_game_in(batch, index, batch.language, game, issues)
    }

    /// Like [`Importer::read_game`], but with the piece letters of `language`.
    pub(crate) fn read_game_in(
        &mut self,
        batch: &Batch,
        index: usize,
        language: Language,
        game: &mut Game,
        issues: &mut Vec<Issue>,
    ) -> Result<()> {
        let first_issue = issues.len();
        self.parse(batch, index, language, game, issues)?;
        add_control_characters(&batch.games[index], batch.game(index), issues, first_issue);
        Ok(())
    }

    fn parse(
        &mut self,
        batch: &Batch,
        index: usize,
        language: Language,
        game: &mut Game,
        issues: &mut Vec<Issue>,
    ) -> Result<()> {
        game.clear();
        let text = batch.game(index);
        game.try_reserve_parsed(text.len())?;
        let mut report = Report::new(&batch.games[index], text, issues);
        if batch.games[index].continued {
            // pgn.6
            game.continued = true;
            game.put_unparsed(if batch.games[index].cut { text } else { trim_end(text) });
            return Ok(());
        }
        let comments = comments_before_tags_len(text);
        let lines = &text[..whole_lines_len(text, batch.games[index].cut)];
        let movetext = read_tags(lines, comments, game, &mut report)?;
        if batch.games[index].cut && trim_start(&text[movetext..]).is_empty() {
            report.add(last_line(text), Reason::TooLong);
        }
        if let Some(reason) = read_start(game)? {
            report.add(movetext, reason);
            let rest = &text[movetext + separators_len(&text[movetext..])..];
            let rest = if batch.games[index].cut { rest } else { unless_only_numbers(rest) };
            let rest = after_comments(&text[..comments], rest)?;
            return set_rest(game, &batch.games[index], &rest);
        }
        put_comments(&text[..comments], game);
        Movetext::new(text, movetext, &batch.games[index], language, &mut self.lines, game, report).read()
    }
}

/// Returns the length of the lines that can be in the tag section: a line that was cut is not part of it, except for tags before
/// movetext.
// pgn.6
fn whole_lines_len(text: &[u8], is_cut: bool) -> usize {
    if !is_cut {
        return text.len();
    }
    let last = text.iter().rposition(|byte| is_line_end(*byte)).map_or(0, |at| at + 1);
    last + before_split_movetext_len(&text[last..])
}

/// Adds the comments before the tags to the movetext.
// pgn.3
fn put_comments(mut text: &[u8], game: &mut Game) {
    while let Some((comment, rest)) = split_comment(text) {
        game.put_token(Token::Comment(comment));
        text = trim_start(rest);
    }
}

/// Returns the movetext after the comments before the tags, for a game without a readable start. No line begins with the movetext, so
/// that a `[` begins no game.
// pgn.3
fn after_comments<'a>(comments: &[u8], movetext: &'a [u8]) -> Result<Cow<'a, [u8]>> {
    if comments.is_empty() {
        return Ok(Cow::Borrowed(movetext));
    }
    let mut text = memory::with_capacity(comments.len() + 1 + movetext.len())?;
    text.extend_from_slice(trim_end(comments));
    text.push(b' ');
    text.extend_from_slice(movetext);
    Ok(Cow::Owned(text))
}

/// Sets the start; returns the reason if it is unreadable.
// pgn.10
fn read_start(game: &mut Game) -> Result<Option<Reason>> {
    if game.tag(b"Variant").is_some_and(is_other_variant) {
        game.start = Start::Unreadable;
        return Ok(Some(Reason::OtherVariant));
    }
    match game.start_from_tags() {
        Ok(()) => Ok(None),
        Err(e) if e.is_no_memory() => Err(e),
        Err(_) => Ok(Some(Reason::UnplayablePosition)),
    }
}

/// Returns the movetext of a game with an unreadable start, without a lone move number, which the writer adds if there is no movetext.
// pgn.10
fn unless_only_numbers(text: &[u8]) -> &[u8] {
    let mut lexer = Lexer::new(text, 0);
    loop {
        lexer.skip_space();
        match lexer.next() {
            Lexeme::Number => {}
            Lexeme::End => return &[],
            _ => return text,
        }
    }
}
