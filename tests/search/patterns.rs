//! Patterns and material.

use plypack::{
    Codec, Game, Reader, games_from_pgn,
    search::{Material, Pattern, Target},
    shakmaty::{Chess, Color, Position, Square},
};

use super::{SMALL, check_find, games, pack};

fn has_pieces(position: &Chess, pattern: &[(Square, char)]) -> bool {
    pattern.iter().all(|(square, piece)| position.board().piece_at(*square).is_some_and(|p| p.char() == *piece))
}

/// The pieces of a side, king first, as in `KRP`.
fn letters_of(position: &Chess, color: Color) -> String {
    let mut letters: Vec<char> = (position.board().clone().into_iter())
        .filter(|(_, piece)| piece.color == color)
        .map(|(_, piece)| piece.role.upper_char())
        .collect();
    letters.sort_by_key(|letter| "KQRBNP".find(*letter));
    letters.into_iter().collect()
}

pub fn check_patterns_and_material(reader: &Reader, games: &[Game]) {
    use Square::{A2, A6, D4, E1, E4, F1, F3, G1, G8, H7};
    for (text, pieces) in [
        ("8/8/p7/8/8/8/8/8", &[(A6, 'p')][..]),
        ("8/8/8/8/8/8/8/8", &[]),
        ("6k1/7p/8/8/8/8/8/6K1", &[(G1, 'K'), (G8, 'k'), (H7, 'p')]),
        ("8/8/8/8/3PP3/5N2/P7/8", &[(D4, 'P'), (E4, 'P'), (F3, 'N'), (A2, 'P')]),
        ("8/8/8/8/8/8/8/4R1K1", &[(E1, 'R'), (G1, 'K')]),
        ("8/8/8/8/8/8/8/5R2", &[(F1, 'R')]),
    ] {
        let target = Target::Pattern(Pattern::from_text(text).unwrap());
        check_find(reader, games, target, &|position| has_pieces(position, pieces), text);
    }
    for (text, one, other) in
        [("KRPKR", "KRP", "KR"), ("KQKR", "KQ", "KR"), ("KPK", "KP", "K"), ("KRPPPKRPP", "KRPPP", "KRPP")]
    {
        let target = Target::Material(Material::from_text(text).unwrap());
        let has_material = |position: &Chess| {
            let (white, black) = (letters_of(position, Color::White), letters_of(position, Color::Black));
            (white == one && black == other) || (white == other && black == one)
        };
        check_find(reader, games, target, &has_material, text);
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
