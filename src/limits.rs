//! Limits that keep every input from making a reader allocate or work more than the file justifies.
//!
//! Spec chapter: `spec/limits.md`. Exceeding a limit fails with [`crate::ErrorCode::LimitExceeded`] before memory is allocated
//! (`limits.10`).

/// Maximum number of games in a block (`limits.1`). Writers close a block earlier: see [`MAX_GAMES_PER_BLOCK`].
pub const MAX_GAMES_IN_BLOCK: usize = 1 << 16;

/// Returns whether a block of `len` bytes can claim to hold this number of games (`limits.7`).
pub const fn games_allowed(games: u64, len: u64) -> bool {
    games <= len.saturating_add(1 << 12)
}

/// Number of games after which a writer closes a block of a codec without runs. Not a rule of the format: reading a block of this
/// size takes well under a millisecond, and larger blocks hardly save bytes per game.
pub const MAX_GAMES_PER_BLOCK: usize = 8192;

/// Number of games after which a writer closes a block of a codec with runs; such codecs favor file size. Not a rule of the format:
/// reading a game decodes only its run, whatever the size of the block.
pub const MAX_GAMES_PER_ARCHIVE_BLOCK: usize = 16384;

/// Bytes of moves, tags and annotations after which a writer closes a block. Not a rule of the format.
pub const BLOCK_LEN: usize = 8 << 20;

/// Estimated bytes in the file after which a writer closes a block. Not a rule of the format: it helps programs that read over a
/// network, because they fetch complete blocks.
pub const STORED_BLOCK_LEN: usize = 1 << 20;

/// Maximum number of plies of all main lines of a block (`limits.1`).
pub const MAX_PLIES_IN_BLOCK: u64 = 1 << 28;

/// Maximum number of plies of a game in a run (`limits.5`).
pub const MAX_PLIES_IN_RUN: usize = 1 << 16;

/// Returns whether `bytes` of stored moves can claim to hold this number of plies, for codecs that can use less than a bit per ply
/// (`limits.5`).
pub const fn plies_allowed(plies: u64, bytes: u64) -> bool {
    plies <= bytes.saturating_mul(16).saturating_add(1 << 16)
}

/// Maximum length of a block header in bytes (`limits.1`).
pub const MAX_HEADER_LEN: usize = 1 << 20;

/// Maximum length of a section in bytes, before and after compression (`limits.2`).
pub const MAX_SECTION_LEN: usize = 1 << 26;

/// Returns whether a block of `len` bytes can claim sections of `raw` bytes in total, or can expand to this number of bytes of tags and
/// text (`limits.2`, `limits.8`).
pub const fn expansion_allowed(raw: u64, len: u64) -> bool {
    raw <= 1 << 30 && raw <= len.saturating_mul(64).saturating_add(1 << 26)
}

/// Maximum number of tag lines of all games of a block of `len` bytes (`limits.7`).
pub const fn max_tag_lines(len: u64) -> usize {
    let lines = len.saturating_mul(16).saturating_add(MAX_TAGS_IN_GAME as u64);
    if lines < MAX_COLUMN_VALUES as u64 { lines as usize } else { MAX_COLUMN_VALUES }
}

/// Number of tag lines of a game that a block of any length can hold (`limits.7`).
pub const MAX_TAGS_IN_GAME: usize = 1 << 20;

/// Maximum number of values of a column or strings of a list (`limits.2`).
pub const MAX_COLUMN_VALUES: usize = 1 << 22;

/// Maximum number of games in a file (`limits.1`).
pub const MAX_GAMES: u64 = 1 << 40;

/// Returns whether a section of `stored` bytes can claim to hold `raw` bytes (`limits.2`).
pub const fn ratio_allowed(raw: usize, stored: usize) -> bool {
    raw as u64 <= (1 << 20) + 256 * stored as u64
}

/// Returns whether `bytes` of codes can claim to hold this number of times and evaluations (`limits.6`).
pub const fn values_allowed(values: usize, bytes: usize) -> bool {
    values <= MAX_COLUMN_VALUES && values as u64 <= (1 << 17) + 64 * bytes as u64
}

/// Returns the number of bytes that `limits.8` counts for a value if the longest template has `template` bytes. The longest text of a
/// value has 12 bytes.
pub const fn value_comment_len(template: usize) -> usize {
    template + 11
}

/// Maximum nesting of variations (`limits.3`).
pub const MAX_VARIATION_DEPTH: usize = 255;

/// Maximum weight of the PGN text of one game; a heavier one is split and continues in the next game (`limits.4`).
pub const MAX_GAME_WEIGHT: usize = 8 << 20;

/// Longest PGN text of one game (`limits.4`): five times the maximum weight. No writer exceeds that with move numbers and white space.
pub const MAX_GAME_TEXT: usize = 40 << 20;

/// Longest text of one game that continues another (`limits.4`).
pub const MAX_CONTINUATION: usize = 8 << 20;

/// Text of PGN games after which an importer closes a batch. Not a rule of the format.
pub const BATCH_TEXT: usize = 6 << 20;

/// Text inside comments after which an importer closes a batch, so that reading one annotated game stays fast. Not a rule
/// of the format.
pub const BATCH_COMMENT_TEXT: usize = 1 << 20;

/// Bytes of tags, comments, unparsed text and tokens that a writer accepts for one game. Not a rule of the format: it leaves a
/// margin below `limits.2` and `limits.8`.
pub const MAX_GAME_LEN: usize = (1 << 26) - (1 << 24);

/// Plies of the main line that a writer accepts for one game. Not a rule of the format.
pub const MAX_PLIES_IN_GAME: usize = 1 << 24;

/// Number of tag names that a writer puts into a block; each takes a section. Not a rule of the format: it leaves a margin below
/// the length of a block header (`limits.1`).
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
            format!("is unparsed text, at most {} MiB", MAX_CONTINUATION >> 20),
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
