//! Packs a game and reads it back, using only the library.

use plypack::{Codec, Game, Reader, Result, games_from_pgn, pack_games};

fn main() -> Result<()> {
    let (games, issues) = games_from_pgn(b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4 exf4 1-0\n")?;
    assert!(issues.is_empty());
    let reader = Reader::from_bytes(pack_games(&games, Codec::Byte)?)?;
    let mut game = Game::new();
    reader.read_game(0, &mut game)?;
    assert_eq!(game, games[0]);
    println!("{} plies", game.moves.len());
    Ok(())
}
