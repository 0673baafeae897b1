import FlowTable

#if hasFeature(Embedded)
    /// A type that may contain secrets. Embedded Swift cannot dump values.
    public protocol Redacted {}
#else
    /// A type that may contain secrets. Printing, dumping or interpolating a value shows only its description.
    ///
    /// The default description is the type's name. A type may add what is not secret, such as the name of a step.
    /// `.ci/check-redaction` lists the public types that do not conform, each with a reason.
    public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

    extension Redacted {
        /// The type's name, and a note that the value is secret.
        public var description: String { "\(Self.self)(secret)" }
        /// The same as `description`.
        public var debugDescription: String { description }
        /// A mirror without children.
        public var customMirror: Mirror {
            Mirror(self, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
        }
    }
#endif

/// The values that a trace shows only as placeholders, in requests, handler inputs, steps, notifications and outcomes.
///
/// Unless the redaction is ``nothing``, the messages of pending errors are empty, since a message may quote any value.
public enum FlowRedaction: UInt8, Sendable {
    /// Replaces no values.
    case nothing
    /// Replaces values of a secret type, even if the flow discloses them.
    case secrets
    /// Replaces secrets, and all texts, lists and maps that come from users or the service. Words, digits, flags and
    /// literals of the flow remain.
    case values

    /// Returns the text that replaces a value in a trace, or nil if the trace shows the value.
    ///
    /// `type` is the type of the value's slot, or nil for a literal of the flow.
    func placeholder(for type: SlotType?, isSecret: Bool) -> String? {
        if self == .nothing { return nil }
        if isSecret { return "<redacted>" }
        guard self == .values, let type else { return nil }
        switch type {
        case .choice, .digits, .flag, .seconds: return nil
        default: return "<private>"
        }
    }
}
