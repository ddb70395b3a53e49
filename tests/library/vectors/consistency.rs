//! Checks of the vector files themselves: schema, ids, rules, codes.

use std::{collections::BTreeSet, fs};

use plypack::ErrorCode;
use serde_json::{Value, json};

use super::{
    CHAPTERS, file, folder,
    games::{number, text, texts},
    input, read_json, schema, tests,
};

#[test]
fn the_files_follow_their_schema() {
    let schema = read_json("schema/vectors.schema.json");
    for chapter in CHAPTERS {
        let file = file(chapter);
        let found = schema::violations(&schema, &file);
        assert!(found.is_empty(), "{chapter}:\n{}", found.join("\n"));
        assert_eq!(text(&file, "chapter"), *chapter);
        assert_eq!(number(&file, "count"), tests(&file).len());
    }
}

#[test]
fn a_schema_that_is_broken_is_noticed() {
    let schema = read_json("schema/vectors.schema.json");
    let good = file("wire");
    let broken = |change: fn(&mut Value)| {
        let mut file = good.clone();
        change(&mut file);
        !schema::violations(&schema, &file).is_empty()
    };
    assert!(broken(|f| f["more"] = json!(1)));
    assert!(broken(|f| f["count"] = json!("12")));
    assert!(broken(|f| f["tests"][0]["op"] = json!("guess")));
    assert!(broken(|f| f["tests"][0]["rules"] = json!(["wire 2"])));
    assert!(broken(|f| f["tests"][0]["input"] = json!([["00"]])));
    assert!(broken(|f| {
        f["tests"][0].as_object_mut().unwrap().remove("title");
    }));
}

/// Codecs that share the chapter of another codec.
const IN_OTHER_CHAPTERS: [&str; 2] = ["codecs/coord-context", "codecs/direction-static"];

/// Every rule that a vector cites exists in the spec.
#[test]
fn the_rules_exist() {
    let mut rules = BTreeSet::new();
    let own = CHAPTERS.iter().filter(|chapter| !IN_OTHER_CHAPTERS.contains(chapter));
    for path in own.chain(&["moves", "tight-model", "codecs/README"]) {
        let chapter = fs::read_to_string(folder().join(format!("../spec/{path}.md"))).expect("a chapter");
        let marks = chapter.split("**[").skip(1).filter_map(|rest| rest.split_once("]**"));
        rules.extend(marks.map(|(rule, _)| rule.to_owned()));
    }
    for chapter in CHAPTERS {
        for test in tests(&file(chapter)) {
            for rule in texts(test, "rules") {
                assert!(rules.contains(rule), "{}: no rule {rule}", text(test, "id"));
            }
        }
    }
}

/// Every error code for rejected bytes has a vector with this error.
#[test]
fn every_code_has_a_vector() {
    let files: Vec<Value> = CHAPTERS.iter().map(|chapter| file(chapter)).collect();
    let errors = files.iter().flat_map(tests).filter_map(|test| test.get("error"));
    let seen: BTreeSet<&str> = errors.map(|error| text(error, "code")).collect();
    let of_data = ErrorCode::ALL.iter().filter(|code| (200..600).contains(&code.number()));
    let missing: Vec<_> = of_data.map(|code| code.name()).filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "no vector for {missing:?}");
}

/// Ids are unique, errors fit the results, and each bad vector names the valid vector from which it differs.
#[test]
fn the_vectors_are_consistent() {
    let files: Vec<Value> = CHAPTERS.iter().map(|chapter| file(chapter)).collect();
    let all = || files.iter().flat_map(|file| tests(file).iter().map(move |test| (text(file, "chapter"), test)));
    let ids: BTreeSet<&str> = all().map(|(_, test)| text(test, "id")).collect();
    assert_eq!(ids.len(), all().count(), "ids are unique");
    for (chapter, test) in all() {
        let id = text(test, "id");
        assert!(id.starts_with(&format!("{chapter}/")), "{id}");
        assert!(!test["rules"].as_array().unwrap().is_empty(), "{id} names no rule");
        let class = test.get("error").map(|error| text(error, "class"));
        let result = match class {
            None => "valid",
            Some("unsupported") => "unsupported",
            Some(_) => "invalid",
        };
        assert_eq!(text(test, "result"), result, "{id}");
        assert_eq!(test.get("expect").is_some(), class.is_none(), "{id}");
        if let Some(from) = test.get("from") {
            let source =
                all().find(|(_, other)| text(other, "id") == from).unwrap_or_else(|| panic!("{id}: no {from}"));
            assert_eq!(text(source.1, "result"), "valid", "{id}");
            assert_ne!(input(source.1), input(test), "{id}");
        }
    }
}
