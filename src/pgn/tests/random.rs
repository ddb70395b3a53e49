//! Random games with annotations, made without the library's own walkers.

use crate::{Game, PackedMove, Position, Start, Termination, Token};

/// Small random numbers.
pub(super) struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len())]
    }

    fn text(&mut self, without: &[u8]) -> Vec<u8> {
        let mut text: Vec<u8> =
            (0..self.roll(30)).map(|_| self.pick(b"ab \n\r%;[]({)}\"\\\t\0\xff\xef\xbb\xbf.1$*")).collect();
        text.retain(|b| !without.contains(b));
        text
    }
}

pub(super) fn random_move(dice: &mut Dice, position: &mut Position) -> Option<PackedMove> {
    if dice.roll(20) == 0 && position.play(PackedMove::NULL).is_ok() {
        return Some(PackedMove::NULL);
    }
    let moves = position.legal_moves();
    let m = *moves.get(dice.roll(moves.len().max(1)))?;
    position.play(m).unwrap();
    Some(m)
}

/// Makes a line of random moves with random annotations; moves of the main line go to `game.moves`.
fn random_line(dice: &mut Dice, game: &mut Game, mut now: Position, depth: usize) {
    let mut before = now.clone();
    let mut moved = false;
    let mut plies = 0;
    for _ in 0..dice.roll(25) {
        let kind = dice.roll(12);
        if kind > 5 {
            let last = now.clone();
            if let Some(m) = random_move(dice, &mut now) {
                before = last;
                moved = true;
                if depth == 0 {
                    game.moves.push(m)
                } else {
                    game.push_token(Token::Move(m)).unwrap()
                }
                plies += u32::from(depth == 0);
            }
            continue;
        }
        if kind == 5 && !(moved && depth < 4) {
            continue;
        }
        if plies > 0 {
            game.push_token(Token::Plies(std::mem::take(&mut plies))).unwrap();
        }
        match kind {
            0 => game.push_token(Token::Nag(dice.pick(&[0, 1, 6, 7, 255, u32::MAX]))).unwrap(),
            1 | 2 => game.push_token(Token::Comment(&dice.text(b"}"))).unwrap(),
            3 => game.push_token(Token::LineComment(&dice.text(b"\n\r"))).unwrap(),
            4 => game.push_token(Token::Escape(&dice.text(b"\n\r"))).unwrap(),
            _ => {
                game.push_token(Token::Begin).unwrap();
                random_line(dice, game, before.clone(), depth + 1);
                let raws = [
                    &b"zz"[..],
                    b"12. zz (a) ",
                    b"1-0",
                    b"zz ;c)\n",
                    b"[x",
                    b"%y",
                    b"zz\xef\xbb\xbf",
                    b"} {)}",
                    b"zz\0",
                ];
                if dice.roll(4) == 0 {
                    game.push_token(Token::Raw(dice.pick(&raws))).unwrap();
                }
                game.push_token(Token::End).unwrap();
            }
        }
    }
}

pub(super) fn random_game(seed: u64) -> Game {
    let mut dice = Dice(seed);
    let mut game = Game::new();
    for _ in 0..dice.roll(4) {
        let mut value = dice.text(b"\n\r");
        // pgn.9: a value in which a quote ends another tag is rejected.
        if value.contains(&b'"') {
            value.retain(|byte| *byte != b']');
        }
        match dice.roll(4) {
            0 => game.push_raw_tag(&[b"%", &value[..]].concat()).unwrap(),
            1 => game.push_raw_tag(&[b";", &value[..]].concat()).unwrap(),
            2 => game.push_raw_tag(b"[bad]").unwrap(),
            _ => game.push_tag(dice.pick(&[b"A", b"[", b"#", b"\xff"]), &value).unwrap(),
        }
    }
    let fens = [
        "4k3/P6p/8/8/8/8/p6P/R3K2R w KQ - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR b HFhf - 2 9",
        "zz",
    ];
    if dice.roll(3) == 0 {
        game.push_tag(b"FEN", dice.pick(&fens).as_bytes()).unwrap();
        game.start_from_tags().ok();
    }
    if game.start == Start::Unreadable {
        game.set_unparsed(dice.pick(&[&b""[..], b"1. e4 {x} *", b"[x", b"%x", b";x", b"zz\xef\xbb\xbf"])).unwrap();
        return game;
    }
    let start = game.start_position();
    random_line(&mut dice, &mut game, start, 0);
    game.termination = dice.pick(&Termination::ALL);
    if dice.roll(3) == 0 {
        game.set_unparsed(dice.pick(&[
            &b"zz"[..],
            b"12. zz (a)",
            b") x",
            b"( (",
            b"{open\n\nx",
            b"[x",
            b"%y",
            b"$ 1\n% {",
            b"\xe2\x80zz",
        ]))
        .unwrap();
    }
    game
}
