/// The types of parameters. The raw values are the types' names in the flow language.
package enum ValueType: String, Sendable, CaseIterable {
    case text, secret, digits, choice, list, map, bytes, session, flag, seconds
    /// The end of a deadline. Only slots that the compiler adds have this type, which the language does not have.
    case instant

    /// Whether values of this type are secret. A flow must disclose them explicitly to show them.
    package var isSecret: Bool { self == .secret || self == .session }
}
