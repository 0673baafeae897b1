"""A place for a mutant, and the edits that make it."""
import hashlib
import re


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
        path = re.sub(r"^Sources/\w+/", "Sources/", self.path).replace("/FlowIR/Automata/", "/FlowAutomata/")
        text = f"{path}|{self.operator}|{self.original}|{self.mutated}|{count}"
        return hashlib.sha256(text.encode()).hexdigest()


def wrapped(source, first, last, before, after):
    return [(source.tokens[first].start, source.tokens[first].start, before),
            (source.tokens[last].end, source.tokens[last].end, after)]


def replaced(source, index, text):
    token = source.tokens[index]
    return [(token.start, token.end, text)]
