//! `--classify`: openings of games, by their moves.

use clap::ValueEnum;
use plypack::{ExportOptions, Game, Reader, Result, edits::GameEdit, openings::ExistingTags};

/// `--classify`.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct Classify {
    /// Add missing tags ECO and Opening by the positions of the game
    ///
    /// The last position of the game that has a name determines the opening, whatever the move order. --classify means --classify=add.
    #[arg(long = "classify", value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "add")]
    how: Option<How>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum How {
    /// Add missing tags; a tag with `?` is missing
    Add,
    /// Also replace existing tags
    Replace,
}

impl Classify {
    /// Returns `true` if games are classified.
    pub fn is_given(self) -> bool {
        self.how.is_some()
    }

    /// Returns the edit of exported games.
    pub fn edit(self) -> Option<GameEdit<'static>> {
        let existing = self.how.map(|how| match how {
            How::Add => ExistingTags::Keep,
            How::Replace => ExistingTags::Replace,
        });
        existing.map(ExistingTags::edit)
    }

    /// Returns the options of the export.
    pub fn options(self, threads: usize) -> ExportOptions<'static> {
        let mut options = ExportOptions::new(threads);
        options.edit = self.edit();
        options
    }

    /// Reads the tags of a game, including added tags.
    ///
    /// Errors of [`Reader::read_game`].
    pub fn read_tags(self, reader: &Reader, number: u64, game: &mut Game) -> Result<()> {
        match self.edit() {
            None => reader.read_tags(number, game),
            Some(edit) => reader.read_game(number, game).and_then(|()| edit(game)),
        }
    }
}
