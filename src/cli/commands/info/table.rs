//! The table of `plypack info` about several files.

use std::{fmt, path::Path};

use plypack::Info;

use crate::{console::numbers::Grouped, input::files::shown};

/// Contents of files: a row per file, and their sum.
#[derive(Default)]
pub struct InfoTable {
    rows: Vec<Row>,
    total: Counts,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    games: u64,
    plies: u64,
    bytes: u64,
}

struct Row {
    counts: Counts,
    bits_per_ply: String,
    codec: String,
    file: String,
}

impl InfoTable {
    /// Adds a file.
    pub fn add(&mut self, path: &Path, info: &Info) {
        let counts = Counts { games: info.games, plies: info.plies, bytes: info.bytes.total };
        self.total.games += counts.games;
        self.total.plies += counts.plies;
        self.total.bytes += counts.bytes;
        let bits_per_ply = format!("{:.3}", info.bits_per_ply());
        let codec = info.codec_name();
        self.rows.push(Row { counts, bits_per_ply, codec, file: shown(path) });
    }

    fn total(&self) -> Row {
        let file = format!("{} {}", self.rows.len(), if self.rows.len() == 1 { "file" } else { "files" });
        Row { counts: self.total, bits_per_ply: String::new(), codec: String::new(), file }
    }
}

impl fmt::Display for InfoTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codec_width = self.rows.iter().map(|row| row.codec.len()).max().unwrap_or(0).max("codec".len());
        let games = "games";
        let plies = "plies";
        let bytes = "bytes";
        let bits = "bits per ply";
        writeln!(f, "{games:>13}{plies:>16}{bytes:>17}{bits:>14}  {:<codec_width$}  file", "codec")?;
        for Row { counts, bits_per_ply, codec, file } in self.rows.iter().chain([&self.total()]) {
            let Counts { games, plies, bytes } = *counts;
            let games = Grouped(games);
            let plies = Grouped(plies);
            let bytes = Grouped(bytes);
            writeln!(f, "{games:>13}{plies:>16}{bytes:>17}{bits_per_ply:>14}  {codec:<codec_width$}  {file}")?;
        }
        Ok(())
    }
}
