/// The flows of known defects in which the compiler differs from Docs/Semantics.md today, with the sentence that each is about.
/// A folder that no longer differs fails its test until it is taken off the list.
enum KnownDefect {
    static let sentences: [String: String] = [
        "23-unicode-nondeterminism/uni4": "1: texts are equal only byte by byte",
        "language-defects/34-two-reply-forms":
            "11: every value that such a reply can bring is read, below the path of its own form",
        "language-defects/35-parameter-name-in-two-challenges":
            "11: a parameter is read as the challenge of the reply describes it",
        "language-defects/37-request-encoding-ignored": "10: encoding and prefix of requests",
        "41-silently-ignored-duplicates/f17_success": "4: a command with the name of an event",
        "41-silently-ignored-duplicates/f18": "11: every `receive` of the node's scopes",
        "41-silently-ignored-duplicates/f19": "10: the nearest scope that speaks of a key counts; two sends of one key",
        "41-silently-ignored-duplicates/f28": "13: the ask `selection` beside another one of this name",
        "45-false-alarms/a07": "6: `retry=\"here\"` on the failure of a handler before the ask",
    ]
}
