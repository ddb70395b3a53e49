//! The style of a run: which of eight kinds of games it is like (`tight.2`).

use super::{Game, Line, legal, model::Model, view::STYLES};
use crate::Result;
use shakmaty::Position;

/// How far a style has narrowed the range of a range coder.
#[derive(Clone, Copy)]
struct Room {
    range: u64,
    bytes: u32,
}

impl Room {
    fn narrow(&mut self, size: u32, total: u32) {
        self.range = self.range / u64::from(total) * u64::from(size);
        while self.range < 1 << 32 {
            self.range <<= 8;
            self.bytes += 1;
        }
    }
}

/// One ply of so many is looked at.
const EVERY: usize = 64;

/// The style in which the plies that are looked at cost least.
pub fn choose(model: &Model, lines: &[Line<'_>]) -> Result<u16> {
    let mut rooms = [Room { range: 1 << 40, bytes: 0 }; STYLES as usize];
    let mut game = Game::new(model, 0);
    let mut count = 0;
    for line in lines {
        game.begin(line.start);
        for (ply, word) in line.moves.iter().enumerate() {
            let played = legal(*word, &game.position).map_err(|e| e.at(ply as u64))?;
            count += 1;
            if count % EVERY == 0 {
                game.see();
                let index = game.index_of(played)?;
                for (style, room) in rooms.iter_mut().enumerate() {
                    game.score(style as u16);
                    game.shares.settle(&model.halving);
                    room.narrow(game.shares.of(index).1, game.shares.total());
                }
            }
            game.trail.push(played);
            game.position.play_unchecked(played);
        }
    }
    let best = (0..STYLES).min_by_key(|s| {
        let room = rooms[usize::from(*s)];
        (room.bytes, std::cmp::Reverse(room.range))
    });
    Ok(best.unwrap_or(0))
}
