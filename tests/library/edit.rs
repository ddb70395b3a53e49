//! Random edits of random games: a refused edit changes nothing, an edited game can be stored and written, and undoing
//! an edit restores the game.

use plypack::{
    Codec, ErrorCode, Game, Options, PackedMove, Position, Reader, Result, Start, Tag, Token, Walker, Writer, pgn,
};
use proptest::prelude::*;

use crate::random_games::{self, Entropy, any_move};

/// The game after it is stored in a file and read.
fn stored(game: &Game) -> Game {
    let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte).with_level(1)).unwrap();
    writer.add(game).expect("an edited game can be stored");
    let mut copy = Game::new();
    Reader::from_bytes(writer.finish().unwrap()).unwrap().read_game(0, &mut copy).unwrap();
    copy
}

/// Returns whether the game comes back from PGN. Every game does that PGN can express and whose movetext was parsed.
fn is_pgn(game: &Game) -> bool {
    let mut text = Vec::new();
    if let Err(refused) = pgn::write_game(game, &mut text) {
        assert_eq!(refused.code(), ErrorCode::InvalidGame);
        return false;
    }
    if game.continued {
        return false;
    }
    let batch = pgn::Splitter::new(&text[..]).next_batch().unwrap().expect("a game");
    assert_eq!(batch.games.len(), 1, "{game:?}");
    let mut copy = Game::new();
    pgn::Importer::new().read_game(&batch, 0, &mut copy, &mut Vec::new()).unwrap();
    let is_same = copy == *game;
    assert!(is_same || !is_parsed(game), "{game:?} became {copy:?}");
    is_same
}

/// Returns whether the game was completely parsed: unparsed text may become readable if the moves before it change.
fn is_parsed(game: &Game) -> bool {
    let is_played = game.start != Start::Unreadable && !game.continued;
    is_played && game.unparsed().is_empty() && !game.tokens().any(|token| matches!(token, Token::Raw(_)))
}

fn steps(game: &Game) -> Vec<Token<'_>> {
    Walker::new(game).map(|step| step.unwrap().token).collect()
}

/// The positions before and after the step at a place.
fn positions(game: &Game, place: usize) -> (Position, Position) {
    let mut walker = Walker::new(game);
    (0..place).for_each(|_| drop(walker.next()));
    (walker.position_before().clone(), walker.position().clone())
}

/// Returns whether a variation has no moves: removing moves that were added to it would remove the variation, too.
fn has_empty_variation(game: &Game) -> bool {
    let structure = |step: &Token<'_>| matches!(step, Token::Begin | Token::End | Token::Move(_));
    let structure: Vec<_> = steps(game).into_iter().filter(structure).collect();
    structure.windows(2).any(|pair| pair == [Token::Begin, Token::End])
}

fn random_line(start: &Position, entropy: &mut Entropy<'_>) -> Vec<PackedMove> {
    let mut position = start.clone();
    let mut line = Vec::new();
    for _ in 0..entropy.below(4) {
        let Some(m) = any_move(&position, entropy) else { break };
        position.play(m).unwrap();
        line.push(m);
    }
    line
}

fn random_note(entropy: &mut Entropy<'_>) -> (usize, Vec<u8>) {
    (entropy.below(4), entropy.text(b"}\r\n"))
}

fn note(kind: usize, text: &[u8]) -> Token<'_> {
    match kind {
        0 => Token::Nag(text.len() as u32),
        1 => Token::Comment(text),
        2 => Token::LineComment(text),
        _ => Token::Escape(text),
    }
}

/// Returns whether an added tag can be removed again: an empty line cannot be the only line of the tag section.
fn keeps_lines(game: &Game) -> bool {
    !game.tags().eq([Tag::Raw(b"")])
}

