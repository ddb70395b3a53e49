//! Finding the spellings of a player's name.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use super::scores::{Counts, PlayerScore};
use crate::{
    Result,
    folding::{fold, fold_spelled, misread},
    memory,
};

/// The games of one player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayerCounts {
    /// The name, as stored in games.
    pub name: Vec<u8>,
    /// Games with the white pieces.
    pub white: u64,
    /// Games with the black pieces.
    pub black: u64,
    /// Scores with both colors.
    pub score: PlayerScore,
}

/// Maximum length in bytes of a name that is compared with others; a longer name is a separate player.
const MAX_NAME: usize = 256;

/// Maximum number of full names with the same surname and first letter with which initials are compared. With more, the initials are not
/// assigned to a player. The limit prevents time that is quadratic in the number of names.
const MAX_FITTING: usize = 1000;

/// Adds up the counts of all spellings of each player, in no order.
///
/// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
pub(super) fn grouped<'a>(spellings: impl ExactSizeIterator<Item = &'a PlayerCounts>) -> Result<Vec<PlayerCounts>> {
    let mut spellings = memory::collected(spellings)?;
    // Sorts the most frequent spelling first, because it becomes the player's name; then by bytes.
    spellings.sort_unstable_by_key(|spelling| (Reverse(spelling.score.games()), &spelling.name));
    let mut names = Names::default();
    let mut numbers = memory::with_capacity(spellings.len())?;
    for spelling in &spellings {
        numbers.push(names.add(&spelling.name)?);
    }
    names.join_initials()?;
    let mut places: HashMap<usize, usize> = HashMap::new();
    places.try_reserve(spellings.len())?;
    let mut players: Vec<PlayerCounts> = Vec::new();
    let full = |number: &usize| names.root(*number) == names.root_of_spelling(*number);
    // Initials become a player's name only if no spelling has the full name.
    for is_full in [true, false] {
        for (spelling, number) in spellings.iter().zip(&numbers).filter(|(_, number)| full(number) == is_full) {
            let place = *places.entry(names.root(*number)).or_insert(players.len());
            if place == players.len() {
                let name = memory::copied(&spelling.name)?;
                memory::push(&mut players, PlayerCounts { name, ..PlayerCounts::default() })?;
            }
            let player = &mut players[place];
            player.white += spelling.white;
            player.black += spelling.black;
            player.score.add(&spelling.score);
        }
    }
    Ok(players)
}

/// Names with their words in order, given names first. Spellings that result in the same name belong to one player.
#[derive(Default)]
struct Names {
    numbers: HashMap<String, usize>,
    names: Vec<Name>,
}

/// A name, split into words.
struct Name {
    words: Vec<String>,
    /// The number of words of the surname, which are the last ones; known if a comma or initials follow the surname.
    surname: Option<usize>,
    /// The number of another name of the same player; the name's own number if no other is known.
    parent: usize,
    /// For initials: the player with the only full name that fits.
    full: Option<usize>,
}

impl Names {
    /// Adds a spelling, and returns the number of its name.
    fn add(&mut self, spelling: &[u8]) -> Result<usize> {
        if spelling.len() > MAX_NAME {
            return self.add_name(Vec::new(), None);
        }
        let read = misread(spelling);
        let spelling = read.as_deref().unwrap_or(spelling);
        let number = self.number(&fold(spelling))?;
        if !spelling.is_ascii() {
            let other = self.number(&fold_spelled(spelling))?;
            self.join(other, number);
        }
        Ok(number)
    }

    /// Returns the number of a folded name, which is added if it is new.
    fn number(&mut self, folded: &str) -> Result<usize> {
        let (words, surname) = words(folded);
        let key = if words.is_empty() { folded.to_owned() } else { words.join(" ") };
        if let Some(number) = self.numbers.get(&key) {
            let known = &mut self.names[*number].surname;
            *known = surname.max(*known);
            return Ok(*number);
        }
        self.numbers.try_reserve(1)?;
        let number = self.add_name(words, surname)?;
        self.numbers.insert(key, number);
        Ok(number)
    }

    fn add_name(&mut self, words: Vec<String>, surname: Option<usize>) -> Result<usize> {
        let parent = self.names.len();
        memory::push(&mut self.names, Name { words, surname, parent, full: None })?;
        Ok(parent)
    }

    fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [a, b].map(|number| self.root_of_spelling(number));
        self.names[a.max(b)].parent = a.min(b);
    }

    /// Returns the common number of all spellings of a name.
    fn root_of_spelling(&self, mut number: usize) -> usize {
        while self.names[number].parent != number {
            number = self.names[number].parent;
        }
        number
    }

    /// Returns the common number of all spellings of a player, including initials.
    fn root(&self, number: usize) -> usize {
        let root = self.root_of_spelling(number);
        self.names[root].full.unwrap_or(root)
    }

    /// Assigns initials to the player with the only full name that fits.
    fn join_initials(&mut self) -> Result<()> {
        let mut by_surname: HashMap<(&str, Option<char>), Vec<usize>> = HashMap::new();
        by_surname.try_reserve(self.names.len())?;
        for (number, name) in self.names.iter().enumerate().filter(|(_, name)| name.is_full()) {
            // `Ö.` is spelled `oe`, but is still an initial.
            if self.names[self.root_of_spelling(number)].initials().is_some() {
                continue;
            }
            let Some(key) = surname_and_letter(&name.words) else { continue };
            memory::push(by_surname.entry(key).or_default(), number)?;
        }
        let mut joined = Vec::new();
        for (number, name) in self.names.iter().enumerate() {
            let Some((initials, surname)) = name.initials() else { continue };
            let others = surname_and_letter(&name.words).and_then(|key| by_surname.get(&key));
            let others = others.filter(|others| others.len() <= MAX_FITTING);
            let fitting = others.into_iter().flatten().filter(|other| self.names[**other].fits(initials, surname));
            let mut players = HashSet::new();
            for other in fitting {
                players.try_reserve(1)?;
                players.insert(self.root_of_spelling(*other));
            }
            memory::push(&mut joined, (self.root_of_spelling(number), players))?;
        }
        // Initials with several spellings, such as `Ö.` and `Oe.`, can belong to one player: a name need fit only one of the spellings.
        let mut all: HashMap<usize, HashSet<usize>> = HashMap::new();
        all.try_reserve(joined.len())?;
        joined.into_iter().for_each(|(root, players)| all.entry(root).or_default().extend(players));
        for (root, players) in all {
            if let [player] = players.into_iter().collect::<Vec<_>>()[..] {
                self.names[root].full = Some(player);
            }
        }
        Ok(())
    }
}

impl Name {
    /// Returns true if the first given name has more than one letter.
    fn is_full(&self) -> bool {
        self.words.len() > self.surname.unwrap_or(1).max(1) && !is_initial(&self.words[0])
    }

    /// Returns the initials and the surname; `None` if the name has no given names, or not all of them are initials.
    fn initials(&self) -> Option<(&[String], &[String])> {
        let leading = self.words.iter().take_while(|word| is_initial(word)).count();
        let given = self.surname.map_or(leading, |surname| self.words.len() - surname);
        (given > 0 && given <= leading && given < self.words.len()).then(|| self.words.split_at(given))
    }

    /// Returns true if this is a full name with this surname, and its given names begin with the initials.
    fn fits(&self, initials: &[String], surname: &[String]) -> bool {
        let Some(given) = self.words.len().checked_sub(surname.len()) else { return false };
        let begins = |(name, initial): (&String, &String)| name.starts_with(initial.as_str());
        self.surname.is_none_or(|words| words == surname.len())
            && self.words[given..] == *surname
            && initials.len() <= given
            && self.words.iter().zip(initials).all(begins)
    }
}

