package import FlowTable

/// Which values traces leave out of requests, steps and outcomes.
public enum FlowRedaction: UInt8, Sendable {
    /// None.
    case nothing
    /// Values of a secret type, even if the flow discloses them.
    case secrets
    /// Also everything that users or the service entered: all texts, lists and maps. Words, digits, flags and literals
    /// of the flow remain.
    case values

    /// Returns the text that replaces a value, or nil if the value remains.
    package func label(_ type: SlotType?, isSecret: Bool) -> String? {
        if self == .nothing { return nil }
        if isSecret { return "<redacted>" }
        guard self == .values, let type else { return nil }
        switch type {
        case .choice, .digits, .flag, .seconds: return nil
        default: return "<private>"
        }
    }
}
