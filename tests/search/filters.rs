//! Filters by tags, and queries that are refused.

use plypack::{
    Codec, Reader, Termination,
    search::{self, Filter, Hit, Material, Pattern, Query, Target},
};

use super::{SMALL, after, find, games, pack, quiet};

fn filtered(reader: &Reader, set: impl FnOnce(&mut Filter)) -> Vec<u64> {
    let mut query = Query::default();
    set(&mut query.filter);
    search::list(reader, &query, &mut quiet).unwrap()
}

#[test]
fn filters_combine_with_searches() {
    let reader = pack(&games(SMALL), Codec::Byte, 2);
    assert_eq!(filtered(&reader, |_| {}), [0, 1, 2, 3, 4, 5]);
    assert_eq!(filtered(&reader, |f| f.player = Some("anna".into())), [0, 1]);
    assert_eq!(filtered(&reader, |f| f.white = Some("anna".into())), [0]);
    assert_eq!(filtered(&reader, |f| f.black = Some("anna b".into())), [1]);
    assert_eq!(filtered(&reader, |f| f.event = Some("open".into())), [2]);
    assert_eq!(filtered(&reader, |f| f.site = Some("open".into())), [] as [u64; 0]);
    assert_eq!(filtered(&reader, |f| f.date = Some("2001".parse().unwrap())), [0]);
    assert_eq!(filtered(&reader, |f| f.date = Some("2001..2011.05".parse().unwrap())), [0, 1]);
    assert_eq!(filtered(&reader, |f| f.date = Some("2001.01..".parse().unwrap())), [1]);
    assert_eq!(filtered(&reader, |f| f.rating = Some((2400, 2450))), [0]);
    assert_eq!(filtered(&reader, |f| f.result = Some(Termination::BlackWins)), [1]);
    assert_eq!(filtered(&reader, |f| f.result = Some(Termination::Unknown)), [3, 4, 5]);
    assert_eq!(filtered(&reader, |f| f.plies = Some((5, 6))), [0, 1, 5]);
    let mut query = Query::position(&after("d4 d5 c4 e6"));
    query.filter.player = Some("Anna".into());
    assert_eq!(find(&reader, &query).len(), 2);
    query.filter.result = Some(Termination::WhiteWins);
    assert_eq!(find(&reader, &query), [Hit { game: 0, ply: 4 }]);
}

#[test]
fn hits_can_be_limited() {
    let reader = pack(&games(SMALL), Codec::Byte, 2);
    let mut query = Query::position(&after("d4 d5 c4 e6"));
    let all = find(&reader, &query);
    for max in 0..=all.len() + 1 {
        query.max_hits = max as u64;
        assert_eq!(find(&reader, &query), all[..max.min(all.len())]);
        assert_eq!(search::count(&reader, &query, &mut quiet).unwrap(), all.len() as u64);
        assert_eq!(search::list(&reader, &query, &mut quiet).unwrap(), (0..max as u64).collect::<Vec<_>>());
    }
}

#[test]
fn wrong_queries_are_refused() {
    for text in ["", "2020..x", "20200", "2020.13", "2020.01.32", "2020.01.01.01"] {
        assert!(text.parse::<search::DateRange>().is_err() || text.is_empty(), "{text}");
    }
    for text in ["", "B900", "..B90"] {
        assert!(text.parse::<search::EcoRange>().is_err(), "{text}");
    }
    for text in ["", "KRP", "RKK", "KKK", "kk", "KxK", "K"] {
        assert!(Material::from_text(text).is_err(), "{text}");
    }
    for text in ["", "8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "P7/8/8/8/8/8/8/8", "KK6/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8"] {
        assert!(Pattern::from_text(text).is_err(), "{text}");
    }
    let reader = pack(&games(SMALL), Codec::Byte, 9);
    let query = Query::new(Target::Pattern(Pattern::from_text("8/8/8/8/8/8/8/8").unwrap()));
    assert_eq!(search::tree(&reader, &query, &mut quiet).unwrap_err().code(), plypack::ErrorCode::InvalidArgument);
    let error = search::find(&reader, &Query::default(), &mut quiet).unwrap_err();
    assert_eq!(error.code(), plypack::ErrorCode::WrongState);
}
