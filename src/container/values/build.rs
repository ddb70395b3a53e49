//! Collecting the values of a block.

use std::collections::HashMap;

use super::{
    Profile, RUN_VALUES, count_code,
    streams::Streams,
    text::{GameValues, MAX_TEMPLATE_LEN, parse_comment},
};
use crate::{
    Result,
    coding::{
        range_coder::RangeEncoder,
        wire::{MAX_VARINT_LEN, Strings, put_column, put_varint},
    },
    limits, memory,
};

/// Maximum number of values of a game; further comments are kept as text. Not a rule of the format: it leaves a margin below `limits.6`.
const MAX_IN_GAME: usize = 1 << 15;
/// The maximum number of templates in a block; further comments are kept as text. Not a rule of the format.
const MAX_TEMPLATES: usize = 1 << 10;
/// Maximum number of bytes of comments that templates and values of a block can expand to (`limits.8`); further comments are kept
/// as text. Not a rule of the format: it leaves room for tags and other comments.
const MAX_EXPANDED: usize = 1 << 25;
/// If time is gained in more than one of this many moves, the game has an increment.
const MOVES_PER_GAIN: usize = 8;

/// Extracts values from comments and codes them (`values.5`).
#[derive(Default)]
pub(crate) struct ValuesBuilder {
    templates: Strings,
    longest_template: usize,
    template_numbers: HashMap<Vec<u8>, u32>,
    profiles: Vec<Profile>,
    profile_numbers: HashMap<Profile, u32>,
    /// The number of the profile of every game.
    game_profiles: Vec<u32>,
    times: Vec<u32>,
    evaluations: Vec<u32>,
    run_sizes: Vec<u32>,
    codes: Vec<u8>,
    all_values: usize,
    /// True if the last evaluation that can be written with one decimal (`0.5`) was written with two (`0.50`).
    long: bool,
    /// The values of the open game.
    game: GameValues,
    /// The games of the open run that have values.
    run: Vec<(Profile, GameValues)>,
    run_games: usize,
    run_values: usize,
    streams: Option<Streams>,
}

