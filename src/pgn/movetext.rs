//! Parsing the movetext of one game.

use super::{
    batch::GameText,
    issue::Reason,
    language::Language,
    lex::{Lexeme, Lexer},
    markers::begins_with_marker,
    movetext_end::number_of,
    parentheses::signs_in_parentheses_len,
    report::Report,
    symbol::{LetterSign, Symbol, letter_sign},
    tag_lines::is_long_tag_line,
    text::{is_line_end, is_space, separators_at_end, separators_len, split_line, trim_end},
    unparsed::without_blank_lines,
};
use crate::{
    Game, PackedMove, Piece, Result, Role, Termination, Token,
    board::{Bitboards, Board, MadeMove},
    chess::game::TokenMark,
    notation::san,
    play::lines::VariationStack,
};

/// Keeps the end of a text that was cut, verbatim: the next game continues there.
// pgn.6
pub(super) fn set_rest(game: &mut Game, source: &GameText, rest: &[u8]) -> Result<()> {
    let rest = if source.cut { rest } else { trim_end(rest) };
    game.put_unparsed(&without_blank_lines(rest)?);
    Ok(())
}

/// Returns the line end before the last line; 0 if there is none.
pub(super) fn last_line(text: &[u8]) -> usize {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.iter().rposition(|byte| is_line_end(*byte)).unwrap_or(0)
}

fn is_pawn_capture(ply: MadeMove) -> bool {
    ply.captured != Piece::NONE && ply.piece.role() == Some(Role::Pawn)
}

/// Returns the position after leading white space, a move number with its dots, and white space.
// pgn.13
#[inline(always)]
fn skip_number(text: &[u8], mut pos: usize) -> usize {
    let skip = |mut pos: usize, wanted: fn(u8) -> bool| {
        while text.get(pos).is_some_and(|byte| wanted(*byte)) {
            pos += 1;
        }
        pos
    };
    pos = skip(pos, is_space);
    let digits = skip(pos, |byte| byte.is_ascii_digit());
    if digits == pos || text.get(digits) != Some(&b'.') {
        return pos;
    }
    skip(skip(digits, |byte| byte == b'.'), is_space)
}

/// Returns the move number with which the text begins.
// pgn.13
fn number_at(text: &[u8]) -> Option<u32> {
    let mut lexer = Lexer::new(text, 0);
    match lexer.next() {
        Lexeme::Number => number_of(&text[..lexer.pos]),
        _ => None,
    }
}

/// The start of the outermost open variation, for removing the variation.
#[derive(Default)]
struct Outermost {
    pos: usize,
    tokens: TokenMark,
    plies: usize,
}

/// Parser of the movetext of one game.
pub(super) struct Movetext<'a> {
    text: &'a [u8],
    lexer: Lexer<'a>,
    /// The start of the movetext.
    begin: usize,
    source: &'a GameText,
    language: Language,
    game: &'a mut Game,
    report: Report<'a>,
    lines: &'a mut VariationStack<Board<Bitboards>>,
    /// Plies of the main line that the tokens already count.
    plies: usize,
    outermost: Outermost,
    /// The start of the move numbers that directly precede the next lexeme.
    number: Option<usize>,
    /// The move number of the start.
    start_number: u32,
    /// The position and value of the first number before the first move, until it is compared.
    first_number: Option<(usize, u32)>,
    /// The last lexeme was a pawn capture, or `e.p.` after one.
    pawn_captured: bool,
    /// The last lexeme was a move, or a sign after a move. Numbers do not count.
    has_moved: bool,
}

