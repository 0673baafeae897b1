package import FlowTable

/// Which values are left out of a request, a step or an end, for traces.
public enum FlowRedaction: UInt8, Sendable {
    /// None: what is sent or shown.
    case nothing
    /// Those of a secret type, disclosed ones too.
    case secrets
    /// Everything that people or a service wrote, too: all texts, lists and maps. Words, digits, flags and what the flow
    /// itself says stay.
    case values

    /// What stands in place of a value; nil if the value stays.
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