impl ValuesBuilder {
    /// Returns the template of a comment of the open game, and keeps its values; `None` if the comment is kept as text.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn template(&mut self, comment: &[u8]) -> Result<Option<u32>> {
        if self.game.len() >= MAX_IN_GAME {
            return Ok(None);
        }
        // A template has fewer values than bytes.
        self.game.times.try_reserve(MAX_TEMPLATE_LEN)?;
        self.game.evaluations.try_reserve(MAX_TEMPLATE_LEN)?;
        let times = self.game.times.len();
        let evaluations = self.game.evaluations.len();
        let Some(template) = parse_comment(comment, &mut self.game, &mut self.long) else { return Ok(None) };
        if let Some(number) = self.template_numbers.get(&template) {
            return Ok(Some(*number));
        }
        if self.templates.len() == MAX_TEMPLATES || self.expanded_len(template.len()) > MAX_EXPANDED {
            self.game.times.truncate(times);
            self.game.evaluations.truncate(evaluations);
            return Ok(None);
        }
        let number = self.templates.len() as u32;
        self.longest_template = self.longest_template.max(template.len());
        self.templates.push(&template)?;
        self.template_numbers.try_reserve(1)?;
        self.template_numbers.insert(template, number);
        Ok(Some(number))
    }

    /// Discards the values of the open game.
    pub fn drop_game(&mut self) {
        self.game = GameValues::default();
    }

    /// Ends the open game and begins a new one.
    ///
    /// # Errors
    ///
    /// Never fails: only a coder that reads has errors.
    pub fn close_game(&mut self, plies: u32) -> Result<()> {
        let game = std::mem::take(&mut self.game);
        self.profiles.try_reserve(1)?;
        self.profile_numbers.try_reserve(1)?;
        for column in [&mut self.times, &mut self.evaluations, &mut self.game_profiles, &mut self.run_sizes] {
            column.try_reserve(1)?;
        }
        self.times.push(count_code(plies, game.times.len()));
        self.evaluations.push(count_code(plies, game.evaluations.len()));
        self.all_values += game.len();
        self.run_values += game.len();
        self.run_games += 1;
        // Games without times need no profile; repeating the previous game's profile costs least.
        let number = match profile(&game.times) {
            Some(profile) => self.profile_number(profile),
            None => self.game_profiles.last().copied().unwrap_or_default(),
        };
        self.game_profiles.push(number);
        if !game.is_empty() {
            let profile = self.profiles.get(number as usize).copied().unwrap_or(Profile::NONE);
            memory::push(&mut self.run, (profile, game))?;
        }
        if self.run_values as u64 >= RUN_VALUES { self.close_run() } else { Ok(()) }
    }

    fn profile_number(&mut self, profile: Profile) -> u32 {
        *self.profile_numbers.entry(profile).or_insert_with(|| {
            self.profiles.push(profile);
            self.profiles.len() as u32 - 1
        })
    }

    fn close_run(&mut self) -> Result<()> {
        let before = self.codes.len();
        let streams = self.streams.get_or_insert_with(Streams::new);
        streams.reset();
        // Each value takes less than eight bytes.
        self.codes.try_reserve(8 * (self.run_values + 8))?;
        let mut coder = RangeEncoder::new(&mut self.codes);
        for (profile, values) in &mut self.run {
            streams.game(&mut coder, profile, values)?;
        }
        coder.finish();
        self.run_sizes.push((self.codes.len() - before) as u32);
        self.run.clear();
        self.run_games = 0;
        self.run_values = 0;
        Ok(())
    }

    /// Returns the approximate number of bytes so far.
    pub fn len(&self) -> usize {
        self.codes.len() + 2 * self.run_values
    }

    /// Returns the bytes that comments can take if another game is added and the longest template has `template` bytes.
    fn expanded_len(&self, template: usize) -> usize {
        self.max_values() * limits::value_comment_len(template.max(self.longest_template))
    }

    /// Returns the maximum number of values of the block if another game is added.
    fn max_values(&self) -> usize {
        self.all_values + MAX_IN_GAME + MAX_TEMPLATE_LEN
    }

    /// Returns whether one more game could exceed `limits.6` or `limits.8`.
    pub fn is_full(&self) -> bool {
        !limits::values_allowed(self.max_values(), self.codes.len()) || self.expanded_len(0) > MAX_EXPANDED
    }

    /// Returns the contents of the sections `values` and `value codes`; `None` if there are no values.
    ///
    /// # Errors
    ///
    /// See [`ValuesBuilder::close_game`].
    pub fn finish(mut self) -> Result<Option<(Vec<u8>, Vec<u8>)>> {
        if self.all_values == 0 {
            return Ok(None);
        }
        if self.run_games > 0 {
            self.close_run()?;
        }
        let mut out = Vec::new();
        put_varint(&mut out, self.templates.len() as u64);
        self.templates.put(&mut out)?;
        put_varint(&mut out, self.profiles.len() as u64);
        out.try_reserve(3 * MAX_VARINT_LEN * self.profiles.len())?;
        self.profiles.iter().for_each(|profile| profile.put(&mut out));
        for column in [&self.game_profiles, &self.times, &self.evaluations, &self.run_sizes] {
            put_column(&mut out, column)?;
        }
        Ok(Some((out, self.codes)))
    }
}

