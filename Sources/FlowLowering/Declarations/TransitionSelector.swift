import FlowDiagnostics
import FlowSyntax

/// The events that a transition listens to.
struct TransitionSelector: Sendable {
    /// What kind of event.
    enum Kind: String, Sendable {
        case event, error, challenge, select, failure, outcome
    }

    private static let kinds: [(AttributeName, Kind)] = [
        (.event, .event), (.error, .error), (.challenge, .challenge), (.select, .select), (.failure, .failure),
        (.outcome, .outcome),
    ]

    let kind: Kind
    /// The names; `*` stands for all that have no name of their own.
    let names: [Name]
    /// The place of the names, or of the element if there are none.
    let range: SourceRange

    /// Reads the selector of an element: the first, should there be several.
    init(_ element: AttributeDecoder) {
        var found: (kind: Kind, names: [Name], range: SourceRange)?
        for (attribute, kind) in Self.kinds {
            guard let (names, range) = element.list(attribute), found == nil else { continue }
            found = (kind, names, range)
        }
        (kind, names, range) = found ?? (.event, [], element.range)
    }

    /// The selector as it is written.
    func text(_ symbols: SymbolTable) -> String {
        let attribute = Self.kinds.first { $0.1 == kind }?.0 ?? .event
        return "on \(attribute.spelling)=\"\(symbols.texts(names.map(\.symbol)).joined(separator: " "))\""
    }

    /// Whether one of the names is the name given.
    func names(_ symbol: Symbol) -> Bool { names.contains { $0.symbol == symbol } }

    /// How closely it names an event: less is closer; nil if it does not listen to it.
    func rank(for key: EventKey) -> Int? {
        switch (kind, key) {
        case (.event, .host(let name)): return names(name) ? 1 : nil
        case (.select, .host(.submit)): return 1
        case (.event, .success): return names(.success) ? 1 : names(.reply) ? 2 : nil
        case (.event, .challenge): return names(.reply) ? 2 : nil
        case (.event, .invalid): return names(.invalid) ? 1 : nil
        case (.error, .error(let name)), (.challenge, .challenge(let name)), (.failure, .failure(let name)):
            if let name, names(name) { return 1 }
            return names(.any) ? 2 : nil
        case (.outcome, .outcome(let name)): return names(name) ? 1 : names(.any) ? 2 : nil
        default: return nil
        }
    }
}
