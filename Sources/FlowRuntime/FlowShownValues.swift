public import FlowCore

/// Values that a flow shows, read by name with the types of the flow language.
public protocol FlowShownValues {
    /// The values, as a JSON object.
    var parameters: JSONValue { get }
}

extension FlowNotification: FlowShownValues {}

extension FlowShownValues {
    /// Returns a shown text, or nil if it is absent.
    public func text(_ name: String) -> String? { parameters[name]?.string }

    /// Returns a shown list, or nil if it is absent.
    public func list(_ name: String) -> [String]? { parameters[name]?.strings }

    /// Returns a shown map, or nil if it is absent.
    public func map(_ name: String) -> [String: String]? {
        guard let members = parameters[name]?.members else { return nil }
        let pairs = members.map { ($0.name, $0.value.string ?? $0.value.jsonText) }
        return Dictionary(pairs) { $1 }
    }

    /// Returns a shown flag, or nil if it is absent.
    public func flag(_ name: String) -> Bool? { text(name).map { $0 == "true" } }

    /// Returns a shown number of seconds, or nil if it is absent or no number.
    public func seconds(_ name: String) -> Duration? { text(name).flatMap { Int64($0) }.map { .seconds($0) } }
}
