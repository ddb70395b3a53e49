"""The faults: the possible changes at a node of a syntax tree.

Every operator is a generator of `(name, change)` for a node: `name` describes the change, `change` is the replacement
of the node.
"""

import ast
import copy

BOUNDS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITES = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}
OTHER_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}
OTHER_ERRORS = ("BLOCK_MALFORMED", "SECTION_MALFORMED")


def compare(node):
    """A bound that is wrong by one, a flipped comparison."""
    if not isinstance(node, ast.Compare):
        return
    for place, operator in enumerate(node.ops):
        for name, table in (("bound", BOUNDS), ("flip", OPPOSITES)):
            if type(operator) in table:
                changed = copy.copy(node)
                changed.ops = [*node.ops[:place], table[type(operator)](), *node.ops[place + 1 :]]
                yield name, changed


def constant(node):
    """Numbers wrong by one, negated booleans, texts without their last character."""
    if not isinstance(node, ast.Constant):
        return
    value = node.value
    if isinstance(value, bool):
        yield "truth", ast.Constant(not value)
    elif isinstance(value, int):
        yield "number", ast.Constant(value + 1)
        yield "number", ast.Constant(value - 1)
    elif isinstance(value, (str, bytes)) and len(value) > 1:
        yield "text", ast.Constant(value[:-1])


def arithmetic(node):
    """Another operator; operands exchanged."""
    if not isinstance(node, ast.BinOp) or is_formatting(node):
        return
    if type(node.op) in ARITHMETIC:
        yield "operator", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    if isinstance(node.op, ast.Sub):
        yield "swap", ast.BinOp(node.right, node.op, node.left)


def is_formatting(node):
    return isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, (str, bytes))


def logic(node):
    """Conditions negated, parts of them dropped."""
    if isinstance(node, ast.BoolOp):
        yield "logic", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for place in range(len(node.values)):
            rest = [*node.values[:place], *node.values[place + 1 :]]
            yield "part", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "negate", node.operand
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield "negate", changed
    elif isinstance(node, ast.comprehension):
        for place, test in enumerate(node.ifs):
            others = [*node.ifs[:place], *node.ifs[place + 1 :]]
            yield "part", ast.comprehension(node.target, node.iter, others, node.is_async)
            yield "negate", ast.comprehension(node.target, node.iter, [*others, ast.UnaryOp(ast.Not(), test)], node.is_async)


def order(node):
    """Arguments or members exchanged, sorting dropped, the smallest for the largest."""
    if isinstance(node, ast.Call):
        first = node.args[:2]
        if len(first) == 2 and not any(isinstance(a, ast.Starred) for a in first) and ast.dump(first[0]) != ast.dump(first[1]):
            changed = copy.copy(node)
            changed.args = [first[1], first[0], *node.args[2:]]
            yield "swap", changed
        if isinstance(node.func, ast.Name) and node.func.id in OTHER_FUNCTIONS:
            changed = copy.copy(node)
            changed.func = ast.Name(OTHER_FUNCTIONS[node.func.id], ast.Load())
            changed.keywords = [] if changed.func.id == "list" else node.keywords
            yield "function", changed
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        first = node.elts[:2]
        if not any(isinstance(e, ast.Starred) for e in first) and ast.dump(first[0]) != ast.dump(first[1]):
            yield "swap", ast.Tuple([first[1], first[0], *node.elts[2:]], node.ctx)


def bounds(node):
    """Ends of ranges off by one, ends of slices dropped."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        stop = min(len(node.args) - 1, 1)
        if not isinstance(node.args[stop], (ast.Constant, ast.Starred)):
            for step in (ast.Add(), ast.Sub()):
                changed = copy.copy(node)
                changed.args = [*node.args]
                changed.args[stop] = ast.BinOp(node.args[stop], step, ast.Constant(1))
                yield "range", changed
    elif isinstance(node, ast.Slice):
        for end in ("lower", "upper"):
            if getattr(node, end) is not None:
                changed = copy.copy(node)
                setattr(changed, end, None)
                yield "slice", changed


def error(node):
    """Another code of an error."""
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant) and is_error_call(node):
        changed = copy.copy(node)
        changed.args = [ast.Constant(OTHER_ERRORS[node.args[0].value == OTHER_ERRORS[0]]), *node.args[1:]]
        yield "error", changed


def is_error_call(node):
    return called(node) in ("PlypackError", "fail")


def called(node):
    """The name of the called function."""
    return getattr(node.func, "id", getattr(node.func, "attr", None))


OPERATORS = (compare, constant, arithmetic, logic, order, bounds, error)


# Statements


def dropped(node, assigned, is_last, in_init):
    """True if a fault may drop the statement: a check, a change of state, an early return. `assigned` has the names
    assigned earlier."""
    if isinstance(node, (ast.Raise, ast.Continue, ast.Break, ast.AugAssign)):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, (ast.Call, ast.Yield, ast.YieldFrom))
    if isinstance(node, ast.Return):
        return not is_last
    if isinstance(node, ast.Assign):
        return all(is_kept_state(target, assigned, in_init) for target in node.targets)
    return False


def is_kept_state(target, assigned, in_init):
    """Returns whether the target already has a value, which it keeps without the assignment."""
    if isinstance(target, ast.Tuple):
        return all(is_kept_state(part, assigned, in_init) for part in target.elts)
    if isinstance(target, ast.Attribute):
        return not in_init
    return isinstance(target, ast.Subscript) or isinstance(target, ast.Name) and target.id in assigned
