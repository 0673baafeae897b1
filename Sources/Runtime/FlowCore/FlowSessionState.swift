public import FlowTable

/// The state of a pending session, as an opaque value. Restore it with ``FlowSession/init(restoring:_:)``.
///
/// A state contains secrets, so printing it shows no values, and it is not `Codable`. FlowSealing encrypts it for
/// storage. A state belongs to one flow, identified by the identity of its table, or by the checksum if the table has
/// no identity.
public struct FlowSessionState: Sendable, Redacted {
    /// The name of the flow, for messages.
    package var flow: String
    package var checksum: UInt32
    /// A hash that identifies the flow, such as `TableIdentity` of FlowSealing. It is empty if the table was loaded
    /// without one.
    package var identity: [UInt8] = []
    package var state: Int
    /// The number of the state presented last since the start, if there was one.
    package var lastPresented: Int?
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
    /// The state belongs to another flow, or to another version of the flow. Start the flow again.
    case anotherTable
    /// The state is damaged, because no session of this table can be in this state.
    case damagedState

    /// The stable code.
    public var code: String {
        switch self {
        case .anotherTable: "another-table"
        case .damagedState: "damaged-state"
        }
    }
}

extension FlowSession {
    /// Whether the session presents a step, has ended, or waits for the service or a handler.
    ///
    /// It is false before the first start, and while a notification is pending.
    package var isWaitingOrEnded: Bool { presentation != nil || outcome != nil || request() != nil || work() != nil }

    /// The session's state, to restore it later. It is nil while a notification is pending.
    public var state: FlowSessionState? {
        guard !machine.isPaused else { return nil }
        var counters: [UInt8] = []
        for index in 0..<TableFormat.maximumCounters { counters.append(machine.counters[index]) }
        let last = machine.lastPresented == .max ? nil : Int(machine.lastPresented)
        var state = FlowSessionState(
            flow: table.name, checksum: table.checksum, state: Int(machine.state), lastPresented: last,
            counters: counters, values: parameters.values)
        state.presentedAt = presentedAt
        #if !hasFeature(Embedded)
            state.identity = table.identity
        #endif
        return state
    }

    /// Returns whether a state belongs to `table`. Compares the identities or, if the table has none, the checksums.
    private static func belongs(_ state: FlowSessionState, to table: TransitionTable) -> Bool {
        #if !hasFeature(Embedded)
            if !table.identity.isEmpty { return ConstantTime.isSame(state.identity, table.identity) }
        #endif
        return state.checksum == table.checksum
    }

    /// Returns whether a session of `table` can be in a state. Does not check the values of the slots.
    private static func isPossible(_ state: FlowSessionState, in table: TransitionTable) -> Bool {
        let layout = table.view.pointee
        guard state.state >= 0, state.state < layout.states, layout.kind(ofState: state.state) != .choice,
            state.counters.count == TableFormat.maximumCounters, state.values.count == layout.slots,
            (0...latest).contains(state.presentedAt)
        else { return false }
        guard let last = state.lastPresented else { return true }
        return last >= 0 && last < layout.presents
    }

    /// Creates a session that continues in a saved state.
    /// - Parameters:
    ///   - state: the value of ``state`` of an earlier session.
    ///   - table: the table of the same flow. If the table has an identity, the state must have the same identity. The
    ///     comparison takes constant time. Without an identity, the session compares checksums, which detects mistakes
    ///     but not forgery.
    /// - Throws: ``FlowRestoreError`` if the state belongs to another table, or if no session of this table can be in
    ///   the state.
    public init(restoring state: FlowSessionState, _ table: TransitionTable) throws(FlowRestoreError) {
        guard Self.belongs(state, to: table), UTF8Text.isSame(state.flow, table.name) else { throw .anotherTable }
        guard Self.isPossible(state, in: table) else { throw .damagedState }
        self.init(table)
        for (slot, value) in state.values.enumerated() {
            guard let value else { continue }
            guard value.fits(table.slotType(slot)) else { throw .damagedState }
            parameters.set(slot, value)
        }
        parameters.commit()
        presentedAt = state.presentedAt
        time = presentedAt
        var counters = SIMD16<UInt8>(repeating: 0)
        for index in 0..<TableFormat.maximumCounters { counters[index] = state.counters[index] }
        let last = state.lastPresented.map { UInt32(truncatingIfNeeded: $0) } ?? .max
        machine.restore(state: UInt32(truncatingIfNeeded: state.state), lastPresented: last, counters: counters)
    }
}

extension FlowValue {
    /// Returns whether a slot of `type` can hold the value.
    func fits(_ type: SlotType) -> Bool {
        switch (self, type) {
        case (.list, .list), (.map, .map): true
        case (.text, .list), (.text, .map), (.list, _), (.map, _): false
        case (.text(let text), .seconds): SlotType.seconds(text) != nil
        case (.text(let text), .instant): UTF8Text.number(text) != nil
        case (.text, _): true
        }
    }
}
