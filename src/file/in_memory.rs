//! Games in texts and files that are completely in memory.

use crate::{
    Codec, Game, Options, Result, Writer, memory,
    pgn::{Importer, Issue, Splitter},
};

/// Imports PGN text in memory into games, in order.
///
/// Text that could not be parsed is kept in the games and listed in the issues, with the number of its game.
#[allow(clippy::type_complexity, reason = "two lists, explained above")]
pub fn games_from_pgn(text: &[u8]) -> Result<(Vec<Game>, Vec<(usize, Issue)>)> {
    let mut splitter = Splitter::new(text);
    let mut importer = Importer::new();
    let mut games = Vec::new();
    let mut found = Vec::new();
    let mut issues = Vec::new();
    while let Some(batch) = splitter.next_batch()? {
        for index in 0..batch.games.len() {
            let mut game = Game::new();
            importer.read_game(&batch, index, &mut game, &mut issues)?;
            found.try_reserve(issues.len())?;
            found.extend(issues.drain(..).map(|issue| (games.len(), issue)));
            memory::push(&mut games, game)?;
        }
    }
    Ok((games, found))
}

/// Writes `games` into a new file in memory.
///
/// # Errors
///
/// The errors of [`Writer::add`].
pub fn pack_games(games: &[Game], codec: Codec) -> Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), Options::default().with_codec(codec))?;
    games.iter().try_for_each(|game| writer.add(game))?;
    writer.finish()
}
