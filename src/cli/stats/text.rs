//! The tables of `plypack stats` as text.

use std::io::Write;

use super::{
    counted::Counted,
    tables::{Count, Kind, Row, Table},
};
use crate::console::{
    numbers::{Grouped, games},
    outcome::Outcome,
    terminal::{padded, padded_left, shortened, width},
};

/// Maximum width of the first column.
const MAX_LABEL: usize = 44;

/// Writes all tables; `longest` is the name of the longest game.
pub fn write(out: &mut impl Write, all: &[Counted], players: u64, tables: &[Table], longest: &str) -> Outcome<()> {
    for Counted { player, found, .. } in all {
        let name = if player.is_empty() { String::new() } else { format!("{player}: ") };
        writeln!(out, "{name}{}", games(found.results.games()))?;
    }
    if let [Counted { player, found, .. }] = all
        && let (Some(mean), Some(median), Some(last)) = (found.mean_plies(), found.median_plies(), found.longest)
        && player.is_empty()
    {
        let [mean, median] = [mean, median].map(|plies| format!("{:.1}", (10.0 * plies / 2.0).round() / 10.0));
        let most = last.plies.div_ceil(2);
        let score = percent(found.results.score());
        writeln!(out, "White's score {score} %; moves: mean {mean}, median {median}, maximum {most} ({longest})")?;
        writeln!(out, "players: {}", Grouped(players))?;
    }
    tables.iter().filter(|table| !table.rows.is_empty()).try_for_each(|table| write_table(out, all, table))
}

fn write_table(out: &mut impl Write, all: &[Counted], table: &Table) -> Outcome<()> {
    let labels = table.rows.iter().map(|row| width(&row.label)).chain([width(&table.title)]);
    let label = labels.max().unwrap_or(0).min(MAX_LABEL);
    writeln!(out)?;
    let columns = heads(table.kind, all.len() > 1);
    if all.len() > 1 {
        let wide: usize = columns.iter().map(|(_, width)| width).sum();
        // Right-aligned above its columns, with a space before it.
        let name = |player: &Counted| padded_left(&shortened(&player.player, wide - 1), wide);
        writeln!(out, "{}{}", padded("", label), all.iter().map(name).collect::<String>())?;
    }
    let head: String = columns.iter().map(|(head, width)| padded_left(head, *width)).collect();
    writeln!(out, "{}{}", padded(&table.title, label), head.repeat(all.len()))?;
    let most = table.rows.iter().map(|row| row.counts[0].games).max().unwrap_or(0);
    for row in &table.rows {
        let cells =
            row.counts.iter().zip(&table.all).map(|(count, all)| cells(table.kind, count, *all, row.counts.len() > 1));
        let cells: String =
            cells.flatten().zip(columns.iter().cycle()).map(|(cell, (_, wide))| padded_left(&cell, *wide)).collect();
        let line = format!("{}{cells}{}", padded(&shortened(&row.label, label), label), bar(table, row, most));
        writeln!(out, "{}", line.trim_end())?;
    }
    if table.left_out > 0 {
        writeln!(out, "({} more; --limit sets the maximum)", Grouped(table.left_out as u64))?;
    }
    Ok(())
}

/// Returns the headers of the columns of numbers, and their widths.
fn heads(kind: Kind, is_beside: bool) -> &'static [(&'static str, usize)] {
    match kind {
        _ if is_beside => &[("games", 9), ("%", 7), ("score", 7), ("opponents", 11), ("performance", 13)],
        Kind::Games => &[("games", 11), ("%", 7)],
        Kind::Results => {
            &[("games", 11), ("%", 7), ("white", 7), ("draws", 7), ("black", 7), ("other", 7), ("score", 7)]
        }
        Kind::Scores => &[
            ("games", 11),
            ("%", 7),
            ("wins", 7),
            ("draws", 7),
            ("losses", 7),
            ("score", 7),
            ("opponents", 11),
            ("performance", 13),
        ],
    }
}

fn cells(kind: Kind, count: &Count, all: u64, is_beside: bool) -> Vec<String> {
    let share = |games: u64, all: u64| percent((all > 0).then(|| games as f64 / all as f64));
    let parts = count.parts.map(|games| share(games, count.games));
    let mut cells = vec![Grouped(count.games).to_string(), share(count.games, all)];
    match kind {
        Kind::Games => {}
        Kind::Results => {
            cells.extend(parts);
            cells.push(percent(count.score));
        }
        Kind::Scores => {
            let [wins, draws, losses, _] = parts;
            let rating = |rating: Option<i64>| rating.map_or("-".to_owned(), |rating| rating.to_string());
            if !is_beside {
                cells.extend([wins, draws, losses]);
            }
            cells.push(percent(count.score));
            cells.extend([rating(count.opponents.map(i64::from)), rating(count.performance.map(i64::from))]);
        }
    }
    cells
}

/// Formats a fraction in percent.
pub fn percent(part: Option<f64>) -> String {
    part.map_or("-".to_owned(), |part| format!("{:.1}", 100.0 * part))
}

/// Length of the longest bar, in columns.
const BAR: u64 = 40;

/// Draws a bar next to numbers of games only.
fn bar(table: &Table, row: &Row, most: u64) -> String {
    match table.kind {
        Kind::Games if most > 0 => format!("  {}", "#".repeat((row.counts[0].games * BAR).div_ceil(most) as usize)),
        _ => String::new(),
    }
}
