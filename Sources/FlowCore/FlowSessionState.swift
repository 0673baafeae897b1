/// A pending session as plain values: what a host keeps to go on after it was stopped, or on another machine.
///
/// It holds secrets: seal it where it is kept. It belongs to exactly one flow, which ``identity`` names, or ``checksum`` where
/// its table has no identity.
public struct FlowSessionState: Sendable {
    /// The name of the flow, for messages.
    public var flow: String
    /// The checksum of the flow's table.
    public var checksum: UInt32
    /// Bytes that tell the flow from every other, such as the SHA-256 of its table (`TableIdentity` of FlowSealing): those that its table
    /// was loaded with. Empty if it was loaded with none.
    public var identity: [UInt8] = []
    /// Number of the state that the session stands in.
    public var state: Int
    /// Number of the state presented last since the start, if one was.
    public var lastPresented: Int?
    /// The counters of the flow: sixteen.
    public var counters: [UInt8]
    /// The values, one for each slot of the table; nothing where a parameter is absent.
    public var values: [FlowValue?]

    /// A state put together from its parts, such as those that were read from a store.
    /// - Parameters:
    ///   - flow: the name of the flow.
    ///   - checksum: the checksum of its table.
    ///   - state: number of the state.
    ///   - lastPresented: number of the state presented last.
    ///   - counters: sixteen counters.
    ///   - values: the values by slot.
    public init(
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
