package enum DocumentKind: String, Hashable, Sendable, CaseIterable {
    /// A flow: root element `flow`.
    case flow
    /// A service description: root element `service`.
    case service
    /// Scenarios: root element `scenarios`.
    case scenario

    package var rootName: ElementName {
        switch self {
        case .flow: .flow
        case .service: .service
        case .scenario: .scenarios
        }
    }

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
