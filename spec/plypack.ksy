# The container of plypack in Kaitai Struct (https://kaitai.io). The rules are in container.md, index.md and wire.md; this
# file is for inspecting files, and for generating parsers. It verifies no checksum, and shows the content of sections as
# stored bytes. It reads what the footer in force lists; what is unfinished, or no longer in force, is left out. CC0.
meta:
  id: plypack
  title: plypack, a container of chess games
  file-extension: plypack
  license: CC0-1.0
  ks-version: '0.11'
  endian: le
doc: |
  A fixed area with the file header and two commit records, then blocks, footers, and index segments (container.1). The record in
  force names a footer, which lists what is in the file.
doc-ref: container.md
seq:
  - id: header
    type: header
instances:
  record_a:
    pos: 512
    type: commit_record
  record_b:
    pos: 1024
    type: commit_record
  record:
    value: 'record_b.sequence > record_a.sequence ? record_b : record_a'
    doc: The record in force (container.15).
  footer:
    pos: record.ofs_footer
    size: record.len_footer
    type: footer
  blocks:
    type: 'listed_block(footer.body.blocks[_index], _index > 0 ? blocks[_index - 1].end : 1536)'
    repeat: expr
    repeat-expr: footer.body.num_blocks.value
    doc: Those of the footer in force, in file order.
  index_segments:
    type: listed_segment(footer.body.segments[_index])
    repeat: expr
    repeat-expr: footer.body.num_segments.value
  optional_parts:
    type: listed_part(footer.body.optional_parts[_index])
    repeat: expr
    repeat-expr: footer.body.num_optional_parts.value
