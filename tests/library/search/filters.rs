//! Filters by tags, and queries that are refused.

use plypack::{
    Codec, Reader, Termination,
    search::{self, Condition, Hit, Material, NumberField, Pattern, Query, Target, TextField},
};

use super::{SMALL, after, find, games, pack, quiet};

fn listed(reader: &Reader, condition: Condition) -> Vec<u64> {
    let hits = search::list(&[reader], &Query::games(condition), &mut search::strict).unwrap();
    hits.iter().map(|hit| hit.game).collect()
}

#[test]
fn conditions_combine_with_searches() {
    let reader = pack(&games(SMALL), Codec::Byte, 2);
    let text = |field, text: &str| listed(&reader, Condition::text(field, text));
    let date = |text: &str| listed(&reader, Condition::date(text.parse().unwrap()));
    let range = |field, first, last| listed(&reader, Condition::range(field, first, last));
    assert_eq!(listed(&reader, Condition::default()), [0, 1, 2, 3, 4, 5]);
    assert_eq!(text(TextField::Player, "anna"), [0, 1]);
    assert_eq!(text(TextField::White, "anna"), [0]);
    assert_eq!(text(TextField::Black, "anna b"), [1]);
    assert_eq!(text(TextField::Event, "open"), [2]);
    assert_eq!(text(TextField::Site, "open"), [] as [u64; 0]);
    assert_eq!(date("2001"), [0]);
    assert_eq!(date("2001..2011.05"), [0, 1]);
    assert_eq!(date("2001.01.."), [1]);
    assert_eq!(range(NumberField::Rating, 2400, 2450), [0]);
    assert_eq!(range(NumberField::BlackRating, 1, 9999), [1]);
    assert_eq!(range(NumberField::AverageRating, 1, 9999), [] as [u64; 0]);
    assert_eq!(range(NumberField::Plies, 5, 6), [0, 1, 5]);
    assert_eq!(listed(&reader, Condition::Result(Termination::BlackWins)), [1]);
    assert_eq!(listed(&reader, Condition::Result(Termination::Unknown)), [3, 4, 5]);
    assert_eq!(listed(&reader, Condition::tag("Event", "OPEN")), [2]);
    assert_eq!(listed(&reader, Condition::tag("Event", "ope")), [] as [u64; 0]);
    let mut query = Query::position(&after("d4 d5 c4 e6"));
    query.condition = Condition::text(TextField::Player, "Anna");
    assert_eq!(find(&reader, &query).len(), 2);
    query.condition = query.condition.and(Condition::Result(Termination::WhiteWins));
    assert_eq!(find(&reader, &query), [Hit { file: 0, game: 0, ply: 4 }]);
}

#[test]
fn hits_can_be_limited() {
    let reader = pack(&games(SMALL), Codec::Byte, 2);
    let mut query = Query::position(&after("d4 d5 c4 e6"));
    let all = find(&reader, &query);
    for max in 0..=all.len() + 1 {
        query.max_hits = max as u64;
        assert_eq!(find(&reader, &query), all[..max.min(all.len())]);
        assert_eq!(search::count(&[&reader], &query, &mut quiet).unwrap(), all.len() as u64);
        let listed = search::list(&[&reader], &query, &mut quiet).unwrap();
        assert!(listed.iter().map(|hit| hit.game).eq(0..max as u64));
    }
}

#[test]
fn wrong_queries_are_refused() {
    for text in ["", "2020..x", "20200", "20-03", "2015..2013", "2020.13", "2020.01.32", "2020.01.01.01"] {
        assert!(text.parse::<search::DateRange>().is_err(), "{text}");
    }
    for text in ["", "B900", "..B90", "F00", "B99-B90"] {
        assert!(text.parse::<search::EcoRange>().is_err(), "{text}");
    }
    for text in ["", "KRP", "RKK", "KKK", "KxK", "K", "KvvK", "vKK", "KRP2-vK"] {
        assert!(Material::from_text(text).is_err(), "{text}");
    }
    for text in ["", "8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "P7/8/8/8/8/8/8/8", "KK6/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8"] {
        assert!(Pattern::from_text(text).is_err(), "{text}");
    }
    let reader = pack(&games(SMALL), Codec::Byte, 9);
    let query = Query::new(Target::Pattern(Pattern::from_text("8/8/8/8/8/8/8/8").unwrap()));
    assert_eq!(search::tree(&[&reader], &query, &mut quiet).unwrap_err().code(), plypack::ErrorCode::InvalidArgument);
    let deep = |depth| (0..depth).fold(Condition::default(), |inner, _| Condition::Not(Box::new(inner)));
    assert!(search::list(&[&reader], &Query::games(deep(63)), &mut quiet).unwrap().is_empty());
    let error = search::list(&[&reader], &Query::games(deep(64)), &mut quiet).unwrap_err();
    assert_eq!(error.code(), plypack::ErrorCode::LimitExceeded);
    let error = search::find(&[&reader], &Query::default(), &mut quiet).unwrap_err();
    assert_eq!(error.code(), plypack::ErrorCode::WrongState);
}
