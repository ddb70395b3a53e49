"""The implementation in conformance/python, which reads what another one writes."""

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
    """What the commit record in force and its footer say (container.13, container.15), and the headers of the listed blocks of games."""
    adapter()
    from plypack import PlypackError, container, reader, records

    data = bytes.fromhex(file)
    try:
        record, listing = reader.opened(data)
    except PlypackError as error:
        return {"error": str(error)}
    _, place = records.in_force(data)
    try:
        headers = [container.parse_block_header(data, entry.at, entry.at + entry.length) for entry in listing.ordinary]
    except PlypackError:
        headers = []  # a block is damaged
    versions = record.versions
    return {
        "place": place, "other": 512 if place == 1024 else 1024, "equal": data[512:576] == data[1024:1088], "sequence": record.sequence, "end": record.end,
        "id": record.file_id.hex(), "headers": [data[header.at : header.at + header.size].hex() for header in headers], "has_games": bool(listing.ordinary), "parts": [list(part) for part in listing.footer.parts],
        "versions": [versions.write, versions.read, versions.required, versions.optional],
    }
