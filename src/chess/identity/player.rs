//! Player names in different spellings.

use crate::folding::fold;

/// A name in parts. Names of one player have the same `surname` and `initial`; the other parts can be unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerName {
    /// The last word of the surname; the complete name if names are compared as a whole; empty for an unknown player.
    pub surname: String,
    /// The first letter of the first given name, if there is one.
    pub initial: Option<char>,
    /// All words of the surname, if it is known which words these are.
    pub full_surname: Option<String>,
    /// The first given name, if it is more than a letter.
    pub given: Option<String>,
}

/// Words of surnames that are often omitted, or written after the given name.
const PARTICLES: [&str; 22] = [
    "al", "ben", "bin", "da", "das", "de", "del", "den", "der", "di", "do", "dos", "du", "el", "la", "le", "ten",
    "ter", "van", "von", "zu", "zur",
];

/// Values in lower case for players without a known name: letters that are not a name, and words. Values of only signs are handled
/// separately.
const NOBODY: [&str; 3] = ["nn", "anonymous", "unknown"];

/// Maximum length of a name in bytes. No real name is longer, but a tag's text can be, and memory can be missing.
const MAX_NAME: usize = 1 << 10;

impl PlayerName {
    /// Reads the value of a tag `White` or `Black`, without escapes. A value longer than any name is unknown.
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
        if surname.is_empty() {
            PlayerName::without_comma(&given)
        } else if given.is_empty() {
            PlayerName::without_comma(&surname)
        } else {
            PlayerName::of(&without_particles(&surname), true, &given)
        }
    }

    /// Returns `true` if the name carries no information, like `?` and `NN`.
    pub fn is_unknown(&self) -> bool {
        self.surname.is_empty()
    }

    fn whole(words: &[&str]) -> PlayerName {
        PlayerName { surname: words.join(" "), ..PlayerName::default() }
    }

    /// Reads `Carlsen M`, or `Magnus Carlsen`: the last word is the surname or its end.
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

/// Returns `true` if this is not a name in parts. Names of programs have versions, and `a-b1`, `ab1` and `a_b1` are three different user
/// names of servers: such names have digits, an underscore, or a hyphen in a single word.
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

/// Returns the words that are not particles; all words, if all are particles.
fn without_particles<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let others: Vec<&str> = words.iter().copied().filter(|word| !PARTICLES.contains(word)).collect();
    if others.is_empty() { words.to_vec() } else { others }
}
