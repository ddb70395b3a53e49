//! Counting the games of a block by their tags.

use std::{collections::HashMap, rc::Rc};

use super::{
    names::TextNumbers,
    players::PlayerCounts,
    repertoire::ColorCounts,
    scores::{Counts, PlayerScore, ResultCounts},
    totals::{LongestGame, RATING_STEP, Statistics},
};
use crate::{
    Corruption, PackedMove, Reader, Result, Termination,
    chess::tag_values,
    container::{BlockHeader, Fetch, TagTable, plies},
    memory,
    search::{
        conditions::{
            text_match::TextMatch,
            values::{Dates, Values},
        },
        evaluation::selection::Selected,
    },
};

/// Counts games of blocks of one file.
pub(super) struct BlockCounter<'a> {
    pub(super) reader: &'a Reader,
    /// The index of the file.
    pub(super) file: u32,
    /// The names of the player whose repertoire is counted; empty for no player.
    pub(super) player: &'a [TextMatch],
}

/// Counts, and the games that could not be read completely.
pub(super) type Counted = (Statistics, Vec<Corruption>);

/// Tags of a game, with numbers in place of names.
#[derive(Clone, Copy)]
struct GameTags {
    result: Termination,
    year: Option<u32>,
    /// White's and Black's rating.
    ratings: [Option<u32>; 2],
    players: [Option<u32>; 2],
    eco: Option<u32>,
    opening: Option<u32>,
}

/// The numbers of a code and of a name. Either can be unknown.
type OpeningNumbers = (Option<u32>, Option<u32>);

/// Counts of a block, with numbers in place of names.
#[derive(Default)]
struct Numbered {
    players: Vec<PlayerCounts>,
    openings: HashMap<OpeningNumbers, ResultCounts>,
    /// The scores of the player with White and with Black.
    of_player: [HashMap<OpeningNumbers, PlayerScore>; 2],
}

impl BlockCounter<'_> {
    /// Counts the marked games of a block; `number` returns the number of a game in the file.
    pub(super) fn count(
        &self,
        block: usize,
        header: &BlockHeader,
        fetch: &dyn Fetch,
        selected: &Selected,
        number: &dyn Fn(usize) -> u64,
    ) -> Result<Counted> {
        let plies = plies(header, fetch)?;
        let is_player = |name: &[u8]| self.player.iter().any(|wanted| wanted.matches(name));
        let names = TextNumbers::new(&is_player);
        let openings = TextNumbers::new(&|_| false);
        let number_of_name = |name: &[u8]| names.number(name);
        let number_of_opening = |name: &[u8]| is_known(name).then(|| openings.number(name)).flatten();
        let mut found = Statistics::default();
        let mut counted = Numbered::default();
        let mut by_player = [vec![], vec![]];
        let table = TagTable::load(header, fetch)?;
        let mut tags = TagReader::new(&table, &number_of_name, &number_of_opening)?;
        for game in selected.games(header.games) {
            let tags = tags.of_game(game)?;
            count_game(&mut found, &tags, plies[game]);
            found.note_length(LongestGame { file: self.file, game: number(game), plies: plies[game] });
            counted.count(&tags)?;
            for (color, games) in by_player.iter_mut().enumerate() {
                if tags.players[color].is_some_and(|player| names.is_wanted(player)) {
                    memory::push(games, (game, tags))?;
                    counted.count_for_player(&tags, color)?;
                }
            }
        }
        drop(tags);
        counted.name(&mut found, names.finish()?, &openings.finish()?)?;
        let corruption = self.count_for_player(block, &by_player, number, &mut found)?;
        Ok((found, corruption))
    }

    /// Counts the player's games with each color and their first moves. Returns the games whose moves cannot be read.
    fn count_for_player(
        &self,
        block: usize,
        games: &[Vec<(usize, GameTags)>; 2],
        number: &dyn Fn(usize) -> u64,
        found: &mut Statistics,
    ) -> Result<Vec<Corruption>> {
        if games.iter().all(Vec::is_empty) {
            return Ok(Vec::new());
        }
        let loaded = self.reader.load_block(block);
        let mut moves = Vec::new();
        let mut corruption = Vec::new();
        let sides = [&mut found.repertoire.white, &mut found.repertoire.black];
        for (color, (side, games)) in sides.into_iter().zip(games).enumerate() {
            for (game, tags) in games {
                side.count(tags, color);
                moves.clear();
                let read = loaded.as_ref().map_err(Clone::clone).and_then(|all| all.read_line(*game, &mut moves));
                match read {
                    Ok(None) => side.count_first_moves(tags, color, &moves)?,
                    Ok(Some(_)) => {}
                    Err(error) if error.is_no_memory() => return Err(error),
                    Err(error) => {
                        let number = number(*game);
                        memory::push(&mut corruption, Corruption::partial(number..number + 1, error))?;
                    }
                }
            }
        }
        Ok(corruption)
    }
}

impl ColorCounts {
    /// Counts a game of the player, but not its opening and moves.
    fn count(&mut self, tags: &GameTags, color: usize) {
        let score = tags.score_of(color);
        self.score.add(&score);
        self.years.entry(tags.year).or_default().add(&score);
    }

    /// Counts the moves of a game up to the player's first move.
    fn count_first_moves(&mut self, tags: &GameTags, color: usize, moves: &[PackedMove]) -> Result<()> {
        if let Some(first) = moves.get(..=color) {
            self.first_moves.entry(memory::copied(first)?).or_default().add(&tags.score_of(color));
        }
        Ok(())
    }
}

