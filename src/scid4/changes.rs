//! What SCID has no place for.

/// What a game had to be changed in, because SCID has no place for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub cut_tags: bool,
    pub lost_starts: bool,
    pub tag_lines_as_comments: bool,
    pub joined_comments: bool,
    pub nags_as_text: bool,
    pub unparsed_as_comments: bool,
    pub replaced_nuls: bool,
}
