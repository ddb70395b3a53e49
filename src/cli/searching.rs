//! What the searching commands share: what is searched for, in which games, and how damage is told.

use std::path::{Path, PathBuf};

use plypack::{
    Reader, Result, Termination, positions,
    search::{self, DateRange, EcoRange, Filter, Goal, Material, Pattern, Query, SearchEvent},
    shakmaty::Chess,
};

use super::{
    arguments::Threads,
    damage,
    outcome::{Ended, Failure, Outcome},
    progress::Progress,
};

/// A position.
#[derive(clap::Args)]
#[group(multiple = false)]
pub struct Position {
    /// The position as FEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The position after these moves from the start, in SAN or UCI: "d4 d5 c4"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl Position {
    /// The position, if one was given.
    fn get(&self) -> Outcome<Option<Chess>> {
        let position = match (&self.fen, &self.moves) {
            (Some(fen), _) => Some(positions::from_fen(fen.as_bytes())),
            (None, Some(moves)) => Some(search::position_after(moves.as_bytes())),
            (None, None) => None,
        };
        position.transpose().map_err(wrong_use)
    }

    /// The position; it must be there.
    pub fn required(&self) -> Outcome<Chess> {
        let missing = || Failure::Usage("a position is wanted: --fen or --moves".to_owned());
        self.get()?.ok_or_else(missing)
    }
}

/// A position, a part of one, or material.
#[derive(clap::Args)]
pub struct Wanted {
    #[command(flatten)]
    position: Position,
    /// Men that must stand on their squares, as in the first field of a FEN; digits are squares that do not matter
    #[arg(long, value_name = "BOARD", conflicts_with = "Position")]
    pattern: Option<String>,
    /// Exactly these men, for either colour: KRPKR
    #[arg(long, value_name = "MEN", conflicts_with_all = ["Position", "pattern"])]
    material: Option<String>,
}

impl Wanted {
    /// What a position must be.
    pub fn goal(&self) -> Outcome<Goal> {
        if let Some(text) = &self.pattern {
            return Pattern::from_text(text).map(Goal::Pattern).map_err(wrong_use);
        }
        if let Some(text) = &self.material {
            return Material::from_text(text).map(Goal::Material).map_err(wrong_use);
        }
        let missing = || Failure::Usage("say what to look for: --fen, --moves, --pattern or --material".to_owned());
        self.position.get()?.map(|position| Goal::Position(Box::new(position))).ok_or_else(missing)
    }
}

fn wrong_use(e: plypack::Error) -> Failure {
    Failure::Usage(e.to_string())
}

/// Which games are looked at.
#[derive(clap::Args)]
#[command(next_help_heading = "Games")]
pub struct Games {
    /// A player of either colour whose name contains this; capital and small letters are the same
    #[arg(long, value_name = "TEXT")]
    player: Option<String>,
    /// White's name contains this
    #[arg(long, value_name = "TEXT")]
    white: Option<String>,
    /// Black's name contains this
    #[arg(long, value_name = "TEXT")]
    black: Option<String>,
    /// The event contains this
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// The site contains this
    #[arg(long, value_name = "TEXT")]
    site: Option<String>,
    /// Played then: 2020, 2020.03.15, 2018..2020, 2020.06.. and so on; both ends are included
    #[arg(long, value_name = "DATES")]
    date: Option<DateRange>,
    /// Every rating that the game gives lies there: 2600, 2600.. or 2400..2600; both ends are included
    #[arg(long, value_name = "RATINGS", value_parser = number_range)]
    rating: Option<(u32, u32)>,
    /// It ended so: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Option<Termination>,
    /// The opening: B90, B9, B20..B99
    #[arg(long, value_name = "CODES")]
    eco: Option<EcoRange>,
    /// The game has so many plies (half-moves): 40.., 20..60; both ends are included
    #[arg(long, value_name = "PLIES", value_parser = number_range)]
    plies: Option<(u32, u32)>,
}

fn number_range(text: &str) -> std::result::Result<(u32, u32), String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str, missing| match text {
        "" => Ok(missing),
        text => text.parse::<u32>().map_err(|_| format!("`{text}` is not a number")),
    };
    if text.is_empty() || text == ".." {
        return Err("a number or a range such as 20..60".to_owned());
    }
    Ok((number(first, 0)?, number(last, u32::MAX)?))
}

fn result(text: &str) -> std::result::Result<Termination, String> {
    Termination::from_text(text.as_bytes()).ok_or_else(|| "1-0, 0-1, 1/2-1/2 or *".to_owned())
}

impl Games {
    /// The filter.
    pub fn filter(self) -> Filter {
        let mut filter = Filter::default();
        (filter.player, filter.white, filter.black) = (self.player, self.white, self.black);
        (filter.event, filter.site) = (self.event, self.site);
        (filter.date, filter.rating, filter.result) = (self.date, self.rating, self.result);
        (filter.eco, filter.plies) = (self.eco, self.plies);
        filter
    }
}

/// The file, and how it is searched.
#[derive(clap::Args)]
pub struct How {
    /// The file
    #[arg(value_name = "FILE.plypack")]
    pub file: PathBuf,
    /// Look at variations too, in games whose main line does not get there
    #[arg(long)]
    variations: bool,
    /// Do not use the file's position index; the answer is the same
    #[arg(long)]
    no_index: bool,
    #[command(flatten)]
    threads: Threads,
}

impl How {
    /// The query.
    pub fn query(&self, goal: Goal, games: Games) -> Query {
        let mut query = Query::new(goal);
        query.filter = games.filter();
        (query.variations, query.index, query.threads) = (self.variations, !self.no_index, self.threads.count());
        query
    }
}

/// An open file that is searched.
pub struct Searched<'a> {
    /// The file.
    pub reader: Reader,
    path: &'a Path,
    complaints: bool,
}

impl<'a> Searched<'a> {
    /// Opens a file.
    pub fn open(path: &'a Path) -> Outcome<Searched<'a>> {
        let reader = Reader::open_mapped(path)?;
        let complaints = damage::complain_of_faults(path, &reader);
        Ok(Searched { reader, path, complaints })
    }

    /// Does something with the file, with progress and messages.
    pub fn search<T>(
        &mut self,
        work: impl FnOnce(&Reader, &mut search::SearchObserver<'_>) -> Result<T>,
    ) -> Outcome<T> {
        let progress = Progress::games(self.reader.games());
        let (path, complaints) = (self.path, &mut self.complaints);
        let mut listen = |notice: SearchEvent| {
            match notice {
                SearchEvent::Progress(done) => progress.reach(done),
                SearchEvent::Corruption(damage) => {
                    *complaints = true;
                    progress.complain(damage::Message(path, &damage));
                }
                _ => {}
            }
            Ok(())
        };
        Ok(work(&self.reader, &mut listen)?)
    }

    /// How the command ends.
    pub fn ended(&self) -> Ended {
        Ended::complaining(self.complaints)
    }
}
