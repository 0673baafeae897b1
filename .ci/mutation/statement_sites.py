"""Operators on statements, cases and results."""
from expression_sites import clauses, is_plain
from site_of_mutant import Site, wrapped
from swift_source import CONTROL

COMPOUND = {"+=", "|=", "&=", "-="}
# Sets of our own: a call without arguments, or an empty literal, is the empty one.
EMPTY_SETS = {"Taint": "[]", "ScalarSet": "ScalarSet([])"}
JOIN_CALLS = {"union", "intersection", "subtracting", "formUnion", "formIntersection", "formJoin", "subtract", "insert",
              "append", "merge"}


# Statements

def drop_statements(source):
    for brace, first, last in all_statements(source):
        kind = kind_of_statement(source, first, last)
        if kind is None or is_value(source, brace, first, last, kind):
            continue
        if kind == "drop-assignment" and source.word(brace) == "init":
            continue  # what a value begins with must be set
        yield Site(source, kind, first, last, wrapped(source, first, last, "if !mutant(#) { ", " }"), "nothing")


def all_statements(source):
    for brace in source.partner:
        if source.tokens[brace].text == "{" and source.word(brace) in CONTROL | {"func", "init", "subscript", "var", "closure"}:
            for first, last in source.statements(brace):
                yield brace, first, last


def kind_of_statement(source, first, last):
    tokens = source.tokens
    depth = source.parent[first]
    if tokens[first].text == "_" and tokens[first + 1].text == "=":
        first += 2
    if tokens[first].kind != "name" or tokens[first].text in CONTROL | {
            "let", "var", "func", "return", "break", "continue", "throw", "static", "case", "default", "private", "typealias",
            "struct", "enum", "try", "defer", "fileprivate", "switch", "mutating", "package", "import", "final", "init", "get"}:
        return None
    level = [i for i in range(first, last + 1) if source.parent[i] == depth]
    if any(tokens[i].kind == "operator" and tokens[i].text in COMPOUND for i in level):
        return "drop-join"
    if any(tokens[i].text == "=" for i in level):
        return "drop-assignment"
    if tokens[last].text not in ")}" or any(tokens[i].is_binary for i in level):
        return None
    names = [tokens[i].text for i in level if tokens[i].kind == "name"]
    if names and names[-1] == "reserveCapacity":
        return None  # it changes nothing but time
    return "drop-join" if names and names[-1] in JOIN_CALLS else "drop-call"


def is_value(source, brace, first, last, kind):
    """Whether a call is what a callable gives."""
    if kind != "drop-call" or len(source.statements(brace)) > 1:
        return False
    if source.word(brace) == "switch":
        return True
    if source.word(brace) == "closure":
        before = source.tokens[brace - 1].text
        return before != "forEach" and not before.startswith("forEach")
    return source.result(brace) not in (None, "", "Void")


def drop_exits(source):
    for brace, first, last in all_statements(source):
        word = source.word(brace)
        if source.tokens[first].text in ("return", "continue", "break") and (word in CONTROL - {"guard", "switch"}):
            if word == "else" and is_of_guard(source, brace):
                continue
            yield Site(source, "drop-exit", first, last, wrapped(source, first, last, "if !mutant(#) { ", " }"), "nothing")
        if source.tokens[first].text == "guard":
            plain = clauses(source, first)
            if plain and all(is_plain(source, clause[0]) for clause in plain):
                edits = [edit for clause in plain for edit in wrapped(source, *clause, "((", ") || mutant(#))")]
                yield Site(source, "drop-exit", plain[0][0], plain[-1][1], edits, "true")


def is_of_guard(source, brace):
    """Whether an `else` belongs to a guard: what a guard controls is not taken for the brace of its `else`."""
    place, depth = source.owner[brace] - 1, source.parent[source.owner[brace]]
    if source.tokens[place].text == "}" and source.word(source.partner[place]) == "if":
        return False
    while place >= 0 and (source.parent[place] != depth or source.tokens[place].text not in ("guard", "if")):
        place -= 1
    return place >= 0 and source.tokens[place].text == "guard"


# Cases

