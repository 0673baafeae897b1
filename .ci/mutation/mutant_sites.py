"""The operators: each finds its places in a file and says how the mutated code is chosen there.

All forms are of one line and keep the lines of a file, so that what the compiler says of a line is about the mutants there. The
choice is `mutant(17)`, true in a run of mutant 17.
"""
import hashlib

from swift_source import CONTROL

# Comparisons and what takes their place.
RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
EQUALITIES = {"==": "!=", "!=": "=="}
LOGICAL = {"&&": "||", "||": "&&"}
JOINS = {"|", "+", "&"}
COMPOUND = {"+=", "|=", "&=", "-="}
# Methods whose closure is a question.
PREDICATES = {"filter", "allSatisfy", "contains", "first", "firstIndex", "last", "removeAll", "prefix", "drop", "where", "until"}
# Sets of our own: a call without arguments, or an empty literal, is the empty one.
EMPTY_SETS = {"ValueLabels": "[]", "ScalarSet": "ScalarSet([])"}
JOIN_CALLS = {"union", "intersection", "subtracting", "formUnion", "formIntersection", "formCommon", "subtract", "insert",
              "append", "merge"}


class Site:
    """A place in a file for a mutant. Edits are (start, end, text); `#` stands for the mutant's number, `OPERATOR` for its own operator."""

    def __init__(self, source, operator, first, last, edits, mutated, declaration=""):
        tokens = source.tokens
        self.path, self.operator, self.edits, self.declaration = source.path, operator, edits, declaration
        self.line, self.last_line = tokens[first].line, tokens[last].line
        self.start, self.end = tokens[first].start, tokens[last].end
        self.original = " ".join(source.text[self.start:self.end].split())
        self.mutated = mutated.replace("$", self.original) if "$" in mutated else mutated
        brace = source.callable(first)
        self.scope = (tokens[brace].line, tokens[source.partner[brace]].line) if brace >= 0 else (1, tokens[-1].line)

    def key(self, count):
        """What names the site, whatever stands elsewhere in the file: `count` tells apart those that look alike."""
        text = f"{self.path}|{self.operator}|{self.original}|{self.mutated}|{count}"
        return hashlib.sha256(text.encode()).hexdigest()


def sites(source):
    """All sites of a file, in its order."""
    found = [site for operator in OPERATORS for site in operator(source)]
    return sorted(found, key=lambda site: (site.start, site.end, site.operator, site.mutated))


def wrapped(source, first, last, before, after):
    return [(source.tokens[first].start, source.tokens[first].start, before),
            (source.tokens[last].end, source.tokens[last].end, after)]


def replaced(source, index, text):
    token = source.tokens[index]
    return [(token.start, token.end, text)]


# Conditions

def clauses(source, word):
    """The conditions behind `if`, `guard` or `while` that are plain expressions, as pairs of tokens."""
    body = next((brace for brace, owner in source.owner.items() if owner == word), None)
    if source.tokens[word].text == "guard":
        body = next((i for i in range(word, len(source.tokens))
                     if source.tokens[i].text == "else" and source.parent[i] == source.parent[word]), None)
    if body is None:
        return []
    cuts = [i for i in range(word + 1, body) if source.tokens[i].text == "," and source.parent[i] == source.parent[word]]
    pairs = zip([word + 1] + [cut + 1 for cut in cuts], [cut - 1 for cut in cuts] + [body - 1])
    return [(first, last) for first, last in pairs]


def is_plain(source, first):
    return source.tokens[first].text not in ("let", "var", "case", "#available", "if", "switch")


def negated(source, first, last):
    return Site(source, "negate", first, last, wrapped(source, first, last, "(mutant(#) != (", "))"), "!($)")


def negate_conditions(source):
    for index, token in enumerate(source.tokens):
        if token.kind == "name" and token.text in ("if", "guard", "while"):
            for first, last in clauses(source, index):
                if is_plain(source, first):
                    yield negated(source, first, last)
        if token.text == "where" and source.tokens[index + 1].text != ":":
            last = end_of_where(source, index)
            if last is not None:
                yield negated(source, index + 1, last)
        if token.text == "?" and token.is_binary:
            first = start_of_condition(source, index)
            if first is not None:
                yield negated(source, first, index - 1)


def end_of_where(source, index):
    """The last token of the condition of a loop or a case; a constraint of a type has none."""
    for place in range(index + 1, len(source.tokens)):
        if source.parent[place] != source.parent[index]:
            continue
        if source.tokens[place].text == ":":
            return None if source.tokens[place - 1].kind == "name" and place == index + 2 else place - 1
        if source.tokens[place].text == "{":
            return place - 1 if source.word(place) in ("for", "while", "catch") else None
    return None


def start_of_condition(source, index):
    """The first token of what is asked before a `?`."""
    place = index - 1
    while place >= 0:
        token = source.tokens[place]
        if place in source.partner and token.text in ")]}":
            place = source.partner[place] - 1
            continue
        if token.text in ("return", "in", "=", ",", ":", "(", "[", "{", "?", "??", "case", "switch", "if", "guard", "while", "+=", "|=", "->"):
            return place + 1 if place + 1 < index else None
        place -= 1
    return None


