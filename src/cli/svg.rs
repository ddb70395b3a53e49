//! Pictures as SVG, with what the drawing library of `codecs` does not write: titles of single shapes, which say exact numbers.

use std::fmt::{Display, Write as _};

use super::terminal::{is_control, shortened, width};

/// A colour on a light page, and on a dark one.
#[derive(Clone, Copy)]
pub struct Colour(&'static str, &'static str);

pub const PAGE: Colour = Colour("#ffffff", "#14181c");
pub const TEXT: Colour = Colour("#1f2328", "#d5dadf");
pub const MUTED: Colour = Colour("#6a7076", "#aeb5bc");
pub const GRID: Colour = Colour("#e4e7ea", "#2b3138");
/// Games that White won, that were drawn, that Black won, and without result.
pub const RESULTS: [Colour; 4] = [
    Colour("#f0e4cb", "#e8dcc4"),
    Colour("#a9b4bd", "#6e7a84"),
    Colour("#3a4750", "#05070a"),
    Colour("#dfe3e7", "#3a4047"),
];
/// Games that a player won, drew and lost, and without result.
pub const SCORES: [Colour; 4] = [
    Colour("#5b9a68", "#5fae70"),
    Colour("#a9b4bd", "#6e7a84"),
    Colour("#c1604f", "#cf6d5c"),
    Colour("#dfe3e7", "#3a4047"),
];
/// Bars of games alone.
pub const GAMES: Colour = Colour("#2a6f97", "#6cb4dc");
/// Around bars, whose colour may be that of the page.
pub const EDGE: Colour = Colour("#8a8f94", "#878e96");
/// On bars of [`RESULTS`].
pub const ON_RESULTS: [Colour; 3] =
    [Colour("#2a2a2b", "#2a2a2c"), Colour("#1e2327", "#f3f5f7"), Colour("#f4f5f6", "#f4f5f7")];

const COLOURS: [Colour; 17] = [
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

/// Where a text stands.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// About how wide a letter is, as a part of the size of its font. Wide letters are two.
const LETTER: f64 = 0.58;

/// Left, top, width, height.
pub type Rect = [f64; 4];

/// A picture that is being drawn. Lengths are in pixels, from the left and the top.
pub struct Picture {
    width: f64,
    title: String,
    body: String,
}

impl Picture {
    /// An empty picture of this width; the title is for those who do not see it.
    pub fn new(width: f64, title: &str) -> Picture {
        Picture { width, title: title.to_owned(), body: String::new() }
    }

    /// Draws a filled rectangle; one that has a title shows it when it is pointed at.
    pub fn fill(&mut self, rect: Rect, colour: Colour, title: &str) {
        let [x, y, wide, high] = rect;
        let shape = format!(r#"<rect x="{x:.1}" y="{y:.1}" width="{wide:.1}" height="{high:.1}" fill="{}""#, colour.0);
        self.add_titled(&shape, "rect", title);
    }

    /// Draws the edge of a rectangle.
    pub fn frame(&mut self, [x, y, wide, high]: Rect, colour: Colour) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{wide:.1}" height="{high:.1}" fill="none" stroke="{}" stroke-width="0.7"/>"#,
            colour.0
        );
    }

    fn add_titled(&mut self, shape: &str, name: &str, title: &str) {
        let _ = match title {
            "" => writeln!(self.body, "{shape}/>"),
            title => writeln!(self.body, "{shape}><title>{}</title></{name}>", escaped(title)),
        };
    }

    /// Writes a text, whose lowest line is at `y`; what is wider than `most` pixels is shortened, and has all of it as its title.
    pub fn text(&mut self, (x, y): (f64, f64), (size, anchor): (f64, Anchor), colour: Colour, text: &str, most: f64) {
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
            colour.0,
            escaped(&short)
        );
    }

    /// The picture with this height.
    pub fn finish(self, height: f64) -> String {
        let Picture { width, title, body } = self;
        let rule = |Colour(light, dark): &Colour| {
            format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
        };
        let rules: String = COLOURS.iter().map(rule).collect();
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

/// How wide a text is, about.
pub fn text_width(text: &str, size: f64) -> f64 {
    width(text) as f64 * size * LETTER
}

/// A text as XML has it, without characters that it must not have.
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