def skip_cases(source):
    for brace in list(source.partner):
        if source.tokens[brace].text != "{" or source.word(brace) != "switch":
            continue
        if gives_value(source, brace) and not any(
                source.tokens[i].text == "default" for i in range(brace, source.partner[brace])):
            continue
        close = source.partner[brace]
        labels = [i for i in range(brace + 1, close) if source.parent[i] == brace and source.tokens[i].text in ("case", "default")
                  and (source.tokens[i].first or source.tokens[i - 1].text == "{")]
        has_default = any(source.tokens[i].text == "default" for i in labels)
        for label in labels:
            if source.tokens[label].text == "case":
                yield from skip_case(source, brace, label, has_default)


def gives_value(source, brace):
    """Whether a `switch` is an expression: what is given, or all that a callable with a result has."""
    word = source.owner[brace]
    if source.tokens[word - 1].text in ("=", "return"):
        return True
    around = source.parent[word]
    if around < 0 or source.result(around) in (None, "", "Void"):
        return False
    return len(source.statements(around)) == 1 and not any(
        source.tokens[i].text == "return" for i in range(brace, source.partner[brace]))


def skip_case(source, brace, label, has_default):
    colon = source._colon(label)
    inside = [i for i in range(label + 1, colon) if source.parent[i] == brace]
    if has_default:
        if any(source.tokens[i].text == "where" for i in inside):
            return
        ends = [i for i in inside if source.tokens[i].text == ","] + [colon]
        edits = [(source.tokens[i].start, source.tokens[i].start, " where !mutant(#)") for i in ends]
        yield Site(source, "skip-case", label, colon, edits, "as any other case")
    elif source.tokens[colon + 1].text not in ("break", "return", "continue"):
        place = source.tokens[colon].end
        yield Site(source, "skip-case", label, colon, [(place, place, " if mutant(#) { break };")], "does nothing")


# Results

def empty_results(source):
    for brace in list(source.partner):
        if source.tokens[brace].text != "{":
            continue
        result = source.result(brace)
        if result is None or not source.statements(brace):
            continue
        if source.word(brace) == "var" and source.tokens[brace + 1].text in ("get", "set", "didSet", "willSet", "_read"):
            continue
        yield from whole_results(source, brace, result)
    yield from single_results(source)


def empties(result):
    """The empty values of a type, as far as its words tell."""
    if result == "Bool":
        return ["false", "true"]
    if result.endswith("?"):
        return ["nil"]
    if result.startswith("["):
        return ["[:]" if ":" in result[1:-1].split("[")[0] else "[]"]
    if result.startswith("Set<") or result.startswith("Set ("):
        return ["[]"]
    if result == "String":
        return ['""']
    if result == "Int":
        return ["0"]
    return [EMPTY_SETS[result]] if result in EMPTY_SETS else []


def whole_results(source, brace, result):
    """A callable that gives nothing from its beginning. One expression alone is wrapped: it has no `return`."""
    statements = source.statements(brace)
    place = source.tokens[brace].end
    if result in ("", "Void"):
        if source.word(brace) == "func":
            yield Site(source, "empty-function", brace - 1, brace, [(place, place, " if mutant(#) { return };")], "does nothing")
        return
    for empty in empties(result):
        first, last = statements[0]
        if len(statements) > 1 or source.tokens[first].text == "return":
            yield Site(source, "empty-result", brace - 1, brace,
                       [(place, place, f" if mutant(#) {{ return {empty} }};")], f"returns {empty}")
        elif source.tokens[first].text not in ("switch", "if", "do", "for", "while"):
            yield Site(source, "empty-result", first, last,
                       wrapped(source, first, last, f"mutant(#) ? {empty} : (", ")"), empty)


def single_results(source):
    """One `return` of several."""
    for brace, first, last in all_statements(source):
        around = source.callable(first)
        result = source.result(around) if around >= 0 else None
        if source.tokens[first].text != "return" or first == last or not result or len(source.statements(around)) == 1:
            continue
        for empty in empties(result):
            if source.text[source.tokens[first + 1].start:source.tokens[last].end] == empty:
                continue
            yield Site(source, "empty-result", first + 1, last,
                       wrapped(source, first + 1, last, f"mutant(#) ? {empty} : (", ")"), empty)


OPERATORS = [drop_statements, drop_exits, skip_cases, empty_results]
