//! Reading the values of a block.

use std::sync::Arc;

use super::{
    Profile, TemplateFiller, count_from, run_ends,
    streams::Streams,
    text::{EVALUATION, Evaluation, GameValues, LONG_EVALUATION, MAX_TEMPLATE_LEN, TIME, TIME_LIMIT},
};
use crate::{
    Error, ErrorCode, Result,
    coding::{
        range_coder::RangeDecoder,
        wire::{Cursor, Strings, exact_prefix_sums, part_range},
    },
    container::run_cache::RunCache,
    limits, memory,
};

/// The sections `values` and `value codes` of a block.
#[derive(Debug, Default)]
pub struct Values {
    templates: Strings,
    profiles: Vec<Profile>,
    /// The number of the profile of every game.
    game_profiles: Vec<u32>,
    times: Vec<u32>,
    evaluations: Vec<u32>,
    /// For every run, one past its last game.
    run_ends: Vec<u32>,
    /// For every run, the end offset of its code.
    ends: Vec<u32>,
    codes: Vec<u8>,
    cache: RunCache<Result<Arc<Vec<GameValues>>>>,
}

impl Values {
    /// Parses the content of the two sections (`values.5`). `plies` has the plies of every game.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::SectionMalformed`], [`ErrorCode::LimitExceeded`], and the errors of [`Cursor`]; offsets count from the start of
    /// `section`.
    pub fn parse(section: &[u8], codes: &[u8], plies: &[u32]) -> Result<Values> {
        let mut cursor = Cursor::new(section);
        let templates = templates(&mut cursor)?;
        let (profiles, game_profiles) = profiles(&mut cursor, plies.len())?;
        let times = counts(&mut cursor, plies)?;
        if profiles.is_empty() && times.iter().any(|count| *count > 0) {
            return Err(cursor.error(ErrorCode::SectionMalformed, "times without a profile"));
        }
        let evaluations = counts(&mut cursor, plies)?;
        let both = times.iter().zip(&evaluations).map(|(times, others)| u64::from(*times) + u64::from(*others));
        if !limits::values_allowed(usize::try_from(both.clone().sum::<u64>()).unwrap_or(usize::MAX), codes.len()) {
            return Err(cursor.error(ErrorCode::LimitExceeded, "too many values for the size of the codes"));
        }
        let run_ends = run_ends(both)?;
        let sizes = cursor.column(run_ends.len())?;
        cursor.finish()?;
        let ends = exact_prefix_sums(&sizes, codes.len(), "the runs of values")?;
        let codes = memory::copied(codes)?;
        let cache = RunCache::default();
        Ok(Values { templates, profiles, game_profiles, times, evaluations, run_ends, ends, codes, cache })
    }

    /// Returns the approximate size in memory in bytes.
    pub fn memory(&self) -> usize {
        let numbers = [&self.game_profiles, &self.times, &self.evaluations, &self.run_ends, &self.ends];
        self.templates.memory() + self.codes.len() + 4 * numbers.iter().map(|column| column.len()).sum::<usize>()
    }

    /// Returns an upper bound of the bytes of comments that templates and values can make (`limits.8`).
    pub fn expanded_len(&self) -> u64 {
        let values: u64 = self.times.iter().chain(&self.evaluations).map(|count| u64::from(*count)).sum();
        let longest = self.templates.iter().map(<[u8]>::len).max().unwrap_or(0);
        values * limits::value_comment_len(longest) as u64
    }

    /// Returns the templates of the block's comments (`values.3`).
    pub fn templates(&self) -> &Strings {
        &self.templates
    }

