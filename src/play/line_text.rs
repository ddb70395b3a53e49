//! The main line of a game as text, and its single moves and positions.

use crate::{
    Error, ErrorCode, Game, PackedMove, Position, Result, memory,
    notation::{move_text::MoveText, san::san_and_make, uci},
};

/// The most bytes of a move in UCI notation or SAN, with the space after it.
const MAX_MOVE_TEXT: usize = 8;

/// Appends `moves`, played from `start`, in SAN with single spaces between them and without move numbers.
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`]; `out` is then unchanged.
pub fn write_san_line(start: &Position, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
    let len = out.len();
    let mut board = start.board().clone();
    for (ply, m) in moves.iter().enumerate() {
        if ply > 0 {
            out.push(b' ');
        }
        san_and_make(*m, &mut board).inspect_err(|_| out.truncate(len))?.append_to(out);
    }
    Ok(())
}

impl Game {
    /// Returns the position before ply `ply` of the main line, counted from 0; for `ply` equal to the number of plies, the last position.
    /// Plays all moves before it.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`], [`ErrorCode::IllegalMove`].
    pub fn position_at(&self, ply: usize) -> Result<Position> {
        let moves = self.moves.get(..ply).ok_or_else(|| self.no_such_ply(ply))?;
        let mut position = self.start_position();
        moves.iter().try_for_each(|m| position.play(*m))?;
        Ok(position)
    }

    /// Returns ply `ply` of the main line, counted from 0, in SAN. Plays all moves before it; [`Game::san_line`] returns all plies at once.
    ///
    /// # Errors
    ///
    /// As [`Game::position_at`].
    pub fn san(&self, ply: usize) -> Result<MoveText> {
        let m = self.move_at(ply)?;
        self.position_at(ply)?.san(m)
    }

    /// Returns ply `ply` of the main line, counted from 0, in UCI notation, with castling as in [`Game::uci_line`]. Plays all moves before
    /// it.
    ///
    /// # Errors
    ///
    /// As [`Game::position_at`].
    pub fn uci(&self, ply: usize) -> Result<MoveText> {
        let m = self.move_at(ply)?;
        self.position_at(ply)?.uci(m)
    }

    /// Returns the main line in SAN, with single spaces and without move numbers.
    ///
    /// ```
    /// let mut builder = plypack::GameBuilder::new();
    /// for uci in ["e2e4", "e7e5", "g1f3"] {
    ///     builder.add_uci(uci.as_bytes())?;
    /// }
    /// let game = builder.finish()?;
    /// assert_eq!(game.san_line()?, "e4 e5 Nf3");
    /// assert_eq!(game.uci_line()?, "e2e4 e7e5 g1f3");
    /// # Ok::<(), plypack::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`]; [`ErrorCode::InvalidGame`] for a [partial](Game::is_partial) game; [`ErrorCode::IllegalMove`], but never
    /// for games that were read or built.
    pub fn san_line(&self) -> Result<String> {
        self.check_whole()?;
        let mut text = memory::with_capacity(self.line_text_bound())?;
        write_san_line(&self.start_position(), &self.moves, &mut text)?;
        Ok(ascii(text))
    }

    /// Returns the main line in UCI notation, with single spaces. Castling follows the [UCI mode](Position::is_chess960) of the start. The
    /// moves are not checked.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`]; [`ErrorCode::InvalidGame`] for a [partial](Game::is_partial) game.
    pub fn uci_line(&self) -> Result<String> {
        self.check_whole()?;
        let mut text = memory::with_capacity(self.line_text_bound())?;
        uci::write_uci_line(&self.start_position(), &self.moves, &mut text);
        Ok(ascii(text))
    }

    /// Returns the most bytes that [`Game::san_line`] and [`Game::uci_line`] can have.
    pub fn line_text_bound(&self) -> usize {
        MAX_MOVE_TEXT * self.moves.len()
    }

    fn move_at(&self, ply: usize) -> Result<PackedMove> {
        self.moves.get(ply).copied().ok_or_else(|| self.no_such_ply(ply))
    }

    fn no_such_ply(&self, ply: usize) -> Error {
        let message = format!("there is no ply {ply}; the main line has {} (the first is 0)", self.moves.len());
        Error::new(ErrorCode::OutOfRange, message)
    }
}

/// Moves are written in ASCII.
fn ascii(text: Vec<u8>) -> String {
    String::from_utf8(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameBuilder, Start};

    fn game(fen: &str, moves: &[&str]) -> Game {
        let mut builder = GameBuilder::new();
        if !fen.is_empty() {
            builder.add_tag(b"FEN", fen.as_bytes()).unwrap();
        }
        moves.iter().for_each(|san| builder.add_san(san.as_bytes()).unwrap());
        builder.finish().unwrap()
    }

    #[test]
    fn lines_and_single_moves_agree() {
        for (fen, moves, uci_line) in [
            ("", &["f3", "e5", "--", "d5", "g4", "Qh4#"][..], "f2f3 e7e5 0000 d7d5 g2g4 d8h4"),
            ("rk2r3/p3p3/8/8/8/8/P3P3/RK2R3 w KQkq - 0 1", &["O-O", "O-O-O"], "b1e1 b8a8"),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", &["axb8=Q+", "Kf7"], "a7b8q e8f7"),
        ] {
            let game = game(fen, moves);
            assert_eq!(game.san_line().unwrap(), moves.join(" "));
            assert_eq!(game.uci_line().unwrap(), uci_line);
            assert!(game.uci_line().unwrap().len() <= game.line_text_bound());
            for (ply, (san, uci)) in moves.iter().zip(uci_line.split(' ')).enumerate() {
                assert_eq!((game.san(ply).unwrap().as_str(), game.uci(ply).unwrap().as_str()), (*san, uci));
            }
            assert!(matches!(game.start, Start::Standard) == fen.is_empty());
        }
    }

    #[test]
    fn plies_out_of_range_and_illegal_moves_are_errors() {
        let mut game = game("", &["e4"]);
        assert!(game.position_at(1).is_ok());
        for error in [game.position_at(2).err(), game.san(1).err(), game.uci(1).err()] {
            assert_eq!(error.map(|e| e.code()), Some(ErrorCode::OutOfRange));
        }
        game.moves.push(PackedMove(0xfff));
        assert_eq!(game.san_line().unwrap_err().code(), ErrorCode::IllegalMove);
        assert_eq!(game.uci(1).unwrap_err().code(), ErrorCode::IllegalMove);
        let mut text = b"before".to_vec();
        assert!(write_san_line(&game.start_position(), &game.moves, &mut text).is_err());
        assert_eq!(text, b"before");
    }
}
