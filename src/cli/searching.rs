//! What the searching commands share: target and filter.

use plypack::{
    Termination, positions,
    search::{self, Condition, DateRange, EcoRange, Material, NumberField, Pattern, Query, Target, TextField},
    shakmaty::Chess,
};

use super::{
    arguments::Threads,
    files::FileArgs,
    outcome::{Failure, Outcome},
};

/// A position.
#[derive(clap::Args)]
#[group(multiple = false)]
pub struct PositionArgs {
    /// The position as FEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The position after these moves from the start, in SAN or UCI: "d4 d5 c4"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl PositionArgs {
    /// The position, if one was given.
    fn get(&self) -> Outcome<Option<Chess>> {
        let position = match (&self.fen, &self.moves) {
            (Some(fen), _) => Some(positions::from_fen(fen.as_bytes())),
            (None, Some(moves)) => Some(search::position_after(moves.as_bytes())),
            (None, None) => None,
        };
        position.transpose().map_err(usage_error)
    }

    /// The position, or an error if none was given.
    pub fn required(&self) -> Outcome<Chess> {
        let missing = || Failure::Usage("a position is required: --fen or --moves".to_owned());
        self.get()?.ok_or_else(missing)
    }
}

/// A position, a pattern, or material.
#[derive(clap::Args)]
pub struct TargetArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Pieces on squares, as in the first field of a FEN; digits are squares that do not matter
    #[arg(long, value_name = "BOARD", conflicts_with = "PositionArgs")]
    pattern: Option<String>,
    /// Exactly these pieces, for either colour: KRPKR
    #[arg(long, value_name = "PIECES", conflicts_with_all = ["PositionArgs", "pattern"])]
    material: Option<String>,
}

impl TargetArgs {
    /// The target, or an error if none was given.
    pub fn get(&self) -> Outcome<Target> {
        let missing = || Failure::Usage("a target is required: --fen, --moves, --pattern or --material".to_owned());
        self.get_if_given()?.ok_or_else(missing)
    }

    /// The target, if one was given.
    pub fn get_if_given(&self) -> Outcome<Option<Target>> {
        if let Some(text) = &self.pattern {
            return Pattern::from_text(text).map(Target::Pattern).map(Some).map_err(usage_error);
        }
        if let Some(text) = &self.material {
            return Material::from_text(text).map(Target::Material).map(Some).map_err(usage_error);
        }
        Ok(self.position.get()?.map(|position| Target::Position(Box::new(position))))
    }
}

fn usage_error(e: plypack::Error) -> Failure {
    Failure::Usage(e.to_string())
}

/// The conditions on games.
#[derive(clap::Args)]
#[command(next_help_heading = "Games")]
pub struct FilterArgs {
    /// The name of a player of either colour contains this; upper and lower case are the same
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
    /// The date: 2020, 2020.03.15, 2018..2020, 2020.06.. and so on; both ends are included
    #[arg(long, value_name = "DATES")]
    date: Option<DateRange>,
    /// All ratings of the game are in this range: 2600, 2600.. or 2400..2600; both ends are included
    #[arg(long, value_name = "RATINGS", value_parser = number_range)]
    rating: Option<(u32, u32)>,
    /// The result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Option<Termination>,
    /// The opening: B90, B9, B20..B99
    #[arg(long, value_name = "CODES")]
    eco: Option<EcoRange>,
    /// Plies (half-moves) of the game: 40.., 20..60; both ends are included
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

impl FilterArgs {
    /// The condition: all that were given.
    pub fn condition(self) -> Condition {
        let text = |field, text: Option<String>| text.map(|text| Condition::text(field, text));
        let range = |field, range: Option<(u32, u32)>| range.map(|(first, last)| Condition::range(field, first, last));
        let conditions = [
            text(TextField::Player, self.player),
            text(TextField::White, self.white),
            text(TextField::Black, self.black),
            text(TextField::Event, self.event),
            text(TextField::Site, self.site),
            self.date.map(Condition::date),
            range(NumberField::Rating, self.rating),
            self.result.map(Condition::Result),
            self.eco.map(Condition::Eco),
            range(NumberField::Plies, self.plies),
        ];
        Condition::All(conditions.into_iter().flatten().collect())
    }
}

/// The files, and how they are searched.
#[derive(clap::Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub files: FileArgs,
    /// Search variations too, in games whose main line does not match
    #[arg(long)]
    variations: bool,
    /// Do not use position indexes of files; the result is the same
    #[arg(long)]
    no_index: bool,
    /// Read the file with system calls, without mapping it into memory: slower, but safe while other programs overwrite or cut it.
    /// Files on network file systems are read so in any case
    #[arg(long)]
    pub no_map: bool,
    #[command(flatten)]
    pub threads: Threads,
}

impl SearchArgs {
    /// The query; without a target, for all games that meet the conditions.
    pub fn query(&self, target: impl Into<Option<Target>>, filter: FilterArgs) -> Query {
        let mut query = Query::games(filter.condition());
        query.target = target.into();
        (query.variations, query.index, query.threads) = (self.variations, !self.no_index, self.threads.count());
        query
    }
}
