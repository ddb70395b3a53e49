"""The places of faults: all statements of the Python implementation that implement a rule of the spec."""

import ast
import hashlib
from collections import Counter
from typing import Callable, NamedTuple, Optional

from operators import OPERATORS, called, dropped

SEED = "plypack mutants 1"

# Modules without faults, and why.
LEFT_OUT = {
    "__init__": "imports",
    "zstd": "RFC 8878, no rule of the spec: ports use a library",
    "tables": "finds the tables beside the chapters",
    "tight_model": "changes with the next model of tight",
    "codecs.tight": "changes with the next model of tight",
    "codecs.tight_features": "changes with the next model of tight",
}

# Functions without faults, and why.
FREE = {
    "tags.choose_encoding": "a writer may choose",
    "writer._batches": "limits.9: a writer may close a block when it wants",
    "values.Collector._profile": "a writer may choose",
    "annotations._template_plies": "a writer may choose (values.4)",
    "writer.BlockWriter._add": "a writer may compress a section or not (container.9); readers check what is written (limits.2)",
    "values._time_of": "values.4: a writer may leave any comment as text; what does not give back the text is left",
    "values._evaluation_of": "the same",
    "limits.PlypackError.__init__": "text of errors",
    "wire.Cursor.offset": "offsets are advisory (limits.13)",
    "bit_stream.BitReader.offset": "offsets are advisory (limits.13)",
    "range_coder.Decoder.offset": "offsets are advisory (limits.13)",
}
# Tables and constants without faults, and why.
FREE_NAMES = {
    "limits.NUMBERS": "the protocol shows the names of errors, not their numbers",
    **{f"writer.{name}_IN_BLOCK": "limits.9: a writer may close a block when it wants" for name in ("GAMES", "PLIES", "BYTES")},
    **{f"values.{name}": "values.4: a writer may leave any comment as text" for name in ("COMMENT", "TIME_TEXT", "MATE_TEXT", "PAWNS_TEXT")},
}

# From this argument on, arguments only give the place and the reason of an error.
ERROR_PLACES = {
    "PlypackError": 1, "fail": 1, "_fail": 0, "_refuse": 0, "_malformed_state": 0, "Cursor": 1, "check_readable": 0,
    "codec_of": 1, "BitReader": 2, "ZstdError": 0, "offset": 0,
}
# Arguments that are such places, by name.
PLACE_NAMES = ("base", "at", "in_section")
# Arguments that are numbers of nodes and weights (mixing.4, mixing.6): another number is a fault only if two become
# equal.
NAMES_OF_NODES = {"decide": range(1, 3), "number": range(1, 3)}


class Fault(NamedTuple):
    module: str
    function: str  # empty outside of functions
    first_line: int  # of the function; 0 for what runs when the module is imported
    line: int
    source: str  # the line
    operator: str
    nth: int  # number among the faults of this operator on equal lines of the function
    node: ast.AST
    new: Optional[ast.AST]  # what takes its place
    make: Callable  # changes the tree

    @property
    def name(self):
        changed = f"{shown(self.node)} -> {shown(self.new) if self.new else 'nothing'}"
        where = "" if changed.startswith(f"{self.source} ->") else f" | {self.source}"
        return f"{self.module}.{self.function or '-'}: {self.operator} {self.nth}: {changed}{where}"

    @property
    def rank(self):
        """A random number by which faults are sorted and chosen."""
        key = (SEED, self.module, self.function, self.operator, self.source, self.nth)
        return hashlib.sha256(repr(key).encode()).hexdigest()

    @property
    def is_plain(self):
        """Returns whether the fault is of a kind that nearly every vector detects."""
        return self.operator in ("swap", "text", "error")


