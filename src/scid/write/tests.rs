use super::{super::{Header, NewNames, Names, read_game}, *};
use crate::GameBuilder;

/// What SCID makes of a game.
fn through(game: &Game) -> (Game, Changes) {
    let mut encoded = encode(game).unwrap().unwrap();
    let mut names = NewNames::default();
    encoded.entry.names = names.add(&encoded.names).unwrap();
    let names = Names::read(&names.to_bytes()).unwrap();
    let (mut back, mut issues) = (Game::new(), Vec::new());
    read_game(&encoded.entry, &names, &encoded.record, &mut back, &mut issues).unwrap();
    assert_eq!(issues, [], "{game:?}");
    back.check().unwrap();
    (back, encoded.changes)
}

fn game_of(pgn: &str) -> Game {
    let (mut games, _) = crate::file::import::games_from_pgn(pgn.as_bytes()).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn pgn_of(game: &Game) -> String {
    let mut text = Vec::new();
    crate::pgn::write_game(game, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}
