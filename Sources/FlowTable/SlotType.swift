/// The types of a flow's data, as numbered in a table.
package enum SlotType: UInt8, CaseIterable, Sendable {
    case text, secret, digits, choice, list, map, bytes, session, flag

    /// Whether values of this type must never reach a trace, a diagram, an error text or an undisclosed presentation.
    package var isSecret: Bool { self == .secret || self == .session }
}
