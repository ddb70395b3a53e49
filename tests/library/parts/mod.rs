//! The parts of a file add up to the whole: every search and table over some blocks, games or files gives the same
//! answer as a plain loop over their games: with and without an index, with edits, with games that no index covers, and
//! with damage.

mod answers;
mod files;
mod model;
mod questions;
mod tables;

use std::ops::Range;

use crate::{bodies::replay, checksums, tables::rows, tier::sized};
use files::{
    Made, Plan, damaged, plans, with_damaged_block, with_damaged_moves, with_damaged_record, with_damaged_replacements,
    with_damaged_segment, with_illegal_move, with_illegal_move_of_replacement,
};
use model::Model;
use plypack::{Codec, Reader};
use proptest::prelude::*;
use questions::{Question, questions};

/// The two ends of a range of blocks or games, in any order; an end beyond the last starts again at 0.
type Pick = (u64, u64);

/// Ranges of blocks: all ranges of a small file; for a larger file the ranges at its ends, and some others.
fn block_ranges(blocks: usize, picks: &[Pick]) -> Vec<Range<usize>> {
    let all = (0..=blocks).flat_map(|start| (start..=blocks + 1).map(move |end| start..end));
    let mut ranges: Vec<Range<usize>> = if blocks <= 6 {
        all.collect()
    } else {
        let picked = picks.iter().map(|(a, b)| {
            let a = *a as usize % (blocks + 1);
            let b = *b as usize % (blocks + 1);
            a.min(b)..a.max(b)
        });
        picked.chain([0..blocks, 0..1, 1..blocks, blocks - 1..blocks, blocks / 2..blocks / 2 + 1]).collect()
    };
    ranges.sort_by_key(|range| (range.start, range.end));
    ranges.dedup();
    ranges
}

/// Numbers of the games of some blocks.
fn numbers(reader: &Reader, blocks: &Range<usize>) -> Range<u64> {
    let first = |block: usize| reader.blocks().get(block).map_or(reader.number_end(), |block| block.first_game);
    first(blocks.start)..first(blocks.end)
}

/// Asks all questions about each range of blocks, and about several files at once.
fn ask(made: &[Made], questions: &[Question], picks: &[Pick]) {
    for question in questions {
        for made in made {
            for blocks in block_ranges(made.reader.blocks().len(), picks) {
                let expected = answers::of_loop(&[(&made.model, numbers(&made.reader, &blocks))], question);
                let found = answers::of_search(&[&made.reader], question, Some(blocks.clone()));
                assert_eq!(found, expected, "{question:?} of blocks {blocks:?}");
            }
        }
        let readers: Vec<&Reader> = made.iter().map(|made| &*made.reader).collect();
        let games: Vec<(&Model, Range<u64>)> = made.iter().map(|made| (&made.model, 0..u64::MAX)).collect();
        assert_eq!(answers::of_search(&readers, question, None), answers::of_loop(&games, question), "{question:?}");
    }
}

fn cases(quick: u32, full: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(sized(quick, full)) }
}

fn picks(count: usize) -> impl Strategy<Value = Vec<Pick>> {
    prop::collection::vec(any::<Pick>(), count)
}

#[test]
fn edits_at_the_ends_of_segments_count() {
    for codec in [Codec::Byte, Codec::Tight] {
        let made = [Plan::of_edited_segments(codec).make()];
        let questions = questions(&made[0].model, 11);
        ask(&made, &questions, &[(0, 6), (6, 9), (9, 10), (3, 7)]);
        questions.iter().for_each(|question| tables::ask(&made[0], question, &[(0, 18), (18, 27), (17, 19)]));
    }
}

/// Searches distinguish the blocks of replacements of several edits.
#[test]
fn edits_after_edits_count() {
    let made = [Plan::edited_in_stages().make()];
    let questions = questions(&made[0].model, 2);
    ask(&made, &questions, &[(0, 4), (3, 7)]);
    questions.iter().for_each(|question| tables::ask(&made[0], question, &[(1, 7)]));
}

/// Records and moves of an index are for groups of eight games.
#[test]
fn groups_of_a_block_are_told_apart() {
    let made = [Plan::of_large_blocks().make()];
    let questions = questions(&made[0].model, 3);
    ask(&made, &questions, &[]);
    questions.iter().for_each(|question| tables::ask(&made[0], question, &[(0, 9), (9, 25), (25, 60), (8, 8)]));
}

/// The index has the last years of deleted games; searches find the last years of the other games.
#[test]
fn years_of_deleted_games_do_not_count() {
    let made = [Plan::without_last_years().make()];
    ask(&made, &questions(&made[0].model, 3), &[]);
}