/// Returns the words of a folded name, given names first, and the number of words of the surname, if known: `carlsen, m.` is `m carlsen`.
fn words(folded: &str) -> (Vec<String>, Option<usize>) {
    let split = |text: &str| {
        let words = text.split(|letter: char| letter.is_whitespace() || letter == '.');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let (surname, given) = folded.split_once(',').unwrap_or((folded, ""));
    let [mut surname, mut given] = [surname, given].map(split);
    let initials = surname.iter().rev().take_while(|word| is_initial(word)).count();
    if given.is_empty() && !folded.contains(',') && initials < surname.len() {
        // `Carlsen M`
        given = surname.split_off(surname.len() - initials);
    }
    let known = (!surname.is_empty() && !given.is_empty()).then_some(surname.len());
    given.append(&mut surname);
    (given, known)
}

/// Returns the last word of a name, and the first letter of its first word.
fn surname_and_letter(words: &[String]) -> Option<(&str, Option<char>)> {
    words.last().map(|last| (last.as_str(), words[0].chars().next()))
}

fn is_initial(word: &str) -> bool {
    word.chars().nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Termination;

    /// The players of spellings, each with a number of games, as `name games`, sorted.
    fn players(spellings: &[(&[u8], u64)]) -> Vec<String> {
        let counts = |(name, games): &(&[u8], u64)| {
            let mut score = PlayerScore::default();
            (0..*games).for_each(|_| score.count(Termination::Draw, true, None));
            PlayerCounts { name: name.to_vec(), white: *games, black: 0, score }
        };
        let mut counts: Vec<_> = spellings.iter().map(counts).collect();
        let found = |counts: &[PlayerCounts]| {
            let show =
                |player: PlayerCounts| format!("{} {}", String::from_utf8_lossy(&player.name), player.score.games());
            let mut found: Vec<_> = grouped(counts.iter()).unwrap().into_iter().map(show).collect();
            found.sort();
            found
        };
        let forwards = found(&counts);
        counts.reverse();
        assert_eq!(found(&counts), forwards);
        forwards
    }

    fn each_once(spellings: &[&str]) -> Vec<String> {
        players(&spellings.iter().map(|name| (name.as_bytes(), 1)).collect::<Vec<_>>())
    }

    #[test]
    fn case_accents_encodings_spaces_and_order_are_one_player() {
        let names: [&[u8]; 12] = [
            "Müller, Jörg".as_bytes(),
            b"M\xfcller, J\xf6rg",
            "MÃ¼ller, JÃ¶rg".as_bytes(),
            b"Muller, Jorg",
            b"MUELLER, JOERG",
            "Mueller, Jörg".as_bytes(),
            "Jörg Müller".as_bytes(),
            b"Muller,Jorg",
            b" Muller ,  Jorg ",
            b"Muller, Jorg.",
            "Mu\u{308}ller, Jo\u{308}rg".as_bytes(),
            b"Muller, J.",
        ];
        assert_eq!(players(&names.map(|name| (name, 1))), [" Muller ,  Jorg  12"]);
        let often = names.map(|name| (name, if name.is_ascii() { 1 } else { 2 }));
        assert_eq!(players(&often), ["Jörg Müller 18"]);
    }

    #[test]
    fn vowels_are_left_out_of_no_other_name() {
        assert_eq!(each_once(&["Nowak, Michael", "Nowak, Michal", "Nowak, Michał"]).len(), 2);
        assert_eq!(each_once(&["Müller, Michael", "Mueller, Michal"]).len(), 2);
        assert_eq!(each_once(&["Mueller, A", "Muller, A"]).len(), 2);
        assert_eq!(each_once(&["Østergård, Bo", "Oestergaard, Bo", "Ostergard, Bo"]).len(), 1);
    }

    #[test]
    fn initials_are_the_only_full_name_that_fits() {
        let shown: [(&[u8], u64); 4] =
            [(b"Carlsen, M", 5), (b"Carlsen, M.", 1), (b"Carlsen M", 1), (b"Carlsen, Magnus", 1)];
        assert_eq!(players(&shown), ["Carlsen, Magnus 8"]);
        assert_eq!(players(&shown[..3]), ["Carlsen, M 7"]);
        assert_eq!(each_once(&["Carlsen, M", "Carlsen, M.", "Carlsen, Magnus", "Carlsen, Maria"]).len(), 3);
        assert_eq!(each_once(&["Carlsen, M", "Carlsen, Henrik"]).len(), 2);
        assert_eq!(each_once(&["Carlsen, M", "Magnus Carlsen", "carlsen, magnus"]), ["Magnus Carlsen 3"]);
        assert_eq!(each_once(&["Capablanca, J.R.", "Capablanca, J", "Capablanca, Jose Raul"]).len(), 1);
        assert_eq!(each_once(&["Capablanca, J.R.", "Capablanca, Jose"]).len(), 2);
        assert_eq!(each_once(&["Lopez, M", "Garcia Lopez, Maria"]).len(), 2);
        assert_eq!(each_once(&["van der Sterren, P", "Paul van der Sterren"]).len(), 1);
        assert_eq!(each_once(&["Carlsen", "Carlsen, Magnus"]).len(), 2);
        assert_eq!(each_once(&["Özil, Ö.", "Oezil, O", "Özil, Öner"]), ["Özil, Öner 3"]);
    }

    #[test]
    fn initials_that_too_many_names_may_fit_stay() {
        let mut names: Vec<_> = (0..MAX_FITTING).map(|number| format!("Wang, Xi{number} Y")).collect();
        names.extend(["Wang, X. Z.".to_owned(), "Wang, Xi Zhu".to_owned()]);
        let count = |names: &[String]| each_once(&names.iter().map(String::as_str).collect::<Vec<_>>()).len();
        assert_eq!(count(&names), MAX_FITTING + 2);
        assert_eq!(count(&names[1..]), MAX_FITTING);
    }

    #[test]
    fn names_without_letters_and_long_ones_stay() {
        let long = "x".repeat(MAX_NAME + 1);
        assert_eq!(each_once(&[".", ",", "-", "", &long, &long.to_uppercase()]).len(), 6);
    }
}
