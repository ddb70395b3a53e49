//! Patterns and material.

use plypack::{
    Codec, Game, Reader, games_from_pgn,
    search::{Goal, Material, Pattern},
    shakmaty::{Chess, Color, Position, Square},
};

use super::{SMALL, check_find, games, pack};

fn has_men(position: &Chess, pattern: &[(Square, char)]) -> bool {
    pattern.iter().all(|(square, man)| position.board().piece_at(*square).is_some_and(|p| p.char() == *man))
}

/// The men of a side, king first, as in `KRP`.
fn men_of(position: &Chess, color: Color) -> String {
    let mut men: Vec<char> = (position.board().clone().into_iter())
        .filter(|(_, piece)| piece.color == color)
        .map(|(_, piece)| piece.role.upper_char())
        .collect();
    men.sort_by_key(|man| "KQRBNP".find(*man));
    men.into_iter().collect()
}

pub fn check_patterns_and_material(reader: &Reader, games: &[Game]) {
    use Square::{A2, A6, D4, E1, E4, F1, F3, G1, G8, H7};
    for (text, men) in [
        ("8/8/p7/8/8/8/8/8", &[(A6, 'p')][..]),
        ("8/8/8/8/8/8/8/8", &[]),
        ("6k1/7p/8/8/8/8/8/6K1", &[(G1, 'K'), (G8, 'k'), (H7, 'p')]),
        ("8/8/8/8/3PP3/5N2/P7/8", &[(D4, 'P'), (E4, 'P'), (F3, 'N'), (A2, 'P')]),
        ("8/8/8/8/8/8/8/4R1K1", &[(E1, 'R'), (G1, 'K')]),
        ("8/8/8/8/8/8/8/5R2", &[(F1, 'R')]),
    ] {
        let goal = Goal::Pattern(Pattern::from_text(text).unwrap());
        check_find(reader, games, goal, &|position| has_men(position, men), text);
    }
    for (text, one, other) in
        [("KRPKR", "KRP", "KR"), ("KQKR", "KQ", "KR"), ("KPK", "KP", "K"), ("KRPPPKRPP", "KRPPP", "KRPP")]
    {
        let goal = Goal::Material(Material::from_text(text).unwrap());
        let is_it = |position: &Chess| {
            let (white, black) = (men_of(position, Color::White), men_of(position, Color::Black));
            (white == one && black == other) || (white == other && black == one)
        };
        check_find(reader, games, goal, &is_it, text);
    }
}

#[test]
fn patterns_and_material() {
    let games = games(SMALL);
    check_patterns_and_material(&pack(&games, Codec::Byte, 9), &games);
    let endings = "[FEN \"8/4P1k1/8/8/8/8/r7/4K2R w - - 0 1\"]\n\n1. e8=Q Ra1+ 2. Kd2 Rxh1 *\n\n\
        [FEN \"4k2r/8/8/8/8/8/4p1K1/R7 b - - 0 1\"]\n\n1... Rh7 *";
    let games = games_from_pgn(endings.as_bytes()).unwrap().0;
    for codec in Codec::ALL {
        check_patterns_and_material(&pack(&games, *codec, 9), &games);
    }
}
