public import FlowCore

/// Snapshots of sign-ins of which only the last one can be gone on with.
///
/// A snapshot is spent before its event's request leaves: ``spend(_:for:_:)`` stores the successor in its place. A process that
/// is killed before leaves the old snapshot as the last one; one that is killed after leaves the successor, whose phase says
/// that the request's fate is unknown.
public struct GuardedSnapshots: Sendable {
    private let sealer: SnapshotSealer
    private let keeper: any SnapshotGuard

    /// Snapshots of one flow.
    /// - Parameters:
    ///   - sealer: what seals and opens them.
    ///   - keeper: what remembers the last one.
    public init(_ sealer: SnapshotSealer, guardedBy keeper: any SnapshotGuard) {
        self.sealer = sealer
        self.keeper = keeper
    }

    /// Keeps a sign-in for the first time.
    /// - Returns: the snapshot, and its sealed bytes for the host to keep.
    /// - Throws: ``FlowSnapshotError``.
    public func begin(_ state: FlowSessionState, expiry: UInt64)
        async throws(FlowSnapshotError) -> (snapshot: FlowSnapshot, sealed: [UInt8])
    {
        let snapshot = FlowSnapshot(first: state, expiry: expiry)
        let sealed = try sealer.seal(snapshot)
        try await keeper.replace(
            nil, of: snapshot.signIn, by: SnapshotGuardEntry(generation: snapshot.generation, sealed: sealed))
        return (snapshot, sealed)
    }

    /// The last snapshot of the sign-in that sealed bytes are of: these themselves, or what took their place.
    /// - Parameters:
    ///   - bytes: the sealed bytes.
    ///   - now: seconds since 1970.
    /// - Returns: the last snapshot.
    /// - Throws: ``FlowSnapshotError``; `spent` if the sign-in has ended.
    public func resume(_ bytes: [UInt8], now: UInt64) async throws(FlowSnapshotError) -> FlowSnapshot {
        let kept = try sealer.open(bytes, now: now)
        guard let entry = try await keeper.entry(of: kept.signIn) else { throw .spent }
        guard entry.generation != kept.generation else { return kept }
        let last = try sealer.open(entry.sealed, now: now)
        guard last.signIn == kept.signIn, last.generation == entry.generation else { throw .broken }
        return last
    }

    /// Spends a snapshot for its successor. Nothing may be sent before it returns.
    /// - Parameters:
    ///   - snapshot: the snapshot that the event is of.
    ///   - state: the session after the event.
    ///   - phase: where it stands.
    /// - Returns: the successor, and its sealed bytes.
    /// - Throws: ``FlowSnapshotError``; `spent` if another event was faster.
    public func spend(_ snapshot: FlowSnapshot, for state: FlowSessionState, _ phase: FlowSnapshot.Phase)
        async throws(FlowSnapshotError) -> (snapshot: FlowSnapshot, sealed: [UInt8])
    {
        let next = snapshot.successor(state, phase)
        return (next, try await replace(snapshot, by: next))
    }

    /// Stores a snapshot in the place of another.
    /// - Returns: its sealed bytes.
    func replace(_ former: FlowSnapshot, by next: FlowSnapshot) async throws(FlowSnapshotError) -> [UInt8] {
        let sealed = try sealer.seal(next)
        try await keeper.replace(
            former.generation, of: former.signIn, by: SnapshotGuardEntry(generation: next.generation, sealed: sealed))
        return sealed
    }

    /// Whether nothing goes on with a sign-in any more.
    func hasEnded(_ signIn: SnapshotID) async throws(FlowSnapshotError) -> Bool {
        try await keeper.entry(of: signIn) == nil
    }

    /// Ends the sign-in of a snapshot.
    /// - Throws: ``FlowSnapshotError``.
    public func end(_ snapshot: FlowSnapshot) async throws(FlowSnapshotError) {
        try await keeper.replace(snapshot.generation, of: snapshot.signIn, by: nil)
    }
}