class Finder:
    """Collects the faults of a module."""

    def __init__(self, module, tree, lines):
        self.module, self.lines, self.faults = module, lines, []
        self.counts = Counter()
        self.function, self.first_line, self.is_outside = "", 0, True
        self.assigned, self.last = set(), None
        self._body(tree, "body")

    def _add(self, node, operator, new, make):
        source = self.lines[node.lineno - 1].strip()
        key = self.function, operator, source
        first = 0 if self.is_outside else self.first_line
        self.faults.append(Fault(self.module, self.function, first, node.lineno, source, operator, self.counts[key], node, new, make))
        self.counts[key] += 1

    # Statements

    def _body(self, parent, field):
        for place, node in enumerate(getattr(parent, field)):
            self._statement(node, getattr(parent, field), place)

    def _statement(self, node, body, place):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self._definition(node)
            return
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.AnnAssign)) or is_docstring(node) or is_free(self.module, node):
            return
        if dropped(node, self.assigned, node is self.last, self.function.endswith("__init__")):
            self._add(node, "drop", None, lambda: body.__setitem__(place, ast.copy_location(ast.Pass(), node)))
        self._expressions(node, body, place)
        self.assigned |= {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, field, None), list):
                self._body(node, field)
        for handler in getattr(node, "handlers", []):
            self._body(handler, "body")

    def _definition(self, node):
        before = self.function, self.first_line, self.is_outside, self.assigned, self.last
        self.function = f"{self.function}.{node.name}".strip(".")
        if f"{self.module}.{self.function}" not in FREE:
            if isinstance(node, ast.FunctionDef):
                self._defaults(node)
                self.first_line = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                self.is_outside, self.assigned, self.last = False, set(), node.body[-1]
            self._body(node, "body")
        self.function, self.first_line, self.is_outside, self.assigned, self.last = before

    def _defaults(self, node):
        names = [argument.arg for argument in node.args.args][len(node.args.args) - len(node.args.defaults) :]
        for place, (name, value) in enumerate(zip(names, node.args.defaults)):
            if name not in PLACE_NAMES:
                self._expression(value, node.args.defaults, place)

    # Expressions

    def _expressions(self, node, body, place):
        """The places of a statement, without the statements inside it."""
        self._operators(node, lambda new: body.__setitem__(place, new))
        self._children(node)

    def _children(self, node, skipped=()):
        for field, value in ast.iter_fields(node):
            if isinstance(value, list):
                for place, child in enumerate(value):
                    if isinstance(child, (ast.expr, ast.comprehension, ast.keyword)) and not (field == "args" and place in skipped):
                        self._expression(child, value, place)
            elif isinstance(value, (ast.expr, ast.comprehension)) and not isinstance(value, ast.JoinedStr):
                self._expression(value, node.__dict__, field)

    def _expression(self, node, holder, place):
        if isinstance(node, ast.JoinedStr):
            return
        if isinstance(node, ast.keyword):
            if node.arg not in PLACE_NAMES:
                self._children(node)
            return
        self._operators(node, lambda new: holder.__setitem__(place, new))
        first = ERROR_PLACES.get(called(node)) if isinstance(node, ast.Call) else None
        # The code of an error has its own operator.
        first = 0 if first == 1 and called(node) in ("PlypackError", "fail") else first
        names = NAMES_OF_NODES.get(called(node), ()) if isinstance(node, ast.Call) and self.module == "value_streams" else ()
        self._children(node, range(first, len(node.args)) if first is not None else names)

    def _operators(self, node, put):
        if isinstance(node, ast.comprehension):
            node.lineno = node.iter.lineno
        for operator in OPERATORS:
            for name, new in operator(node):
                if is_error_place(node, name):
                    continue
                self._add(node, name, new, lambda new=new: put(ast.copy_location(new, node)))


def is_error_place(node, operator):
    """Returns whether the fault would exchange the places and texts of errors."""
    return operator == "swap" and isinstance(node, ast.Call) and called(node) in ERROR_PLACES


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_free(module, node):
    return isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and f"{module}.{target.id}" in FREE_NAMES for target in node.targets)


def shown(node):
    """The source of a node; for compound statements, only the condition."""
    text = " ".join(ast.unparse(node.test if isinstance(node, (ast.If, ast.While)) else node).split())
    return text if len(text) <= 100 else f"{text[:60]} ... {text[-30:]}"


def faults_of(module, source):
    """All faults of a module, and its syntax tree, which they change."""
    tree = ast.parse(source)
    return Finder(module, tree, source.splitlines()).faults, tree


def one_each_line(faults):
    """The fault with the smallest rank of every line; an obvious fault only if there is no other."""
    chosen = {}
    for fault in sorted(faults, key=lambda fault: (fault.is_plain, fault.rank)):
        chosen.setdefault((fault.module, fault.line), fault)
    return [*chosen.values()]
