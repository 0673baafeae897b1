/// Where a pending session stands, as an opaque value: another session can go on from it (``FlowSession/init(restoring:_:)``).
///
/// It holds secrets, so it shows none of its values and has no bytes. FlowSealing seals it for keeping. It belongs to exactly one flow,
/// which ``identity`` names, or ``checksum`` where its table has no identity.
public struct FlowSessionState: Sendable {
    /// The name of the flow, for messages.
    package var flow: String
    /// The checksum of the flow's table.
    package var checksum: UInt32
    /// Bytes that tell the flow from every other, such as the SHA-256 of its table (`TableIdentity` of FlowSealing): those that its table
    /// was loaded with. Empty if it was loaded with none.
    package var identity: [UInt8] = []
    /// Number of the state that the session stands in.
    package var state: Int
    /// Number of the state presented last since the start, if one was.
    package var lastPresented: Int?
    /// The counters of the flow: sixteen.
    package var counters: [UInt8]
    /// When the step was presented: milliseconds since 1970.
    package var presentedAt: Int64 = 0
    /// The values, one for each slot of the table; nil where a parameter is absent.
    package var values: [FlowValue?]

    /// A state put together from its parts, such as those that were read from a store.
    /// - Parameters:
    ///   - flow: the name of the flow.
    ///   - checksum: the checksum of its table.
    ///   - state: number of the state.
    ///   - lastPresented: number of the state presented last.
    ///   - counters: sixteen counters.
    ///   - values: the values by slot.
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

/// Why a kept state cannot be gone on with.
public enum FlowRestoreError: Error, Sendable, Equatable {
    /// The state belongs to another flow, or to the same one compiled from other sources: start anew.
    case anotherTable
    /// The state says what no session of this table can be in: it was damaged.
    case damagedState

    /// The stable code.
    public var code: String {
        switch self {
        case .anotherTable: "another-table"
        case .damagedState: "damaged-state"
        }
    }
}
