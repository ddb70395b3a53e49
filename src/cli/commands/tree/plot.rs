//! The picture of `plypack tree`: a bar per move. For lines of several moves, a column per ply, in which the height of a move is its
//! number of games.

use plypack::search::Branch;

use crate::{
    console::numbers::{Grouped, games},
    output::svg::{Anchor, EDGE, GRID, MUTED, ON_RESULTS, Picture, RESULTS, Rect, TEXT, text_width},
    stats::text::percent,
};

/// A played line, with its last move.
pub struct Node {
    /// Number of moves of the line.
    pub depth: usize,
    /// The last move, in SAN.
    pub san: String,
    /// All moves.
    pub line: String,
    pub counts: Counts,
}

/// The results of the games that played a line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub games: u64,
    /// Won by White, drawn, won by Black, without result.
    parts: [u64; 4],
}

impl From<&Branch> for Counts {
    fn from(branch: &Branch) -> Counts {
        Counts { games: branch.games, parts: [branch.white, branch.draws, branch.black, branch.other] }
    }
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.games += other.games;
        self.parts.iter_mut().zip(other.parts).for_each(|(games, more)| *games += more);
    }

    /// White's score.
    fn score(&self) -> Option<f64> {
        let [white, draws, black, _] = self.parts;
        let known = white + draws + black;
        (known > 0).then(|| (white as f64 + draws as f64 / 2.0) / known as f64)
    }
}

/// Contents of a picture.
pub struct Tree<'a> {
    /// Lines, each before its continuations.
    pub nodes: &'a [Node],
    /// The games that reached the position.
    pub games: u64,
    /// The games that end there.
    pub ended: Counts,
    /// Maximum number of moves of a line.
    pub depth: usize,
    /// Name of the position.
    pub position: String,
}

const MARGIN: f64 = 24.0;
const TOP: f64 = 92.0;
const FONT: f64 = 12.0;
/// Height of a row of a single move.
const ROW: f64 = 24.0;
const MAX_ROWS: usize = 24;
/// Height of a column.
const HEIGHT: f64 = 660.0;
/// Minimum height of a move in pixels; rarer moves are combined.
const MIN_HEIGHT: f64 = 16.0;
/// The share of a cell for text.
const TEXT_PART: f64 = 0.58;

/// Draws the picture of a tree.
pub fn draw(tree: &Tree<'_>) -> String {
    let column = match tree.depth {
        1 => 860.0,
        2 => 460.0,
        3 => 330.0,
        _ => 260.0,
    };
    // The columns that contain moves: lines can be shorter than allowed.
    let columns = tree.nodes.iter().map(|node| node.depth).max().unwrap_or(1);
    let width = (column * columns as f64).max(860.0) + 2.0 * MARGIN;
    let mut picture = Picture::new(width, &format!("Moves played after {}, in {}", tree.position, games(tree.games)));
    picture.text((MARGIN, 34.0), 20.0, Anchor::Start, TEXT, &tree.position, width - 2.0 * MARGIN - 160.0);
    picture.text((width - MARGIN, 34.0), 16.0, Anchor::End, MUTED, &games(tree.games), 160.0);
    draw_legend(&mut picture);
    let end = match columns {
        1 => draw_rows(&mut picture, tree),
        _ => {
            let unit = HEIGHT / tree.games.max(1) as f64;
            let bottom = draw_column(&mut picture, tree.nodes, 1, TOP, unit, column);
            draw_ended(&mut picture, tree.ended, bottom, unit, column);
            TOP + HEIGHT
        }
    };
    picture.finish(end + MARGIN)
}

fn draw_legend(picture: &mut Picture) {
    let mut x = MARGIN;
    for (color, text) in RESULTS.into_iter().zip(["White won", "draws", "Black won", "no result"]) {
        let square = [x, 52.0, 11.0, 11.0];
        picture.fill(square, color, "");
        picture.frame(square, EDGE);
        picture.text((x + 16.0, 62.0), FONT, Anchor::Start, MUTED, text, 100.0);
        x += 34.0 + text_width(text, FONT);
    }
    picture.text((x, 62.0), FONT, Anchor::Start, MUTED, "Numbers: games, White's score in percent", 400.0);
}

/// Draws the moves of one ply, with rare moves combined, and the games that end in the position.
fn draw_rows(picture: &mut Picture, tree: &Tree<'_>) -> f64 {
    let (shown, rare) = tree.nodes.split_at(if tree.nodes.len() > MAX_ROWS { MAX_ROWS - 1 } else { tree.nodes.len() });
    let mut rows: Vec<(String, String, Counts)> =
        shown.iter().map(|node| (node.san.clone(), node.line.clone(), node.counts)).collect();
    rows.extend(together(rare.iter()).map(|(label, counts)| (label.clone(), label, counts)));
    if tree.ended.games > 0 {
        rows.push(("(end)".to_owned(), "end of the game".to_owned(), tree.ended));
    }
    let most = rows.iter().map(|(.., counts)| counts.games).max().unwrap_or(1).max(1);
    let mut y = TOP;
    for (label, line, counts) in &rows {
        picture.text((MARGIN, y + 16.0), 14.0, Anchor::Start, TEXT, label, 130.0);
        let share = percent(Some(counts.games as f64 / tree.games.max(1) as f64));
        let numbers = format!("{} ({share} %)", Grouped(counts.games));
        picture.text((MARGIN + 290.0, y + 16.0), FONT, Anchor::End, TEXT, &numbers, 150.0);
        picture.text((MARGIN + 340.0, y + 16.0), FONT, Anchor::End, MUTED, &percent(counts.score()), 60.0);
        let wide = 500.0 * counts.games as f64 / most as f64;
        draw_bar(picture, [MARGIN + 356.0, y + 3.0, wide.max(1.0), ROW - 6.0], counts, &title_of(line, counts));
        y += ROW;
    }
    y
}