impl GameTags {
    /// Returns the game as the score of White (0) or Black (1).
    fn score_of(&self, color: usize) -> PlayerScore {
        let mut score = PlayerScore::default();
        score.count(self.result, color == 0, self.ratings[1 - color]);
        score
    }
}

fn count_game(found: &mut Statistics, tags: &GameTags, plies: u32) {
    let [white, black] = tags.ratings;
    // search.9: the average is rounded down.
    let band = white.zip(black).map(|(white, black)| (white + black) / 2 / RATING_STEP * RATING_STEP);
    found.results.count(tags.result);
    found.years.entry(tags.year).or_default().count(tags.result);
    found.ratings.entry(band).or_default().count(tags.result);
    *found.lengths.entry(plies).or_default() += 1;
}

impl Numbered {
    fn count(&mut self, tags: &GameTags) -> Result<()> {
        self.openings.try_reserve(1)?;
        self.openings.entry((tags.eco, tags.opening)).or_default().count(tags.result);
        for color in [0, 1] {
            let Some(player) = tags.players[color].map(|player| player as usize) else { continue };
            while self.players.len() <= player {
                memory::push(&mut self.players, PlayerCounts::default())?;
            }
            let player = &mut self.players[player];
            *[&mut player.white, &mut player.black][color] += 1;
            player.score.add(&tags.score_of(color));
        }
        Ok(())
    }

    fn count_for_player(&mut self, tags: &GameTags, color: usize) -> Result<()> {
        let openings = &mut self.of_player[color];
        openings.try_reserve(1)?;
        openings.entry((tags.eco, tags.opening)).or_default().add(&tags.score_of(color));
        Ok(())
    }

    /// Adds all counts to `found`, and replaces numbers by names and openings.
    fn name(self, found: &mut Statistics, names: Vec<Vec<u8>>, openings: &[Vec<u8>]) -> Result<()> {
        for (name, counts) in names.into_iter().zip(&self.players) {
            if is_known(&name) {
                found.add_player(name, counts)?;
            }
        }
        let name = |opening: Option<u32>| opening.map_or(&[][..], |number| &openings[number as usize]);
        for ((eco, opening), counts) in &self.openings {
            found.openings.add(eco.map(eco_code), name(*opening), counts)?;
        }
        let sides = [&mut found.repertoire.white, &mut found.repertoire.black];
        for (side, counts) in sides.into_iter().zip(&self.of_player) {
            for ((eco, opening), score) in counts {
                side.openings.add(eco.map(eco_code), name(*opening), score)?;
            }
        }
        Ok(())
    }
}

/// Returns whether a value has a meaning.
fn is_known(value: &[u8]) -> bool {
    !matches!(value, b"" | b"?")
}

/// Returns a code as a number, from which [`eco_code`] restores it.
fn eco_number(value: &[u8]) -> Option<u32> {
    // search.5: only the first three bytes are compared.
    let [volume, tens, units] = *value.first_chunk::<3>()?;
    let is_code = (b'A'..=b'E').contains(&volume) && tens.is_ascii_digit() && units.is_ascii_digit();
    is_code.then(|| u32::from_be_bytes([0, volume, tens, units]))
}

fn eco_code(number: u32) -> [u8; 3] {
    let [_, volume, tens, units] = number.to_be_bytes();
    [volume, tens, units]
}

/// The tags of the games of a block. Parses each different value once.
struct TagReader<'a> {
    table: &'a TagTable<'a>,
    results: Values<'a>,
    dates: Dates<'a>,
    ratings: [Values<'a>; 2],
    players: [Values<'a>; 2],
    eco: Values<'a>,
    openings: Values<'a>,
}

/// Meaning of a value, as a number.
type Meaning<'a> = &'a dyn Fn(&[u8]) -> Option<u32>;

impl<'a> TagReader<'a> {
    fn new(table: &'a TagTable<'a>, name: Meaning<'a>, opening: Meaning<'a>) -> Result<TagReader<'a>> {
        let values =
            |tag: &[u8], read: Meaning<'a>| table.column(tag).map(|column| Values::new(column.map(Rc::new), read));
        Ok(TagReader {
            table,
            results: values(b"Result", &result_number)?,
            dates: Dates::new(table.column(b"Date")?.map(Rc::new)),
            ratings: [values(b"WhiteElo", &tag_values::rating)?, values(b"BlackElo", &tag_values::rating)?],
            players: [values(b"White", name)?, values(b"Black", name)?],
            eco: values(b"ECO", &eco_number)?,
            openings: values(b"Opening", opening)?,
        })
    }

    fn of_game(&mut self, game: usize) -> Result<GameTags> {
        // search.6: the tag; the termination marker if the tag has no meaning.
        let result = match self.results.of_game(game)? {
            Some(number) => Termination::ALL[number as usize],
            None => self.table.termination(game, None),
        };
        let [white, black] = &mut self.ratings;
        let ratings = [white.of_game(game)?, black.of_game(game)?];
        let [white, black] = &mut self.players;
        let players = [white.of_game(game)?, black.of_game(game)?];
        let utc_dates = || Ok(self.table.column(b"UTCDate")?.map(Rc::new));
        let date = self.dates.of_game(game, utc_dates)?;
        let year = date.map(|date| date / 10_000);
        let eco = self.eco.of_game(game)?;
        let opening = self.openings.of_game(game)?;
        Ok(GameTags { result, year, ratings, players, eco, opening })
    }
}

fn result_number(value: &[u8]) -> Option<u32> {
    let result = tag_values::result(value)?;
    Termination::ALL.iter().position(|other| *other == result).map(|number| number as u32)
}
