"""Mutants: every single small change to a source file, in functions and data."""

import ast
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

Change = tuple[ast.AST, str, ast.AST]  # where, in words, and the node for the old one's place
Enums = dict[str, list[str]]  # an enumeration's name to its members
Place = tuple[ast.AST, str, int | None]  # a parent, its field, and the place in it if a list
Function = tuple[str, int]  # its file and first line, decorators included
Part = TypeVar("Part")

CLAUSE = re.compile(r"(\d+(?:\.\d+)*)\.\d+")
NUMBER = re.compile(r"\d+")
DIGITS = 10  # of a mutant's digest
GENERICS = ("Callable", "Literal", "Mapping", "dict", "tuple")  # subscripted, they define a type
NOT_LAW = ("annotation", "returns", "ctx")

Operator = type[ast.operator] | type[ast.cmpop]
OPERATORS: dict[Operator, tuple[Operator, ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
FUNCTIONS = {"max": "min", "min": "max", "all": "any", "any": "all", "gcd": "lcm", "lcm": "gcd"}
WRAPPERS = ("abs", "list", "repr", "sorted", "tuple")
METHODS = ("capitalize", "ljust", "lower", "replace", "rstrip", "strip", "title", "upper")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One source file with one change; compiled when asked, since few are tried in a run."""

    path: Path
    line: int
    change: str
    digest: str  # of the change and the function, or the module's statement, that it stands in
    compiled: Callable[[bool], CodeType]

    @property
    def code(self) -> CodeType:
        """The whole file."""
        return self.compiled(True)

    @property
    def statement_code(self) -> CodeType:
        """The statement of the module that the change is in, by itself."""
        return self.compiled(False)


def read_enums(paths: Iterable[Path]) -> Enums:
    """The members of every enumeration in these files, in order."""
    return {
        node.name: [
            statement.targets[0].id
            for statement in node.body
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
        ]
        for path in paths
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base).endswith("Enum") for base in node.bases)
    }


def make_mutants(path: Path, enums: Enums) -> Iterator[Mutant]:
    """Every mutant of a file; each differs from the file in one place."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    digest = _Digests(path, tree)
    line = 1
    for parent, field, index in list(_places(tree)):
        held = getattr(parent, field)
        node = held if index is None else held[index]
        for at, words, changed in _changes(node, enums):
            line = getattr(at, "lineno", line)
            ast.copy_location(changed, node)
            compiled = partial(_compile, path, tree, line, (parent, field, index), node, changed)
            yield Mutant(path, line, words, digest.of(line, words), compiled)


def _compile(
    path: Path,
    tree: ast.Module,
    line: int,
    place: Place,
    node: ast.AST,
    changed: ast.AST,
    whole: bool,
) -> CodeType:
    """The file, or the statement of it around the line, with one node in another's place."""
    _put(place, changed)
    around = [each for each in tree.body if first_line(each) <= line <= (each.end_lineno or line)]
    module = tree if whole else ast.Module(around, [])
    ast.fix_missing_locations(module)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a mutant may well look odd to the compiler
            return compile(module, str(path), "exec")
    finally:
        _put(place, node)


def _put(place: Place, node: ast.AST) -> None:
    parent, field, index = place
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def first_line(statement: ast.stmt) -> int:
    """Where a statement begins, decorators included."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


class _Digests:
    """Names for a file's mutants that do not change with what is around their code."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        self._name = path.name
        self._lines = path.read_text(encoding="utf-8").split("\n")
        statements = [(first_line(each), each.end_lineno or each.lineno) for each in tree.body]
        self._parts = [*((first, last) for first, _, last in outermost(path)), *statements]
        self._turns: Counter[str] = Counter()

    def of(self, line: int, change: str) -> str:
        """A digest; the same change twice in a line is told apart by its turn."""
        first, last = next(part for part in self._parts if part[0] <= line <= part[1])
        text = "\n".join(self._lines[first - 1 : last])
        known = "\0".join([self._name, text, str(line - first), change])
        self._turns[known] += 1
        return sha256(f"{known}\0{self._turns[known]}".encode()).hexdigest()[:DIGITS]


def function_of(mutant: Mutant) -> Function | None:
    """The outermost function around a mutant; None where it is a module's or a class's own code.

    What runs when the function is defined, its decorators and defaults, is the module's own.
    """
    for first, body, last in outermost(mutant.path):
        if body <= mutant.line <= last:
            return str(mutant.path), first
    return None


@lru_cache
def outermost(path: Path) -> list[tuple[int, int, int]]:
    """First line, first line of the body and last line of a file's functions."""
    found: list[tuple[int, int, int]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):  # the outermost come first
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = first_line(node)
            last = node.end_lineno or node.lineno
            if not any(begin <= first and last <= end for begin, _, end in found):
                found.append((first, node.body[0].lineno, last))
    return found


def _places(node: ast.AST) -> Iterator[Place]:
    """Where each node stands."""
    if isinstance(node, ast.Import | ast.ImportFrom) or _defines_type(node):
        return
    for field, value in ast.iter_fields(node):
        for index, each in enumerate(value) if isinstance(value, list) else ((None, value),):
            docstring = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            if isinstance(each, ast.AST) and field not in NOT_LAW and not docstring:
                yield node, field, index
                yield from _places(each)


def _defines_type(node: ast.AST) -> bool:
    match node:
        case ast.Assign(value=ast.Call(func=ast.Name(id="NewType"))):
            return True
        case ast.Assign(value=ast.Subscript(value=ast.Name(id=name))) if name in GENERICS:
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
    return False


def _changes(node: ast.AST, enums: Enums) -> Iterator[Change]:
    """What may take a node's place."""
    match node:
        case ast.Constant():
            for constant in dict.fromkeys(_values(node.value)):
                yield _swap(node, ast.Constant(constant))
        case ast.Attribute(value=ast.Name(id=name), attr=member) if member in enums.get(name, ()):
            members = enums[name]
            at = members.index(member)
            for other in dict.fromkeys((members[at - 1], members[(at + 1) % len(members)])):
                yield _swap(node, _with(node, attr=other))
        case ast.Compare(ops=[op]):
            for operator in OPERATORS[type(op)]:
                yield _swap(node, _with(node, ops=[operator()]))
        case ast.Compare(ops=[first, second]):
            for operator in OPERATORS[type(first)]:
                yield _swap(node, _with(node, ops=[operator(), second]))
            for operator in OPERATORS[type(second)]:
                yield _swap(node, _with(node, ops=[first, operator()]))
        case ast.BinOp() | ast.AugAssign():
            for operator in OPERATORS[type(node.op)]:
                yield _swap(node, _with(node, op=operator()))
        case ast.BoolOp():
            other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield _swap(node, _with(node, op=other_op))
            for values in _shorter(node.values):
                whole = values[0] if len(values) == 1 else _with(node, values=values)
                yield _swap(node, whole)
        case ast.UnaryOp():
            yield _swap(node, node.operand)
        case ast.If() | ast.IfExp() | ast.While():
            for value in (True, False):
                if isinstance(node.test, ast.Constant) and node.test.value is value:
                    continue  # `while True` is that already
                words = f"`{ast.unparse(node.test)}` taken for {value}"
                yield node.test, words, _with(node, test=ast.Constant(value))
        case ast.comprehension():
            yield from _without(node, "ifs")
        case ast.Slice():
            if node.upper is not None:
                yield _swap(node, _with(node, upper=None))
        case ast.FormattedValue() if node.conversion != -1:
            yield node, "without `!r`", _with(node, conversion=-1)
        case ast.Tuple() | ast.List() | ast.Set() if not isinstance(_context(node), ast.Store):
            yield from _without(node, "elts")
        case ast.Dict():
            for at, key in enumerate(node.keys):
                rest = [n for n in range(len(node.keys)) if n != at]
                keys, entries = [node.keys[n] for n in rest], [node.values[n] for n in rest]
                yield _drop(key or node.values[at], _with(node, keys=keys, values=entries))
        case ast.Call():
            yield from _calls(node)
        case ast.FunctionDef():
            yield from _without(node, "decorator_list")
    if isinstance(node, ast.Expr | ast.AugAssign | ast.Raise | ast.Return | ast.Continue):
        yield _drop(node, ast.Pass())


def _values(value: object) -> Iterator[Any]:
    """What may take a constant's place; a text loses an end, or a number in it is another one."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
        case None:
            yield ...
        case str():
            for found in NUMBER.finditer(value):
                for number in (int(found[0]) + 1, max(0, int(found[0]) - 1)):
                    other = str(number).zfill(len(found[0]))
                    text = value[: found.start()] + other + value[found.end() :]
                    if text != value:
                        yield text
            if clause := CLAUSE.fullmatch(value):
                yield clause[1]
            else:
                yield from (value[1:], value[:-1]) if value else ("x",)


def _calls(node: ast.Call) -> Iterator[Change]:
    """A call loses an argument that has a name, takes two in the wrong order, or is left out."""
    for keyword in node.keywords:
        if not (isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, bool)):
            rest = [each for each in node.keywords if each is not keyword]
            yield _drop(keyword, _with(node, keywords=rest))
    match node.func:
        case ast.Name(id=name) if name in FUNCTIONS:
            yield _swap(node, _with(node, func=ast.Name(FUNCTIONS[name], ast.Load())))
            return  # these take their arguments in any order
        case ast.Name(id=name) if name in WRAPPERS:
            yield _swap(node, node.args[0])
        case ast.Attribute(value=receiver, attr=name) if name in METHODS:
            yield _swap(node, receiver)
    for at in range(1, len(node.args)):
        one, two = node.args[at - 1], node.args[at]
        args = [*node.args[: at - 1], two, one, *node.args[at + 1 :]]
        if ast.dump(one) != ast.dump(two):
            words = f"`{ast.unparse(one)}` and `{ast.unparse(two)}` in each other's place"
            yield one, words, _with(node, args=args)


def _without(node: ast.AST, field: str) -> Iterator[Change]:
    """The node without each of its parts in turn."""
    parts: list[ast.AST] = getattr(node, field)
    for part, rest in zip(parts, _shorter(parts), strict=True):
        yield _drop(part, _with(node, **{field: rest}))


def _shorter(parts: list[Part]) -> list[list[Part]]:
    return [parts[:at] + parts[at + 1 :] for at in range(len(parts))]


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy(node)
    for field, value in fields.items():
        setattr(changed, field, value)
    return changed


def _context(node: ast.AST) -> object:
    return getattr(node, "ctx", None)


def _swap(old: ast.AST, new: ast.AST) -> Change:
    return old, f"`{ast.unparse(old)}` → `{ast.unparse(new)}`", new


def _drop(part: ast.AST, rest: ast.AST) -> Change:
    return part, f"without `{ast.unparse(part)}`", rest
