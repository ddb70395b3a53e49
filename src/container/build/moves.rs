//! The main lines of a block that is being built.

use crate::{
    Codec, Game, Result,
    container::{SectionKind, runs::OpenRun, section::SectionList},
    limits, memory,
};

/// Collects main lines.
pub(super) struct MovesBuilder {
    codec: Codec,
    plies: Vec<u32>,
    all_plies: u64,
    codes: Vec<u8>,
    /// Bytes of every run; for a codec without runs, every game is one run.
    sizes: Vec<u32>,
    run: OpenRun,
}

impl MovesBuilder {
    pub fn new(codec: Codec) -> MovesBuilder {
        let (plies, codes, sizes) = Default::default();
        MovesBuilder { codec, plies, all_plies: 0, codes, sizes, run: OpenRun::default() }
    }

    /// Returns the number of games so far.
    pub fn games(&self) -> usize {
        self.plies.len()
    }

    /// Returns the number of plies of all games so far.
    pub fn plies(&self) -> u64 {
        self.all_plies
    }

    /// Returns the bytes of all closed runs.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns whether the bytes so far allow another game of `plies` plies (`limits.5`, `limits.7`). Bytes of the open run are ignored.
    pub fn has_room_for(&self, plies: usize) -> bool {
        let bytes = self.codes.len() as u64;
        // A codec without runs adds a byte or more for each ply.
        let plies_fit = !self.codec.shares_runs() || limits::plies_allowed(self.all_plies + plies as u64, bytes);
        plies_fit && limits::games_allowed(self.games() as u64 + 1, bytes)
    }

    /// Adds the main line of a game. If `checked` is set, checks its moves to be legal.
    ///
    /// Errors: [`crate::ErrorCode::IllegalMove`]; the game is then not added.
    pub fn add(&mut self, game: &Game, checked: bool) -> Result<()> {
        if self.codec.shares_runs() {
            self.add_to_run(game, checked)?;
        } else {
            self.add_line(game, checked)?;
        }
        memory::push(&mut self.plies, game.moves.len() as u32)?;
        self.all_plies += game.moves.len() as u64;
        Ok(())
    }

    /// Adds the code of a line in the codec of the block, which must be a codec without runs.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub fn add_stored(&mut self, code: &[u8], plies: u32) -> Result<()> {
        self.sizes.try_reserve(1)?;
        self.plies.try_reserve(1)?;
        memory::append(&mut self.codes, code)?;
        self.sizes.push(code.len() as u32);
        self.plies.push(plies);
        self.all_plies += u64::from(plies);
        Ok(())
    }

    fn add_to_run(&mut self, game: &Game, checked: bool) -> Result<()> {
        self.run.add(game, checked)?;
        if self.run.is_full(self.codec) { self.close_run() } else { Ok(()) }
    }

    fn add_line(&mut self, game: &Game, checked: bool) -> Result<()> {
        let encode = if checked { Codec::encode_line } else { Codec::encode_trusted };
        let before = self.codes.len();
        self.sizes.try_reserve(1)?;
        encode(self.codec, &game.start_position(), &game.moves, &mut self.codes)
            .inspect_err(|_| self.codes.truncate(before))?;
        self.sizes.push((self.codes.len() - before) as u32);
        Ok(())
    }

    fn close_run(&mut self) -> Result<()> {
        self.sizes.try_reserve(1)?;
        self.sizes.extend(self.run.close(self.codec, &mut self.codes)?);
        Ok(())
    }

    /// Adds the sections `plies`, `moves` and `move sizes`.
    ///
    /// Errors: from [`SectionList::add`], and [`crate::ErrorCode::IllegalMove`] if a game was trusted to be legal and is not.
    pub fn finish(mut self, sections: &mut SectionList<'_>) -> Result<()> {
        self.close_run()?;
        let has_default_sizes = self.has_default_sizes();
        sections.add_column(SectionKind::Plies, &self.plies)?;
        sections.add_stored(SectionKind::Moves, self.codec.param(), self.codes)?;
        if has_default_sizes { Ok(()) } else { sections.add_column(SectionKind::MoveSizes, &self.sizes) }
    }

    /// Returns whether all sizes follow from the numbers of plies: they are then not written (`container.10`).
    fn has_default_sizes(&self) -> bool {
        let is_default = |(size, plies): (&u32, &u32)| self.codec.nominal_size(*plies) == Some(*size);
        !self.codec.shares_runs() && self.sizes.iter().zip(&self.plies).all(is_default)
    }
}
