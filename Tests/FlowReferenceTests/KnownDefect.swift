/// The flows of known defects in which the compiler differs from Docs/Semantics.md today, with the sentence that each is about.
/// A folder that no longer differs fails its test until it is taken off the list.
enum KnownDefect {
    static let sentences: [String: String] = [
        "33-type-confusion/g06": "1: types say which values fit",
        "33-type-confusion/s08b": "1: types say which values fit",
        "language-defects/34-two-reply-forms":
            "11: every value that such a reply can bring is read, below the path of its own form",
        "language-defects/35-parameter-name-in-two-challenges":
            "11: a parameter is read as the challenge of the reply describes it",
        "language-defects/37-request-encoding-ignored": "10: encoding and prefix of requests",
        "39-sent-guard/f13a": "9: the last request of this node carried the key",
        "39-sent-guard/f13b": "9: the last request of this node carried the key",
        "39-sent-guard/f13c": "9: the last request of this node carried the key",
        "41-silently-ignored-duplicates/f17_success": "4: a command with the name of an event",
        "41-silently-ignored-duplicates/f18": "11: every `receive` of the node's scopes",
        "41-silently-ignored-duplicates/f19": "10: the nearest scope that speaks of a key counts; two sends of one key",
        "41-silently-ignored-duplicates/f28": "13: the ask `selection` beside another one of this name",
    ]
}
