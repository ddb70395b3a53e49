//! The forms in which a text is compared with names of players (`search.16`).

use super::{
    text_form::TextForm,
    text_match::{TextMatch, fold},
};
use crate::{Result, folding::fold_each_spelled, memory};

/// Maximum length in bytes of a folded text that is also compared in other forms.
const MAX_TEXT: usize = 256;

impl TextMatch {
    /// Like [`TextMatch::new`], but for names of players.
    pub(crate) fn name(form: TextForm, text: &[u8]) -> Result<TextMatch> {
        match form {
            TextForm::Contains => forms(text, &TextMatch::contains, &|text| Ok(TextMatch::Begins(text))),
            TextForm::Equals => {
                let equals = |text| Ok(TextMatch::Equals(text));
                forms(text, &equals, &equals)
            }
            TextForm::Matches => TextMatch::new(form, text),
        }
    }

    /// Like [`TextMatch::begins`], but for names of players.
    pub(crate) fn name_begins(text: &[u8]) -> Result<TextMatch> {
        let begins = |text| Ok(TextMatch::Begins(text));
        forms(text, &begins, &begins)
    }
}

/// Creates the comparison with a folded text.
type Compare<'a> = &'a dyn Fn(Vec<u8>) -> Result<TextMatch>;

/// Returns all forms of a text. `turned` creates the comparison with a text in which the given name was moved before
/// the surname.
fn forms(text: &[u8], as_written: Compare<'_>, turned: Compare<'_>) -> Result<TextMatch> {
    let folded = fold(text)?;
    if folded.len() > MAX_TEXT {
        return Ok(TextMatch::Name([as_written(folded)?].into()));
    }
    let mut spelled = String::new();
    fold_each_spelled(text, |letter| spelled.push(letter));
    let mut all = Vec::new();
    let mut known: Vec<Vec<u8>> = Vec::new();
    let mut add = |text: Vec<u8>, compare: Compare<'_>| {
        if known.contains(&text) {
            return Ok(());
        }
        memory::push(&mut all, compare(memory::copied(&text)?)?)?;
        memory::push(&mut known, text)
    };
    for text in [folded, spelled.into_bytes()] {
        // Folded texts are UTF-8.
        let Ok(name) = std::str::from_utf8(&text) else { continue };
        let words = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if let Some((surname, given)) = name.split_once(',') {
            let [surname, given] = [surname, given].map(|part| words(part).join(" "));
            add(text.clone(), as_written)?;
            if !surname.is_empty() && !given.is_empty() {
                add(format!("{surname}, {given}").into_bytes(), as_written)?;
                add(format!("{surname},{given}").into_bytes(), as_written)?;
                add(format!("{given} {surname}").into_bytes(), turned)?;
            }
        } else {
            let words = words(name);
            add(text.clone(), as_written)?;
            for at in 1..words.len() {
                let [given, surname] = [&words[..at], &words[at..]].map(|words| words.join(" "));
                add(format!("{surname}, {given}").into_bytes(), as_written)?;
                add(format!("{surname},{given}").into_bytes(), as_written)?;
            }
        }
    }
    Ok(TextMatch::Name(all.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_by_vowels_and_in_either_order() {
        let matches = |text: &str, value: &[u8]| {
            [TextForm::Contains, TextForm::Equals]
                .map(|form| TextMatch::name(form, text.as_bytes()).unwrap().matches(value))
        };
        for (text, value, expected) in [
            ("mueller", "Müller, Jörg", [true, false]),
            ("muller", "Müller, Jörg", [true, false]),
            ("müller", "Mueller, Joerg", [true, false]),
            ("muller", "Mueller, Joerg", [false, false]),
            ("Jörg Müller", "Müller, Jörg", [true, true]),
            ("joerg mueller", "Müller,Jörg", [true, true]),
            ("JORG MULLER", "muller, jorg", [true, true]),
            ("muller, jorg", "Jörg Müller", [true, true]),
            ("müller,  jörg", "Mueller,Joerg", [true, true]),
            ("Paul van der Sterren", "van der Sterren, Paul", [true, true]),
            ("m carlsen", "Carlsen, Magnus", [true, false]),
            ("carlsen, m", "Magnus Carlsen", [false, false]),
            ("carlsen, m", "William Carlsen", [false, false]),
            ("carlsen, m", "M Carlsen", [true, true]),
            ("michael", "Michal", [false, false]),
            ("michal", "Michael", [false, false]),
            ("ostergaard", "Østergård", [false, false]),
            ("oestergaard", "Østergård", [true, true]),
            (",", "a,b", [true, false]),
        ] {
            assert_eq!(matches(text, value.as_bytes()), expected, "{text} {value}");
        }
        assert_eq!(matches("mueller", b"M\xfcller"), [true; 2]);
        let begins =
            |text: &str, value: &str| TextMatch::name_begins(text.as_bytes()).unwrap().matches(value.as_bytes());
        assert!(begins("muell", "Müller, Jörg") && !begins("jorg mull", "Müller, Jörg"));
        assert!(begins("jorg muller", "Müller, Jörg") && !begins("ller", "Müller"));
    }
}
