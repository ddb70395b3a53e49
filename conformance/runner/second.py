"""The implementation in conformance/python, which reads what another one writes."""

import json
import sys

import suite

sys.path.insert(0, str(suite.FOLDER / "adapters/python"))


def read(file):
    """The response of the Python adapter to the request `read`, as the runner would receive it."""
    import main as adapter

    answer = adapter.answer({"id": 1, "op": "read", "input": file})
    return json.loads(json.dumps(answer))
