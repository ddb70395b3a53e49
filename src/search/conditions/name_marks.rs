//! Finding the names of a block that match the text of a condition.

use super::text_match::TextMatch;
use crate::{Result, coding::wire::Strings, folding::fold_ascii, memory};

/// Returns a mark for every name, set if it matches the text; `None` if no name matches, so that the columns of names need not be read.
pub(crate) fn marked_names(names: &Strings, text: &TextMatch) -> Result<Option<Vec<bool>>> {
    let mut marks = memory::filled(false, names.len())?;
    let mut folded = Vec::new();
    for form in text.forms() {
        match form.within() {
            Some(finder) if !finder.needle().is_empty() => {
                if folded.is_empty() && finder.needle().is_ascii() {
                    folded = memory::copied(names.bytes())?;
                    folded.iter_mut().for_each(|byte| *byte = fold_ascii(*byte));
                }
                if finder.needle().is_ascii() {
                    mark_containing(names, &folded, finder, &mut marks);
                }
            }
            _ => mark_unmarked(names, &mut marks, |name| form.matches(name)),
        }
    }
    if !matches!(text, TextMatch::Matches(_)) && !names.bytes().is_ascii() {
        mark_unmarked(names, &mut marks, |name| !name.is_ascii() && text.matches(name));
    }
    Ok(marks.contains(&true).then_some(marks))
}

/// Marks the names that contain an ASCII text. `folded` contains all names, one after another. One search in all names is faster than a
/// search in each.
fn mark_containing(names: &Strings, folded: &[u8], text: &memchr::memmem::Finder<'_>, marks: &mut [bool]) {
    let mut from = 0;
    while let Some(at) = text.find(&folded[from..]).map(|at| from + at) {
        let (name, end) = names.at_byte(at);
        // A text found across the end of a name is not a match. The rest of this name is too short for another match.
        marks[name] |= at + text.needle().len() <= end;
        from = end;
    }
}

/// Marks the unmarked names that pass a test.
fn mark_unmarked(names: &Strings, marks: &mut [bool], test: impl Fn(&[u8]) -> bool) {
    marks.iter_mut().zip(names.iter()).filter(|(mark, _)| !**mark).for_each(|(mark, name)| *mark = test(name));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::conditions::text_form::TextForm;

    #[test]
    fn names_are_marked_as_if_each_were_compared() {
        let mut names = Strings::default();
        for name in ["Anna", "", "nab", "BAN", "ana", "", "xa", "NA", "Ána", "жÑ", "n", "Äb`", "a\u{301}nb", "b,na"]
        {
            names.push(name.as_bytes()).unwrap();
        }
        for text in
            ["na", "an", "ana", "b", "", "xan", "annan", "anna", "aa", "q", "ñ", "Ж", "ж", "b'", "ban", "na b", "aeb"]
        {
            let text = text.as_bytes();
            let of_form = |form| TextMatch::new(form, text);
            let of_name = |form| TextMatch::name(form, text);
            for text in [
                of_form(TextForm::Contains),
                TextMatch::begins(text),
                of_form(TextForm::Equals),
                of_name(TextForm::Contains),
                of_name(TextForm::Equals),
                TextMatch::name_begins(text),
            ] {
                let text = text.unwrap();
                let each: Vec<bool> = names.iter().map(|name| text.matches(name)).collect();
                let expected = each.contains(&true).then_some(each);
                assert_eq!(marked_names(&names, &text).unwrap(), expected);
            }
        }
        assert_eq!(marked_names(&Strings::default(), &TextMatch::new(TextForm::Contains, b"").unwrap()).unwrap(), None);
    }
}
