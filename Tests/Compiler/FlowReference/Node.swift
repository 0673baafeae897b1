/// A node with everything that its parts say.
struct Node: Sendable {
    let name: Text
    /// Its own part first, then the inherited ones.
    let parts: [Part]
    /// What stands in it, inherited parts first.
    let body: [Element]
    /// Behind its parts: the groups, those of the extension first, then the flow and those that it extends.
    let outerScopes: [Element]
    /// The `on` elements by scope, without those that a nearer part replaces.
    let transitions: [[Element]]
    /// Whether the flow has values that are computed before requests.
    let derives: Bool
    /// What the host is asked.
    private(set) var questions: [Question] = []

    /// A node in the layers of a flow, whose data have `types`.
    init(name: Text, parts: [Part], layers: [Element], types: [Text: Text]) {
        self.name = name
        self.parts = parts
        body = parts.reversed().flatMap(\.element.children)
        outerScopes = parts.flatMap(\.groups).uniqued + layers
        derives = layers.contains { !$0.all("derive").isEmpty }
        transitions = Self.transitions(parts) + outerScopes.map { $0.all("on") }
        questions = asked(types)
    }

    var kind: Text { parts.first?.element.name ?? "" }

    /// An attribute, of the nearest part that has it.
    subscript(attribute: Text) -> Text? { parts.lazy.compactMap { $0.element[attribute] }.first }

    func words(_ attribute: Text) -> [Text] { self[attribute]?.words ?? [] }

    var answers: [Element] { parts.flatMap { $0.element.all("answer") } }

    // MARK: Whether it asks, and how

    private static let statementNames: Set<Text> = [
        "set", "merge", "clear", "count", "reset", "error", "notify", "handle", "go", "otherwise",
    ]

    private var lastAsk: Int? { body.lastIndex { $0.name == "ask" } }

    /// A challenge whose body has an `otherwise` never answers.
    var isBranching: Bool { kind == "choice" || kind == "challenge" && body.contains { $0.name == "otherwise" } }

    var asks: Bool {
        if isBranching || !["challenge", "call", "step"].contains(kind) { return false }
        return lastAsk != nil || self["present"] != nil || kind == "step" && answers.isEmpty
    }

    var hasRequest: Bool {
        switch kind {
        case "call": true
        case "challenge": !isBranching
        case "step": !answers.isEmpty
        default: false
        }
    }

    var stepName: Text { self["present"] ?? name }

    /// The statements before the last ask; all of them where the body has none.
    var statementsBefore: [Element] { Self.statements(body[..<(lastAsk ?? body.count)]) }

    /// The work after the ask.
    var workAfterAsk: [Element] { lastAsk.map { Self.statements(body[$0...]) } ?? [] }

    private static func statements(_ body: ArraySlice<Element>) -> [Element] {
        body.filter { statementNames.contains($0.name) }
    }

    /// What is shown; the last of each name counts, at the place of the first.
    var shows: [Element] { body.filter { $0.name == "show" }.lastOfEachName }

    // MARK: Scopes

    private static func transitions(_ parts: [Part]) -> [[Element]] {
        var scopes: [[Element]] = []
        for part in parts {
            let own = part.element.children.flatMap { $0.name == "answer" ? $0.all("on") : [$0] }.filter {
                $0.name == "on"
            }
            let nearer = scopes.flatMap { $0 }
            scopes.append(own.filter { on in !nearer.contains { $0.replaces(on) } })
        }
        return scopes
    }

    /// The scopes in which `send`, `omit` and `receive` stand.
    var requestScopes: [Element] { answers + parts.map(\.element) + outerScopes }

    // MARK: Asks

    private func asked(_ types: [Text: Text]) -> [Question] {
        guard asks else { return [] }
        var result: [Question] = []
        for scope in [body.filter { $0.name == "ask" }] + outerScopes.map({ $0.all("ask") }) {
            for ask in scope.lastOfEachName.map({ Question($0, types) })
            where !result.contains(where: { $0.name == ask.name }) {
                result.append(ask)
            }
        }
        let words = transitions.flatMap { $0 }.flatMap { $0.words("select") }.uniqued
        if !words.isEmpty, !result.contains(where: { $0.type == "choice" }) {
            result.insert(Question(selection: words), at: 0)
        }
        return result
    }
}

extension Element {
    private static let selectors: [Text] = ["event", "error", "challenge", "select", "failure", "outcome"]

    var hasTarget: Bool { ["to", "retry", "restart", "refuse"].contains { self[$0] != nil } }

    /// Whether an `on` takes the place of one of an inherited part: it has a target and the same selector, names and guard.
    func replaces(_ other: Element) -> Bool {
        hasTarget && condition == other.condition
            && Self.selectors.allSatisfy { Set(words($0)) == Set(other.words($0)) }
    }
}

extension [Element] {
    /// Of elements of one name the last, at the place of the first.
    var lastOfEachName: [Element] {
        var result: [Element] = []
        for element in self {
            if let index = result.firstIndex(where: { $0["name"] == element["name"] }) {
                result[index] = element
            } else {
                result.append(element)
            }
        }
        return result
    }
}

extension Array where Element: Hashable {
    /// Each element once, in the order of their first places.
    var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
