//! The picture of `plypack codecs`: bits a ply against decoding speed.

use plotters::{coord::Shift, prelude::*};
use plypack::{Comparison, ComparisonKind};

const SIZE: (u32, u32) = (860, 520);
const DOT: i32 = 5;
const LETTER: (i32, i32) = (8, 15);
const FONT: (&str, i32) = ("sans-serif", 15);
const CODEC: RGBColor = RGBColor(0x2a, 0x6f, 0x97);
const TEXT: RGBColor = RGBColor(0x8a, 0x8f, 0x94);
const LIMIT: RGBColor = RGBColor(0xc1, 0x4b, 0x3a);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Done = Result<(), DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>>;

/// The picture as SVG.
pub fn draw(comparison: &Comparison) -> String {
    let mut svg = String::new();
    // Drawing into memory does not fail.
    let _ = draw_into(comparison, &SVGBackend::with_string(&mut svg, SIZE).into_drawing_area());
    svg
}

/// A dot with its name.
struct Dot {
    name: &'static str,
    millions: f64,
    bits: f64,
    colour: RGBColor,
}

fn draw_into(comparison: &Comparison, area: &Area<'_>) -> Done {
    let dots = dots(comparison);
    let speeds = || dots.iter().map(|dot| dot.millions);
    let (slowest, fastest) = (speeds().fold(1.0, f64::min), speeds().fold(10.0, f64::max));
    let max_bits = dots.iter().map(|dot| dot.bits).fold(8.0, f64::max).ceil() + 1.0;
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption("What a ply takes, and how fast it is read", ("sans-serif", 20))
        .margin(14)
        .x_label_area_size(46)
        .y_label_area_size(52)
        .build_cartesian_2d((slowest * 0.6..fastest * 2.5).log_scale(), 0.0..max_bits)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(0xe4, 0xe7, 0xea))
        .x_desc("decoded, million plies a second on one core")
        .y_desc("bits a ply")
        .x_label_formatter(&|millions| millions.to_string())
        .y_label_formatter(&|bits| format!("{bits:.0}"))
        .label_style(FONT)
        .draw()?;
    if let Some(limit) = comparison.rows.iter().find(|row| row.kind == ComparisonKind::Limit) {
        let bits = comparison.bits_per_ply(limit);
        let ends = [(slowest * 0.6, bits), (fastest * 2.5, bits)];
        chart.draw_series([PathElement::new(ends, LIMIT.stroke_width(2))])?;
        let (right, y) = chart.backend_coord(&ends[1]);
        let text = format!("log2 of the number of legal moves: {bits:.2}");
        area.draw(&Text::new(text.clone(), (right - width(&text), y - LETTER.1 - 3), FONT.into_font().color(&LIMIT)))?;
    }
    chart.draw_series(dots.iter().map(|dot| Circle::new((dot.millions, dot.bits), DOT, dot.colour.filled())))?;
    let places: Vec<_> = dots.iter().map(|dot| chart.backend_coord(&(dot.millions, dot.bits))).collect();
    write_names(area, &dots, &places)?;
    area.present()
}

/// Codecs, and of the texts those that are no larger than the largest codec.
fn dots(comparison: &Comparison) -> Vec<Dot> {
    let codecs = comparison.rows.iter().filter(|row| row.kind == ComparisonKind::Codec);
    let largest = codecs.map(|row| row.bytes).fold(0.0, f64::max);
    let shown = comparison.rows.iter().filter(|row| row.kind != ComparisonKind::Limit && row.bytes <= largest);
    let dot = |row: &plypack::ComparisonRow| Dot {
        name: row.name,
        millions: row.decode.unwrap_or(0.0).max(1e3) / 1e6,
        bits: comparison.bits_per_ply(row),
        colour: if row.kind == ComparisonKind::Codec { CODEC } else { TEXT },
    };
    shown.map(dot).collect()
}

fn width(text: &str) -> i32 {
    LETTER.0 * text.len() as i32
}

/// Left, top, right, bottom.
type Box4 = [i32; 4];

fn overlap(a: &Box4, b: &Box4) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Writes every name beside its dot, where it hides no dot and no other name if there is such a place.
fn write_names(area: &Area<'_>, dots: &[Dot], places: &[(i32, i32)]) -> Done {
    let mut taken: Vec<Box4> =
        places.iter().map(|(x, y)| [x - DOT - 1, y - DOT - 1, x + DOT + 1, y + DOT + 1]).collect();
    for (dot, (x, y)) in dots.iter().zip(places) {
        let (wide, high, gap) = (width(dot.name), LETTER.1, DOT + 4);
        let corners = [
            (x + gap, y - high / 2),
            (x - gap - wide, y - high / 2),
            (x - wide / 2, y - gap - high),
            (x - wide / 2, y + gap),
            (x + gap, y - gap - high),
            (x + gap, y + gap),
            (x - gap - wide, y - gap - high),
            (x - gap - wide, y + gap),
        ];
        let label = |(left, top): (i32, i32)| [left, top, left + wide, top + high];
        let free = |corner: &(i32, i32)| taken.iter().all(|other| !overlap(&label(*corner), other));
        let corner = corners.into_iter().find(free).unwrap_or(corners[0]);
        taken.push(label(corner));
        area.draw(&Text::new(dot.name, corner, FONT.into_font().color(&dot.colour)))?;
    }
    Ok(())
}
