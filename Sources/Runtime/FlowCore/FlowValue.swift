import FlowTable

/// The value of a parameter.
///
/// Texts, secrets, digits, choices, bytes (as base64), sessions, flags (`true` or `false`), numbers of seconds and the
/// ends of deadlines are ``text(_:)``.
public enum FlowValue: Sendable, Equatable, Redacted {
    /// A text.
    case text(String)
    /// A list of texts.
    case list([String])
    /// A map from texts to texts, which keeps the order of its entries.
    case map([FlowEntry])

    /// Returns whether two values consist of the same bytes. The comparison needs no Unicode tables.
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

    /// Returns the value of `type` that a literal text stands for. The items of a list are the words of the text.
    static func literal(_ text: String, _ type: SlotType) -> FlowValue {
        type == .list ? .list(UTF8Text.words(text)) : .text(text)
    }
}

/// One entry of a map.
public struct FlowEntry: Sendable, Equatable, Redacted {
    /// The key, unique within its map.
    public var key: String
    /// The value.
    public var value: String

    /// Creates an entry with a key and its value.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }

    /// Returns the entries without duplicate keys: each key has its last value, at the position of the first.
    ///
    /// If the fuel runs out, the result lacks entries.
    static func withoutDuplicateKeys(_ entries: [FlowEntry], _ fuel: inout Fuel) -> [FlowEntry] {
        var result: [FlowEntry] = []
        var places = TextPlaces(entries.count)
        for entry in entries {
            fuel.spend(Fuel.change)
            if let index = places.find(entry.key, among: { result[$0].key }, &fuel) {
                result[index] = entry
            } else {
                if fuel.isSpent { break }
                places.add(entry.key, &fuel)
                result.append(entry)
            }
        }
        return result
    }

    /// Returns the entries without duplicate keys: each key has its last value, at the position of the first.
    ///
    /// The result is nil if the hashes of too many keys collide, because comparing them all would take too long.
    static func withoutDuplicateKeys(_ entries: [FlowEntry]) -> [FlowEntry]? {
        // The fuel is enough for a few comparisons of each key. Only keys that were chosen to collide need more.
        let changesPerKey = 8
        let readsPerKey = 4
        var fuel = Fuel(0)
        for entry in entries { fuel.add(Fuel.change * changesPerKey + entry.key.utf8.count * readsPerKey) }
        let result = withoutDuplicateKeys(entries, &fuel)
        return fuel.isSpent ? nil : result
    }

    /// Returns whether two entries have keys and values with the same bytes. The comparison needs no Unicode tables.
    public static func == (left: FlowEntry, right: FlowEntry) -> Bool {
        UTF8Text.isSame(left.key, right.key) && UTF8Text.isSame(left.value, right.value)
    }
}

#if hasFeature(Embedded)
    /// A type that may contain secrets. Embedded Swift cannot dump values.
    public protocol Redacted {}
#else
    /// A type that may contain secrets. Printing, dumping or interpolating a value shows only its description.
    ///
    /// The default description is the type's name, followed by `(secret)`. A type may instead show values that are not
    /// secret, such as the name of a step. `.ci/redaction.txt` lists the public types that do not conform, each with a
    /// reason.
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
/// Unless the redaction is ``nothing``, the messages of pending errors are empty, because a message may quote any
/// value.
public enum FlowRedaction: UInt8, Sendable {
    /// Replaces no values.
    case nothing
    /// Replaces secrets, even if the flow discloses them.
    ///
    /// Secrets are the values of a secret type, and the inputs that the service or a handler declares secret.
    case secrets
    /// Replaces secrets, and all other values except choices, digits, flags, seconds and literals of the flow.
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
