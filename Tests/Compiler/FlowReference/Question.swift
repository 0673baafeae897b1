/// Something that the host gives: an `ask` of a step, or an input of the flow.
package struct Question: Sendable, Hashable {
    /// The parameter's name.
    package let name: Text
    /// The type.
    package let type: Text
    /// Whether it must be given.
    package let isRequired: Bool
    /// The words, empty for any.
    package let words: [Text]
    /// Whether words are compared without case.
    package let ignoresCase: Bool
    /// The number of characters.
    package let length: Int?
    /// The value that stores it.
    let into: Text
    /// The expression that the whole text must match.
    package let pattern: Text?
    let offered: Text?
    let meant: Text?
    let standard: Text?
    /// Whether it is the choice of all `select` in scope.
    let isImplied: Bool
    /// Whether a value that is there already stays where none is given.
    let isKept: Bool

    /// An ask of a step.
    /// - Parameters:
    ///   - element: the ask.
    ///   - types: by name, the types of declared values: where the ask says none, that of the value that stores it counts.
    init(_ element: Element, _ types: [Text: Text]) {
        let type = element["type"] ?? types[element["into"] ?? element["name"] ?? ""]
        self.init(element, isRequired: element["required"] != "false", type: type)
    }

    /// An input of the flow.
    init(input: Element) { self.init(input, isRequired: input.isTrue("required"), type: input["type"]) }

    private init(_ element: Element, isRequired: Bool, type: Text?) {
        name = element["name"] ?? ""
        self.type = type ?? (element.words("of").isEmpty ? "text" : "choice")
        self.isRequired = isRequired
        words = element.words("of")
        ignoresCase = element.isTrue("ignore-case")
        length = element["length"].flatMap { Int($0.description) }
        into = element["into"] ?? name
        pattern = element.text("pattern")
        offered = element["offered"]
        meant = element["meant"]
        standard = element.text("default")
        isKept = element.isTrue("constant")
        isImplied = false
    }

    private init(name: Text, type: Text, isRequired: Bool, words: [Text], isKept: Bool = false) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.words = words
        ignoresCase = false
        length = nil
        into = name
        (pattern, offered, meant, standard) = (nil, nil, nil, nil)
        self.isKept = isKept
        isImplied = !words.isEmpty
    }

    /// The choice of the words of all `select` in scope.
    init(selection words: [Text]) { self.init(name: "selection", type: "choice", isRequired: true, words: words) }

    /// A fact about the host.
    init(fact name: Text) { self.init(name: name, type: "flag", isRequired: false, words: []) }

    /// The code of the refusal of a text that does not have the form, or nil if it has. Words are not checked here.
    func fault(of text: Text) -> Text? {
        if type == "digits", !text.isDigits { return "not-digits" }
        if type == "seconds", !text.isSeconds { return "not-seconds" }
        if let length, text.scalars.count != length { return "wrong-length" }
        if let pattern, !Pattern(pattern).matches(text) { return "pattern-mismatch" }
        return nil
    }
}
