"""Tries one fault in a separate process: first the vectors of its chapter, then the others, up to the first
difference."""

import mmap
import os
import resource
import signal
import struct

import twin  # first, because it sets the path of the runner

import run
import suite

CAUGHT, SURVIVED = "caught", "survived"
MEMORY = 3 * 2**30
# CPU time, so that on a busy machine no fault seems to run for ever.
IMPORT_SECONDS, LEAST_SECONDS, TIMES_LONGER = 20, 3, 12
OTHER_SECONDS = 8  # for the vectors of other chapters

# Chapters of modules with another name.
CHAPTERS = {
    "blocks": ["container", "limits"], "reader": ["container", "versions"], "footers": ["container", "versions"],
    "records": ["container", "versions"], "recovery": ["container"], "writer": ["container"],
    "game": ["container"], "board": ["positions", "codecs/byte"], "moves": ["positions", "codecs/coord16"], "value_streams": ["values"],
    "values": ["values", "container"], "limits": ["limits", "annotations", "wire", "tags", "container"], "wire": ["wire", "limits"], "san": ["codecs/pgc"], "codecs": ["container", "codecs/bits"], "codecs.coord_static": ["codecs/coord-static", "codecs/coord-context"],
    "codecs.static_code": ["codecs/coord-static", "codecs/direction-static"], "codecs.direction_target": ["codecs/direction-target", "codecs/direction-static"],
}  # fmt: skip


def chapters_of(module):
    return CHAPTERS.get(module, [module.replace("codecs.", "codecs/").replace("_", "-")])


def in_order(vectors, module, seconds):
    """The vectors of the module's chapters, then the others, the fastest first, up to a total time."""
    first = chapters_of(module)
    own = sorted((vector for vector in vectors if suite.chapter_of(vector) in first), key=lambda vector: seconds[vector["id"]])
    left = OTHER_SECONDS
    for vector in sorted((vector for vector in vectors if suite.chapter_of(vector) not in first), key=lambda vector: seconds[vector["id"]]):
        left -= seconds[vector["id"]]
        if left < 0:
            break
        own.append(vector)
    return own


class Trial:
    """A process that runs vectors on the implementation with a fault."""

    def __init__(self, fault, source, vectors, seconds, settings):
        self.fault, self.vectors = fault, vectors
        self.shared = mmap.mmap(-1, 4096)  # the number of vectors begun, then the result
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                self._child(source, seconds, settings)
                code = 0
            finally:
                os._exit(code)

    def _child(self, source, seconds, settings):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        signal.setitimer(signal.ITIMER_PROF, IMPORT_SECONDS)
        path, tree = source
        self.fault.make()
        implementation = twin.with_trees({self.fault.module: (path, tree)})
        for number, vector in enumerate(self.vectors, 1):
            self.shared[:4] = struct.pack("<I", number)
            signal.setitimer(signal.ITIMER_PROF, LEAST_SECONDS + TIMES_LONGER * seconds[vector["id"]])
            outcome, why = run.Asked(implementation, vector).run(settings)
            if outcome in run.BAD:
                self._note(why)
                return
        self._note("")

    def _note(self, why):
        text = why.encode("utf-8", "replace")[:4000]
        self.shared[4:6] = struct.pack("<H", len(text))
        self.shared[6 : 6 + len(text)] = text

    def result(self, status):
        """Returns the result after the process has ended with this status."""
        (number,) = struct.unpack("<I", self.shared[:4])
        (length,) = struct.unpack("<H", self.shared[4:6])
        why = self.shared[6 : 6 + length].decode("utf-8", "replace")
        if os.WIFSIGNALED(status):
            why = f"stopped by signal {os.WTERMSIG(status)}"
        elif os.WEXITSTATUS(status):
            why = "it does not start" if number == 0 else "it crashed"
        vector = self.vectors[number - 1]["id"] if number else None
        return {"outcome": CAUGHT, "by": vector, "why": why[:200]} if why else {"outcome": SURVIVED}