/// Makes a random change, undoes it if possible, and makes it again.
fn edit(game: &mut Game, entropy: &mut Entropy<'_>) -> Result<()> {
    let before = game.clone();
    let place = entropy.below(steps(game).len() + 2);
    let (replaced, now) = positions(game, place);
    let old = place.checked_sub(1).and_then(|index| steps(&before).get(index).copied());
    match entropy.below(11) {
        0 => {
            let Some(m) = any_move(&now, entropy) else { return Ok(()) };
            let new = game.add_move_at(place, m)?;
            assert_eq!(steps(game)[new - 1], Token::Move(m));
            assert_eq!(game.clone().add_move_at(place, m)?, new, "it is found");
            if *game != before && !has_empty_variation(&before) {
                assert_undone(game, &before, |game| game.remove_moves_at(new, 1).map(drop));
            }
        }
        1 => {
            let (kind, text) = random_note(entropy);
            let new = game.add_note_at(place, note(kind, &text))?;
            assert_eq!(steps(game)[new - 1], note(kind, &text));
            assert_undone(game, &before, |game| game.remove_note_at(new));
        }
        2 => {
            let new = game.add_variation_at(place, &random_line(&replaced, entropy))?;
            assert_undone(game, &before, |game| game.remove_variation_at(new).map(drop));
        }
        3 => {
            let line = random_line(&now, entropy);
            let new = game.insert_moves_at(place, &line)?;
            if !line.is_empty() && !has_empty_variation(&before) {
                assert_undone(game, &before, |game| game.remove_moves_at(new, line.len()).map(drop));
            }
        }
        4 => {
            game.replace_move_at(place, any_move(&replaced, entropy).unwrap_or_default())?;
            let Some(Token::Move(old)) = old else { unreachable!("only moves are replaced") };
            assert_undone(game, &before, |game| game.replace_move_at(place, old));
        }
        kind => return change(game, entropy, place, kind),
    }
    Ok(())
}

/// Makes a change that cannot always be undone.
fn change(game: &mut Game, entropy: &mut Entropy<'_>, place: usize, kind: usize) -> Result<()> {
    let before = game.clone();
    let old = place.checked_sub(1).and_then(|index| steps(&before).get(index).copied());
    match kind {
        5 => drop(game.remove_moves_at(place, entropy.below(4))?),
        6 => drop(game.remove_variation_at(place)?),
        7 | 8 => promote(game, place, entropy.below(2) == 1)?,
        9 => {
            let (kind, text) = random_note(entropy);
            game.set_note_at(place, note(kind, &text))?;
            assert_undone(game, &before, |game| game.set_note_at(place, old.unwrap()));
        }
        _ => change_tags(game, entropy)?,
    }
    Ok(())
}

fn assert_undone(game: &Game, before: &Game, undo: impl FnOnce(&mut Game) -> Result<()>) {
    let mut undone = game.clone();
    undo(&mut undone).expect("the game as it was");
    assert_eq!(undone, *before);
}

/// The game has the same steps in another order, and the same step at the new place.
fn promote(game: &mut Game, place: usize, is_to_main_line: bool) -> Result<()> {
    let before = game.clone();
    let new = if is_to_main_line { game.promote_to_main_line_at(place) } else { game.promote_variation_at(place) }?;
    let mut old = steps(&before);
    let mut now = steps(game);
    let is_bracket = matches!(old[place - 1], Token::Begin | Token::End);
    assert!(is_bracket || now[new - 1] == old[place - 1]);
    let order = |a: &Token<'_>, b: &Token<'_>| format!("{a:?}").cmp(&format!("{b:?}"));
    old.sort_by(order);
    now.sort_by(order);
    assert_eq!(old, now);
    Ok(())
}

fn change_tags(game: &mut Game, entropy: &mut Entropy<'_>) -> Result<()> {
    let before = game.clone();
    let index = entropy.below(before.tags().len() + 1);
    match entropy.below(3) {
        0 => {
            game.set_tag(b"Annotator", &entropy.text(b"\r\n"))?;
            if before.tag(b"Annotator").is_none() && keeps_lines(&before) {
                assert_undone(game, &before, |game| game.remove_tag(b"Annotator"));
            }
        }
        1 => game.set_tag_at(index, b"FEN", b"4k3/8/8/8/8/8/8/4K3 w - - 0 1")?,
        _ => game.remove_tag_at(index)?,
    }
    Ok(())
}

proptest! {
    // `PROPTEST_CASES` can ask for more.
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(600), ..ProptestConfig::default() })]

    #[test]
    fn edited_games_can_be_stored_and_written(
        made in proptest::collection::vec(any::<u8>(), 0..500),
        edits in proptest::collection::vec(any::<u8>(), 0..120),
    ) {
        for mut game in random_games::games(&made) {
            let mut entropy = Entropy(&edits);
            while !entropy.0.is_empty() {
                let before = game.clone();
                match edit(&mut game, &mut entropy) {
                    Ok(()) => {
                        prop_assert_eq!(&stored(&game), &game);
                        prop_assert!(!is_parsed(&before) || !is_pgn(&before) || is_pgn(&game));
                    }
                    Err(_) => prop_assert_eq!(&game, &before),
                }
            }
        }
    }
}
