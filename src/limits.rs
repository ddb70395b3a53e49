//! Limits, so that no input makes a reader allocate or work more than the file justifies.
//!
//! Spec chapter: `spec/limits.md`. Exceeding one is [`crate::ErrorCode::LimitExceeded`], detected before memory is allocated
//! (`limits.10`).

/// Games that a block may hold (`limits.1`). Writers close a block earlier, see [`MAX_GAMES_PER_BLOCK`].
pub const MAX_GAMES_IN_BLOCK: usize = 1 << 16;

/// Returns whether a block of `len` bytes may claim to hold this number of games (`limits.7`).
pub const fn games_allowed(games: u64, len: u64) -> bool {
    games <= len.saturating_add(1 << 12)
}

/// Games after which a writer closes a block of a codec without runs. Not a rule of the format: a block of this size is read in
/// well under a millisecond, and larger ones hardly get smaller per game.
pub const MAX_GAMES_PER_BLOCK: usize = 8192;

/// Games after which a writer closes a block of a codec with runs, whose files are to be small. Not a rule of the format: one game
/// is read from its run, however many games the block has.
pub const MAX_GAMES_PER_ARCHIVE_BLOCK: usize = 16384;

/// Bytes of moves, tags and annotations after which a writer closes a block. Not a rule of the format.
pub const BLOCK_LEN: usize = 8 << 20;

/// Bytes of a block in the file, as a writer estimates them, after which it closes the block. Not a rule of the format: who reads
/// games over a network fetches whole blocks.
pub const STORED_BLOCK_LEN: usize = 1 << 20;

/// Plies of all main lines of a block (`limits.1`).
pub const MAX_PLIES_IN_BLOCK: u64 = 1 << 28;

/// Plies of a game whose code shares a run (`limits.5`).
pub const MAX_PLIES_IN_RUN: usize = 1 << 16;

/// Returns whether `bytes` of moves, as they are stored, may claim to hold this number of plies, where a ply may take less than a bit
/// (`limits.5`).
pub const fn plies_allowed(plies: u64, bytes: u64) -> bool {
    plies <= bytes.saturating_mul(16).saturating_add(1 << 16)
}

/// Bytes of a block header (`limits.1`).
pub const MAX_HEADER_LEN: usize = 1 << 20;

/// Bytes of a section before and after compression (`limits.2`).
pub const MAX_SECTION_LEN: usize = 1 << 26;

/// Returns whether a block of `len` bytes may claim sections of `raw` bytes together, or expand to this number of bytes of tags and text
/// (`limits.2`, `limits.8`).
pub const fn expansion_allowed(raw: u64, len: u64) -> bool {
    raw <= 1 << 30 && raw <= len.saturating_mul(64).saturating_add(1 << 26)
}

/// Tag lines of all games of a block of `len` bytes (`limits.7`).
pub const fn max_tag_lines(len: u64) -> usize {
    let lines = len.saturating_mul(16).saturating_add(MAX_TAGS_IN_GAME as u64);
    if lines < MAX_COLUMN_VALUES as u64 { lines as usize } else { MAX_COLUMN_VALUES }
}

/// Tag lines of a game that any block may hold (`limits.7`).
pub const MAX_TAGS_IN_GAME: usize = 1 << 20;

/// Values of a column, strings of a list (`limits.2`).
pub const MAX_COLUMN_VALUES: usize = 1 << 22;

/// Games in a file (`limits.1`).
pub const MAX_GAMES: u64 = 1 << 40;

/// Returns whether a section of `stored` bytes may claim to hold `raw` bytes (`limits.2`).
pub const fn ratio_allowed(raw: usize, stored: usize) -> bool {
    raw as u64 <= (1 << 20) + 256 * stored as u64
}

/// Returns whether `bytes` of codes may claim to hold this number of times and evaluations (`limits.6`).
pub const fn values_allowed(values: usize, bytes: usize) -> bool {
    values <= MAX_COLUMN_VALUES && values as u64 <= (1 << 17) + 64 * bytes as u64
}

