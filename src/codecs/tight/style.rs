//! The style of a run: which of eight kinds of games it is like (`tight.2`).

use super::{Game, Played, model::Model, view::STYLES};

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
pub fn choose(model: &Model, games: &[Played<'_>]) -> u16 {
    let mut rooms = [Room { range: 1 << 40, bytes: 0 }; STYLES as usize];
    let mut game = Game::new(model, 0);
    let mut count = 0;
    for played in games {
        game.begin(played.start);
        for m in &played.moves {
            count += 1;
            if count % EVERY == 0 {
                game.see();
                let place = game.place_of(*m);
                for (style, room) in rooms.iter_mut().enumerate() {
                    game.score(style as u16);
                    room.narrow(game.shares.of(place, &game.candidates).1, game.shares.total());
                }
            }
            game.play(*m);
        }
    }
    let best = (0..STYLES).min_by_key(|s| {
        let room = rooms[usize::from(*s)];
        (room.bytes, std::cmp::Reverse(room.range))
    });
    best.unwrap_or(0)
}
