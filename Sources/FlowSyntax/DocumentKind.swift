/// A kind of document, each with its own grammar.
package enum DocumentKind: String, Hashable, Sendable, CaseIterable {
    /// A flow: root element `flow`.
    case flow
    /// A service description: root element `service`.
    case service
    /// Scenarios: root element `scenarios`.
    case scenario

    /// The name of the root element.
    package var rootName: ElementName {
        switch self {
        case .flow: .flow
        case .service: .service
        case .scenario: .scenarios
        }
    }

    /// Creates the kind whose documents have a root element, or returns nil if no kind has that root.
    package init?(rootName: ElementName) {
        guard let kind = Self.allCases.first(where: { $0.rootName == rootName }) else { return nil }
        self = kind
    }

    /// The name of the kind in messages.
    package var description: String {
        switch self {
        case .flow: "flow"
        case .service: "service description"
        case .scenario: "scenario file"
        }
    }
}
