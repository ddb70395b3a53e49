//! Messages of searches about invalid texts.

use insta::assert_snapshot;
use plypack::{
    Position, Result,
    search::{
        Condition, DateRange, EcoRange, Material, NumberField, NumberRange, Pattern, position_after, result_from_text,
    },
};

/// The errors of refused texts, one per line.
fn messages<T>(read: impl Fn(&str) -> Result<T>, texts: &[&str]) -> String {
    let errors = texts.iter().map(|text| read(text).err().expect(text));
    errors.map(|error| format!("{}: {error}\n", error.code().name())).collect()
}

#[test]
fn ranges() {
    assert_snapshot!(messages(str::parse::<DateRange>, &["20-03", "2015..2013", "2015-2013", "a\nb"]), @r"
    INVALID_ARGUMENT: `20-03` is not a date or a range of dates; write 2020, 2020.03, 2020-03-15 or 2019..2020.06, with years of four digits
    INVALID_ARGUMENT: `2015..2013` ends before it begins; write the lower end first
    INVALID_ARGUMENT: `2015-2013` ends before it begins; write the lower end first
    INVALID_ARGUMENT: `a\nb` is not a date or a range of dates; write 2020, 2020.03, 2020-03-15 or 2019..2020.06, with years of four digits
    ");
    assert_snapshot!(messages(str::parse::<EcoRange>, &["Sicilian", "B99..B90"]), @r"
    INVALID_ARGUMENT: `Sicilian` is not an opening code or a range of them; write B90, B9 or B20..B99, with a letter from A to E
    INVALID_ARGUMENT: `B99..B90` ends before it begins; write the lower end first
    ");
    assert_snapshot!(messages(str::parse::<NumberRange>, &["high", "2700-2600"]), @r"
    INVALID_ARGUMENT: `high` is not a number or a range of numbers; write 2600, 2600.. or 2400..2600
    INVALID_ARGUMENT: `2700-2600` ends before it begins; write the lower end first
    ");
    let rating = |text: &str| Condition::from_text("any-rating", text);
    assert_snapshot!(messages(rating, &["2700..2600"]), @"INVALID_ARGUMENT: `any-rating=2700..2600` ends before it begins; write the lower end first");
    let range =
        |field, first, last| Condition::Not(Box::new(Condition::range(field, first, last))).check().unwrap_err();
    assert_snapshot!(range(NumberField::WhiteRating, 2500, 2400).message(), @"white-rating: 2500 to 2400 ends before it begins; write the lower end first");
    assert_snapshot!(range(NumberField::Date, 1990, 1995).message(), @"date: 1990 of 1990 to 1995 is no date; write year * 10000 + month * 100 + day");
    assert_snapshot!(messages(result_from_text, &["won"]), @"INVALID_ARGUMENT: `won` is not a result; write 1-0, 0-1, 1/2-1/2 or *, or white, black or draw");
}

#[test]
fn positions() {
    let fens = [
        "x",
        "",
        "k7/8/8/8/8/8/8/K7 x",
        "k7/8/8/8/8/8/8/K7 w X",
        "k7/8/8/8/8/8/8/K7 w - e9",
        "k7/8/8/8/8/8/8/K7 w - - x",
        "k7/8/8/8/8/8/8/K7 w - - 0 x",
        "k7/8/8/8/8/8/8/K7 w - - 0 1 x",
        "8/8/8/8/8/8/8/8",
        "k7/8/8/8/8/8/8/KP6",
        "k6R/8/8/8/8/8/8/K7",
    ];
    assert_snapshot!(messages(|fen| Position::from_fen(fen.as_bytes()), &fens), @r"
    ILLEGAL_POSITION: `x` is not a playable position: its first field is not eight ranks of eight squares, with the pieces `PNBRQKpnbrqk`
    ILLEGAL_POSITION: `` is not a playable position: it is empty
    ILLEGAL_POSITION: `k7/8/8/8/8/8/8/K7 x` is not a playable position: its side to move is neither `w` nor `b`
    ILLEGAL_POSITION: `k7/8/8/8/8/8/8/K7 w X` is not a playable position: its castling rights are not letters of rooks
    ILLEGAL_POSITION: `k7/8/8/8/8/8/8/K7 w - e9` is not a playable position: its en passant square is none
    ILLEGAL_POSITION: `k7/8/8/8/8/8/8/K7 w - - x` is not a playable position: its half-move clock is not a number
    ILLEGAL_POSITION: `k7/8/8/8/8/8/8/K7 w - - 0 x` is not a playable position: its move number is not a number
    ILLEGAL_POSITION: `k7/8/8/8/8/8/8/K7 w - - 0 1 x` is not a playable position: it has more than six fields
    ILLEGAL_POSITION: `8/8/8/8/8/8/8/8` is not a playable position: each side needs one king
    ILLEGAL_POSITION: `k7/8/8/8/8/8/8/KP6` is not a playable position: there is a pawn on the first or last rank
    ILLEGAL_POSITION: `k6R/8/8/8/8/8/8/K7` is not a playable position: the side that is not to move is in check
    ");
}

#[test]
fn patterns() {
    let patterns = [
        "8/8",
        "8/8/x7/8/8/8/8/8",
        "8/8/8/8/8/8/8/7",
        "8/8/8/8/*p*/8/8/8",
        "8/8/8/8/[NB7/8/8/8",
        "8/8/8/8/7[N/8/8/8",
        "8/8/8/8/7[]/8/8/8",
        "8/8/8/8/7[.]/8/8/8",
        "[Pp]7/8/8/8/8/8/8/8",
        "KK6/8/8/8/8/8/8/8",
    ];
    assert_snapshot!(messages(Pattern::from_text, &patterns), @r"
    INVALID_ARGUMENT: `8/8` is not a pattern: it has 2 ranks, not 8; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `8/8/x7/8/8/8/8/8` is not a pattern: rank 6, `x7`: `x` is not a piece; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `8/8/8/8/8/8/8/7` is not a pattern: rank 1, `7`: it has 7 squares, not 8; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `8/8/8/8/*p*/8/8/8` is not a pattern: rank 4, `*p*`: `*` can stand once in a rank; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `8/8/8/8/[NB7/8/8/8` is not a pattern: rank 4, `[NB7`: `7` is not a piece; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `8/8/8/8/7[N/8/8/8` is not a pattern: rank 4, `7[N`: `[` is not closed; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `8/8/8/8/7[]/8/8/8` is not a pattern: rank 4, `7[]`: `[]` has no piece; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `8/8/8/8/7[.]/8/8/8` is not a pattern: rank 4, `7[.]`: `.` cannot stand in brackets; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `[Pp]7/8/8/8/8/8/8/8` is not a pattern: rank 8, `[Pp]7`: no pawn can stand there; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    INVALID_ARGUMENT: `KK6/8/8/8/8/8/8/8` is not a pattern: White has two kings; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    ");
}

#[test]
fn material() {
    let material = ["KRP", "RKK", "KKK", "KRXvKR", "KP4-2vK", "KP99vK", "KP40N40vK", &"K".repeat(65)];
    assert_snapshot!(messages(Material::from_text, &material), @r"
    INVALID_ARGUMENT: `KRP` is not material: it does not have two kings; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    INVALID_ARGUMENT: `RKK` is not material: it does not begin with a king; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    INVALID_ARGUMENT: `KKK` is not material: it has more than two kings; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    INVALID_ARGUMENT: `KRXvKR` is not material: `X` is not one of Q, R, B, N, P and `.`; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    INVALID_ARGUMENT: `KP4-2vK` is not material: `4-2` is not a range of counts such as 2-4; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    INVALID_ARGUMENT: `KP99vK` is not material: `99` is more than a board has squares; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    INVALID_ARGUMENT: `KP40N40vK` is not material: it has more pieces than a board; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    INVALID_ARGUMENT: `KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK` is not material: it is longer than 64 characters; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    ");
}

#[test]
fn moves() {
    let lines = ["e4 e5 Nf3 Nf3", "e4 e5+-", "e4 xyz", "e4 {never", "e4 (c5 (e5)", "e4 )"];
    assert_snapshot!(messages(|line| position_after(line.as_bytes()), &lines), @r"
    ILLEGAL_MOVE: move 2 of Black: `Nf3`: illegal move
    INVALID_MOVE_TEXT: move 1 of Black: `e5+-`: not a move in SAN
    INVALID_MOVE_TEXT: move 1 of Black: `xyz`: not a move in SAN
    INVALID_MOVE_TEXT: `{never` is not closed
    INVALID_MOVE_TEXT: `(c5 (e5)` is not closed
    INVALID_MOVE_TEXT: `)` is not opened
    ");
}
