//! Contents of a game, in the places that SCID has for them.

use plypack::{Game, Start, Tag, Termination, Token, Walker, text::unescape};

/// Contents of a game.
#[derive(Debug, PartialEq)]
pub struct Contents {
    /// Names and values, sorted.
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    /// Moves and the ends of lines, each with the words of its comments and NAGs, sorted.
    places: Vec<(String, Vec<Vec<u8>>)>,
}

/// Names of tags that SCID can have only once.
const ROSTER: [&[u8]; 7] = [b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result"];

impl Contents {
    pub fn of(game: &Game) -> Contents {
        let mut contents = Contents { tags: Vec::new(), places: vec![("start".to_owned(), Vec::new())] };
        for tag in game.tags() {
            match tag {
                Tag::Pair(name, value) => {
                    let value = unescape(value).unwrap();
                    let value = value.iter().map(|byte| if *byte == 0 { b' ' } else { *byte }).collect();
                    contents.tags.push((name.to_vec(), value));
                }
                Tag::Raw(line) => contents.say(0, line),
            }
        }
        contents.tags.sort();
        // The place of the last move of each open line.
        let mut open = vec![0];
        for step in Walker::new(game) {
            let step = step.unwrap();
            let here = *open.last().unwrap();
            let mut put = |open: &mut Vec<usize>, what: String| {
                contents.places.push((what, Vec::new()));
                *open.last_mut().unwrap() = contents.places.len() - 1;
            };
            match step.token {
                Token::Move(m) => put(&mut open, format!("{m:?}")),
                Token::Begin => {
                    open.push(0);
                    put(&mut open, "(".to_owned());
                }
                Token::End => {
                    put(&mut open, ")".to_owned());
                    open.pop();
                }
                Token::Nag(nag) => contents.say(here, format!("${nag}").as_bytes()),
                Token::Comment(text) | Token::LineComment(text) | Token::Raw(text) => contents.say(here, text),
                Token::Escape(text) => contents.say(here, &[b"%", text].concat()),
                Token::Plies(_) => unreachable!("not a step"),
            }
        }
        if game.start == Start::Unreadable {
            contents.places.truncate(1);
        }
        let last = *open.last().unwrap();
        contents.say(last, game.unparsed());
        contents
    }

    /// Adds the words of a text, except results, which unparsed text has at its end.
    fn say(&mut self, place: usize, text: &[u8]) {
        let is_space = |byte: &u8| b"{}()\0".contains(byte) || byte.is_ascii_whitespace();
        let is_result = |word: &&[u8]| Termination::from_text(word).is_some();
        let words = text.split(is_space).filter(|word| !word.is_empty() && !is_result(word));
        self.places[place].1.extend(words.map(<[u8]>::to_vec));
        self.places[place].1.sort();
    }

    /// The other game has everything of this game. It may also have the tags that every SCID game has.
    pub fn assert_kept_in(&self, other: &Contents, game: &Game, back: &Game) {
        assert_eq!(self.places, other.places, "\n{game:?}\n{back:?}");
        let mut left = other.tags.clone();
        for (name, value) in self.tags.iter().filter(|(name, _)| name != b"FEN") {
            match left.iter().position(|tag| *tag == (name.clone(), value.clone())) {
                Some(at) => drop(left.remove(at)),
                None => panic!("{} \"{}\" is lost\n{game:?}\n{back:?}", name.escape_ascii(), value.escape_ascii()),
            }
        }
        let is_usual = |name: &[u8]| ROSTER.contains(&name) || name == b"FEN";
        assert!(left.iter().all(|(name, _)| is_usual(name)), "{left:?}\n{game:?}\n{back:?}");
        if back.unparsed().is_empty() {
            assert_eq!(game.start_position(), back.start_position());
            assert!(
                game.termination == back.termination || game.termination == Termination::Absent,
                "{game:?}\n{back:?}"
            );
        }
    }
}
