"""Writes the vectors: `python3 tests/generate`. A developer's tool; needs the package `chess`.

It is an implementation of the codecs and of the container of its own, written from the specification, so that the vectors
do not come from the library that they test. `cargo test` reads the vectors only.
"""

import answer_cases
import answer_lines
import answer_queries
import append_cases
import block_cases
import bound_cases
import byte_cases
import codec_cases
import coding_cases
import comment_cases
import container_cases
import core_edges
import edge_cases
import footer_cases
import index_cases
import index_edges
import index_sums
import limit_cases
import long_cases
import need_cases
import noted_cases
import order_cases
import pgn_cases
import ranked_cases
import rare_cases
import rare_footers
import rare_values
import record_cases
import recovery_cases
import recovery_footers
import rights_cases
import run_edges
import search_cases
import small_cases
import start_cases
import tag_cases
import tight_cases
import tight_edges
import token_cases
import value_cases
import wide_cases

codec_cases.make()
coding_cases.make()
ranked_cases.make()
tight_cases.make(tight_edges.add)
container_cases.make(
    noted_cases.add,
    footer_cases.make,
    long_cases.add,
    append_cases.add,
    recovery_cases.add,
    comment_cases.add,
    start_cases.add,
    bound_cases.add,
    tag_cases.add,
    block_cases.add,
    edge_cases.add,
    core_edges.add,
    wide_cases.add,
    order_cases.add,
    answer_cases.add,
    byte_cases.add,
    token_cases.files,
    rights_cases.add,
    run_edges.add,
    rare_cases.add,
    rare_footers.add,
    rare_values.add,
    need_cases.add,
    record_cases.add,
    recovery_footers.add,
)
small_cases.wire()
small_cases.tags()
small_cases.annotations()
small_cases.positions()
search_cases.make(answer_queries.add)
index_cases.make(answer_cases.index, index_edges.add, index_sums.add)
pgn_cases.make(answer_lines.CASES)
limit_cases.make()
value_cases.make()
