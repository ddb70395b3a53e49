//! Options of an import.

use super::GameEdit;
use crate::{UniqueGames, pgn::Language};

/// Options of an import.
#[derive(Default)]
#[non_exhaustive]
pub struct ImportOptions<'a> {
    /// Worker threads in addition to the caller.
    pub threads: usize,
    /// Games with which to compare; `None` keeps all games. The import leaves out and counts each game that is a duplicate of one of these
    /// games or of an earlier game of the import. It adds the games that it keeps to these games. Of several duplicates it keeps the first;
    /// annotations of the others are lost. It always keeps a game that was split at the size limit.
    pub unique: Option<&'a mut UniqueGames>,
    /// Changes every game before it is compared with `unique`. `ExistingTags::edit` of the module `openings` adds the tags `ECO` and
    /// `Opening`.
    pub edit: Option<GameEdit<'a>>,
    /// The language of the piece letters in PGN (`pgn.31`).
    pub language: Language,
    /// Makes an import that can be interrupted and resumed: commits after about this number of games
    /// ([`Writer::commit`](crate::Writer::commit)). The games that the file already has must be the first games of the sources; they
    /// are not added again. The writer must come from [`Writer::append`](crate::Writer::append), in the first run with an empty file.
    /// The resulting file is the same, byte for byte, however often the import was interrupted.
    pub commit_every: Option<u64>,
}

impl<'a> ImportOptions<'a> {
    /// Uses `threads` worker threads in addition to the caller.
    pub fn new(threads: usize) -> ImportOptions<'a> {
        ImportOptions { threads, ..ImportOptions::default() }
    }

    /// Sets [`ImportOptions::unique`].
    ///
    /// ```
    /// use plypack::{ImportOptions, Options, PgnSource, UniqueGames, Writer, import};
    ///
    /// let moves = "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 5. Ng3 Bg6 *";
    /// let game = |white| format!("[White \"{white}\"]\n[Black \"Anand\"]\n[Date \"2013.11.10\"]\n\n{moves}\n\n");
    /// let text = game("Carlsen, Magnus") + &game("Carlsen,M");
    /// let source = PgnSource { name: "text".to_owned(), reader: Box::new(text.as_bytes()) };
    /// let mut games = UniqueGames::new();
    /// let mut writer = Writer::new(Vec::new(), Options::default())?;
    /// let summary = import(vec![source], ImportOptions::new(2).with_unique(&mut games), &mut writer, |_| Ok(()))?;
    /// assert_eq!((summary.games, summary.duplicates), (1, 1));
    /// # Ok::<(), plypack::Error>(())
    /// ```
    #[must_use]
    pub fn with_unique(self, games: &'a mut UniqueGames) -> ImportOptions<'a> {
        ImportOptions { unique: Some(games), ..self }
    }

    /// Sets [`ImportOptions::language`].
    ///
    /// ```
    /// use plypack::{ImportOptions, Options, PgnSource, Writer, import, pgn::Language};
    ///
    /// let source = PgnSource { name: "text".to_owned(), reader: Box::new(&b"1. e4 e5 2. Sf3 Sc6 3. Lb5 *"[..]) };
    /// let german = Language::from_code("de").unwrap();
    /// let mut writer = Writer::new(Vec::new(), Options::default())?;
    /// let summary = import(vec![source], ImportOptions::new(0).with_language(german), &mut writer, |_| Ok(()))?;
    /// assert_eq!((summary.plies, summary.issues), (5, 0));
    /// # Ok::<(), plypack::Error>(())
    /// ```
    #[must_use]
    pub fn with_language(self, language: Language) -> ImportOptions<'a> {
        ImportOptions { language, ..self }
    }
}

impl From<usize> for ImportOptions<'_> {
    fn from(threads: usize) -> Self {
        ImportOptions::new(threads)
    }
}
