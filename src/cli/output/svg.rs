//! Pictures as SVG, in which each shape has a title with its exact numbers. The drawing library of `codecs` writes no
//! titles.

use std::fmt::{Display, Write as _};

use crate::console::terminal::{is_control, shortened, width};

/// A color on a light page, and on a dark page.
#[derive(Clone, Copy)]
pub struct Color(&'static str, &'static str);

pub const PAGE: Color = Color("#ffffff", "#14181c");
pub const TEXT: Color = Color("#1f2328", "#d5dadf");
pub const MUTED: Color = Color("#6a7076", "#aeb5bc");
pub const GRID: Color = Color("#e4e7ea", "#2b3138");
/// Games that White won, draws, games that Black won, and games without a result.
pub const RESULTS: [Color; 4] = [
    Color("#f0e4cb", "#e8dcc4"),
    Color("#a9b4bd", "#6e7a84"),
    Color("#3a4750", "#05070a"),
    Color("#dfe3e7", "#3a4047"),
];
/// Games that a player won, drew and lost, and games without a result.
pub const SCORES: [Color; 4] = [
    Color("#5b9a68", "#5fae70"),
    Color("#a9b4bd", "#6e7a84"),
    Color("#c1604f", "#cf6d5c"),
    Color("#dfe3e7", "#3a4047"),
];
/// Bars of games only.
pub const GAMES: Color = Color("#2a6f97", "#6cb4dc");
/// The outline of bars, whose color can be the color of the page.
pub const EDGE: Color = Color("#8a8f94", "#878e96");
/// Text on bars of [`RESULTS`].
pub const ON_RESULTS: [Color; 3] =
    [Color("#2a2a2b", "#2a2a2c"), Color("#1e2327", "#f3f5f7"), Color("#f4f5f6", "#f4f5f7")];

const COLORS: [Color; 17] = [
    PAGE,
    TEXT,
    MUTED,
    GRID,
    GAMES,
    EDGE,
    RESULTS[0],
    RESULTS[1],
    RESULTS[2],
    RESULTS[3],
    SCORES[0],
    SCORES[1],
    SCORES[2],
    SCORES[3],
    ON_RESULTS[0],
    ON_RESULTS[1],
    ON_RESULTS[2],
];

/// The side of a text at its position.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Approximate width of a letter, relative to the font size. Wide letters count twice.
const LETTER: f64 = 0.58;

/// Left, top, width, height.
pub type Rect = [f64; 4];

/// A picture being drawn. Lengths are in pixels, from the left and the top.
pub struct Picture {
    width: f64,
    title: String,
    body: String,
}

impl Picture {
    /// Makes an empty picture of this width; the title is for readers who cannot see it.
    pub fn new(width: f64, title: &str) -> Picture {
        Picture { width, title: title.to_owned(), body: String::new() }
    }

    /// Draws a filled rectangle; a title is shown when the mouse points at it.
    pub fn fill(&mut self, rect: Rect, color: Color, title: &str) {
        let [x, y, wide, high] = rect;
        let shape = format!(r#"<rect x="{x:.1}" y="{y:.1}" width="{wide:.1}" height="{high:.1}" fill="{}""#, color.0);
        self.add_titled(&shape, "rect", title);
    }

    /// Draws the edge of a rectangle.
    pub fn frame(&mut self, [x, y, wide, high]: Rect, color: Color) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{wide:.1}" height="{high:.1}" fill="none" stroke="{}" stroke-width="0.7"/>"#,
            color.0
        );
    }

    fn add_titled(&mut self, shape: &str, name: &str, title: &str) {
        let _ = match title {
            "" => writeln!(self.body, "{shape}/>"),
            title => writeln!(self.body, "{shape}><title>{}</title></{name}>", escaped(title)),
        };
    }

    /// Writes a text with its baseline at `y`. A text wider than `most` pixels is shortened, and its title is the complete text.
    pub fn text(&mut self, (x, y): (f64, f64), size: f64, anchor: Anchor, color: Color, text: &str, most: f64) {
        let letters = (most / (size * LETTER)) as usize;
        let short = shortened(text, letters);
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let title = if *short == *text { String::new() } else { format!("<title>{}</title>", escaped(text)) };
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="{anchor}" fill="{}">{title}{}</text>"#,
            color.0,
            escaped(&short)
        );
    }

    /// Returns the picture with this height.
    pub fn finish(self, height: f64) -> String {
        let Picture { width, title, body } = self;
        let rule = |Color(light, dark): &Color| {
            format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
        };
        let rules: String = COLORS.iter().map(rule).collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" role=\"img\">\n<title>{}</title>\n\
             <style>@media(prefers-color-scheme:dark){{{rules}}}</style>\n\
             <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"{}\"/>\n{body}</svg>\n",
            escaped(&title),
            PAGE.0
        )
    }
}

/// Returns the approximate width of a text.
pub fn text_width(text: &str, size: f64) -> f64 {
    width(text) as f64 * size * LETTER
}

/// Escapes a text for XML, without characters that XML forbids.
fn escaped(text: impl Display) -> String {
    let mut escaped = String::new();
    for c in text.to_string().chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push('\n'),
            c if is_control(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}
