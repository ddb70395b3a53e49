//! Reads the main lines of PGN files, for benches and for tests on real games.

use std::{
    env,
    fs::File,
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, Move, Position, fen::Fen};

/// A start position and the legal moves that follow.
pub struct Line {
    pub start: Chess,
    pub moves: Vec<Move>,
}

/// Returns the path of the PGN file `name` (without `.pgn` or `.pgn.zst`), if it exists. The folder is named by `PLYPACK_DATA`; the
/// default is `../shared/data` beside the repository.
pub fn find(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = env::var_os("PLYPACK_DATA").map_or(beside, PathBuf::from);
    [".pgn.zst", ".pgn"].iter().map(|end| folder.join(format!("{name}{end}"))).find(|path| path.exists())
}

/// Reads up to `limit` lines of a PGN file. A line ends before its first illegal move.
pub fn read(path: &Path, limit: usize) -> io::Result<Vec<Line>> {
    let file = File::open(path)?;
    let text: Box<dyn Read> =
        if path.extension().is_some_and(|e| e == "zst") { Box::new(zstd::Decoder::new(file)?) } else { Box::new(file) };
    Reader::new(text).read_games(&mut Collector).flat_map(Result::transpose).take(limit).collect()
}

/// Takes the start from a `FEN` tag.
pub fn set_start(start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) {
    if name == b"FEN" {
        let fen = Fen::from_ascii(value.as_bytes()).ok();
        *start = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
    }
}

struct Collector;

/// `None` if the `FEN` tag holds no position of chess.
type Tags = Option<Chess>;

impl Visitor for Collector {
    type Tags = Tags;
    type Movetext = (Line, Chess);
    type Output = Option<Line>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        set_start(tags, name, value);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        match tags {
            Some(start) => ControlFlow::Continue((Line { start: start.clone(), moves: Vec::new() }, start)),
            None => ControlFlow::Break(None),
        }
    }

    fn san(&mut self, (line, position): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let Ok(m) = san.san.to_move(position) else {
            return ControlFlow::Break(Some(std::mem::replace(
                line,
                Line { start: Chess::default(), moves: Vec::new() },
            )));
        };
        position.play_unchecked(m);
        line.moves.push(m);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (line, _): Self::Movetext) -> Self::Output {
        Some(line)
    }
}
