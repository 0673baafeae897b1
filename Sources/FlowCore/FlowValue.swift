/// The value of a parameter.
///
/// Texts, secrets, digits, choices, bytes (as base64), sessions, flags (`true` or `false`) and times are ``text(_:)``.
public enum FlowValue: Sendable, Equatable {
    /// A text.
    case text(String)
    /// A list of texts.
    case list([String])
    /// A map from texts to texts, which keeps the order of its entries.
    case map([FlowEntry])

    /// Returns whether two values consist of the same bytes. It needs no Unicode tables.
    public static func == (left: FlowValue, right: FlowValue) -> Bool {
        switch (left, right) {
        case (.text(let a), .text(let b)): return UTF8Text.isSame(a, b)
        case (.list(let a), .list(let b)): return a.count == b.count && zip(a, b).allSatisfy { UTF8Text.isSame($0, $1) }
        case (.map(let a), .map(let b)): return a == b
        default: return false
        }
    }

    /// Whether the value counts as present. An empty list does not.
    package var isPresent: Bool {
        if case .list(let items) = self { return !items.isEmpty }
        return true
    }

    /// The text, or nil if this is a list or a map.
    public var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }
}
