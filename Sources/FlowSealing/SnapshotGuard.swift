/// Remembers the latest snapshot of each sign-in, to prevent replay.
///
/// Sealing alone does not stop an attacker from resuming an older snapshot, which would restore used-up attempts.
///
/// If the guard's own store is restored from a backup, snapshots that were spent since then can be resumed again.
public protocol SnapshotGuard: Sendable {
    /// Returns the latest snapshot of a sign-in, or nil if the sign-in has ended or never began.
    /// - Throws: ``FlowSnapshotError/guardUnavailable`` if the guard's store cannot be read now.
    func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry?
    /// Replaces the latest snapshot atomically (compare-and-swap).
    ///
    /// If two callers replace the same snapshot, only one of them succeeds.
    /// - Parameters:
    ///   - former: the generation that must be stored now, or nil if the sign-in must not be stored.
    ///   - signIn: the id of the sign-in.
    ///   - entry: the successor, or nil to end the sign-in.
    /// - Throws: ``FlowSnapshotError/spent`` if another generation is stored; ``FlowSnapshotError/guardUnavailable``.
    func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        async throws(FlowSnapshotError)
    /// Removes the entries of abandoned sign-ins that have expired. Call it regularly, such as once an hour.
    ///
    /// A guard removes each entry whose ``SnapshotGuardEntry/expiry`` is `time` or earlier, but only if nobody has
    /// replaced it since it was read. No sign-in is lost, since an expired snapshot cannot be opened.
    /// - Parameter time: seconds since 1970, by the clock that the sign-ins use.
    /// - Throws: ``FlowSnapshotError/guardUnavailable``; ``FlowSnapshotError/cannotSweep`` if the store cannot list
    ///   entries.
    func sweep(before time: UInt64) async throws(FlowSnapshotError)
}

extension SnapshotGuard {
    /// Throws ``FlowSnapshotError/cannotSweep``, since a guard need not be able to list its entries.
    /// - Throws: ``FlowSnapshotError/cannotSweep``, always.
    public func sweep(before time: UInt64) async throws(FlowSnapshotError) { throw .cannotSweep }
}

/// The latest snapshot of a sign-in, as a guard stores it.
public struct SnapshotGuardEntry: Sendable, Hashable {
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
public actor MemorySnapshotGuard: SnapshotGuard {
    private var entries: [SnapshotID: SnapshotGuardEntry] = [:]

    /// Creates a guard that knows no sign-ins.
    public init() {}

    /// Returns the latest snapshot of a sign-in, or nil if the sign-in has ended or never began.
    public func entry(of signIn: SnapshotID) -> SnapshotGuardEntry? { entries[signIn] }

    /// Replaces the latest snapshot of a sign-in, or removes it and so ends the sign-in if `entry` is nil.
    /// - Throws: ``FlowSnapshotError/spent`` if another generation is stored.
    public func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        throws(FlowSnapshotError)
    {
        guard entries[signIn]?.generation == former else { throw .spent }
        entries[signIn] = entry
    }

    /// Removes the entries of sign-ins that have expired by `time`, and entries whose bytes are not a snapshot.
    public func sweep(before time: UInt64) async {
        entries = entries.filter { $0.value.expiry.map { $0 > time } ?? false }
    }
}
