/// The three kinds of document, each with a grammar.
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

    /// The kind that a root element stands for, nil for others.
    package init?(rootName: ElementName) {
        guard let kind = Self.allCases.first(where: { $0.rootName == rootName }) else { return nil }
        self = kind
    }

    /// What people call a file of this kind.
    package var description: String {
        switch self {
        case .flow: "flow"
        case .service: "service description"
        case .scenario: "scenario file"
        }
    }
}
