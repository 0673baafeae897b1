/// The state of a pending session, as an opaque value. Restore it with ``FlowSession/init(restoring:_:)``.
///
/// A state contains secrets, so its values cannot be printed or serialized. FlowSealing encrypts it for storage. A state
/// belongs to one flow, identified by the identity of its table, or by the checksum if the table has no identity.
public struct FlowSessionState: Sendable {
    /// The name of the flow, for messages.
    package var flow: String
    /// The checksum of the flow's table.
    package var checksum: UInt32
    /// A hash that identifies the flow, such as `TableIdentity` of FlowSealing. It is empty if the table was loaded
    /// without one.
    package var identity: [UInt8] = []
    /// The number of the current state.
    package var state: Int
    /// The number of the state presented last since the start, if there was one.
    package var lastPresented: Int?
    /// The sixteen counters of the flow.
    package var counters: [UInt8]
    /// When the current step was presented, in milliseconds since 1970.
    package var presentedAt: Int64 = 0
    /// The value of each slot of the table; nil where a parameter is absent.
    package var values: [FlowValue?]

    /// Creates a state from parts that were stored.
    /// - Parameters:
    ///   - flow: the name of the flow.
    ///   - checksum: the checksum of the flow's table.
    ///   - state: the number of the current state.
    ///   - lastPresented: the number of the state presented last, or nil if there was none.
    ///   - counters: the sixteen counters.
    ///   - values: the value of each slot.
    package init(
        flow: String, checksum: UInt32, state: Int, lastPresented: Int?, counters: [UInt8], values: [FlowValue?]
    ) {
        self.flow = flow
        self.checksum = checksum
        self.state = state
        self.lastPresented = lastPresented
        self.counters = counters
        self.values = values
    }
}

/// Reports why a state cannot be restored.
public enum FlowRestoreError: Error, Sendable, Equatable {
    /// The state belongs to another flow, or to another compilation of the flow. Start the flow again.
    case anotherTable
    /// The state was damaged, since no session of this table can be in it.
    case damagedState

    /// The stable code.
    public var code: String {
        switch self {
        case .anotherTable: "another-table"
        case .damagedState: "damaged-state"
        }
    }
}