/// Combines rare moves.
fn together<'a>(rare: impl Iterator<Item = &'a Node>) -> Option<(String, Counts)> {
    let mut counts = Counts::default();
    let mut moves = 0;
    for node in rare {
        counts.add(node.counts);
        moves += 1;
    }
    (moves > 0).then(|| (format!("other ({moves})"), counts))
}

/// Draws lines that differ from ply `depth` on, starting at `top`, with `unit` pixels per game. Returns the bottom.
fn draw_column(picture: &mut Picture, nodes: &[Node], depth: usize, top: f64, unit: f64, column: f64) -> f64 {
    let left = MARGIN + (depth - 1) as f64 * column;
    let mut y = top;
    let groups: Vec<&[Node]> = nodes.chunk_by(|_, next| next.depth > depth).collect();
    let is_shown = |group: &&&[Node]| group[0].counts.games as f64 * unit >= MIN_HEIGHT;
    for group in groups.iter().filter(is_shown) {
        let node = &group[0];
        let high = node.counts.games as f64 * unit;
        draw_cell(picture, [left, y, column, high], &node.san, &node.line, &node.counts);
        draw_column(picture, &group[1..], depth + 1, y, unit, column);
        y += high;
    }
    let rare = groups.iter().filter(|group| !is_shown(group)).map(|group| &group[0]);
    if let Some((label, counts)) = together(rare) {
        let high = counts.games as f64 * unit;
        draw_cell(picture, [left, y, column, high], "other", &label, &counts);
        y += high;
    }
    y
}

fn draw_ended(picture: &mut Picture, ended: Counts, top: f64, unit: f64, column: f64) {
    if ended.games > 0 {
        let high = ended.games as f64 * unit;
        draw_cell(picture, [MARGIN, top, column, high], "(end)", "end of the game", &ended);
    }
}

/// Draws a move, with its results at the right.
fn draw_cell(picture: &mut Picture, [x, y, wide, high]: Rect, label: &str, line: &str, counts: &Counts) {
    let title = title_of(line, counts);
    let text = wide * TEXT_PART;
    picture.fill([x, y + 0.5, text, (high - 1.0).max(0.3)], GRID, &title);
    draw_bar(picture, [x + text, y + 0.5, wide - text - 6.0, (high - 1.0).max(0.3)], counts, &title);
    if high < MIN_HEIGHT - 3.0 {
        return;
    }
    let middle = y + high / 2.0 + 4.5;
    let size = if high > 40.0 { 15.0 } else { FONT };
    let numbers = format!("{} \u{b7} {}", Grouped(counts.games), percent(counts.score()));
    let most = text - text_width(&numbers, FONT) - 14.0;
    picture.text((x + 6.0, middle), size, Anchor::Start, TEXT, label, most.max(36.0));
    picture.text((x + text - 6.0, middle), FONT, Anchor::End, MUTED, &numbers, text);
}

/// Draws a bar with the shares of the results.
fn draw_bar(picture: &mut Picture, [left, y, wide, high]: Rect, counts: &Counts, title: &str) {
    let known: u64 = counts.parts.iter().sum();
    let mut x = left;
    for (part, games) in counts.parts.into_iter().enumerate().filter(|(_, games)| *games > 0) {
        let width = wide * games as f64 / known as f64;
        picture.fill([x, y, width, high], RESULTS[part], title);
        let share = format!("{:.0} %", 100.0 * games as f64 / known as f64);
        if let Some(color) = ON_RESULTS.get(part).filter(|_| high >= 14.0 && width > text_width(&share, 11.0) + 6.0) {
            let place = (x + width / 2.0, y + high / 2.0 + 4.0);
            picture.text(place, 11.0, Anchor::Middle, *color, &share, width);
        }
        x += width;
    }
    if known == 0 {
        picture.fill([left, y, wide, high], RESULTS[3], title);
    }
    picture.frame([left, y, wide, high], EDGE);
}

/// Describes a line in words.
fn title_of(line: &str, counts: &Counts) -> String {
    let [white, draws, black, other] = counts.parts.map(Grouped);
    let results = format!("White won {white}, draws {draws}, Black won {black}, no result {other}");
    format!("{line}: {}; {results}; score {} %", games(counts.games), percent(counts.score()))
}
