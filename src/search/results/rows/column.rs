//! The columns of a list and their names.

use crate::{Error, ErrorCode, Result};

/// A column of a list of games. Each of its values is a number.
///
/// A column and a condition (`search.5` to `search.9`) have the same name if they use the same data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowColumn {
    /// The value of the first tag with this name, as the [number](super::Rows::name) of a text; 0 without the tag. Sorting ignores case and
    /// accents, uses the first 1,024 bytes, and compares numbers in texts as numbers. `?`, `-` and the empty text count as unknown.
    Tag(Vec<u8>),
    /// The [result](crate::Termination) as its number: 2 White wins, 3 Black wins, 4 draw, 0 and 1 no result.
    Result,
    /// The [class of the time control](crate::Speed) as its number: 1 `ultrabullet` to 6 `correspondence`; 0 without one.
    Speed,
    /// The date as year * 10000 + month * 100 + day; unknown parts are 0. Unknown months and days are sorted after known ones.
    Date,
    /// The same for the tag `EventDate`.
    EventDate,
    /// White's rating; 0 if unknown.
    WhiteRating,
    /// Black's rating; 0 if unknown.
    BlackRating,
    /// Half the sum of both ratings, rounded down; 0 if a rating is unknown.
    AverageRating,
    /// The plies of the main line.
    Plies,
    /// The number of comments in the main line and in variations.
    Comments,
    /// The number of NAGs in the main line and in variations.
    Nags,
    /// The number of variations, including nested ones.
    Variations,
    /// The pieces at the end of the main line, in the format of the index of SCID 4; 0 for a game without positions. White's start at bit
    /// 12, Black's at bit 0: 4 bits for the pawns, then 2 bits each for knights, bishops, rooks and queens. More than three count as three.
    Material,
    /// The pawns on their home squares at the end of the main line: bits 0 to 7 for White's from the a-file to the h-file, bits 8 to 15 for
    /// Black's; 0 for a game without positions.
    HomePawns,
    /// Bit 0: the game does not start from the standard position. Bit 1: a pawn promotes in the main line. Bit 2: a pawn promotes to a
    /// piece other than a queen. Bit 3: the game has unparsed text.
    Flags,
}

/// The columns with fixed names.
const NAMED: [(&str, RowColumn); 14] = [
    ("result", RowColumn::Result),
    ("speed", RowColumn::Speed),
    ("date", RowColumn::Date),
    ("event-date", RowColumn::EventDate),
    ("white-rating", RowColumn::WhiteRating),
    ("black-rating", RowColumn::BlackRating),
    ("average-rating", RowColumn::AverageRating),
    ("plies", RowColumn::Plies),
    ("comments", RowColumn::Comments),
    ("nags", RowColumn::Nags),
    ("variations", RowColumn::Variations),
    ("material", RowColumn::Material),
    ("home-pawns", RowColumn::HomePawns),
    ("flags", RowColumn::Flags),
];

/// The tags whose columns have fixed names.
const TAGS: [(&str, &str); 6] =
    [("white", "White"), ("black", "Black"), ("event", "Event"), ("site", "Site"), ("round", "Round"), ("eco", "ECO")];

impl RowColumn {
    /// Reads the name of a column: `white`, `black`, `event`, `site`, `round`, `eco`, `result`, `speed`, `date`, `event-date`,
    /// `white-rating`, `black-rating`, `average-rating`, `plies`, `comments`, `nags`, `variations`, `material`, `home-pawns`, `flags`; or
    /// `tag=NAME` for any other tag.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for any other name; the message lists the valid names.
    pub fn from_text(name: &str) -> Result<RowColumn> {
        if let Some(tag) = name.strip_prefix("tag=").filter(|tag| !tag.is_empty()) {
            return Ok(RowColumn::Tag(tag.into()));
        }
        let tag = TAGS.iter().find(|(known, _)| *known == name).map(|(_, tag)| RowColumn::Tag((*tag).into()));
        let named = || NAMED.iter().find(|(known, _)| *known == name).map(|(_, column)| column.clone());
        tag.or_else(named).ok_or_else(|| {
            let names: Vec<&str> =
                TAGS.iter().map(|(name, _)| *name).chain(NAMED.iter().map(|(name, _)| *name)).collect();
            let message = format!("`{name}` is no column of a list; there are: {}, tag=NAME", names.join(", "));
            Error::new(ErrorCode::InvalidArgument, message)
        })
    }

    /// Returns whether values are numbers of texts.
    pub fn is_text(&self) -> bool {
        matches!(self, RowColumn::Tag(_))
    }
}

/// A column that rows are sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowOrder {
    /// The column.
    pub column: RowColumn,
    /// True if the largest value comes first. Unknown values are last in both directions.
    pub descending: bool,
}

impl RowOrder {
    /// Reads the name of a column like [`RowColumn::from_text`]; a leading `-` means descending order.
    ///
    /// # Errors
    ///
    /// As [`RowColumn::from_text`].
    pub fn from_text(text: &str) -> Result<RowOrder> {
        let name = text.strip_prefix('-');
        Ok(RowOrder { column: RowColumn::from_text(name.unwrap_or(text))?, descending: name.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_and_listed() {
        for (name, column) in NAMED {
            assert_eq!(RowColumn::from_text(name).unwrap(), column);
        }
        assert_eq!(RowColumn::from_text("eco").unwrap(), RowColumn::Tag(b"ECO".to_vec()));
        assert_eq!(RowColumn::from_text("tag=Annotator").unwrap(), RowColumn::Tag(b"Annotator".to_vec()));
        let error = RowColumn::from_text("elo").unwrap_err().to_string();
        assert!(error.contains("white-rating") && error.contains("site"), "{error}");
        assert!(RowOrder::from_text("-date").unwrap().descending);
        for wrong in ["", "tag=", "-", "--date", "Date"] {
            assert!(RowOrder::from_text(wrong).is_err(), "{wrong}");
        }
    }
}