/// Returns what a value counts in `limits.8`, if the longest template has `template` bytes: the longest text of a value has 12.
pub const fn value_comment_len(template: usize) -> usize {
    template + 11
}

/// Maximum nesting of variations (`limits.3`).
pub const MAX_VARIATION_DEPTH: usize = 255;

/// Maximum weight of the PGN text of one game; a heavier one is split and continues in the next game (`limits.4`).
pub const MAX_GAME_WEIGHT: usize = 8 << 20;

/// Longest PGN text of one game (`limits.4`): five times its weight, which no writer exceeds with move numbers and white space.
pub const MAX_GAME_TEXT: usize = 40 << 20;

/// Longest text of one game that continues another one (`limits.4`).
pub const MAX_CONTINUATION: usize = 8 << 20;

/// Text of PGN games after which an importer closes a batch. Not a rule of the format.
pub const BATCH_TEXT: usize = 6 << 20;

/// Text inside comments after which an importer closes a batch, so that reading one annotated game stays fast. Not a rule
/// of the format.
pub const BATCH_COMMENT_TEXT: usize = 1 << 20;

/// Bytes of tags, comments and unparsed text, and of tokens, that a writer accepts of one game. Not a rule of the format: it leaves
/// a margin below `limits.2` and `limits.8`.
pub const MAX_GAME_LEN: usize = (1 << 26) - (1 << 24);

/// Plies of the main line that a writer accepts of one game. Not a rule of the format.
pub const MAX_PLIES_IN_GAME: usize = 1 << 24;

/// Tag names of a block of a writer, each of which takes a section. Not a rule of the format: it leaves a margin below the length
/// of a block header (`limits.1`).
pub const MAX_TAG_NAMES: usize = 60_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn power(number: u64) -> String {
        assert!(number.is_power_of_two());
        format!("2^{}", number.ilog2())
    }

    /// With a comma before the last three digits.
    fn grouped(number: usize) -> String {
        format!("{},{:03}", number / 1000, number % 1000)
    }

    /// The documents state the limits of this module.
    #[test]
    fn documents_state_the_limits() {
        let games = power(MAX_GAMES);
        let games_in_block = power(MAX_GAMES_IN_BLOCK as u64);
        let mebibytes = MAX_GAME_WEIGHT >> 20;
        let in_spec = [
            format!("| games in a block | {}; see limits.7 |", grouped(MAX_GAMES_IN_BLOCK)),
            format!("| plies in a block | {}; see limits.5 |", power(MAX_PLIES_IN_BLOCK)),
            format!("| bytes of the fields of a block header | {} |", power(MAX_HEADER_LEN as u64)),
            format!("| sections in a block | {} (2^20 / 9) |", grouped(MAX_HEADER_LEN / 9)),
            format!("| games in a file, and replacements | {games} each |"),
            format!("length of a section are at most {} bytes", power(MAX_SECTION_LEN as u64)),
            format!("strings have at most {} values", power(MAX_COLUMN_VALUES as u64)),
            format!("At most {MAX_VARIATION_DEPTH} variations are open at a time"),
            format!(
                "up to a weight of {}, and at most up to {} MiB",
                power(MAX_GAME_WEIGHT as u64),
                MAX_GAME_TEXT >> 20
            ),
            format!("its limit is {} MiB", MAX_CONTINUATION >> 20),
            format!("a game has at most {} plies", grouped(MAX_PLIES_IN_RUN)),
        ];
        let in_promises = [
            format!(
                "{games} games in a file, {games_in_block} games in a block, {mebibytes} MiB of PGN text in a game"
            ),
            format!("{MAX_VARIATION_DEPTH} levels of nested variations"),
        ];
        let in_python = [format!("up to {} games, {} MB", grouped(MAX_GAMES_PER_BLOCK), STORED_BLOCK_LEN >> 20)];
        for (document, sentences) in [
            ("spec/limits.md", &in_spec[..]),
            ("src/promises.md", &in_promises),
            ("bindings/python/README.md", &in_python),
        ] {
            let path = format!("{}/{document}", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).unwrap();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for sentence in sentences {
                assert!(text.contains(sentence), "{document} does not state: {sentence}");
            }
        }
    }
}
