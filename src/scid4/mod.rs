//! Databases of SCID 4: reading and writing the files of Shane's Position Information Database, version 400.
//!
//! A database is three files with one name. Numbers of several bytes have their highest byte first.
//!
//! # `.si4`, the index
//!
//! A header of 182 bytes: `Scid.si` and NUL, the version (400, two bytes), the kind of database (four), how many games there are
//! (three), the number of the game to show first (three), a description (108 bytes up to a NUL), and the names of six flags (nine
//! bytes each up to a NUL). Then 47 bytes for each game:
//!
//! | at | bytes | what |
//! |---:|---:|---|
//! | 0 | 4 | where the record of the game is in `.sg4` |
//! | 4 | 2 | its length, of which bit 16 is bit 7 of the next byte |
//! | 6 | 1 | bit 7: see above; bits 0-5: flags 16 to 21, which users name |
//! | 7 | 2 | flags 0 to 15: own start, promotion, promotion to another piece than a queen, deleted, then twelve that users set |
//! | 9 | 1 | bits 16-19 of the numbers of White (high) and of Black |
//! | 10 | 4 | the lower bits of these two |
//! | 14 | 1 | bits 16-18 of the event's number, 16-18 of the site's, 16-17 of the round's, from the highest |
//! | 15 | 6 | the lower bits of these three |
//! | 21 | 2 | result (0 unknown, 1 White, 2 Black, 3 draw), then how many NAGs, comments and variations, four bits each |
//! | 23 | 2 | ECO code: 0 none, else 1 + 131 for each code from A00, + 1 for `a`, + 2 for `a1` and so on |
//! | 25 | 4 | 12 bits: the date of the event, its year as the difference to the game's plus 4; 20 bits: the date of the game |
//! | 29 | 4 | the ratings of White and of Black: four bits of the kind, twelve of the number |
//! | 33 | 4 | one byte: the number of a usual opening, 0 for none; three: the pieces at the end |
//! | 37 | 1 | plies of the main line, of which bits 8 and 9 are bits 6 and 7 of the next byte |
//! | 38 | 9 | how many pawns left the squares of the standard start, and which, four bits each |
//!
//! # `.sn4`, the names
//!
//! `Scid.sn` and NUL, four bytes without use, how many players, events, sites and rounds there are (three bytes each), how many games
//! the most frequent one of each has (three bytes each). Then the names of each kind, sorted: the number by which entries name it (two
//! bytes, or three from 65,536 names of this kind on), how many games have it (as many bytes as that maximum needs), its length (one),
//! how much of it is as in the name before (one; not for the first), and the rest.
//!
//! # `.sg4`, the games
//!
//! Records of less than 128 KiB, none across a multiple of 128 KiB:
//!
//! - tags: a byte of the name's length and the name, or a byte from 241 on for one of ten names; a byte of the value's length and the
//!   value; a 0 after the last tag;
//! - a byte of flags: 1 own start, 2 promotions, 4 promotions to other pieces than queens; for an own start its FEN and a NUL;
//! - moves: the upper four bits are the number of the piece, the lower four say where it goes, in another way for each kind of piece
//!   ([`pieces`] has them). King codes that are no moves are marks: 11 a NAG, which is the next byte; 12 a comment; 13 and 14 begin
//!   and end a variation instead of the last move; 15 ends the game;
//! - the comments of the marks in their order, each with a NUL behind it.
//!
//! In the standard start the king has number 0, the other pieces 1 to 7 from the a file, the pawns 8 to 15. In another start pieces are
//! counted from a8 to h8, then on each lower rank, and the king changes places with number 0. The last piece gets the number of one that
//! is captured.
//!
//! # What games lose, and gain
//!
//! Into SCID: the order of tags that the index has; the place of a comment after a variation, which joins the comment of its move; what
//! stands around several comments; whether a comment was one to the end of its line; that there is no result. What has no place goes
//! into comments and is counted, see [`Changes`]. What the index has only in part (a date `2001`, an ECO code `B90/03`) is in the
//! record as a tag too, which Scid shows as a second tag. From SCID: nothing but the description and the names of flags.

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
