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

    let kind: Kind
    /// The names of the events; `*` stands for all that are not named explicitly.
    let names: [Name]
    /// The place of the names, or of the element if there are none.
    let range: SourceRange

    /// Reads the selector of an element. If there are several, the first in the order of the kinds wins.
    init(_ element: AttributeDecoder) {
        var found: (kind: Kind, names: [Name], range: SourceRange)?
        for (attribute, kind) in Self.kinds {
            guard let (names, range) = element.namesAndRange(attribute), found == nil else { continue }
            found = (kind, names, range)
        }
        (kind, names, range) = found ?? (.event, [], element.range)
    }

    /// Returns the selector as it is written, for messages.
    func text(_ symbols: SymbolTable) -> String {
        let attribute = Self.kinds.first { $0.1 == kind }?.0 ?? .event
        return "on \(attribute.spelling)=\"\(symbols.texts(names.map(\.symbol)).joined(separator: " "))\""
    }

    /// Returns whether the selector lists a name.
    func contains(_ symbol: Symbol) -> Bool { names.contains { $0.symbol == symbol } }

    /// The ranks of matching selectors, the most specific first.
    static let ranks = 1...2

    /// Returns how specifically the selector matches an event: 1 by name, 2 by `*` or `reply`, nil if not at all.
    func rank(for key: EventKey) -> Int? {
        switch (kind, key) {
        case (.event, .host(let name)): return contains(name) ? 1 : nil
        case (.select, .host(.submit)): return 1
        case (.event, .success): return contains(.success) ? 1 : contains(.reply) ? 2 : nil
        case (.event, .challenge): return contains(.reply) ? 2 : nil
        case (.event, .invalid): return contains(.invalid) ? 1 : nil
        case (.error, .error(let name)), (.challenge, .challenge(let name)), (.failure, .failure(let name)):
            if let name, contains(name) { return 1 }
            return contains(.any) ? 2 : nil
        case (.outcome, .outcome(let name)): return contains(name) ? 1 : contains(.any) ? 2 : nil
        default: return nil
        }
    }
}
