"""Operators on conditions, on the operators of the language and on bounds."""
from site_of_mutant import Site, replaced, wrapped

# Comparisons and what takes their place.
RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
EQUALITIES = {"==": "!=", "!=": "=="}
LOGICAL = {"&&": "||", "||": "&&"}
JOINS = {"|", "+", "&"}
# Methods whose closure is a question.
PREDICATES = {"filter", "allSatisfy", "contains", "first", "firstIndex", "last", "removeAll", "prefix", "drop", "where", "until"}


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
            yield Site(source, "bound", index, index, replaced(source, index, f"moved(#, {token.text})"),
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


OPERATORS = [negate_conditions, negate_predicates, swap_operators, move_bounds]
