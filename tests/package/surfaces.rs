//! Every test that `tests/surfaces.md` names exists.

use std::{collections::HashMap, fs};

use super::root;

/// The rows of a Markdown table, beginning with its header.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let lines = table.lines().filter(|line| line.starts_with('|') && !line.starts_with("|-"));
    lines.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()).collect()
}

#[test]
fn tests_of_all_ways_to_ask_exist() {
    let text = fs::read_to_string(root().join("tests/surfaces.md")).unwrap();
    let tables: Vec<_> = text.split("\n\n").map(rows).filter(|rows| !rows.is_empty()).collect();
    let [questions, ways] = &tables[..] else { panic!("{} tables", tables.len()) };
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let sources: HashMap<&str, String> = ways[1..].iter().map(|row| (row[0], read(row[1]))).collect();
    ways[1..].iter().for_each(|row| drop(read(row[2])));
    assert_eq!(questions[0].len(), sources.len() + 1, "a column for each way");
    let mut tests = 0;
    for row in &questions[1..] {
        assert_eq!(row.len(), questions[0].len(), "{row:?}");
        for (way, test) in questions[0].iter().zip(row).skip(1).filter(|(_, test)| **test != "-") {
            let forms =
                [format!("fn {test}("), format!("def {test}("), format!("void {test}("), format!("check(\"{test}\"")];
            assert!(forms.iter().any(|form| sources[way].contains(form)), "{way}: there is no test {test}");
            tests += 1;
        }
    }
    assert!(tests > 50, "{tests} tests");
}
