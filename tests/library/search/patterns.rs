//! Patterns and material.

use plypack::{
    Codec, Game, Reader, games_from_pgn,
    search::{Material, Pattern, Target},
};
use shakmaty::{Chess, Color, Position, Square};

use super::{Check, SMALL, check_find, games, pack};

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
            let white = letters_of(position, Color::White);
            let black = letters_of(position, Color::Black);
            (white == one && black == other) || (white == other && black == one)
        };
        check_find(reader, games, target, &has_material, text);
    }
}

/// Patterns with more than single pieces, each with a check.
fn check_wild_patterns(reader: &Reader, games: &[Game]) -> usize {
    use Square::{A1, C4, D4, D5, E1, E4, E5, E6, E8, F3, G1};
    let at = |position: &Chess, square| position.board().piece_at(square).map_or(' ', |piece| piece.char());
    let patterns: [(&str, Check<'_>); 12] = [
        ("8/8/8/3?4/8/8/8/8", &|p| at(p, D5) != ' '),
        ("*/*/*/3?*/*/*/*/*", &|p| at(p, D5) != ' '),
        ("8/8/8/8/*?.../8/8/8", &|p| at(p, E4) != ' '),
        ("8/8/4[pP]3/3p4/8/8/8/8", &|p| "pP".contains(at(p, E6)) && at(p, D5) == 'p'),
        ("8/8/8/8/8/8/8/*[NB]_", &|p| "NB".contains(at(p, G1)) && at(p, Square::H1) == ' '),
        ("8/8/8/8/8/8/8/4_3", &|p| at(p, E1) == ' '),
        ("4_3/8/8/8/8/8/8/8", &|p| at(p, E8) == ' '),
        ("8/8/8/3[_p]4/8/5[NQ]2/8/8", &|p| "p ".contains(at(p, D5)) && "NQ".contains(at(p, F3))),
        ("8/8/8/3__3/2P5/8/8/8", &|p| at(p, D5) == ' ' && at(p, E5) == ' ' && at(p, C4) == 'P'),
        ("8/8/8/8/3[_]4/8/8/R[_N]6", &|p| at(p, D4) == ' ' && at(p, A1) == 'R' && " N".contains(at(p, Square::B1))),
        // A capture en passant empties d5, which is neither its from-square nor its to-square.
        ("8/3_4/8/3_4/8/8/8/8", &|p| at(p, D5) == ' ' && at(p, Square::D7) == ' '),
        ("8/8/3P4/3_4/8/8/8/8", &|p| at(p, D5) == ' ' && at(p, Square::D6) == 'P'),
    ];
    let find = |(text, check): (&str, Check<'_>)| {
        check_find(reader, games, Target::Pattern(Pattern::from_text(text).unwrap()), check, text)
    };
    patterns.into_iter().map(find).sum()
}

/// Counts of pieces by letter, of a side such as `KRP`.
fn counts(letters: &str) -> impl Fn(char) -> usize {
    move |letter| letters.chars().filter(|other| *other == letter).count()
}

fn check_wild_material(reader: &Reader, games: &[Game]) -> usize {
    type Side<'a> = &'a dyn Fn(&str) -> bool;
    let of = |letters: &str, letter| counts(letters)(letter);
    let rook_and_pawns: Side<'_> = &|s| of(s, 'R') == 1 && of(s, 'P') + 2 == s.len();
    let cases: [(&str, Side<'_>, Side<'_>); 7] = [
        ("KRP*vKRP*", rook_and_pawns, rook_and_pawns),
        ("krp*krp*", rook_and_pawns, rook_and_pawns),
        ("K.*vK.*", &|_| true, &|_| true),
        ("KQ.* v K.?", &|s| of(s, 'Q') >= 1, &|s| s.len() <= 2),
        ("KR?vKR1-2P+", &|s| s == "K" || s == "KR", &|s| {
            [1, 2].contains(&of(s, 'R')) && of(s, 'P') + of(s, 'R') + 1 == s.len() && of(s, 'P') > 0
        }),
        (
            "KQ0R2B2N2P7+K.*",
            &|s| of(s, 'Q') == 0 && of(s, 'R') == 2 && of(s, 'B') == 2 && of(s, 'N') == 2 && of(s, 'P') >= 7,
            &|_| true,
        ),
        (
            "KQRRBBN.8K.*",
            &|s| s.len() == 15 && of(s, 'Q') > 0 && of(s, 'R') > 1 && of(s, 'B') > 1 && of(s, 'N') > 0,
            &|_| true,
        ),
    ];
    let find = |(text, one, other): (&str, Side<'_>, Side<'_>)| {
        let has_material = |position: &Chess| {
            let white = letters_of(position, Color::White);
            let black = letters_of(position, Color::Black);
            one(&white) && other(&black) || one(&black) && other(&white)
        };
        check_find(reader, games, Target::Material(Material::from_text(text).unwrap()), &has_material, text)
    };
    cases.into_iter().map(find).sum()
}

#[test]
fn patterns_and_material() {
    let games = games(SMALL);
    check_patterns_and_material(&pack(&games, Codec::Byte, 9), &games);
    let endings = "[FEN \"8/4P1k1/8/8/8/8/r7/4K2R w - - 0 1\"]\n\n1. e8=Q Ra1+ 2. Kd2 Rxh1 *\n\n\
        [FEN \"4k2r/8/8/8/8/8/4p1K1/R7 b - - 0 1\"]\n\n1... Rh7 *";
    let games = games_from_pgn(endings.as_bytes()).unwrap().0;
    for codec in Codec::IN_FILES {
        check_patterns_and_material(&pack(&games, *codec, 9), &games);
    }
}

#[test]
fn wildcards_sets_and_counts() {
    let more = "[FEN \"8/4P1k1/8/8/8/8/r7/4K2R w - - 0 1\"]\n\n1. e8=Q Ra1+ 2. Kd2 Rxh1 3. Qe2 *\n\n\
        [FEN \"4k2r/5p2/8/8/8/8/4p1K1/R7 b - - 0 1\"]\n\n1... Rh7 2. Ra7 e1=Q *\n\n\
        1. e4 Nf6 2. e5 d5 3. exd6 e6 4. d7+ Kxd7 5. Qf3 *\n\n1. d4 d5 2. Nf3 Nf6 3. Nc3 *\n\n\
        1. c4 d5 2. cxd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 *\n";
    let games = [games(SMALL), games_from_pgn(more.as_bytes()).unwrap().0].into_iter().flatten().collect::<Vec<_>>();
    for codec in [Codec::Byte, Codec::Tight] {
        let reader = pack(&games, codec, 9);
        assert!(check_wild_patterns(&reader, &games) > 30 && check_wild_material(&reader, &games) > 20);
    }
}