types:
  header:
    doc-ref: container.md [container.2], [container.3]
    seq:
      - id: magic
        contents: [0x8f, PLY, 0x0d, 0x0a, 0x1a, 0x0a]
      - id: versions
        type: versions
      - id: reserved
        contents: [0, 0, 0, 0, 0, 0, 0, 0]
      - id: checksum
        type: u4
        doc: CRC-32C of the 28 bytes before it.
  commit_record:
    doc-ref: container.md [container.15]
    seq:
      - id: sequence
        type: u8
      - id: ofs_footer
        type: u8
      - id: len_footer
        type: u4
      - id: footer_checksum
        type: u4
      - id: versions
        type: versions
      - id: file_id
        size: 16
        doc: As long as it is the same, the number of a game means the same game (container.15).
      - id: reserved
        size: 8
        doc: Zeros in the record in force.
      - id: checksum
        type: u4
        doc: CRC-32C of the 60 bytes before it.
  versions:
    doc-ref: versions.md
    seq:
      - id: write_version
        type: version
      - id: read_version
        type: version
        doc: The oldest version whose readers can read the file.
      - id: required_features
        type: u4
      - id: optional_features
        type: u4
  version:
    seq:
      - id: minor
        type: u1
      - id: major
        type: u1
  listed_block:
    doc: A block that the footer in force lists.
    params:
      - id: entry
        type: block_entry
      - id: end_before
        type: u8
        doc: Where the block before it in the list ends.
    instances:
      start:
        value: end_before + entry.gap.value
      end:
        value: start + entry.len_block.value
      block:
        pos: start
        size: entry.len_block.value
        type: block
  listed_segment:
    doc: An index segment that the footer in force lists.
    params:
      - id: entry
        type: segment_entry
    instances:
      segment:
        pos: entry.offset.value
        size: entry.len_segment.value
        type: index_segment
  listed_part:
    doc: An optional part that the footer in force lists.
    params:
      - id: entry
        type: part_entry
    instances:
      content:
        pos: entry.offset.value
        size: entry.len_part.value
  block:
    doc-ref: container.md [container.5]
    seq:
      - id: magic
        contents: PLYB
      - id: len_fields
        type: u4
      - id: fields
        type: block_fields
        size: len_fields
      - id: checksum
        type: u4
        doc: CRC-32C of the block up to here, its magic included.
      - id: sections
        type: section(fields.section_headers[_index])
        repeat: expr
        repeat-expr: fields.num_sections.value
  block_fields:
    doc-ref: container.md [container.6]
    seq:
      - id: num_games
        type: varint
      - id: num_plies
        type: varint
      - id: attributes
        type: varint
        doc: 0 ordinary, 1 replacements (container.14).
      - id: first_number
        type: varint
        doc: Of its first game; of its first replacement in a block of replacements.
      - id: num_sections
        type: varint
      - id: section_headers
        type: section_header
        repeat: expr
        repeat-expr: num_sections.value
  section_header:
    doc-ref: container.md [container.6], [container.8]
    seq:
      - id: kind_number
        type: varint
      - id: param
        type: varint
        doc: Codec or encoding, by kind; of the codec tight, also the CRC-32C of its model.
      - id: compression_number
        type: varint
      - id: len_raw
        type: varint
      - id: len_stored
        type: varint
      - id: checksum
        type: u4
        doc: CRC-32C of the stored bytes.
    instances:
      kind:
        value: kind_number.value
        enum: section_kind
      compression:
        value: compression_number.value
        enum: compression
      codec:
        value: param.value % 256
        enum: codec
        if: kind == section_kind::moves or kind == section_kind::annotations
  section:
    params:
      - id: header
        type: section_header
    seq:
      - id: stored
        size: header.len_stored.value
        doc: One zstd frame, or the content itself.
  footer:
    doc-ref: container.md [container.12]
    seq:
      - id: magic
        contents: PLYF
      - id: len_body
        type: u4
      - id: body
        type: footer_body
        size: len_body
      - id: checksum
        type: u4
        doc: CRC-32C of the footer up to here, its magic included.
  footer_body:
    doc-ref: container.md [container.13]
    seq:
      - id: num_blocks
        type: varint
      - id: blocks
        type: block_entry
        repeat: expr
        repeat-expr: num_blocks.value
      - id: num_segments
        type: varint
      - id: segments
        type: segment_entry
        repeat: expr
        repeat-expr: num_segments.value
      - id: num_edits
        type: varint
      - id: edits
        type: edit
        repeat: expr
        repeat-expr: num_edits.value
      - id: num_optional_parts
        type: varint
      - id: optional_parts
        type: part_entry
        repeat: expr
        repeat-expr: num_optional_parts.value
  block_entry:
    seq:
      - id: gap
        type: varint
        doc: Bytes between the end of the block before it in this list, or offset 1,536, and its start.
      - id: len_block
        type: varint
      - id: num_games
        type: varint
      - id: num_plies
        type: varint
      - id: attributes
        type: varint
        doc: 0 ordinary, 1 replacements (container.14).
      - id: header_checksum
        type: u4
  segment_entry:
    seq:
      - id: offset
        type: varint
      - id: len_segment
        type: varint
      - id: first_block
        type: varint
      - id: num_blocks
        type: varint
      - id: header_checksum
        type: u4
  edit:
    doc-ref: container.md [container.14]
    seq:
      - id: gap
        type: varint
        doc: The number of the game, less the number after that of the edit before it.
      - id: action
        type: varint
        doc: 0 deleted, 1 + k replaced by replacement k.
  part_entry:
    seq:
      - id: kind
        type: varint
        doc: None is defined. A writer that adds to the file lists unknown odd ones again.
      - id: offset
        type: varint
      - id: len_part
        type: varint
      - id: checksum
        type: u4
        doc: CRC-32C of the part.
  index_segment:
    doc-ref: index.md [index.2]
    seq:
      - id: magic
        contents: PLYX
      - id: len_segment
        type: u8
        doc: Of the whole segment, its magic included.
      - id: head_checksum
        type: u4
        doc: CRC-32C of the segment up to here, its magic included.
      - id: content
        type: index_content
        size: len_segment - 16
  index_content:
    doc-ref: index.md [index.2], [index.3]
    seq:
      - id: pages
        type: page_and_lists(directory.pages[_index], directory.cell_bits.value)
        repeat: expr
        repeat-expr: directory.num_pages
      - id: records
        type: group_records(directory.groups[_index])
        repeat: expr
        repeat-expr: directory.num_blocks.value
      - id: optional_parts
        size: directory.optional_parts[_index].len_part.value
        repeat: expr
        repeat-expr: directory.num_optional_parts.value
    instances:
      len_directory:
        pos: _io.size - 8
        type: u4
      directory:
        pos: _io.size - 8 - len_directory
        size: len_directory
        type: index_directory
      checksum:
        pos: _io.size - 4
        type: u4
        doc: CRC-32C of the directory and its length; what the footer names.
  index_directory:
    doc-ref: index.md [index.3]
    seq:
      - id: num_blocks
        type: varint
      - id: blocks
        type: covered_block
        repeat: expr
        repeat-expr: num_blocks.value
      - id: page_bits
        type: varint
      - id: cell_bits
        type: varint
      - id: pages
        type: page_place
        repeat: expr
        repeat-expr: num_pages
      - id: group_bits
        type: varint
      - id: groups
        type: block_groups(blocks[_index], group_bits.value)
        repeat: expr
        repeat-expr: num_blocks.value
      - id: num_optional_parts
        type: varint
      - id: optional_parts
        type: index_part
        repeat: expr
        repeat-expr: num_optional_parts.value
    instances:
      num_pages:
        value: 1 << page_bits.value
  index_part:
    seq:
      - id: kind
        type: varint
      - id: len_part
        type: varint
      - id: checksum
        type: u4
        doc: CRC-32C of the part.
  covered_block:
    seq:
      - id: start
        type: varint
      - id: header_checksum
        type: u4
      - id: num_games
        type: varint
      - id: place_of_moves
        type: varint
        doc: 0 not told, 1 every game has a code of its own, 2 every group is a run.
      - id: param
        type: varint
        if: place_of_moves.value != 0
      - id: offset
        type: varint
        if: place_of_moves.value != 0
      - id: num_runs
        type: varint
        if: has_runs
    instances:
      has_runs:
        value: place_of_moves.value == 2
  page_place:
    seq:
      - id: len_page
        type: varint
      - id: len_lists
        type: varint
  block_groups:
    params:
      - id: block
        type: covered_block
      - id: group_bits
        type: u8
    seq:
      - id: groups
        type: group_place(block.has_runs)
        repeat: expr
        repeat-expr: num_groups
    instances:
      num_groups:
        value: >-
          block.has_runs ? block.num_runs.value
          : (block.num_games.value + (1 << group_bits) - 1) / (1 << group_bits)
  group_place:
    params:
      - id: is_run
        type: bool
    seq:
      - id: num_games
        type: varint
        if: is_run
        doc: Other groups have 2 to the power of group_bits, the last one of a block what is left.
      - id: len_record
        type: varint
  page_and_lists:
    params:
      - id: place
        type: page_place
      - id: cell_bits
        type: u8
    seq:
      - id: page
        type: page(cell_bits)
        size: place.len_page.value
      - id: lists
        size: place.len_lists.value
  page:
    doc-ref: index.md [index.7], [index.8]
    params:
      - id: cell_bits
        type: u8
    seq:
      - id: len_cells
        type: varint
        repeat: expr
        repeat-expr: 1 << cell_bits
      - id: cells
        size: len_cells[_index].value
        repeat: expr
        repeat-expr: 1 << cell_bits
      - id: checksum
        type: u4
        doc: CRC-32C of the page up to here.
  group_records:
    params:
      - id: place
        type: block_groups
    seq:
      - id: records
        type: group_record
        size: place.groups[_index].len_record.value
        repeat: expr
        repeat-expr: place.num_groups
  group_record:
    doc-ref: index.md [index.6]
    seq:
      - id: start
        type: varint
      - id: len_moves
        type: varint
      - id: moves_checksum
        type: u4
        doc: CRC-32C of the moves of the group.
      - id: columns_and_positions
        size: _io.size - _io.pos - 4
      - id: checksum
        type: u4
        doc: CRC-32C of the record up to here.
  varint:
    doc: |
      7 bits per byte, least significant bits first; bit 7 is set in all bytes but the last. Of a tenth byte, which
      only unknown kinds and params of sections have, the value is left out: it would be 2^63.
    doc-ref: wire.md [wire.2]
    seq:
      - id: groups
        type: varint_group
        repeat: until
        repeat-until: not _.has_next
    instances:
      len:
        value: groups.size
      value:
        value: >-
          groups[0].value
          + (len > 1 ? groups[1].value * 0x80 : 0)
          + (len > 2 ? groups[2].value * 0x4000 : 0)
          + (len > 3 ? groups[3].value * 0x200000 : 0)
          + (len > 4 ? groups[4].value * 0x10000000 : 0)
          + (len > 5 ? groups[5].value * 0x800000000 : 0)
          + (len > 6 ? groups[6].value * 0x40000000000 : 0)
          + (len > 7 ? groups[7].value * 0x2000000000000 : 0)
          + (len > 8 ? groups[8].value * 0x100000000000000 : 0)
    types:
      varint_group:
        seq:
          - id: has_next
            type: b1be
          - id: value
            type: b7be
enums:
  section_kind:
    1: plies
    2: moves
    3: move_sizes
    4: states
    5: names
    7: tag_layouts
    8: tag_values
    9: annotations
    10: comment_text
    11: unparsed_text
    12: values
    13: value_codes
    64: summaries
  compression:
    0: stored
    1: zstd
  codec:
    1: coord16
    3: byte
    12: tight
