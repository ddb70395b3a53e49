"""A local web server that logs its requests."""

import hashlib
import http.server
import re
import threading
from contextlib import contextmanager


class Files:
    """The server's files by name, and the requests so far as (name, first byte, bytes)."""

    def __init__(self):
        self.content = {}
        self.requests = []
        self.has_ranges = True
        self.fails = False
        self.is_stopped = False
        self.url = ""
        self.headers = {}

    @property
    def bytes(self):
        return sum(size for _, _, size in self.requests)

    def clear(self):
        self.requests.clear()


@contextmanager
def serving():
    """Files under ``files.url``."""
    files = Files()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            if files.is_stopped:
                # On an existing connection.
                self.close_connection = True
                return
            files.headers = self.headers
            data = files.content.get(self.path[1:])
            if data is None or files.fails:
                files.requests.append((self.path[1:], 0, 0))
                self.answer(503 if files.fails else 404, b"")
                return
            wanted = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
            if not wanted or not files.has_ranges:
                files.requests.append((self.path[1:], 0, len(data)))
                self.answer(200, data)
                return
            first, last = wanted.groups()
            start = int(first) if first else max(0, len(data) - int(last))
            end = min(int(last) + 1, len(data)) if first and last else len(data)
            if start >= len(data):
                self.answer(416, b"", {"Content-Range": f"bytes */{len(data)}"})
                return
            files.requests.append((self.path[1:], start, end - start))
            self.answer(
                206,
                data[start:end],
                {"Content-Range": f"bytes {start}-{end - 1}/{len(data)}", "ETag": f'"{hashlib.md5(data).hexdigest()}"'},
            )

        def answer(self, status, data, headers=None):
            self.send_response(status)
            for name, value in {**(headers or {}), "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    files.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield files
    finally:
        files.is_stopped = True
        server.shutdown()
        server.server_close()