/// Returns the time control that fits the times of a game; `None` without times.
fn profile(times: &[u32]) -> Option<Profile> {
    let first = *times.first()?;
    let unit = if times.iter().all(|time| time % 10 == 0) { 10 } else { 1 };
    let gains = times.iter().zip(&times[times.len().min(2)..]);
    let mut gains: Vec<_> =
        gains.filter_map(|(before, after)| after.checked_sub(*before)).filter(|gain| *gain > 0).collect();
    gains.sort_unstable();
    // Time gained only occasionally is lag or a correction.
    let increment = if gains.len() * MOVES_PER_GAIN > times.len() { gains[gains.len() * 9 / 10] } else { 0 };
    Some(Profile { unit, base: first / unit, increment: increment / unit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::values::Values;

    const CLOCK: &[u8] = b"[%clk 0:00:01]";

    /// Returns a builder with one game for each number of times.
    fn with_games(games: &[usize]) -> ValuesBuilder {
        let mut builder = ValuesBuilder::default();
        for times in games {
            for _ in 0..*times {
                assert_eq!(builder.template(CLOCK).unwrap(), Some(0));
            }
            builder.close_game(0).unwrap();
        }
        builder
    }

    /// A template of the maximum length.
    fn longest() -> Vec<u8> {
        [CLOCK, &vec![b' '; MAX_TEMPLATE_LEN - "[%clk ]".len() - 1]].concat()
    }

    #[test]
    fn comments_above_a_limit_stay_text() {
        let mut builder = with_games(&[]);
        for _ in 0..MAX_IN_GAME {
            assert_eq!(builder.template(CLOCK).unwrap(), Some(0));
        }
        assert_eq!(builder.template(CLOCK).unwrap(), None, "values of a game");
        builder.drop_game();
        assert_eq!(builder.template(CLOCK).unwrap(), Some(0));

        let mut builder = with_games(&[]);
        let space = |number: usize| (0..11).map(move |bit| [b' ', b'\t'][number >> bit & 1]);
        let comment = |number: usize| space(number).chain(CLOCK.iter().copied()).collect::<Vec<_>>();
        for number in 0..MAX_TEMPLATES {
            assert_eq!(builder.template(&comment(number)).unwrap(), Some(number as u32));
        }
        assert_eq!(builder.template(&comment(MAX_TEMPLATES)).unwrap(), None, "templates");
        assert_eq!(builder.template(&comment(7)).unwrap(), Some(7));
        assert_eq!(builder.game.len(), MAX_TEMPLATES + 1, "values of a comment that stays text are discarded");

        assert_eq!(with_games(&[]).template(&longest()).unwrap(), Some(0));
        let mut builder = with_games(&[MAX_IN_GAME; 3]);
        assert_eq!(builder.template(&longest()).unwrap(), None, "bytes of comments");
    }

    #[test]
    fn a_block_is_full_before_a_limit_is_reached() {
        // limits.6: the codes of equal values are short.
        assert!(!with_games(&[MAX_IN_GAME; 2]).is_full());
        assert!(with_games(&[MAX_IN_GAME; 4]).is_full());
        // limits.8
        let mut builder = with_games(&[]);
        assert_eq!(builder.template(&longest()).unwrap(), Some(0));
        builder.all_values =
            MAX_EXPANDED / limits::value_comment_len(MAX_TEMPLATE_LEN) - MAX_IN_GAME - MAX_TEMPLATE_LEN;
        builder.codes = vec![0; MAX_IN_GAME];
        assert!(!builder.is_full());
        builder.all_values += 1;
        assert!(builder.is_full());
    }

    /// values.6: no run is empty, even if the last game ends a run.
    #[test]
    fn the_last_game_may_end_a_run() {
        let run = RUN_VALUES as usize;
        for games in [&[run][..], &[run - 1], &[run, 1], &[1, run - 1, 0]] {
            let (section, codes) = with_games(games).finish().unwrap().unwrap();
            let values = Values::parse(&section, &codes, &vec![0; games.len()]).unwrap();
            for (number, times) in games.iter().enumerate() {
                let mut filler = values.of_game(number).unwrap();
                for _ in 0..*times {
                    assert_eq!(filler.comment(0).unwrap(), CLOCK);
                }
                filler.finish().unwrap();
            }
        }
        assert!(with_games(&[0]).finish().unwrap().is_none());
    }
}
