/// The types of data. The raw values are the language's words.
package enum ValueType: String, Sendable, CaseIterable {
    case text, secret, digits, choice, list, map, bytes, session, flag, seconds
    /// The end of a deadline, for slots that the compiler makes; no word of the language.
    case instant

    /// Whether values must never be shown undisclosed.
    package var isSecret: Bool { self == .secret || self == .session }
}
