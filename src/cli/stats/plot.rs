//! The picture of `plypack stats`.

use super::{
    counted::Counted,
    tables::{Count, Kind, Row, Table},
    text::percent,
};
use crate::{
    console::numbers::{Grouped, games},
    output::svg::{Anchor, Color, EDGE, GAMES, GRID, MUTED, Picture, RESULTS, SCORES, TEXT, text_width},
};

const WIDTH: f64 = 1080.0;
const MARGIN: f64 = 24.0;
const GAP: f64 = 40.0;
/// Width of a half of the picture, in which tables are stacked.
const HALF: f64 = (WIDTH - 2.0 * MARGIN - GAP) / 2.0;
const LABEL: f64 = 190.0;
const NUMBERS: f64 = 130.0;
const LINE: f64 = 19.0;
const FONT: f64 = 12.0;
/// Space above the first table.
const TOP: f64 = 88.0;

/// Draws the picture of these tables.
pub fn draw(all: &[Counted], tables: &[Table]) -> String {
    let title = title(all);
    let mut picture = Picture::new(WIDTH, &title);
    picture.text((MARGIN, 34.0), 20.0, Anchor::Start, TEXT, &title, WIDTH - 2.0 * MARGIN);
    draw_legend(&mut picture, tables);
    let mut tops = [TOP; 2];
    for table in tables.iter().filter(|table| !table.rows.is_empty()) {
        match all {
            [_] => {
                let half = usize::from(tops[1] < tops[0]);
                tops[half] = draw_table(&mut picture, half, tops[half], table, 0, &table.title);
            }
            players => {
                let top = tops[0].max(tops[1]);
                for (player, counted) in players.iter().enumerate() {
                    let title = format!("{}, {}", counted.player, table.title);
                    tops[player] = draw_table(&mut picture, player, top, table, player, &title);
                }
            }
        }
    }
    picture.finish(tops[0].max(tops[1]))
}

fn title(all: &[Counted]) -> String {
    let of = |Counted { player, found, .. }: &Counted| {
        if player.is_empty() {
            games(found.results.games())
        } else {
            format!("{player}: {}", games(found.results.games()))
        }
    };
    all.iter().map(of).collect::<Vec<_>>().join(" \u{2013} ")
}

/// Draws the meaning of the colors.
fn draw_legend(picture: &mut Picture, tables: &[Table]) {
    let mut x = MARGIN;
    for (kind, texts) in [
        (Kind::Results, ["White won", "draws", "Black won", "no result"]),
        (Kind::Scores, ["player won", "draws", "player lost", "no result"]),
    ] {
        if !tables.iter().any(|table| table.kind == kind) {
            continue;
        }
        for (color, text) in colors(kind).into_iter().zip(texts) {
            let square = [x, 52.0, 11.0, 11.0];
            picture.fill(square, color, "");
            picture.frame(square, EDGE);
            picture.text((x + 16.0, 62.0), FONT, Anchor::Start, MUTED, text, 100.0);
            x += 34.0 + text_width(text, FONT);
        }
        x += 24.0;
    }
}

fn colors(kind: Kind) -> [Color; 4] {
    match kind {
        Kind::Results => RESULTS,
        Kind::Scores => SCORES,
        Kind::Games => [GAMES; 4],
    }
}

/// Draws the rows of a table about one player in a half of the picture. Returns the top of the next table.
fn draw_table(picture: &mut Picture, half: usize, top: f64, table: &Table, player: usize, title: &str) -> f64 {
    let left = MARGIN + half as f64 * (HALF + GAP);
    picture.text((left, top), 14.0, Anchor::Start, TEXT, title, HALF - NUMBERS);
    let head = match table.kind {
        Kind::Games => "games",
        Kind::Results | Kind::Scores => "games, score %",
    };
    picture.text((left + HALF, top), FONT, Anchor::End, MUTED, head, NUMBERS);
    picture.fill([left, top + 6.0, HALF, 1.0], GRID, "");
    // The maximum over all players, so that adjacent bars can be compared.
    let most = table.rows.iter().flat_map(|row| &row.counts).map(|count| count.games).max().unwrap_or(0);
    let mut y = top + 10.0;
    for row in &table.rows {
        draw_row(picture, (left, y), table.kind, row, player, most);
        y += LINE;
    }
    if table.left_out > 0 {
        let text = format!("{} more", Grouped(table.left_out as u64));
        picture.text((left, y + 13.0), FONT, Anchor::Start, MUTED, &text, LABEL);
        y += LINE;
    }
    y + 32.0
}

fn draw_row(picture: &mut Picture, (left, y): (f64, f64), kind: Kind, row: &Row, player: usize, most: u64) {
    let count = &row.counts[player];
    picture.text((left, y + 13.0), FONT, Anchor::Start, TEXT, &row.label, LABEL - 8.0);
    let space = HALF - LABEL - NUMBERS;
    let wide = |games: u64| if most == 0 { 0.0 } else { space * games as f64 / most as f64 };
    let parts = if kind == Kind::Games { [count.games, 0, 0, 0] } else { count.parts };
    let mut x = left + LABEL;
    let title = title_of(kind, row, count);
    for (games, color) in parts.into_iter().zip(colors(kind)).filter(|(games, _)| *games > 0) {
        picture.fill([x, y + 2.0, wide(games), LINE - 5.0], color, &title);
        x += wide(games);
    }
    if count.games > 0 {
        picture.frame([left + LABEL, y + 2.0, wide(count.games), LINE - 5.0], EDGE);
    }
    let score = if kind == Kind::Games { String::new() } else { percent(count.score) };
    let middle = left + HALF - if kind == Kind::Games { 0.0 } else { 46.0 };
    picture.text((middle, y + 13.0), FONT, Anchor::End, TEXT, &Grouped(count.games).to_string(), NUMBERS);
    picture.text((left + HALF, y + 13.0), FONT, Anchor::End, MUTED, &score, NUMBERS);
}

/// Describes a row in words.
fn title_of(kind: Kind, row: &Row, count: &Count) -> String {
    let mut title = format!("{}: {}", row.label, games(count.games));
    let [first, draws, third, other] = count.parts.map(Grouped);
    title += &match kind {
        Kind::Games => String::new(),
        Kind::Results => format!("; White won {first}, draws {draws}, Black won {third}, no result {other}"),
        Kind::Scores => format!("; won {first}, drawn {draws}, lost {third}, no result {other}"),
    };
    for (name, rating) in
        [("opponents", count.opponents.map(i64::from)), ("performance", count.performance.map(i64::from))]
    {
        title += &rating.map_or(String::new(), |rating| format!("; {name} {rating}"));
    }
    title
}