impl<'a> Movetext<'a> {
    /// Starts at the beginning of the movetext, with the board of an importer.
    pub fn new(
        text: &'a [u8],
        movetext: usize,
        source: &'a GameText,
        language: Language,
        lines: &'a mut VariationStack<Board<Bitboards>>,
        game: &'a mut Game,
        report: Report<'a>,
    ) -> Movetext<'a> {
        let start = game.start_position();
        lines.restart(Board::new(&start));
        Movetext {
            text,
            lexer: Lexer::new(text, movetext),
            begin: movetext,
            source,
            language,
            report,
            lines,
            plies: 0,
            outermost: Outermost::default(),
            number: None,
            start_number: start.fullmoves(),
            first_number: None,
            pawn_captured: false,
            has_moved: false,
            game,
        }
    }

    /// Parses the complete movetext into the game.
    ///
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn read(mut self) -> Result<()> {
        let limit = self.parse_limit();
        let has_plain_moves = !self.source.cut && self.language == Language::ENGLISH;
        loop {
            self.look_at_first_number();
            if has_plain_moves && self.game.termination == Termination::Absent {
                self.plain_moves();
            }
            self.report_first_number();
            let start = self.lexer.skip_space();
            let lexeme = self.lexer.next();
            if matches!(lexeme, Lexeme::Number) && self.game.termination == Termination::Absent && start < limit {
                self.number.get_or_insert(start);
                continue;
            }
            if matches!(lexeme, Lexeme::End) {
                return self.finish();
            }
            let result = if start >= limit { Err(Reason::TooLong) } else { self.take(lexeme, start) };
            let from = self.number.take().unwrap_or(start);
            if let Err(reason) = result
                && !self.keep_unparsed(from, self.reason_at(start, reason))?
            {
                return Ok(());
            }
        }
    }

    /// Remembers the number before the first move.
    // pgn.13
    #[inline]
    fn look_at_first_number(&mut self) {
        if self.first_number.is_none() && self.game.moves.is_empty() {
            let start = self.lexer.skip_space();
            self.first_number = number_at(&self.text[start..]).map(|number| (start, number));
        }
    }

    /// Reports the number after the first move, if it differs from the number of the start.
    // pgn.13
    #[inline]
    fn report_first_number(&mut self) {
        if self.game.moves.is_empty() {
            return;
        }
        if let Some((at, number)) = self.first_number.take()
            && number != self.start_number
        {
            self.report.add(at, Reason::OtherNumber);
        }
    }

    /// Returns the end of the text to parse: the last line of a text that was cut can be incomplete.
    // pgn.6
    fn parse_limit(&self) -> usize {
        if self.source.cut { last_line(self.text) } else { usize::MAX }
    }

    #[inline]
    fn take(&mut self, lexeme: Lexeme<'a>, start: usize) -> Result<(), Reason> {
        let is_terminated = self.game.termination != Termination::Absent;
        self.pawn_captured &= matches!(lexeme, Lexeme::Word(_));
        self.has_moved &= matches!(lexeme, Lexeme::Word(_) | Lexeme::Nag(_));
        match lexeme {
            Lexeme::Nag(number) => self.push(Token::Nag(number)),
            Lexeme::Comment(text) => self.push(Token::Comment(text)),
            Lexeme::LineComment(text) => self.push(Token::LineComment(text)),
            Lexeme::Escape(text) => self.push(Token::Escape(text)),
            Lexeme::Bad(reason) => return Err(reason),
            // pgn.17
            Lexeme::Word(word) if is_terminated && self.push_signs(word) => {}
            _ if is_terminated => return Err(Reason::AfterMarker),
            Lexeme::Word(word) => return self.word(word),
            Lexeme::Open => return self.open(start),
            Lexeme::Close => return self.close(),
            Lexeme::Marker(marker) => return self.marker(marker),
            Lexeme::Number | Lexeme::End => {}
        }
        Ok(())
    }

    /// Adds a token after the plies of the main line that precede it.
    // pgn.21
    fn push(&mut self, token: Token<'_>) {
        let plies = self.game.moves.len() - self.plies;
        if plies > 0 {
            self.game.put_token(Token::Plies(plies as u32));
            self.plies += plies;
        }
        self.game.put_token(token);
    }

    /// Plays moves with their numbers in the usual format of programs, up to anything else.
    #[inline]
    fn plain_moves(&mut self) {
        let Movetext { text, lexer, game, lines, pawn_captured, has_moved, number, .. } = self;
        let is_main_line = lines.depth() == 0;
        let mut pos = lexer.pos;
        let played = lines.play_each(|board| {
            let start = skip_number(text, pos);
            let (undo, len) = san::play_plain(&text[start..], board)?;
            pos = start + len;
            let ply = undo.ply;
            *pawn_captured = is_pawn_capture(ply);
            if is_main_line {
                game.moves.push(ply.packed);
            } else {
                game.put_token(Token::Move(ply.packed));
            }
            Some(undo)
        });
        if played > 0 {
            (lexer.pos, *number) = (pos, None);
            *has_moved = true;
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Reason> {
        if self.language == Language::ENGLISH {
            return self.english_word(word, word);
        }
        // pgn.31
        match self.language.in_english(word) {
            Some(plain) => self.english_word(plain.bytes(), word),
            // Not a move, but perhaps the sign `N`.
            None => self.other_word(b"", word, Reason::UnknownWord),
        }
    }

    #[inline]
    fn english_word(&mut self, word: &[u8], written: &[u8]) -> Result<(), Reason> {
        match san::parse_san(word, self.lines.position()) {
            Ok(m) => self.play(m),
            Err(error) => self.other_word(word, written, error.into()),
        }
    }

    fn play(&mut self, m: PackedMove) -> Result<(), Reason> {
        self.lines.play(m).map_err(|_| Reason::IllegalMove)?;
        let ply = self.lines.undo().map(|undo| undo.ply);
        self.pawn_captured = ply.is_some_and(is_pawn_capture);
        self.has_moved = true;
        self.push_move(m);
        Ok(())
    }

    fn push_move(&mut self, m: PackedMove) {
        match self.lines.depth() {
            0 => self.game.moves.push(m),
            _ => self.game.put_token(Token::Move(m)),
        }
    }

    /// Handles a symbol that is not a move as it stands; `written` is the symbol before its letters were translated to English.
    fn other_word(&mut self, word: &[u8], written: &[u8], reason: Reason) -> Result<(), Reason> {
        if self.pawn_captured && san::is_en_passant_mark(word) {
            return Ok(());
        }
        self.pawn_captured = false;
        if let Some(symbol) = Symbol::of(word) {
            return self.symbol(&symbol, reason);
        }
        if san::is_null_move(written) {
            return self.play(PackedMove::NULL);
        }
        if let Some(sign) = letter_sign(written).filter(|_| self.has_moved && self.number.is_none())
            && sign.is_before(&self.text[self.lexer.pos..])
        {
            if let LetterSign::Nag(number) = sign {
                self.push(Token::Nag(number));
            }
            return Ok(());
        }
        Err(reason)
    }

    /// Adds the signs of a symbol that consists only of signs. Returns `false` for any other symbol.
    fn push_signs(&mut self, word: &[u8]) -> bool {
        let signs = Symbol::of(word).filter(|symbol| symbol.move_text().is_empty());
        signs.map(|symbol| self.push_nags(&symbol)).is_some()
    }

    // pgn.29, pgn.30
    fn symbol(&mut self, symbol: &Symbol, reason: Reason) -> Result<(), Reason> {
        if !symbol.move_text().is_empty() {
            let m = san::parse_san(symbol.move_text(), self.lines.position()).map_err(|_| reason)?;
            self.play(m)?;
        }
        self.push_nags(symbol);
        Ok(())
    }

    fn push_nags(&mut self, symbol: &Symbol) {
        symbol.nags().iter().for_each(|number| self.push(Token::Nag(*number)));
    }

    // pgn.18
    fn open(&mut self, start: usize) -> Result<(), Reason> {
        let is_outermost = self.lines.depth() == 0;
        self.lines.begin_variation()?;
        if let Some(len) = signs_in_parentheses_len(&self.text[start..]) {
            // pgn.30
            self.lines.end_variation()?;
            self.lexer.pos = start + len;
            self.push(Token::Comment(&self.text[start..start + len]));
            return Ok(());
        }
        if is_outermost {
            let pos = self.number.unwrap_or(start);
            self.outermost = Outermost { pos, tokens: self.game.token_mark(), plies: self.plies };
        }
        self.push(Token::Begin);
        Ok(())
    }

    fn close(&mut self) -> Result<(), Reason> {
        self.lines.end_variation()?;
        self.push(Token::End);
        Ok(())
    }

    fn marker(&mut self, marker: Termination) -> Result<(), Reason> {
        if self.lines.depth() > 0 {
            return Err(Reason::MarkerInVariation);
        }
        self.game.termination = marker;
        Ok(())
    }

    /// Returns the reason to report: a limit, if a limit is the cause.
    // pgn.22
    fn reason_at(&self, start: usize, reason: Reason) -> Reason {
        match reason {
            Reason::OpenComment if self.source.cut => Reason::LongComment,
            _ if self.begins_with_long_tag_line(start) => Reason::LongTagLine,
            _ => reason,
        }
    }

    // pgn.8
    fn begins_with_long_tag_line(&self, start: usize) -> bool {
        let has_begun = self.game.moves.len() + self.game.tokens().len() > 0;
        if has_begun || start != self.begin + separators_len(&self.text[self.begin..start]) {
            return false;
        }
        let (line, rest) = split_line(&self.text[start..]);
        let is_cut = self.source.cut && rest.is_empty();
        line.first().is_some_and(|byte| b"[%;".contains(byte)) && (is_cut || is_long_tag_line(line))
    }

    /// Keeps the text that cannot be parsed, from `from` on. Returns `true` if more text must be parsed after it.
    fn keep_unparsed(&mut self, from: usize, reason: Reason) -> Result<bool> {
        self.report.add(from, reason);
        self.pawn_captured = false;
        let from = if begins_with_marker(&self.text[from..]) && reason != Reason::TooLong {
            // pgn.19: after the space of a writer, it could end the game before a tag.
            from - separators_at_end(&self.text[..from])
        } else {
            from
        };
        if self.lines.depth() == 0 {
            // pgn.19
            set_rest(self.game, self.source, &self.text[from..])?;
            return Ok(false);
        }
        // pgn.20
        let mut lexer = Lexer::new(self.text, from);
        let Some(close) = lexer.skip_to_close().filter(|_| reason != Reason::TooLong) else {
            self.remove_open_variation()?;
            return Ok(false);
        };
        self.push(Token::Raw(&without_blank_lines(&self.text[from..close])?));
        self.lexer.pos = close;
        Ok(true)
    }

    /// Removes a variation that does not end. The outermost such variation and all text after it are kept unparsed.
    fn remove_open_variation(&mut self) -> Result<()> {
        self.game.truncate_tokens(self.outermost.tokens);
        self.plies = self.outermost.plies;
        set_rest(self.game, self.source, &self.text[self.outermost.pos..])
    }

    fn finish(mut self) -> Result<()> {
        if self.lines.depth() > 0 {
            self.report.add(self.outermost.pos, Reason::OpenVariation);
            self.remove_open_variation()?;
        }
        Ok(())
    }
}
