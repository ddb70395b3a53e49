//! The picture of `plypack codecs`: bits per ply against decoding speed.

use plotters::{coord::Shift, prelude::*};
use plypack::{
    Codec,
    compare::{Comparison, ComparisonKind},
};

use super::peers::{PEERS, SHAKMATY_SPEED};

const SIZE: (u32, u32) = (900, 640);
const MARGIN: i32 = 14;
/// Position of the axis of bits.
const LEFT: i32 = 66;
const DOT: i32 = 5;
const LETTER: (i32, i32) = (8, 15);
const FONT: (&str, i32) = ("sans-serif", 15);
const SMALL: (&str, i32) = ("sans-serif", 13);
/// Codecs of plypack, with the recommended ones emphasized.
const CODEC: RGBColor = RGBColor(0x2a, 0x6f, 0x97);
const CHOICE: RGBColor = RGBColor(0x0b, 0x3c, 0x5d);
const TEXT: RGBColor = RGBColor(0x6a, 0x70, 0x76);
const PEER: RGBColor = RGBColor(0x8a, 0x8f, 0x94);
const LIMIT: RGBColor = RGBColor(0xc1, 0x4b, 0x3a);
const GRID: RGBColor = RGBColor(0xe4, 0xe7, 0xea);

/// The colors on a dark page that differ from those on a light page.
const DARK: [(&str, &str); 8] = [
    ("#FFFFFF", "#14181C"),
    ("#000000", "#D5DADF"),
    ("#2A6F97", "#6CB4DC"),
    ("#0B3C5D", "#F2C14E"),
    ("#6A7076", "#AEB5BC"),
    ("#8A8F94", "#878E96"),
    ("#C14B3A", "#F08A78"),
    ("#E4E7EA", "#2B3138"),
];

const TITLE: &str = "Size and decoding speed of the codecs";

const PEERS_MEAN: &str =
    "Gray: other systems, scaled by their ratio to shakmaty's play_unchecked in one run, 2026-11-22.";
const RINGS_MEAN: &str = "Rings: line codecs, not for files.";

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Done = Result<(), DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>>;

/// The picture as SVG.
pub fn draw(comparison: &Comparison) -> String {
    let mut svg = String::new();
    // Drawing into memory cannot fail.
    let _ = draw_into(comparison, &SVGBackend::with_string(&mut svg, SIZE).into_drawing_area());
    with_title_and_dark_colors(&svg)
}

/// Adds parts that the drawing library does not write: a title for readers who cannot see the picture, and the colors on a dark page.
fn with_title_and_dark_colors(svg: &str) -> String {
    let Some((head, body)) = svg.split_once(">\n") else { return svg.to_owned() };
    let rule = |(light, dark): &(&str, &str)| {
        format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
    };
    let rules: String = DARK.iter().map(rule).collect();
    format!(
        "{head} role=\"img\">\n<title>{TITLE}</title>\n<style>@media(prefers-color-scheme:dark){{{rules}}}</style>\n{body}"
    )
}

/// A dot with its name.
struct Dot {
    name: String,
    millions: f64,
    bits: f64,
    color: RGBColor,
    /// True for a line codec.
    is_ring: bool,
}

fn draw_into(comparison: &Comparison, area: &Area<'_>) -> Done {
    let dots = dots(comparison);
    let speeds = || dots.iter().map(|dot| dot.millions);
    let slowest = speeds().fold(1.0, f64::min);
    let fastest = speeds().fold(10.0, f64::max);
    let max_bits = dots.iter().map(|dot| dot.bits).fold(8.0, f64::max).ceil() + 1.0;
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption(TITLE, ("sans-serif", 20))
        .margin(MARGIN)
        .margin_bottom(36)
        .x_label_area_size(46)
        .y_label_area_size(LEFT - MARGIN)
        .build_cartesian_2d((slowest * 0.6..fastest * 2.5).log_scale(), 0.0..max_bits)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .x_desc("decoding, million plies per second on one core")
        .y_desc("bits per ply")
        .x_label_formatter(&|millions| millions.to_string())
        .y_label_formatter(&|bits| format!("{bits:.0}"))
        .label_style(FONT)
        .draw()?;
    let mut taken = Vec::new();
    if let Some(limit) = comparison.rows.iter().find(|row| row.kind == ComparisonKind::Limit) {
        let bits = comparison.bits_per_ply(limit);
        let ends = [(slowest * 0.6, bits), (fastest * 2.5, bits)];
        chart.draw_series([PathElement::new(ends, LIMIT.stroke_width(2))])?;
        let (right, y) = chart.backend_coord(&ends[1]);
        let text = format!("log2 of the number of legal moves: {bits:.2}");
        let place = (right - width(&text), y - LETTER.1 - 3);
        area.draw(&Text::new(text.clone(), place, FONT.into_font().color(&LIMIT)))?;
        taken.extend([[0, y - 2, right, y + 2], [place.0, place.1, right, y]]);
    }
    let places: Vec<_> = dots.iter().map(|dot| chart.backend_coord(&(dot.millions, dot.bits))).collect();
    for (index, (dot, place)) in dots.iter().zip(&places).enumerate() {
        // A dot that would hide another dot is drawn as a ring around it.
        let hides = |other: &(i32, i32)| (place.0 - other.0).pow(2) + (place.1 - other.1).pow(2) < DOT * DOT;
        match places[..index].iter().filter(|other| hides(other)).count() as i32 {
            0 if dot.is_ring => area.draw(&Circle::new(*place, DOT, dot.color.stroke_width(2)))?,
            0 => area.draw(&Circle::new(*place, DOT, dot.color.filled()))?,
            rings => area.draw(&Circle::new(*place, DOT + 3 * rings, dot.color.stroke_width(2)))?,
        }
    }
    write_names(area, &dots, &places, taken)?;
    let notes =
        if comparison.play_trusted.is_some() { format!("{RINGS_MEAN} {PEERS_MEAN}") } else { RINGS_MEAN.to_owned() };
    area.draw(&Text::new(notes, (66, SIZE.1 as i32 - 24), SMALL.into_font().color(&PEER)))?;
    area.present()
}

