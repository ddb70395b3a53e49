//! SCID 4 databases: reads and writes the files of Shane's Position Information Database, version 400.
//!
//! A database consists of three files with the same name. Numbers of several bytes are big-endian.
//!
//! # `.si4`, the index
//!
//! A header of 182 bytes: `Scid.si` and NUL, the version (400, two bytes), the kind of database (four), the number of games (three), the
//! number of the game to show first (three), a description (108 bytes, ended by a NUL), and the names of six flags (nine bytes each, ended
//! by a NUL). Then 47 bytes per game:
//!
//! | at | bytes | what |
//! |---:|---:|---|
//! | 0 | 4 | offset of the game's record in `.sg4` |
//! | 4 | 2 | its length; bit 16 of the length is bit 7 of the next byte |
//! | 6 | 1 | bit 7: see above; bits 0-5: flags 16 to 21, which users name |
//! | 7 | 2 | flags 0 to 15: custom start, promotion, promotion to a piece other than a queen, deleted, then twelve that users set |
//! | 9 | 1 | bits 16-19 of the numbers of White (high) and of Black |
//! | 10 | 4 | the lower bits of these two |
//! | 14 | 1 | bits 16-18 of the event's number, 16-18 of the site's, 16-17 of the round's, from the highest |
//! | 15 | 6 | the lower bits of these three |
//! | 21 | 2 | result (0 unknown, 1 White, 2 Black, 3 draw), then the numbers of NAGs, comments and variations, four bits each |
//! | 23 | 2 | ECO code: 0 none, else 1 + 131 for each code from A00, + 1 for `a`, + 2 for `a1` and so on |
//! | 25 | 4 | 12 bits: the date of the event, its year as the difference from the game's year, plus 4; 20 bits: the date of the game |
//! | 29 | 4 | the ratings of White and of Black: four bits of the kind, twelve of the number |
//! | 33 | 4 | one byte: the number of a common opening, 0 for none; three: the pieces at the end |
//! | 37 | 1 | plies of the main line; bits 8 and 9 are bits 6 and 7 of the next byte |
//! | 38 | 9 | the number of pawns that left their squares of the standard start, then these pawns, four bits each |
//!
//! # `.sn4`, the names
//!
//! `Scid.sn` and NUL, four unused bytes, the numbers of players, events, sites and rounds (three bytes each), and for each kind the number
//! of games with its most frequent name (three bytes each). Then the names of each kind, sorted: the number by which entries refer to it
//! (two bytes, or three if there are 65,536 names of this kind or more), its number of games (as many bytes as the maximum needs), its
//! length (one byte), the length of the prefix it shares with the previous name (one byte; absent for the first), and the rest of the name.
//!
//! # `.sg4`, the games
//!
//! Records of less than 128 KiB; no record crosses a multiple of 128 KiB:
//!
//! - tags: a byte with the length of the name and the name, or a byte from 241 on for one of ten names; a byte with the length of the value
//!   and the value; a 0 after the last tag;
//! - a byte of flags: 1 custom start, 2 promotions, 4 promotions to pieces other than queens; for a custom start, its FEN and a NUL;
//! - moves: the upper four bits are the number of the piece, the lower four encode the target, differently for each kind of piece (see
//!   [`pieces`]). Unused codes of the king are marks: 11 a NAG, which is the next byte; 12 a comment; 13 and 14 the begin and the end of a
//!   variation that replaces the last move; 15 the end of the game;
//! - the comments of the marks, in order, each followed by a NUL.
//!
//! In the standard start the king has the number 0, the other pieces 1 to 7 from the a file, the pawns 8 to 15. In a custom start the
//! pieces are numbered from a8 to h8, then rank by rank downwards, and the king swaps with number 0. When a piece is captured, the last
//! piece gets its number.
//!
//! # What games lose, and gain
//!
//! Conversion to SCID loses the order of the tags that the index holds; the place of a comment after a variation, which joins the comment
//! of its move; the arrangement around several comments; whether a comment was a line comment; and the absence of a result. Other parts
//! that SCID cannot store become comments and are counted, see [`Changes`]. If the index holds a value only in part (a date `2001`, an ECO
//! code `B90/03`), the record also has it as a tag, which Scid shows as a second tag. Conversion from SCID loses only the description and
//! the names of flags.

mod board;
mod changes;
mod fields;
pub(crate) mod index;
mod names;
mod notes;
mod one_game;
mod pieces;
mod read;
mod record;
mod write;

pub(crate) use changes::Changes;
pub(crate) use index::{Entry, Header};
pub(crate) use names::{Names, NewNames};
pub(crate) use read::read_game;
pub(crate) use record::MAX_RECORD_LEN;
pub use write::ScidRefusal;
pub(crate) use write::{Encoded, encode};
