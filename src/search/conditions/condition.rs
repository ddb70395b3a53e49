//! Conditions on games: which games are searched (`search.5`, `search.8` to `search.10`, `search.15`, `search.16`).

use super::{
    ranges::{DateRange, EcoRange},
    text_form::TextForm,
    text_match::check_regex,
};
use crate::{Error, ErrorCode, Result, Speed, Termination};

/// Maximum nesting of conditions.
const MAX_DEPTH: usize = 64;

/// A field of a game that holds text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextField {
    /// The players: at least one of the two must meet the condition.
    Player,
    /// The player of the white pieces.
    White,
    /// The player of the black pieces.
    Black,
    /// The event.
    Event,
    /// The site.
    Site,
}

impl TextField {
    /// Tags that hold the field.
    pub(crate) fn tags(self) -> &'static [&'static [u8]] {
        match self {
            TextField::Player => &[b"White", b"Black"],
            TextField::White => &[b"White"],
            TextField::Black => &[b"Black"],
            TextField::Event => &[b"Event"],
            TextField::Site => &[b"Site"],
        }
    }

    /// Returns true for names of players, which are compared in several forms (`search.16`).
    pub(crate) fn is_name(self) -> bool {
        matches!(self, TextField::Player | TextField::White | TextField::Black)
    }
}

/// A field of a game that holds a number. The number can be unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NumberField {
    /// Date of the game as year * 10000 + month * 100 + day, with 0 for an unknown month or day.
    Date,
    /// Ratings of both players: every known rating must be in the range, and at least one must be known.
    Rating,
    /// Rating of either player: at least one of the two must be in the range.
    AnyRating,
    /// The rating of the player of the white pieces.
    WhiteRating,
    /// The rating of the player of the black pieces.
    BlackRating,
    /// Average of both ratings, rounded down; known if both ratings are.
    AverageRating,
    /// Plies of the main line.
    Plies,
}

impl NumberField {
    const ALL: [NumberField; 7] = [
        NumberField::Date,
        NumberField::Rating,
        NumberField::AnyRating,
        NumberField::AverageRating,
        NumberField::WhiteRating,
        NumberField::BlackRating,
        NumberField::Plies,
    ];

    /// The name of its condition.
    fn name(self) -> &'static str {
        match self {
            NumberField::Date => "date",
            NumberField::Rating => "rating",
            NumberField::AnyRating => "any-rating",
            NumberField::AverageRating => "average-rating",
            NumberField::WhiteRating => "white-rating",
            NumberField::BlackRating => "black-rating",
            NumberField::Plies => "plies",
        }
    }

    /// The field whose condition has this name.
    pub(super) fn of_name(name: &str) -> Option<NumberField> {
        NumberField::ALL.into_iter().find(|field| field.name() == name)
    }

    /// Rejects a range whose first number is above its last, and bounds of dates that are not dates.
    pub(crate) fn check_range(self, first: u32, last: u32) -> Result<()> {
        let refuse = |why: String| Err(Error::new(ErrorCode::InvalidArgument, format!("{}: {why}", self.name())));
        if first > last {
            return refuse(format!("{first} to {last} ends before it begins; write the lower end first"));
        }
        // 99 comes after every month, and the largest number is an open end.
        let is_date = |bound: u32| matches!(bound / 100 % 100, 0..=12 | 99) || bound == u32::MAX;
        match [first, last].into_iter().find(|bound| self == NumberField::Date && !is_date(*bound)) {
            Some(bound) => {
                refuse(format!("{bound} of {first} to {last} is no date; write year * 10000 + month * 100 + day"))
            }
            None => Ok(()),
        }
    }
}

/// A condition on a game. The default, an empty [`Condition::All`], holds for every game.
///
/// Comparison of text ignores case and accents, except in regular expressions; see [`TextForm`]. Names of players also match in the other
/// order (`Jörg Müller` finds `Müller, Jörg`) and spelled without accents (`mueller` finds `Müller`): `search.16`.
///
/// ```
/// use plypack::search::{Condition, NumberField, TextField};
///
/// // Carlsen with the white pieces and a rating above 2800, or with the black pieces.
/// let white = Condition::text(TextField::White, "carlsen").and(Condition::range(NumberField::WhiteRating, 2800, 4000));
/// let either = Condition::Any(vec![white, Condition::text(TextField::Black, "carlsen")]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Condition {
    /// A field has a text.
    Text {
        /// Field of the text.
        field: TextField,
        /// Comparison.
        form: TextForm,
        /// The text.
        text: Vec<u8>,
    },
    /// A number is known and lies in a range, both ends included.
    Range {
        /// Field whose value must lie in the range.
        field: NumberField,
        /// The lowest number.
        first: u32,
        /// The highest number.
        last: u32,
    },
    /// The opening code lies in a range.
    Eco(EcoRange),
    /// The game ended with this result.
    Result(Termination),
    /// The time control is of this class.
    Speed(Speed),
    /// The game has a tag with this name, and the first such tag has this value.
    Tag {
        /// The name, exactly as stored.
        name: Vec<u8>,
        /// Comparison; every value contains the empty text.
        form: TextForm,
        /// The value.
        value: Vec<u8>,
    },
    /// A comment in the main line or in a variation has a text. Every comment contains the empty text.
    Comment {
        /// Comparison.
        form: TextForm,
        /// The text.
        text: Vec<u8>,
    },
    /// A move of the main line or of a variation has this NAG; `None` stands for any NAG.
    Nag(Option<u32>),
    /// The game has a variation.
    Variation,
    /// All of these hold. An empty `All` is true.
    All(Vec<Condition>),
    /// At least one of these holds. An empty `Any` is false.
    Any(Vec<Condition>),
    /// The condition does not hold. An unknown number is in no range, so `Not` of a range holds for games in which the number is unknown,
    /// too.
    Not(Box<Condition>),
}

