"""Reading scans of several files on several threads, in the order of the files and their games."""

from __future__ import annotations

import os
import queue
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from .scan import Scan

#: Bytes of a file that a thread reads at a time.
PART_BYTES = 4 << 20
#: Maximum number of batches of a thread that wait for the consumer.
_WAITING = 2


def in_order(scans: Iterable[Scan], threads: int | None = None) -> Iterator[Any]:
    """The batches of scans, each as an object with ``__arrow_c_array__``. At most ``threads`` scans are read at the same time, as many
    as there are processors if it is None. The library decodes without holding Python's lock.
    """
    count = max(1, threads or os.cpu_count() or 1)
    waiting = iter(scans)
    if count == 1:
        for scan in waiting:
            yield from scan._batches()
        return
    running: deque[_Reading] = deque()
    try:
        while True:
            while len(running) < count and (following := next(waiting, None)) is not None:
                running.append(_Reading(following))
            if not running:
                return
            yield from running[0]
            running.popleft()
    finally:
        for reading in running:
            reading.stop()


class _Reading:
    """A scan with its own reading thread."""

    def __init__(self, scan: Scan) -> None:
        self._batches: queue.Queue[Any] = queue.Queue(_WAITING)
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(scan,), daemon=True)
        self._thread.start()

    def _read(self, scan: Scan) -> None:
        try:
            for batch in scan._batches():
                if not self._put(batch):
                    return
            self._put(None)
        except BaseException as error:
            self._put(error)

    def _put(self, item: Any) -> bool:
        while not self._is_stopped.is_set():
            try:
                self._batches.put(item, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def stop(self) -> None:
        """Ends the thread after its batch."""
        self._is_stopped.set()

    def __iter__(self) -> Iterator[Any]:
        while (item := self._batches.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
