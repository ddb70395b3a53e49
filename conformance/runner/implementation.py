"""An implementation under test: a program that responds to requests, one per line. See PROTOCOL.md."""

import json
import queue
import shlex
import subprocess
import tempfile
import threading
import time

import json_schema
import suite

PROTOCOL = 1
SKIPPED = {"result": "skipped"}
LACK_CODES = ("UNSUPPORTED_CODEC", "UNSUPPORTED_SECTION", "UNSUPPORTED_FEATURE", "UNSUPPORTED_MODEL")
SCHEMA = suite.read_json(suite.FOLDER / "schema/protocol.schema.json")
ANSWER = {"$ref": "#/$defs/answer"}
GREETING = {"$ref": "#/$defs/greeting"}


def plain_text(member):
    """Replaces `{"hex": ...}` by its text if the bytes are UTF-8."""
    if member.keys() != {"hex"}:
        return member
    try:
        return bytes.fromhex(member["hex"]).decode()
    except (TypeError, ValueError):
        return member


class Unusable(Exception):
    """The implementation does not start, or does not implement the protocol."""


class Broken(Exception):
    """It crashed, hung, or sent an invalid response."""


class Implementation:
    def __init__(self, command, limit):
        self.command = command
        self.limit = limit
        self.process = None
        self.last_id = 0
        self.greeting = self._first_greeting()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    @property
    def name(self):
        return self.greeting["name"]

    def lacks(self):
        """The parts and chapters that it announces as missing."""
        return self.greeting.get("lacks", [])

    def excused(self, answer):
        """Turns an answer into `skipped` if it says that the data needs something that the implementation lacks."""
        lacks_something = self.lacks() or set(self.greeting["codecs"]) < set(suite.codecs())
        is_lack = answer["result"] == "unsupported" and answer["error"]["code"] in LACK_CODES
        return SKIPPED if is_lack and lacks_something else answer

    def has(self, request):
        """Returns whether it announced support for this."""
        ops, codecs = self.greeting["ops"], self.greeting["codecs"]
        return request["op"] in ops and request.get("codec", codecs[0] if codecs else None) in [*codecs, None]

    def ask(self, requests):
        """The responses to requests, in their order, within the time limit of a vector. Unsupported ones are skipped."""
        if self.process is None:
            self._start()
        deadline = time.monotonic() + self.limit
        can = [self.has(request) for request in requests]
        answers = iter(self._exchange([r for r, can_do in zip(requests, can) if can_do], deadline))
        return [next(answers) if can_do else SKIPPED for can_do in can]

    def end(self):
        """Sends bye. Anything received after that is ignored."""
        if self.process is None:
            return
        try:
            self._send([{"op": "bye"}])
            self.process.stdin.close()
            self.process.wait(min(self.limit, 5))
        except (OSError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    # Starting

    def _first_greeting(self):
        try:
            return self._start()
        except (Broken, OSError, ValueError) as error:
            raise Unusable(f"{self.command}: {error}") from error

    def _start(self):
        self.complaints = tempfile.TemporaryFile()  # its stderr, shown when it crashes
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(self.command), stdin=pipe, stdout=pipe, stderr=self.complaints)
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(self.process.stdout, self.lines), daemon=True).start()
        try:
            return self._greet(time.monotonic() + max(self.limit, 30))
        except Broken:
            self.kill()
            raise

    def _greet(self, deadline):
        self._send([{"op": "hello", "protocol": PROTOCOL}])
        return self._read({"hello": PROTOCOL}, GREETING, deadline)

    # Communication

    def _exchange(self, requests, deadline):
        """Sends all requests at once. A hello at the end detects a surplus line."""
        numbered = []
        for request in requests:
            self.last_id += 1
            numbered.append({"id": self.last_id, **request})
        try:
            sender = threading.Thread(target=self._send, args=([*numbered, {"op": "hello", "protocol": PROTOCOL}],), daemon=True)
            sender.start()
            answers = [self._read({"id": request["id"]}, ANSWER, deadline) for request in numbered]
            self._read({"hello": PROTOCOL}, GREETING, deadline)
            return answers
        except Broken:
            self.kill()
            raise

    def _send(self, requests):
        text = "".join(json.dumps(request) + "\n" for request in requests)
        try:
            self.process.stdin.write(text.encode())
            self.process.stdin.flush()
        except (OSError, ValueError):
            pass  # it exited: reading will detect that

    @staticmethod
    def _listen(stdout, lines):
        for line in stdout:
            lines.put(line)
        lines.put(None)

    def _read(self, marks, schema, deadline):
        """The next line, which must have these members and match the schema."""
        try:
            line = self.lines.get(timeout=max(0, deadline - time.monotonic()))
        except queue.Empty:
            raise Broken(f"no response within {self.limit:g} s") from None
        if line is None:
            raise Broken(f"it exited: {self._last_words()}")
        try:
            answer = json.loads(line, object_hook=plain_text)
        except ValueError:
            raise Broken(f"not JSON: {line[:80]!r}") from None
        if not isinstance(answer, dict) or any(answer.get(key) != value for key, value in marks.items()):
            raise Broken(f"not the response to {marks}: {line[:80]!r}")
        found = next(json_schema.violations(schema, answer, SCHEMA), None)
        if found:
            raise Broken(f"not a response: {found}")
        return answer

    def _last_words(self):
        code = self.process.wait()
        self.complaints.seek(0)
        said = self.complaints.read().decode("utf-8", "replace").strip().splitlines()
        # Some languages print the reason in the first line, others in the last.
        return f"exit code {code}{': ' + ' ... '.join(dict.fromkeys([said[0], said[-1]])) if said else ''}"