/// If a segment is not used, the blocks before and after it are still searched with their segments.
#[test]
fn a_damaged_segment_costs_no_answers() {
    for number in 0..3 {
        let made = [with_damaged_segment(Plan::of_edited_segments(Codec::Byte).make(), number)];
        let questions = questions(&made[0].model, 11);
        ask(&made, &questions, &[(0, 6), (6, 9), (9, 10), (3, 7)]);
        questions.iter().for_each(|question| tables::ask(&made[0], question, &[]));
    }
}

/// Games that earlier records found are not found a second time when the block is searched without records.
#[test]
fn a_damaged_record_costs_no_answers() {
    let made = [with_damaged_record(Plan::of_large_blocks().make())];
    ask(&made, &questions(&made[0].model, 3), &[]);
}

/// The first of three blocks of replacements has no current game.
#[test]
fn a_damaged_block_of_replacements_costs_its_games_alone() {
    for (number, lost) in [(0, 0), (1, 2), (2, 3)] {
        let made = with_damaged_replacements(Plan::edited_in_stages().make(), number);
        assert_eq!(made.model.games.len() - answers::readable(&made).games.len(), lost);
        let ranges = block_ranges(made.reader.blocks().len(), &[(0, 4), (3, 7)]);
        for question in questions(&made.model, 2) {
            answers::ask_without_lost(&made, &question, &ranges);
        }
    }
}

/// Each search reports exactly the games of the block.
#[test]
fn a_damaged_block_costs_its_games_alone() {
    let made = with_damaged_block(Plan::of_blocks(4, 3, false).make(), 1);
    assert_eq!(made.model.games.len() - answers::readable(&made).games.len(), 3);
    for question in questions(&made.model, 2) {
        answers::ask_without_lost(&made, &question, &block_ranges(4, &[]));
    }
}

/// Each game is reported by its number, a replacement by the number of the replaced game.
#[test]
fn an_illegal_move_costs_its_game_alone() {
    let written = with_illegal_move(Plan::of_blocks(4, 3, false).make(), 1);
    let replacement = with_illegal_move_of_replacement(Plan::edited_in_stages().make());
    for made in [written, replacement] {
        let ranges = block_ranges(made.reader.blocks().len(), &[(0, 4), (3, 7)]);
        for question in questions(&made.model, 2) {
            answers::ask_damaged(&made, &question, &ranges);
        }
    }
}

/// A search cannot skip a part for which the index does not give the games.
#[test]
fn parts_lose_what_the_whole_does() {
    let made = with_damaged_moves(Plan::of_large_blocks().make(), 1);
    questions(&made.model, 3).iter().for_each(|question| tables::parts_lose_what_the_whole_does(&made, question));
}

/// A block of many games has summaries, with which searches without an index skip games.
#[test]
fn games_that_summaries_leave_out_have_no_match() {
    let made = [Plan::of_blocks(2, 260, false).make()];
    ask(&made, &questions(&made[0].model, 3), &[]);
}

/// A scan searches 64 blocks at a time, and continues where the last part ended.
#[test]
fn long_scans_go_on_from_part_to_part() {
    for is_indexed in [true, false] {
        let made = Plan::of_blocks(150, 1, is_indexed).make();
        for question in questions(&made.model, 5).iter().filter(|question| question.query.index) {
            tables::ask(&made, question, &[]);
        }
    }
}

proptest! {
    #![proptest_config(cases(3, 24))]

    #[test]
    fn searches_of_blocks_and_files_are_what_a_loop_finds(plans in plans(), picks in picks(10), seed in any::<u64>()) {
        let made: Vec<Made> = plans.iter().map(Plan::make).collect();
        ask(&made, &questions(&made[0].model, seed), &picks);
    }

    #[test]
    fn tables_of_ranges_of_games_are_what_a_loop_finds(plans in plans(), picks in picks(6), seed in any::<u64>()) {
        for made in plans.iter().map(Plan::make) {
            for question in questions(&made.model, seed) {
                tables::ask(&made, &question, &picks);
            }
        }
    }

    /// Games that cannot be read are missing and reported; all others are found. The parts lose the same games as the
    /// whole.
    #[test]
    fn damaged_blocks_cost_no_other_games(
        plans in plans(),
        at in prop::collection::vec(any::<(u64, u8)>(), 1..4),
        picks in picks(6),
        seed in any::<u64>(),
    ) {
        let made = damaged(plans[0].make(), &at);
        for question in questions(&made.model, seed) {
            answers::ask_damaged(&made, &question, &block_ranges(made.reader.blocks().len(), &picks));
            tables::ask_damaged(&made, &question, &picks);
        }
    }
}