    /// Returns the values of game `number` of the block, ready to be put into its comments.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::AnnotationMalformed`] or [`ErrorCode::TrailingBytes`] if the code of its run is malformed.
    pub fn of_game(&self, number: usize) -> Result<TemplateFiller<'_>> {
        let count = |counts: &[u32]| counts.get(number).copied().unwrap_or_default();
        if count(&self.times) == 0 && count(&self.evaluations) == 0 {
            return Ok(TemplateFiller::none());
        }
        let run = self.run_ends.partition_point(|end| *end as usize <= number);
        // The error of a run is cached too: every game of the run needs it.
        let read = match self.cache.get(run) {
            Some(cached) => cached,
            None => match self.read_run(run).map(Arc::new) {
                Err(e) if e.is_no_memory() => return Err(e),
                read => self.cache.insert(run, read),
            },
        };
        let values = read.as_ref().as_ref().map_err(Error::clone)?;
        Ok(TemplateFiller::new(&self.templates, Arc::clone(values), number - part_range(&self.run_ends, run).start))
    }

    /// Returns the values of the games of a run (`values.6`).
    fn read_run(&self, run: usize) -> Result<Vec<GameValues>> {
        let mut streams = Streams::new();
        let mut coder = RangeDecoder::new(&self.codes[part_range(&self.ends, run)]);
        let mut games = Vec::new();
        for game in part_range(&self.run_ends, run) {
            let mut values = GameValues {
                times: memory::filled(0, self.times[game] as usize)?,
                evaluations: memory::filled(Evaluation::Pawns(0), self.evaluations[game] as usize)?,
            };
            let profile = self.profiles.get(self.game_profiles[game] as usize).copied().unwrap_or(Profile::NONE);
            streams.game(&mut coder, &profile, &mut values).map_err(of_values)?;
            memory::push(&mut games, values)?;
        }
        coder.finish().map_err(of_values)?;
        Ok(games)
    }
}

/// Errors of the range coder become errors of annotations here (`values.6`).
fn of_values(e: Error) -> Error {
    match e.code() {
        ErrorCode::MoveMalformed => {
            Error::new(ErrorCode::AnnotationMalformed, format!("values of comments: {}", e.message()))
        }
        _ => e,
    }
}

/// `values.3`
fn is_template(template: &[u8]) -> bool {
    template.len() <= MAX_TEMPLATE_LEN
        && template.iter().any(|byte| matches!(*byte, TIME | EVALUATION | LONG_EVALUATION))
        && !template.contains(&b'}')
}

fn templates(cursor: &mut Cursor<'_>) -> Result<Strings> {
    // A template has a byte or more (values.3).
    let count = cursor.varint_up_to(cursor.remaining() as u64, "the number of templates")?;
    let templates = cursor.strings(count as usize)?;
    if templates.iter().any(|template| !is_template(template)) {
        return Err(cursor.error(ErrorCode::SectionMalformed, "a template without values, too long, or with `}`"));
    }
    Ok(templates)
}

/// Reads all profiles, and the number of the profile of every game.
fn profiles(cursor: &mut Cursor<'_>, games: usize) -> Result<(Vec<Profile>, Vec<u32>)> {
    // A profile takes three bytes or more.
    let count = cursor.varint_up_to(cursor.remaining() as u64 / 3, "the number of profiles")?;
    let profiles = memory::all((0..count).map(|_| profile(cursor)))?;
    let game_profiles = cursor.column(games)?;
    match game_profiles.iter().find(|number| **number as usize >= profiles.len().max(1)) {
        None => Ok((profiles, game_profiles)),
        Some(number) => Err(cursor.error(ErrorCode::SectionMalformed, format!("there is no profile {number}"))),
    }
}

fn profile(cursor: &mut Cursor<'_>) -> Result<Profile> {
    let unit = cursor.varint()?;
    if unit != 1 && unit != 10 {
        return Err(cursor.error(ErrorCode::SectionMalformed, format!("a unit of {unit} tenths of a second")));
    }
    let mut number = |what| cursor.varint_up_to(u64::from(TIME_LIMIT) - 1, what);
    let base = number("a first time")?;
    let increment = number("an increment")?;
    Ok(Profile { unit: unit as u32, base: base as u32, increment: increment as u32 })
}

fn counts(cursor: &mut Cursor<'_>, plies: &[u32]) -> Result<Vec<u32>> {
    let codes = cursor.column(plies.len())?;
    let negative = || cursor.error(ErrorCode::SectionMalformed, "a game with a negative number of values");
    memory::all(codes.iter().zip(plies).map(|(code, plies)| count_from(*plies, *code).ok_or_else(negative)))
}
