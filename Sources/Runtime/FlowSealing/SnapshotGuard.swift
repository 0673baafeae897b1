public import FlowCore

/// A guard, which stores the latest snapshot of each sign-in to prevent replay.
///
/// Sealing alone does not stop an attacker from resuming an older snapshot, which would restore used-up attempts.
///
/// If somebody restores the guard's own store from a backup, the guard accepts snapshots that were spent after the
/// backup.
public protocol SnapshotGuard: Sendable {
    /// Returns the latest snapshot of a sign-in; nil if the sign-in has ended, was swept, or never began.
    /// - Throws: ``FlowSnapshotError/guardUnavailable`` if the guard's store cannot be read now.
    func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry?
    /// Replaces the latest snapshot atomically (compare-and-swap).
    ///
    /// If two callers replace the same snapshot, only one of them succeeds.
    /// - Parameters:
    ///   - previous: the generation that must be stored now, or nil if the sign-in must not be stored.
    ///   - signIn: the id of the sign-in.
    ///   - entry: the successor, or nil to end the sign-in.
    /// - Throws: ``FlowSnapshotError/spent`` if the stored generation is not `previous`, for example because the
    ///   sign-in has ended; ``FlowSnapshotError/guardUnavailable`` if the guard's store is not available now.
    func replace(_ previous: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        async throws(FlowSnapshotError)
    /// Removes the entries of abandoned sign-ins that have expired. Call it regularly, such as once an hour.
    ///
    /// A guard removes each entry whose ``SnapshotGuardEntry/expiry`` is `time` or earlier, but only if nobody has
    /// replaced it since the guard read it. No sign-in is lost, because nobody can open an expired snapshot.
    /// - Parameter time: seconds since 1970, by the clock that the sign-ins use.
    /// - Throws: ``FlowSnapshotError/guardUnavailable``; ``FlowSnapshotError/cannotSweep`` if the store cannot list
    ///   entries.
    func sweep(before time: UInt64) async throws(FlowSnapshotError)
}

extension SnapshotGuard {
    /// Throws ``FlowSnapshotError/cannotSweep``, because a guard need not be able to list its entries.
    /// - Throws: ``FlowSnapshotError/cannotSweep``, always.
    public func sweep(before time: UInt64) async throws(FlowSnapshotError) { throw .cannotSweep }
}

/// The latest snapshot of a sign-in, as a guard stores it.
public struct SnapshotGuardEntry: Sendable, Hashable, Redacted {
    /// The snapshot's generation.
    public let generation: SnapshotID
    /// The sealed snapshot.
    public let sealed: [UInt8]

    /// Creates an entry with a snapshot's generation and its sealed bytes.
    public init(generation: SnapshotID, sealed: [UInt8]) {
        self.generation = generation
        self.sealed = sealed
    }

