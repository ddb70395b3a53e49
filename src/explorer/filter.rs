//! Selecting the games that a request counts.

use std::{ops::Deref, sync::Arc};

use super::{
    collection::{Collection, Row},
    request::{Mode, Request, rating_group},
};
use crate::{Reader, Result, Termination};

/// The filters of a request, for one file.
pub(super) struct Filter<'a> {
    request: &'a Request,
    /// For each game number, whether it is a game of the player; `None` for all games.
    of_player: Option<Arc<Vec<bool>>>,
}

impl<'a> Filter<'a> {
    pub(super) fn new<R: Deref<Target = Reader>>(games: &Collection<R>, request: &'a Request) -> Result<Filter<'a>> {
        let player = request.player.as_ref();
        let of_player = player.map(|(player, color)| games.games_of(player, *color)).transpose()?;
        Ok(Filter { request, of_player })
    }

    pub(super) fn passes(&self, game: u64, row: &Row) -> bool {
        let Request { speeds, ratings, dates, modes, .. } = self.request;
        let mode = if row.is_casual { Mode::Casual } else { Mode::Rated };
        let is_finished = !matches!(row.result, Termination::Unknown | Termination::Absent);
        is_finished
            && self.of_player.as_ref().is_none_or(|games| games[game as usize])
            && dates.is_none_or(|(first, last)| (first..=last).contains(&row.date))
            && (speeds.is_empty() || row.speed.is_some_and(|speed| speeds.contains(&speed)))
            && (modes.is_empty() || modes.contains(&mode))
            && (ratings.is_empty()
                || average(row.ratings).is_some_and(|average| ratings.contains(&rating_group(average))))
    }
}

/// Returns the average of both ratings; `None` if one is unknown.
fn average([white, black]: [u16; 2]) -> Option<u16> {
    (white > 0 && black > 0).then_some((white + black) / 2)
}
