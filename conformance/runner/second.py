"""The implementation in conformance/python, which reads what another one writes."""

import json
import sys

import suite

sys.path.insert(0, str(suite.FOLDER / "adapters/python"))


def answer(request):
    """The response of the Python adapter, as the runner would receive it."""
    try:
        import main as adapter
    except ModuleNotFoundError as error:
        raise suite.WrongUse(f"the runner reads what a program writes with conformance/adapters/python and conformance/python: {error}") from error
    return json.loads(json.dumps(adapter.answer({"id": 1, **request})))


def read(file):
    """The response to the request `read`."""
    return answer({"op": "read", "input": file})