    /// When the snapshot expires, in seconds since 1970, or nil if the bytes are not a snapshot.
    ///
    /// The expiry is read from the header, which is not encrypted.
    public var expiry: UInt64? { try? SnapshotHeader(of: sealed).expiry }
}

/// A guard in memory. Its entries are lost when the process ends.
public actor MemorySnapshotGuard: SnapshotGuard, Redacted {
    private var entries: [SnapshotID: SnapshotGuardEntry] = [:]

    /// Creates a guard that knows no sign-ins.
    public init() {}

    /// Returns the latest snapshot of a sign-in; nil if the sign-in has ended, was swept, or never began.
    public func entry(of signIn: SnapshotID) -> SnapshotGuardEntry? { entries[signIn] }

    /// Replaces the latest snapshot of a sign-in. A nil `entry` ends the sign-in.
    /// - Throws: ``FlowSnapshotError/spent`` if the stored generation is not `previous`. If `previous` is nil, the
    ///   sign-in must not be stored.
    public func replace(_ previous: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        throws(FlowSnapshotError)
    {
        guard entries[signIn]?.generation == previous else { throw .spent }
        entries[signIn] = entry
    }

    /// Removes the entries of sign-ins that have expired by `time`, and entries whose bytes are not a snapshot.
    public func sweep(before time: UInt64) async {
        entries = entries.filter { entry in
            guard let expiry = entry.value.expiry else { return false }
            return expiry > time
        }
    }
}

/// Sealed snapshots, of which a host can resume only the latest of each sign-in.
///
/// From the first step on, ``SnapshotJournal`` replaces the latest snapshot with its successor before each request. A
/// host without a runner does this with ``spend(_:for:_:)``. If the process is killed before this replacement, the
/// old snapshot remains the latest. If the process is killed afterward, the successor is the latest, and its phase says
/// that the service may have received the request.
public struct GuardedSnapshots: Sendable, Redacted {
    private let sealer: SnapshotSealer
    private let guardStore: any SnapshotGuard

    /// Creates guarded snapshots for the sign-ins of one flow.
    /// - Parameters:
    ///   - sealer: encrypts and decrypts the snapshots.
    ///   - guardStore: the guard, which remembers the latest snapshot of each sign-in.
    public init(_ sealer: SnapshotSealer, guardedBy guardStore: any SnapshotGuard) {
        self.sealer = sealer
        self.guardStore = guardStore
    }

    /// Seals the first snapshot of a sign-in, and stores it in the guard.
    /// - Returns: the snapshot, and its sealed bytes for the host to store.
    /// - Throws: ``FlowSnapshotError``.
    public func begin(_ state: FlowSessionState, expiry: UInt64)
        async throws(FlowSnapshotError) -> (snapshot: FlowSnapshot, sealed: [UInt8])
    {
        let snapshot = FlowSnapshot(first: state, expiry: expiry)
        let sealed = try sealer.seal(snapshot)
        try await guardStore.replace(
            nil, of: snapshot.signIn, by: SnapshotGuardEntry(generation: snapshot.generation, sealed: sealed))
        return (snapshot, sealed)
    }

    /// Returns the latest snapshot of a sign-in, which is the given one or a successor.
    /// - Parameters:
    ///   - bytes: the sealed bytes of any snapshot of the sign-in.
    ///   - now: the current time, in seconds since 1970.
    /// - Returns: the latest snapshot, decrypted.
    /// - Throws: ``FlowSnapshotError``; `spent` if the sign-in has ended.
    public func resume(_ bytes: [UInt8], now: UInt64) async throws(FlowSnapshotError) -> FlowSnapshot {
        let kept = try sealer.open(bytes, now: now)
        guard let entry = try await guardStore.entry(of: kept.signIn) else { throw .spent }
        guard entry.generation != kept.generation else { return kept }
        let last = try sealer.open(entry.sealed, now: now)
        guard last.signIn == kept.signIn, last.generation == entry.generation else { throw .broken }
        return last
    }

    /// Replaces a snapshot with its successor in the guard. Do not send the event's request before this call returns.
    /// - Parameters:
    ///   - snapshot: the snapshot before the event.
    ///   - state: the session after the event.
    ///   - phase: what the session is waiting for.
    /// - Returns: the successor, and its sealed bytes.
    /// - Throws: ``FlowSnapshotError``; `spent` if the snapshot is no longer the latest, or if the sign-in has ended.
    public func spend(_ snapshot: FlowSnapshot, for state: FlowSessionState, _ phase: FlowSnapshot.Phase)
        async throws(FlowSnapshotError) -> (snapshot: FlowSnapshot, sealed: [UInt8])
    {
        let next = snapshot.successor(state, phase)
        return (next, try await replace(snapshot, by: next))
    }

    /// Seals a snapshot, and replaces the previous one with it in the guard.
    /// - Returns: the sealed bytes of the new snapshot.
    /// - Throws: ``FlowSnapshotError``; `spent` if `previous` is not the latest snapshot in the guard.
    func replace(_ previous: FlowSnapshot, by next: FlowSnapshot) async throws(FlowSnapshotError) -> [UInt8] {
        let sealed = try sealer.seal(next)
        try await guardStore.replace(
            previous.generation, of: previous.signIn,
            by: SnapshotGuardEntry(generation: next.generation, sealed: sealed))
        return sealed
    }

    /// Returns the generation of the latest snapshot of a sign-in; nil if the sign-in has ended.
    /// - Throws: ``FlowSnapshotError/guardUnavailable`` if the guard's store cannot be read now.
    func generation(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotID? {
        try await guardStore.entry(of: signIn)?.generation
    }

    /// Returns the sealed bytes of a snapshot, without a change in the guard.
    /// - Throws: ``FlowSnapshotError`` if the snapshot cannot be sealed.
    func seal(_ snapshot: FlowSnapshot) throws(FlowSnapshotError) -> [UInt8] { try sealer.seal(snapshot) }

    /// Ends the sign-in of a snapshot, so that it cannot be resumed.
    /// - Throws: ``FlowSnapshotError``; `spent` if `snapshot` is not the latest snapshot in the guard.
    public func end(_ snapshot: FlowSnapshot) async throws(FlowSnapshotError) {
        try await guardStore.replace(snapshot.generation, of: snapshot.signIn, by: nil)
    }
}
