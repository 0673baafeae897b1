import FlowDiagnostics
import FlowSyntax

/// The events that a transition handles.
struct TransitionSelector: Sendable {
    /// The kind of event, named like its attribute.
    enum Kind: String, Sendable {
        case event, error, challenge, select, failure, outcome
    }

    private static let kinds: [(AttributeName, Kind)] = [
        (.event, .event), (.error, .error), (.challenge, .challenge), (.select, .select), (.failure, .failure),
        (.outcome, .outcome),
    ]

    /// The names of the events; `*` stands for all that are not named explicitly.
    let names: [Name]
    /// The place of the names, or of the element if there are none.
    let range: SourceRange
    // The kind comes last, so that it needs no padding: a flow can have very many transitions.
    let kind: Kind

    /// Reads the selector of an element.
    ///
    /// If the element has several selectors, the first in the order of `kinds` wins. If it has none, the result is a
    /// selector of events without names.
    init(_ element: AttributeDecoder) {
        var found: (kind: Kind, names: [Name], range: SourceRange)?
        // All attributes are read, because an audit counts how often each one is read.
        for (attribute, kind) in Self.kinds {
            guard let (names, range) = element.namesAndRange(attribute), found == nil else { continue }
            found = (kind, names, range)
        }
        (kind, names, range) = found ?? (.event, [], element.range)
    }

    /// Returns the selector as an attribute of `on`, for messages.
    func text(_ symbols: SymbolTable) -> String {
        let attribute = Self.kinds.first { $0.1 == kind }?.0 ?? .event
        return "on \(attribute.spelling)=\"\(symbols.texts(names.map(\.symbol)).joined(separator: " "))\""
    }

    /// Returns whether the selector lists a name.
    func contains(_ symbol: Symbol) -> Bool { names.contains { $0.symbol == symbol } }

    /// The rank of a selector that matches an event by its name.
    private static let byName = 1
    /// The rank of a selector that matches an event by `*` or `reply`.
    private static let byWildcard = 2
    /// The ranks of matching selectors, the most specific first.
    static let ranks = byName...byWildcard

    /// Returns how specifically the selector matches an event, or nil if it does not match.
    ///
    /// The result is `byName` or `byWildcard`. Every `on select` matches `submit` by name.
    func rank(for key: EventKey) -> Int? {
        switch (kind, key) {
        case (.event, .host(let name)): return contains(name) ? Self.byName : nil
        case (.select, .host(.submit)): return Self.byName
        case (.event, .success): return rank(naming: .success, wildcard: .reply)
        case (.event, .challenge): return contains(.reply) ? Self.byWildcard : nil
        case (.event, .invalid): return contains(.invalid) ? Self.byName : nil
        case (.error, .error(let name)), (.challenge, .challenge(let name)), (.failure, .failure(let name)):
            return rank(naming: name, wildcard: .any)
        case (.outcome, .outcome(let name)): return rank(naming: name, wildcard: .any)
        default: return nil
        }
    }

    /// Returns the rank of a selector that lists a name or a wildcard, or nil if it lists neither.
    private func rank(naming name: Symbol?, wildcard: Symbol) -> Int? {
        if let name, contains(name) { return Self.byName }
        return contains(wildcard) ? Self.byWildcard : nil
    }
}
