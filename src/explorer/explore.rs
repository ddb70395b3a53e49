//! Counting the games of a position.

use std::{cmp::Reverse, collections::BTreeMap, ops::Deref};

use super::{
    answer::{Answer, ExplorerGame, GameOfMove, MonthCounts, MoveAnswer},
    best::Best,
    collection::{Collection, Row},
    filter::Filter,
    identity::{self, Place},
    request::{Database, Request},
};
use crate::{
    Color, PackedMove, Position, Reader, Result,
    chess::branch::Branch,
    openings,
    search::{
        PlayerScore, Query, ResultCounts, SearchCorruption, SearchEvent, SearchObserver, after_move, played_next,
    },
};

/// Answers a request from the games of all files. A game counts once, with the move after the first occurrence of the position. Games that
/// have no result, or end in the position, are not counted.
///
/// # Errors
///
/// Errors of reading. `observer` gets corrupt games and decides whether to fail.
pub fn explore<R: Deref<Target = Reader>>(
    files: &[Collection<R>],
    request: &Request,
    observer: &mut SearchObserver<'_>,
) -> Result<Answer> {
    let query = Query::position(&request.position);
    let mut found = Found::new(request);
    for (file, games) in files.iter().enumerate() {
        let filter = Filter::new(games, request)?;
        played_next(
            &[games.reader()],
            &query,
            &mut |hit, next| {
                let row = games.row(hit.game);
                if let Some(next) = next
                    && filter.passes(hit.game, row)
                {
                    found.count(next, Place { file, game: hit.game }, row);
                }
                Ok(())
            },
            &mut |event| match event {
                SearchEvent::Corruption(found) => observer(SearchEvent::Corruption(SearchCorruption { file, ..found })),
                progress => observer(progress),
            },
        )?;
    }
    found.answer(files)
}

/// The games that played one move.
struct OfMove {
    next: PackedMove,
    branch: Branch,
    score: PlayerScore,
    last: Place,
}

/// The counts of a request.
struct Found<'a> {
    request: &'a Request,
    /// In the order in which the moves were found; frequent moves tend to come first.
    moves: Vec<OfMove>,
    /// The best games by the sum of both ratings, then by date.
    top: Best<(u32, u32, Place, PackedMove)>,
    /// The latest games by date.
    recent: Best<(u32, Place, PackedMove)>,
    /// Counts by year * 100 + month.
    months: BTreeMap<u32, ResultCounts>,
}

impl<'a> Found<'a> {
    fn new(request: &'a Request) -> Found<'a> {
        Found {
            request,
            moves: Vec::new(),
            top: Best::new(request.top_games),
            recent: Best::new(request.recent_games),
            months: BTreeMap::new(),
        }
    }

    fn count(&mut self, next: PackedMove, place: Place, row: &Row) {
        let turn = self.request.position.turn();
        let rating = |color: Color| Some(u32::from(row.ratings[color as usize])).filter(|rating| *rating > 0);
        let known = self.moves.iter().position(|known| known.next == next);
        let at = known.unwrap_or_else(|| {
            self.moves.push(OfMove {
                next,
                branch: Branch::new(Some(next)),
                score: PlayerScore::default(),
                last: place,
            });
            self.moves.len() - 1
        });
        let of_move = &mut self.moves[at];
        of_move.branch.count(row.result, rating(turn), None);
        of_move.last = of_move.last.max(place);
        if let Some((_, color)) = &self.request.player {
            of_move.score.count(row.result, *color == Color::White, rating(!*color));
        }
        self.top.add((row.ratings.map(u32::from).iter().sum(), row.date, place, next));
        self.recent.add((row.date, place, next));
        if self.request.history && row.date % 10_000 >= 100 {
            self.months.entry(row.date / 100).or_default().count(row.result);
        }
    }

    fn answer<R: Deref<Target = Reader>>(mut self, files: &[Collection<R>]) -> Result<Answer> {
        let Request { database, position, opening, moves: max, .. } = self.request;
        let mut listed = Listed { files, is_of_masters: *database == Database::Masters, known: BTreeMap::new() };
        let mut moves = Vec::new();
        let mut total = Branch::new(None);
        self.moves.iter().for_each(|of_move| total.add(&of_move.branch));
        self.moves.sort_by_cached_key(|of_move| (Reverse(of_move.branch.games), uci(position, of_move.next)));
        for OfMove { next, branch, score, last } in self.moves.into_iter().take(*max) {
            let is_of_player = *database == Database::Player;
            moves.push(MoveAnswer {
                uci: uci(position, next),
                san: position.san(next)?.to_string(),
                average_rating: branch.rating().filter(|_| !is_of_player),
                average_opponent_rating: score.average_opponent().filter(|_| is_of_player),
                performance: score.performance().filter(|_| is_of_player),
                counts: counts(&branch),
                game: (branch.games == 1).then(|| listed.game(last)).transpose()?,
                opening: after_move(position, next).and_then(|after| openings::of_position(&after)).map(Into::into),
            });
        }
        let mut games = |places: &mut dyn Iterator<Item = (Place, PackedMove)>| -> Result<Vec<GameOfMove>> {
            places.map(|(place, next)| Ok(GameOfMove { uci: uci(position, next), game: listed.game(place)? })).collect()
        };
        let top_games = games(&mut self.top.sorted().map(|(_, _, place, next)| (place, next)))?;
        let recent_games = games(&mut self.recent.sorted().map(|(_, place, next)| (place, next)))?;
        Ok(Answer {
            total: counts(&total),
            moves,
            recent_games: (*database != Database::Masters).then_some(recent_games),
            top_games: (*database != Database::Player).then_some(top_games),
            opening: opening.map(Into::into),
            queue_position: (*database == Database::Player).then_some(0),
            history: self.request.history.then(|| MonthCounts::all(&self.months)),
        })
    }
}

/// The games that an answer lists. Each is read only once, even if it is in several lists.
struct Listed<'a, R> {
    files: &'a [Collection<R>],
    is_of_masters: bool,
    known: BTreeMap<Place, ExplorerGame>,
}

impl<R: Deref<Target = Reader>> Listed<'_, R> {
    fn game(&mut self, place: Place) -> Result<ExplorerGame> {
        if let Some(known) = self.known.get(&place) {
            return Ok(known.clone());
        }
        let id = identity::of(self.files, place)?;
        let game = ExplorerGame::new(id, &self.files[place.file], place.game, self.is_of_masters);
        self.known.insert(place, game.clone());
        Ok(game)
    }
}

/// Returns a move as Lichess's explorer writes it: castling as king takes own rook.
fn uci(position: &Position, next: PackedMove) -> String {
    match position.castling_rook(next) {
        Some(rook) => format!("{}{rook}", position.king_of(position.turn())),
        None => position.canonical_uci(next).to_string(),
    }
}

fn counts(branch: &Branch) -> ResultCounts {
    ResultCounts { white: branch.white, draws: branch.draws, black: branch.black, other: branch.other }
}
