"""The tokens of a Swift file, its brackets and its statements: as much of the grammar as it takes to find places for mutants.

It relies on the layout that `swift format` gives: binary operators have a space on both sides, postfix ones have none.
"""
import re

OPERATOR = re.compile(r"[/=\-+!*%<>&|^~?]+")
RANGE = re.compile(r"\.\.[.<]")
NUMBER = re.compile(r"0x[0-9a-fA-F_]+|0b[01_]+|\d[\d_]*(\.\d[\d_]*)?")
NAME = re.compile(r"`?[$#@]?[A-Za-z_0-9]+`?")
OPENING, CLOSING = "([{", ")]}"
# Words whose first brace, at their own depth, is what they control.
CONTROL = {"if", "guard", "while", "for", "switch", "do", "defer", "else", "catch", "repeat"}
CALLABLE = {"func", "init", "subscript", "var"}
TYPES = {"struct", "enum", "class", "extension", "actor", "protocol"}


class Token:
    """A token with its place; `first` says whether it is the first of its line."""

    def __init__(self, kind, text, start, end, line, first):
        self.kind, self.text, self.start, self.end, self.line, self.first = kind, text, start, end, line, first
        self.is_binary = False

    def __repr__(self):
        return f"{self.text}@{self.line}"


class SwiftSource:
    """A file: its text, its tokens, the partner of each bracket, and what each brace belongs to."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = list(self._scan())
        self._mark_binary()
        self.partner, self.parent = self._brackets()
        self.owner = self._owners()

    # Scanning

    def _scan(self):
        text, at, line, first = self.text, 0, 1, True
        while at < len(text):
            char = text[at]
            if char == "\n":
                at, line, first = at + 1, line + 1, True
                continue
            if char.isspace():
                at += 1
                continue
            if text.startswith("//", at):
                at = text.find("\n", at) if "\n" in text[at:] else len(text)
                continue
            kind, end = self._token(at)
            yield Token(kind, text[at:end], at, end, line, first)
            line, at, first = line + text.count("\n", at, end), end, False

    def _token(self, at):
        text = self.text
        hashes = re.compile(r"#*\"").match(text, at)
        if hashes:
            return "string", self._string_end(at, hashes.end() - at - 1)
        for kind, pattern in (("range", RANGE), ("number", NUMBER), ("name", NAME), ("operator", OPERATOR)):
            match = pattern.match(text, at)
            if match:
                return kind, match.end()
        return "mark", at + 1

    def _string_end(self, at, hashes):
        """The end of a string that begins with so many number signs; interpolations may hold strings."""
        text, quote = self.text, at + hashes
        mark = '"""' if text.startswith('"""', quote) else '"'
        close, escape = mark + "#" * hashes, "\\" + "#" * hashes
        place = quote + len(mark)
        while not text.startswith(close, place):
            if text.startswith(escape + "(", place):
                place = self._interpolation_end(place + len(escape) + 1)
            elif text.startswith(escape, place):
                place += len(escape) + 1
            else:
                place += 1
        return place + len(close)

    def _interpolation_end(self, place):
        depth, text = 1, self.text
        while depth:
            if text[place] == '"':
                place = self._string_end(place, 0)
                continue
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            place += 1
        return place

    def _mark_binary(self):
        for before, token, after in zip(self.tokens, self.tokens[1:], self.tokens[2:]):
            apart = before.end < token.start and token.end < after.start
            token.is_binary = token.kind == "operator" and apart and token.text not in ("->", "=")

    # Structure

    def _brackets(self):
        partner, parent, stack = {}, [], []
        for index, token in enumerate(self.tokens):
            if token.kind == "mark" and token.text in CLOSING and stack:
                opening = stack.pop()
                partner[opening], partner[index] = index, opening
            parent.append(stack[-1] if stack else -1)
            if token.kind == "mark" and token.text in OPENING:
                stack.append(index)
        return partner, parent

    def _owners(self):
        """By opening brace: the token that it belongs to; braces of closures have none."""
        owner = {}
        for index, token in enumerate(self.tokens):
            is_word = token.kind == "name" and token.text in CONTROL | CALLABLE | TYPES
            if not is_word or self._is_member(index):
                continue
            brace = self._body(index)
            if brace is not None and brace not in owner:
                owner[brace] = index
        return owner

    def _is_member(self, index):
        before = self.tokens[index - 1].text if index else ""
        after = self.tokens[index + 1].text if index + 1 < len(self.tokens) else ""
        return before == "." or after == ":" or (self.tokens[index].text == "init" and before in "([{,=:")

    def _body(self, index):
        """The brace that a word controls, if it has one."""
        word, depth = self.tokens[index].text, self.parent[index]
        place = index + 1
        while place < len(self.tokens):
            token = self.tokens[place]
            if self.parent[place] != depth:
                return None
            if token.text == "{":
                return place
            if place in self.partner and token.text in "([":
                place = self.partner[place]
            elif word in ("var", "func", "init", "subscript") and token.text in ("=", ";", "}"):
                return None
            elif word == "var" and token.first and token.kind == "name":
                return None
            elif word == "else" and place == index + 1 and token.text == "if":
                return None
            place += 1
        return None

    def block(self, index):
        """The innermost brace around a token."""
        brace = self.parent[index]
        while brace >= 0 and self.tokens[brace].text != "{":
            brace = self.parent[brace]
        return brace

    def word(self, brace):
        """The word that a brace belongs to; "closure" for those that belong to none."""
        return self.tokens[self.owner[brace]].text if brace in self.owner else "closure"

    def callable(self, index):
        """The innermost function, accessor or closure around a token."""
        brace = self.block(index)
        while brace >= 0 and self.word(brace) in CONTROL:
            brace = self.block(brace)
        return brace

    def result(self, brace):
        """The words of a callable's result type; nothing for one that gives nothing, `None` for a closure or a type."""
        word = self.word(brace)
        if word not in CALLABLE:
            return None
        if word == "init":
            return ""
        inside = [i for i in range(self.owner[brace], brace) if self.parent[i] == self.parent[brace]]
        mark = ":" if word == "var" else "->"
        starts = [i for i in inside if self.tokens[i].text == mark]
        if not starts:
            return ""
        ends = [i for i in inside if self.tokens[i].text == "where"] or [brace]
        return self.text[self.tokens[starts[0]].end:self.tokens[ends[0]].start].strip()

    # Statements

    def statements(self, brace):
        """The statements right in a brace, as pairs of first and last token; the patterns of cases are none."""
        close, start, found = self.partner[brace], self._after_header(brace), []
        place = begin = start
        while place < close:
            token = self.tokens[place]
            if place > begin and self._starts(place):
                found.append((begin, place - 1))
                begin = place
            if token.text in ("case", "default") and place == begin and self.word(brace) == "switch":
                place = begin = self._colon(place) + 1
                continue
            if token.text == ";":
                found.append((begin, place - 1))
                begin = place + 1
            place = self.partner[place] + 1 if place in self.partner and token.text in OPENING else place + 1
        if begin < close:
            found.append((begin, close - 1))
        return [(first, last) for first, last in found if first <= last]

    def _after_header(self, brace):
        """The first token behind the parameters of a closure."""
        if self.word(brace) != "closure":
            return brace + 1
        for place in range(brace + 1, min(self.partner[brace], brace + 40)):
            token = self.tokens[place]
            if self.parent[place] == brace and token.text == "in":
                return place + 1
            if self.parent[place] == brace and (token.kind in ("operator", "string") and token.text != "->"):
                break
        return brace + 1

    def _colon(self, place):
        depth = self.parent[place]
        while self.tokens[place].text != ":" or self.parent[place] != depth:
            place += 1
        return place

    def _starts(self, place):
        token, before = self.tokens[place], self.tokens[place - 1]
        if not token.first or before.is_binary or before.text in (",", "=", "->", "return"):
            return False
        if token.is_binary or token.text in (".", "?", ":", "else", "where", "{", "??", "="):
            return False
        return token.kind != "operator" or not token.is_binary