impl Default for Condition {
    fn default() -> Condition {
        Condition::All(Vec::new())
    }
}

impl Condition {
    /// A field contains this text.
    pub fn text(field: TextField, text: impl Into<Vec<u8>>) -> Condition {
        Condition::Text { field, form: TextForm::Contains, text: text.into() }
    }

    /// A field has this text, compared in this form.
    pub fn text_of(field: TextField, form: TextForm, text: impl Into<Vec<u8>>) -> Condition {
        Condition::Text { field, form, text: text.into() }
    }

    /// A comment has this text, compared in this form.
    pub fn comment(form: TextForm, text: impl Into<Vec<u8>>) -> Condition {
        Condition::Comment { form, text: text.into() }
    }

    /// The player has one of the `names`, the opponent one of the `opponents`, and the player's rating is in the range, both ends included.
    /// Empty `opponents` and a missing range are not tested.
    ///
    /// ```
    /// use plypack::search::{Condition, TextField, TextForm};
    ///
    /// let name = |name: &'static str| (TextForm::Contains, name.as_bytes());
    /// let found = Condition::player_of(&[name("carlsen"), name("caruana")], &[name("anand")], Some((2800, 3000)));
    /// assert!(matches!(found, Condition::Any(colours) if colours.len() == 2));
    /// ```
    pub fn player_of(
        names: &[(TextForm, &[u8])],
        opponents: &[(TextForm, &[u8])],
        ratings: Option<(u32, u32)>,
    ) -> Condition {
        let one_of = |field, texts: &[(TextForm, &[u8])]| {
            Condition::any(texts.iter().map(|(form, text)| Condition::text_of(field, *form, *text)).collect())
        };
        if opponents.is_empty() && ratings.is_none() {
            return one_of(TextField::Player, names);
        }
        let colors = [
            (TextField::White, TextField::Black, NumberField::WhiteRating),
            (TextField::Black, TextField::White, NumberField::BlackRating),
        ];
        let of_color = |(player, opponent, rating)| {
            let mut all = vec![one_of(player, names)];
            if !opponents.is_empty() {
                all.push(one_of(opponent, opponents));
            }
            all.extend(ratings.map(|(first, last)| Condition::range(rating, first, last)));
            Condition::All(all)
        };
        Condition::Any(colors.map(of_color).into())
    }

    /// At least one of these holds. A single condition is returned unchanged.
    pub fn any(mut conditions: Vec<Condition>) -> Condition {
        if conditions.len() == 1 { conditions.remove(0) } else { Condition::Any(conditions) }
    }

    /// A number lies in this range, both ends included. Searches reject a range whose first number is above its last: see
    /// [`check`](Condition::check).
    pub fn range(field: NumberField, first: u32, last: u32) -> Condition {
        Condition::Range { field, first, last }
    }

    /// The date lies in this range.
    pub fn date(range: DateRange) -> Condition {
        Condition::range(NumberField::Date, range.first(), range.last())
    }

    /// The complete value of a tag equals this text, ignoring case and accents.
    pub fn tag(name: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) -> Condition {
        Condition::Tag { name: name.into(), form: TextForm::Equals, value: value.into() }
    }

    /// A tag has this value, compared in this form.
    pub fn tag_of(name: impl Into<Vec<u8>>, form: TextForm, value: impl Into<Vec<u8>>) -> Condition {
        Condition::Tag { name: name.into(), form, value: value.into() }
    }

    /// Both hold.
    #[must_use]
    pub fn and(self, other: Condition) -> Condition {
        match self {
            Condition::All(mut all) => {
                all.push(other);
                Condition::All(all)
            }
            one => Condition::All(vec![one, other]),
        }
    }

    /// Makes the checks that every search makes before it begins.
    ///
    /// # Errors
    ///
    /// - [`ErrorCode::LimitExceeded`] for conditions that are nested more than 64 deep, because the stack might not suffice.
    /// - [`ErrorCode::InvalidArgument`] for a range whose first number is above its last.
    /// - [`ErrorCode::InvalidArgument`] for a bound of a date whose month is neither 0 to 12 nor 99, such as a year without a month; the
    ///   largest number is valid as an open end.
    /// - [`ErrorCode::InvalidArgument`] for [`TextForm::Matches`] with a text that is not a regular expression, or that takes more than 4
    ///   MiB when compiled.
    pub fn check(&self) -> Result<()> {
        self.check_depth()?;
        self.check_parts()
    }

    /// Rejects conditions that are nested too deeply.
    pub(crate) fn check_depth(&self) -> Result<()> {
        if self.is_within(MAX_DEPTH) {
            return Ok(());
        }
        let message = format!("conditions are nested more than {MAX_DEPTH} deep");
        Err(Error::new(ErrorCode::LimitExceeded, message))
    }

    fn check_parts(&self) -> Result<()> {
        match self {
            Condition::Text { form: TextForm::Matches, text, .. }
            | Condition::Tag { form: TextForm::Matches, value: text, .. }
            | Condition::Comment { form: TextForm::Matches, text } => check_regex(text),
            Condition::Range { field, first, last } => field.check_range(*first, *last),
            Condition::All(inner) | Condition::Any(inner) => inner.iter().try_for_each(Condition::check_parts),
            Condition::Not(inner) => inner.check_parts(),
            _ => Ok(()),
        }
    }

    fn is_within(&self, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self {
            Condition::All(inner) | Condition::Any(inner) => inner.iter().all(|c| c.is_within(depth)),
            Condition::Not(inner) => inner.is_within(depth),
            _ => true,
        }
    }
}