/// Returns the dots of all codecs, of the texts that are no larger than the largest codec, and of other systems.
fn dots(comparison: &Comparison) -> Vec<Dot> {
    let codecs = comparison.rows.iter().filter(|row| row.kind == ComparisonKind::Codec);
    let largest = codecs.map(|row| row.bytes).fold(0.0, f64::max);
    let shown = comparison.rows.iter().filter(|row| row.kind != ComparisonKind::Limit && row.bytes <= largest);
    let dot = |row: &plypack::compare::ComparisonRow| {
        let (name, color) = match (row.kind, row.name) {
            (ComparisonKind::Codec, "byte") => ("byte: the default".to_owned(), CHOICE),
            (ComparisonKind::Codec, "tight") => ("tight: for archives".to_owned(), CHOICE),
            (ComparisonKind::Codec, name) => (name.to_owned(), CODEC),
            (_, name) => (name.to_owned(), TEXT),
        };
        let millions = row.decode.unwrap_or(0.0).max(1e3) / 1e6;
        let is_ring = row.codec.is_some_and(Codec::is_line_codec);
        Dot { name, millions, bits: comparison.bits_per_ply(row), color, is_ring }
    };
    let peer = |yardstick: f64| {
        PEERS.into_iter().map(move |peer| {
            let millions = (peer.decode_ratio * SHAKMATY_SPEED * yardstick).max(1e3) / 1e6;
            Dot { name: peer.name.to_owned(), millions, bits: peer.bits_per_ply, color: PEER, is_ring: false }
        })
    };
    shown.map(dot).chain(comparison.play_trusted.into_iter().flat_map(peer)).collect()
}

fn width(text: &str) -> i32 {
    LETTER.0 * text.len() as i32
}

/// Left, top, right, bottom.
type Box4 = [i32; 4];

fn overlap(a: &Box4, b: &Box4) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Writes every name next to its dot, if possible where it hides no dot and no other name.
fn write_names(area: &Area<'_>, dots: &[Dot], places: &[(i32, i32)], mut taken: Vec<Box4>) -> Done {
    taken.extend(places.iter().map(|(x, y)| [x - DOT - 1, y - DOT - 1, x + DOT + 1, y + DOT + 1]));
    for (dot, (x, y)) in dots.iter().zip(places) {
        let wide = width(&dot.name);
        let high = LETTER.1;
        let gap = DOT + 4;
        let corners = [0, high + 2, 2 * high + 4].into_iter().flat_map(|away| {
            let above = y - gap - high - away;
            let below = y + gap + away;
            let beside = [(x + gap, y - high / 2), (x - gap - wide, y - high / 2)];
            let apart = [above, below].map(|top| [(x - wide / 2, top), (x + gap, top), (x - gap - wide, top)]);
            beside.into_iter().chain(apart.into_iter().flatten())
        });
        let corners: Vec<(i32, i32)> = corners.collect();
        let label = |(left, top): (i32, i32)| [left, top, left + wide, top + high];
        let inside = |corner: &&(i32, i32)| corner.0 > LEFT && corner.0 + wide < SIZE.0 as i32 - MARGIN;
        let free = |corner: &&(i32, i32)| taken.iter().all(|other| !overlap(&label(**corner), other));
        let mut within = corners.iter().filter(inside).peekable();
        let first = within.peek().map_or(corners[0], |corner| **corner);
        let corner = within.find(free).copied().unwrap_or(first);
        taken.push(label(corner));
        area.draw(&Text::new(dot.name.clone(), corner, FONT.into_font().color(&dot.color)))?;
    }
    Ok(())
}
