"""The vectors of whole files. New ones come last, so that the order in the file stays."""

import container_append as append
import container_block_headers as block_headers
import container_blocks as blocks
import container_common
import container_edits as edits
import container_footer as footer
import container_header as header
import container_records as records
import container_recovery as recovery
import container_runs as runs
import container_sections as sections
import container_states as states
import container_tags as tags
import container_values as values
import annotations
import versions
from vector_file import Chapter

PARTS = [
    blocks.good_files, header.header_faults, block_headers.block_header_faults, sections.section_faults, runs.run_faults, footer.footer_faults,
    footer.empty_blocks, recovery.recovered_files, values.values_files, values.values_faults, values.token_faults, tags.final_positions,
    records.commits, footer.unknown_parts, footer.entries_of_segments, edits.edits, versions.missing_features,
    runs.long_games, runs.default_sizes, runs.run_ends, append.append, append.unfinished, append.refusals,
    recovery.units, recovery.lost_records, recovery.refused_files, values.comments_as_values, states.starts, states.markers,
    footer.counts_of_lists, block_headers.bounds_of_headers, runs.bounds_of_runs, sections.wrong_sections, runs.two_runs,
    tags.usual_and_odd, tags.large_numbers, tags.lines_of_no_pair, sections.unknown_kinds,
    sections.left_over, tags.numbers_of_columns, runs.unread_runs, tags.final_positions_of_starts, block_headers.header_limits,
    footer.wrong_entries, header.versions_and_sizes, block_headers.lengths_of_sections, sections.contents_of_sections,
    versions.unannounced_features, tags.layouts_and_names, recovery.bounds_of_search,
    states.written_games, states.unusual_states, edits.damaged_games, footer.eight_footers, versions.features_of_footers,
    sections.trailing_bytes, append.older_write_version,
    sections.wide_sections, block_headers.wide_headers, sections.wide_sums, footer.wide_footers, values.wide_templates,
    header.two_errors, block_headers.unknown_section_and_error, blocks.nothing_of_another_block, footer.places_of_segments,
    append.damaged_blocks, edits.huge_numbers, tags.texts_not_utf8, annotations.files_with_tokens,
    tags.final_positions_after_moves, tags.encodings_of_all_tags, states.bytes_in_fens,
    runs.good_runs, runs.errors_after_runs, runs.starts_within_runs,
    header.cut_headers, block_headers.rules_of_all_sections, sections.sections_of_no_bytes, states.states_and_tags, sections.orders_of_sections,
    edits.edits_of_footers, edits.stored_games, append.order_of_segments, footer.lists_of_blocks, recovery.versions_of_lost_files,
    values.texts_of_values, values.template_comments, runs.errors_in_runs, values.values_of_blocks, tags.columns_of_other_tags,
    tags.columns_with_errors, sections.damaged_sections, tags.damaged_columns, values.no_templates, edits.unread_blocks,
    sections.skipped_section, runs.unknown_models,
    records.good_records, records.sizes_of_files, records.bad_records, records.frames_of_footers,
    footer.bytes_between_units, footer.optional_parts, block_headers.attributes_and_numbers,
    recovery.damaged_fixed_area, recovery.lost_footers, recovery.which_footer, recovery.no_block, recovery.first_numbers, recovery.walks,
    recovery.inside_of_blocks,
]


def make():
    files = container_common.Files(Chapter("container"))
    for part in PARTS:
        part(files)
    files.chapter.save()
