//! An open file.

use std::{cell::OnceCell, ops::Deref, rc::Rc};

use plypack::{Game, Reader, explorer, export, versions};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::{
    file::OpenFile,
    game,
    objects::to_js,
    query::JsQuery,
    rows::RowCache,
    search::{Search, noting},
    sorting::Orders,
    tree::TreeSearch,
};
use crate::{
    failure::Result,
    source::{ByteSource, JsFile},
};

/// Properties of a file: `Info` of `module/types.ts`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    version: String,
    bytes: f64,
    games: f64,
    deleted: f64,
    codec: Option<&'static str>,
    indexed: bool,
    errors: Vec<String>,
}

/// Size of the block cache in bytes.
const CACHE: usize = 32 << 20;

/// A file that an explorer reads.
pub struct ExploredFile(Rc<OpenFile>);

impl Deref for ExploredFile {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.0.reader
    }
}

/// An open file.
#[wasm_bindgen]
pub struct Collection {
    file: Rc<OpenFile>,
    /// The columns of all games for explorers, made for the first answer.
    explored: OnceCell<Explored>,
}

/// The columns for explorers, and damage in the games that these columns lack.
struct Explored {
    files: [explorer::Collection<ExploredFile>; 1],
    problems: Vec<String>,
}

/// An answer of an explorer, and damage in the games that the answer omits.
#[derive(Serialize)]
struct ExplorerText {
    text: String,
    problems: Vec<String>,
}

#[wasm_bindgen]
impl Collection {
    /// Opens a file or, if damage is accepted, the recoverable part of a damaged file.
    ///
    /// # Errors
    ///
    /// `NOT_PLYPACK`, `TRUNCATED`, the codes of a damaged header, commit record or footer, the codes `UNSUPPORTED_…`, `IO`.
    pub fn open(file: ByteSource, accepts_damage: bool) -> Result<Collection> {
        let open = if accepts_damage { Reader::salvage } else { Reader::from_source };
        let reader = open(Box::new(JsFile::new(file)))?;
        reader.set_cache(CACHE);
        let file = OpenFile { reader, rows: RowCache::default(), orders: Orders::default() };
        Ok(Collection { file: Rc::new(file), explored: OnceCell::new() })
    }

    /// Returns the properties of the file.
    ///
    /// # Errors
    ///
    /// Errors of reading the header of the first block, and the directories of the index.
    pub fn info(&self) -> Result<JsValue> {
        let reader = &self.file.reader;
        let first = (!reader.blocks().is_empty()).then(|| reader.block_header(0));
        let codec = first.and_then(|header| header.ok()).and_then(|header| header.codec().ok());
        let of_index = reader.index_corruption().iter().map(|corruption| &corruption.error);
        let info = Info {
            version: versions::text(reader.versions().write),
            bytes: reader.file_len() as f64,
            games: reader.number_end() as f64,
            deleted: reader.deleted() as f64,
            codec: codec.map(|codec| codec.name()),
            indexed: self.file.is_indexed(),
            errors: reader.errors().iter().chain(of_index).map(|error| error.to_string()).collect(),
        };
        to_js(&info)
    }

    /// Returns the rows of a list.
    ///
    /// # Errors
    ///
    /// `IO`; other errors are in the rows of their games.
    pub fn rows(&self, games: &[u32]) -> Result<JsValue> {
        let rows = self.file.rows.rows(&self.file.reader, games)?;
        to_js(&rows)
    }

    /// Prefetches the tags of all games.
    ///
    /// # Errors
    ///
    /// `IO`, and errors in the header of a block.
    #[wasm_bindgen(js_name = loadTags)]
    pub fn load_tags(&self) -> Result<()> {
        let reader = &self.file.reader;
        Ok(reader.prefetch_tags(0..reader.blocks().len())?)
    }

    /// Returns a game.
    ///
    /// # Errors
    ///
    /// Errors of reading it.
    pub fn game(&self, number: u32) -> Result<JsValue> {
        let mut game = Game::new();
        self.file.reader.read_game(number.into(), &mut game)?;
        to_js(&game::view_of(number, &game)?)
    }

    /// Returns games as PGN.
    ///
    /// # Errors
    ///
    /// Errors of reading the games: no game is skipped.
    pub fn pgn(&self, games: &[u32]) -> Result<Vec<u8>> {
        let numbers: Vec<u64> = games.iter().map(|game| u64::from(*game)).collect();
        let mut text = Vec::new();
        let strict = |corruption: &plypack::Corruption| Err(corruption.error.clone());
        export(&self.file.reader, &numbers[..], 0, &mut text, strict, |_| Ok(()))?;
        Ok(text)
    }

    /// Begins a search.
    ///
    /// # Errors
    ///
    /// `INVALID_ARGUMENT` and others for an invalid query.
    pub fn search(&self, query: JsValue) -> Result<Search> {
        let query = JsQuery::read(query)?;
        Ok(Search::new(self.file.clone(), &query)?)
    }

    /// Begins a search for the moves played in a position.
    ///
    /// # Errors
    ///
    /// Errors of [`Collection::search`].
    pub fn tree(&self, fen: &str, filter: JsValue) -> Result<TreeSearch> {
        let filter = JsQuery::read(filter)?;
        Ok(TreeSearch::new(self.file.clone(), fen, &filter)?)
    }

    /// Answers a URL such as `/lichess?play=e2e4` like an opening explorer. Returns the answer's `text`, and `problems`: damage in the
    /// games that the answer omits.
    ///
    /// # Errors
    ///
    /// `NOT_FOUND` for another path or id, `INVALID_ARGUMENT`, `ILLEGAL_POSITION`, `ILLEGAL_MOVE`, `INVALID_MOVE_TEXT`; `IO`.
    pub fn explore(&self, address: &str) -> Result<JsValue> {
        let Explored { files, problems } = self.explored()?;
        let mut problems = problems.clone();
        let answer = explorer::get(files, address, &mut noting(&mut problems))?;
        to_js(&ExplorerText { text: String::from_utf8_lossy(&answer).into_owned(), problems })
    }

    /// Returns the number of the game with an id from an explorer's answer.
    ///
    /// # Errors
    ///
    /// `NOT_FOUND`, `IO`.
    #[wasm_bindgen(js_name = findGame)]
    pub fn find_game(&self, id: &str) -> Result<f64> {
        let (_, game) = explorer::find_game(&self.explored()?.files, id)?;
        Ok(game as f64)
    }

    fn explored(&self) -> Result<&Explored> {
        if let Some(explored) = self.explored.get() {
            return Ok(explored);
        }
        let reader = &self.file.reader;
        match reader.prefetch_tags(0..reader.blocks().len()) {
            Err(error) if error.may_pass() => return Err(error.into()),
            // Corrupt games are passed to the observer below.
            _ => {}
        }
        let mut problems = Vec::new();
        let opened = explorer::Collection::open(ExploredFile(self.file.clone()), &mut noting(&mut problems))?;
        Ok(self.explored.get_or_init(|| Explored { files: [opened], problems }))
    }
}
