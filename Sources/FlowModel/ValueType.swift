/// The types of data. The raw values are the language's words.
package enum ValueType: String, Sendable, CaseIterable {
    case text, secret, digits, choice, list, map, bytes, session, flag, seconds

    /// Whether values must never be shown undisclosed.
    package var isSecret: Bool { self == .secret || self == .session }
}
