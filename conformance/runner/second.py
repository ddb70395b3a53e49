"""The implementation in conformance/python, which reads the files that another implementation writes."""

import json
import sys

import suite

sys.path.insert(0, str(suite.FOLDER / "adapters/python"))


def adapter():
    try:
        import main
    except ModuleNotFoundError as error:
        raise suite.WrongUse(f"the runner reads what a program writes with conformance/adapters/python and conformance/python: {error}") from error
    return main


def answer(request):
    """The response of the Python adapter, as the runner would receive it."""
    return json.loads(json.dumps(adapter().answer({"id": 1, **request})))


def read(file):
    """The response to the request `read`."""
    return answer({"op": "read", "input": file})


def state(file):
    """Returns fields of the commit record in force and its footer (container.13, container.15), and the headers of the listed blocks of games."""
    adapter()
    from plypack import PlypackError, container, reader, records

    data = bytes.fromhex(file)
    try:
        record, other = records.in_force(data)
        footer = reader.committed(data, record)
    except PlypackError as error:
        return {"error": str(error)}
    blocks = footer.ordinary()
    try:
        headers = [container.parse_block_header(data, entry.at, entry.at + entry.length) for entry in blocks]
    except PlypackError:
        headers = []  # a block is damaged
    versions = record.versions
    return {
        "other": other, "records_are_equal": data[512:576] == data[1024:1088], "sequence": record.sequence, "end": record.end(), "id": record.file_id.hex(),
        "headers": [data[header.at : header.at + header.size].hex() for header in headers], "blocks": [list(block) for block in blocks], "parts": [list(part) for part in footer.parts],
        "versions": [versions.write, versions.read, versions.required, versions.optional],
    }


def empty_sections(file):
    """The kinds of the empty sections of a good file, which a writer leaves out (container.8)."""
    from plypack import blocks, open_file

    opened = open_file(bytes.fromhex(file))
    found = []
    for header in [*opened.headers, *opened.replacements]:
        block = blocks.Block(opened.data, header)
        sections = {section.kind: blocks.content(opened.data, section) for section in header.sections if section.kind != blocks.TAG_VALUES}
        # These sections begin with a column or a list, whose first byte is 0 if it is empty.
        found += [kind for kind in (blocks.STATES, blocks.ANNOTATIONS, blocks.COMMENT_TEXT, blocks.UNPARSED_TEXT, blocks.NAMES) if sections.get(kind, b"?")[:1] == b"\0"]
        if blocks.MOVE_SIZES in sections and block.codec.RUN_PLIES is None and has_default_sizes(block):
            found.append(blocks.MOVE_SIZES)
    return found


def with_params(file):
    """The kinds of the sections of a good file whose param is not 0, although a writer writes 0 (container.6)."""
    from plypack import blocks, open_file

    of_kinds = (blocks.MOVES, blocks.TAG_VALUES, blocks.ANNOTATIONS)
    return [section.kind for header in open_file(bytes.fromhex(file)).headers for section in header.sections if section.param and section.kind not in of_kinds]


def has_default_sizes(block):
    """container.10: every code has the default size of its codec."""
    return [len(code) for *_, code in block.runs] == [block.codec.default_size(plies) for plies in block.plies]
