//! Names of players that are written differently.

use crate::folding::fold;

/// A name in parts. Names of the same player have the same `surname` and `initial`, if nothing else is known of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerName {
    /// The last word of the surname; of a name that is compared as a whole, all of it; empty for an unknown player.
    pub surname: String,
    /// The first letter of the first given name, if there is one.
    pub initial: Option<char>,
    /// All words of the surname, where it is known which these are.
    pub full_surname: Option<String>,
    /// The first given name, where it is more than a letter.
    pub given: Option<String>,
}

/// Words of surnames that are often left out, or written after the given name.
const PARTICLES: [&str; 22] = [
    "al", "ben", "bin", "da", "das", "de", "del", "den", "der", "di", "do", "dos", "du", "el", "la", "le", "ten",
    "ter", "van", "von", "zu", "zur",
];

/// Names of players without a known name, beside signs alone: letters that are no name, and words, in lower case.
const NOBODY: [&str; 3] = ["nn", "anonymous", "unknown"];

/// Bytes of a name: nobody's is longer, but the text of a tag may be, and memory missing.
const MAX_NAME: usize = 1 << 10;

impl PlayerName {
    /// Reads the value of a tag `White` or `Black`, without escapes. One that is longer than any name is unknown.
    pub fn read(value: &[u8]) -> PlayerName {
        if value.len() > MAX_NAME {
            return PlayerName::default();
        }
        let folded = fold(value);
        if says_nothing(&folded) {
            return PlayerName::default();
        }
        if every_sign_counts(&folded) {
            return PlayerName::whole(&folded.split_whitespace().collect::<Vec<_>>());
        }
        let folded = folded.replace('\'', "");
        let (before, after) = folded.split_once(',').unwrap_or((&folded, ""));
        let surname = words(before);
        let given = words(after);
        match (surname.is_empty(), given.is_empty()) {
            (false, false) => PlayerName::of(&without_particles(&surname), true, &given),
            (true, _) => PlayerName::without_comma(&given),
            (false, true) => PlayerName::without_comma(&surname),
        }
    }

    /// Returns whether the name says nothing, as `?` and `NN` do.
    pub fn is_unknown(&self) -> bool {
        self.surname.is_empty()
    }

    fn whole(words: &[&str]) -> PlayerName {
        PlayerName { surname: words.join(" "), ..PlayerName::default() }
    }

    /// `Carlsen M`, or `Magnus Carlsen`, whose last word is the surname or its end.
    fn without_comma(words: &[&str]) -> PlayerName {
        match words.iter().rposition(|word| !is_initial(word)) {
            Some(last) if last + 1 < words.len() => {
                PlayerName::of(&without_particles(&words[..=last]), true, &words[last + 1..])
            }
            Some(last) if last > 0 => PlayerName::of(&words[last..], last == 1, &words[..last]),
            _ => PlayerName::whole(words),
        }
    }

    fn of(surname: &[&str], is_full: bool, given: &[&str]) -> PlayerName {
        let first = given.first();
        PlayerName {
            surname: surname.last().map_or_else(String::new, |last| (*last).to_owned()),
            initial: first.and_then(|first| first.chars().next()),
            full_surname: is_full.then(|| surname.join(" ")),
            given: first.filter(|first| !is_initial(first)).map(|first| (*first).to_owned()),
        }
    }
}

fn says_nothing(folded: &str) -> bool {
    let letters: String = folded.chars().filter(|letter| letter.is_alphanumeric()).collect();
    letters.is_empty() || NOBODY.contains(&letters.as_str())
}

/// Returns whether this is no name in parts. Programs have versions, and users of servers have names, of which `a-b1`, `ab1` and `a_b1` are
/// three: they have digits, an underscore, or a hyphen in a single word.
fn every_sign_counts(folded: &str) -> bool {
    let is_one_word = !folded.contains(|letter: char| letter.is_whitespace() || matches!(letter, ',' | '.'));
    folded.contains(|letter: char| letter.is_numeric() || letter == '_') || is_one_word && folded.contains('-')
}

fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

fn is_initial(word: &&str) -> bool {
    word.chars().nth(1).is_none()
}

/// The words that are no particles; all, if there is no other.
fn without_particles<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let others: Vec<&str> = words.iter().copied().filter(|word| !PARTICLES.contains(word)).collect();
    if others.is_empty() { words.to_vec() } else { others }
}