def negate_predicates(source):
    for brace, close in list(source.partner.items()):
        if source.tokens[brace].text != "{" or source.word(brace) != "closure":
            continue
        if not is_predicate(source, brace):
            continue
        statements = source.statements(brace)
        if len(statements) == 1 and is_plain(source, statements[0][0]) and source.tokens[statements[0][0]].text != "return":
            yield negated(source, *statements[0])


def is_predicate(source, brace):
    before = source.tokens[brace - 1]
    if before.kind == "name":
        return before.text in PREDICATES
    if before.text == "(":
        return source.tokens[brace - 2].text in PREDICATES
    return before.text == ":" and source.tokens[brace - 2].text in ("where", "while")


# Operators of the language

def swap_operators(source):
    for index, token in enumerate(source.tokens):
        if not token.is_binary:
            continue
        left, right = "_ a: T", "_ b: T"
        if token.text in RELATIONS or token.text in EQUALITIES:
            kind, other = ("relation", RELATIONS[token.text]) if token.text in RELATIONS else (
                "equality", EQUALITIES[token.text])
            bound = "Comparable" if kind == "relation" else "Equatable"
            yield operator_site(source, index, kind, other, "ComparisonPrecedence",
                                f"<T: {bound}>({left}, {right}) -> Bool {{ mutant(#) ? a {other} b : a {token.text} b }}")
        elif token.text in LOGICAL:
            other, group = LOGICAL[token.text], "Conjunction" if token.text == "&&" else "Disjunction"
            yield operator_site(
                source, index, "logical", other, f"Logical{group}Precedence",
                "(_ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool { "
                f"mutant(#) ? try a {other} b() : try a {token.text} b() }}")
        elif token.text in JOINS and not is_number(source, index):
            group = "MultiplicationPrecedence" if token.text == "&" else "AdditionPrecedence"
            bounds = ["RangeReplaceableCollection", "AdditiveArithmetic"] if token.text == "+" else ["FixedWidthInteger"]
            functions = [f"<T: {bound}>({left}, {right}) -> T {{ mutant(#) ? a : a {token.text} b }}" for bound in bounds]
            yield operator_site(source, index, "join", "forgets the right side of", group, *functions)


def is_number(source, index):
    """Whether an operand is written as a number or as text."""
    return source.tokens[index].text == "+" and (
        "number" in (source.tokens[index - 1].kind, source.tokens[index + 1].kind)
        or "string" in (source.tokens[index - 1].kind, source.tokens[index + 1].kind))


def operator_site(source, index, kind, other, group, *functions):
    first, last = max(index - 1, 0), index + 1
    site = Site(source, kind, index, index, replaced(source, index, "OPERATOR"), other,
                f"infix operator OPERATOR: {group};"
                + " ".join(f"@inline(__always) func OPERATOR {function};" for function in functions) + "\n")
    site.original = " ".join(source.text[source.tokens[first].start:source.tokens[last].end].split())
    site.mutated = f"{other} at {source.tokens[index].text}" if kind == "join" else site.original.replace(
        f" {source.tokens[index].text} ", f" {other} ")
    return site


# Bounds

def move_bounds(source):
    for index, token in enumerate(source.tokens[1:-1], 1):
        before, after = source.tokens[index - 1], source.tokens[index + 1]
        if token.kind == "range" and before.end == token.start and token.end == after.start and before.text not in "([,":
            if token.text == "..<":
                yield Site(source, "bound", index - 1, index + 1, replaced(source, index, " OPERATOR "), "one more at the end of $",
                           "infix operator OPERATOR: RangeFormationPrecedence; @inline(__always) func OPERATOR <T: Strideable>(_ a: T, _ b: T)"
                           " -> Range<T> where T.Stride: SignedInteger { mutant(#) ? a..<b.advanced(by: 1) : a..<b }\n")
            elif token.text == "..." and after.kind != "mark":
                yield Site(source, "bound", index - 1, index + 1, replaced(source, index, " OPERATOR "), "one less at the end of $",
                           "infix operator OPERATOR: RangeFormationPrecedence; @inline(__always) func OPERATOR <T: Strideable>(_ a: T, _ b: T)"
                           " -> ClosedRange<T> where T.Stride: SignedInteger "
                           "{ mutant(#) ? a...b.advanced(by: -1) : a...b }\n")
        if token.kind == "number" and is_bound(source, index):
            yield Site(source, "bound", index, index, replaced(source, index, f"(mutant(#) ? {token.text} + 1 : {token.text})"),
                       f"{token.text} + 1")


def is_bound(source, index):
    """Whether a number stands in a comparison, a sum, a range or for a bound with a name."""
    before, after = source.tokens[index - 1], source.tokens[index + 1]
    near = {"<", "<=", ">", ">=", "==", "+", "-", "...", "..<", ">>", "<<", "%", "/", "*", "+=", "-="}
    if before.text in near and (before.is_binary or before.kind == "range"):
        return True
    if after.text in near and (after.is_binary or after.kind == "range"):
        return before.text != "."
    return before.text == "=" and source.tokens[index - 3].text == "let"


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


OPERATORS = [negate_conditions, negate_predicates, swap_operators, move_bounds, drop_statements, drop_exits, skip_cases,
             empty_results]
