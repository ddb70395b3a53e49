//! The columns of a list and their names.

use crate::{Error, ErrorCode, Result};

/// A column of a list of games. Each of its values is a number.
///
/// A column and a condition (`search.5` to `search.9`) on the same thing have the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowColumn {
    /// The value of the first tag with this name, as the [number](super::Rows::name) of a text; 0 without the tag. Sorted as
    /// texts without case and accents, by their first 1,024 bytes, with numbers in them as numbers; `?`, `-` and empty ones are not known.
    Tag(Vec<u8>),
    /// The [result](crate::Termination) as its number: 2 White wins, 3 Black wins, 4 draw, 0 and 1 none.
    Result,
    /// The [class of the time control](crate::Speed) as its number: 1 `ultrabullet` to 6 `correspondence`; 0 without one.
    Speed,
    /// The date as year * 10000 + month * 100 + day; 0 for what is not known. Sorted with unknown months and days after known ones.
    Date,
    /// The same of the tag `EventDate`.
    EventDate,
    /// White's rating; 0 if it is not known.
    WhiteRating,
    /// Black's rating; 0 if it is not known.
    BlackRating,
    /// Half the sum of both ratings, rounded down; 0 if one is not known.
    AverageRating,
    /// The plies of the main line.
    Plies,
    /// The comments in the main line and in variations.
    Comments,
    /// The NAGs in the main line and in variations.
    Nags,
    /// The variations, those within variations too.
    Variations,
    /// The pieces at the end of the main line: from bit 12 on White's, from bit 0 on Black's, each 4 bits with the pawns, and above them
    /// 2 bits each for knights, bishops, rooks and queens, of which more than three count as three, as in the index of SCID 4; 0 for a game without positions.
    Material,
    /// The pawns that stand on their first squares at the end of the main line: bits 0 to 7 White's from the a to the h file, bits 8 to
    /// 15 Black's; 0 for a game without positions.
    HomePawns,
    /// Bit 0: the game does not begin with the standard position; bit 1: a pawn promotes in the main line; bit 2: to another piece than
    /// a queen; bit 3: text of the moves could not be read.
    Flags,
}

/// The columns with names of their own.
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

/// The columns that are tags with a name of their own.
const TAGS: [(&str, &str); 6] =
    [("white", "White"), ("black", "Black"), ("event", "Event"), ("site", "Site"), ("round", "Round"), ("eco", "ECO")];

impl RowColumn {
    /// Reads the name of a column: `white`, `black`, `event`, `site`, `round`, `eco`, `result`, `speed`, `date`, `event-date`, `white-rating`,
    /// `black-rating`, `average-rating`, `plies`, `comments`, `nags`, `variations`, `material`, `home-pawns`, `flags`; or `tag=NAME` for
    /// the tag of that name.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for another name, with those that there are.
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

    /// Returns whether the values are numbers of texts.
    pub fn is_text(&self) -> bool {
        matches!(self, RowColumn::Tag(_))
    }
}

/// A column that rows are sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowOrder {
    /// The column.
    pub column: RowColumn,
    /// The largest value comes first. Rows with unknown values are the last ones in both directions.
    pub descending: bool,
}

impl RowOrder {
    /// Reads the name of a column, as [`RowColumn::from_text`] does; descending after `-`.
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
