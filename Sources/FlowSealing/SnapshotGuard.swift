/// Remembers which snapshot of a sign-in is the last one. Sealing alone does not stop an older snapshot from being used again,
/// which would bring back attempts that were used up.
///
/// A guard whose own store is rewound, as from a backup, is rewound with it.
public protocol SnapshotGuard: Sendable {
    /// The last snapshot of a sign-in.
    /// - Returns: nil if the sign-in has ended or never began.
    /// - Throws: ``FlowSnapshotError/guardUnavailable``.
    func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry?
    /// Replaces the last snapshot by its successor, in one go: of two that replace one snapshot, one wins.
    /// - Parameters:
    ///   - former: the generation that must stand there; nil if none may.
    ///   - signIn: the sign-in.
    ///   - entry: the successor; nil ends the sign-in.
    /// - Throws: ``FlowSnapshotError/spent`` if another generation stands there; ``FlowSnapshotError/guardUnavailable``.
    func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        async throws(FlowSnapshotError)
    /// Removes the entries of sign-ins that nobody ended and whose time is over. A host calls it now and then, such as once an hour.
    ///
    /// A guard reads ``SnapshotGuardEntry/expiry`` of each entry and removes those where it is `time` or earlier. It removes an entry only
    /// if nobody has replaced it since it was read. No sign-in is lost by that: none of these snapshots can be opened any more.
    /// - Parameter time: seconds since 1970, by the clock that sign-ins get their time from.
    /// - Throws: ``FlowSnapshotError/guardUnavailable``; ``FlowSnapshotError/cannotSweep`` where the guard's store lists no entries.
    func sweep(before time: UInt64) async throws(FlowSnapshotError)
}

extension SnapshotGuard {
    /// For stores that cannot list entries.
    /// - Throws: ``FlowSnapshotError/cannotSweep``.
    public func sweep(before time: UInt64) async throws(FlowSnapshotError) { throw .cannotSweep }
}

/// The last snapshot of a sign-in.
public struct SnapshotGuardEntry: Sendable, Hashable {
    /// Which one it is.
    public let generation: SnapshotID
    /// The sealed snapshot.
    public let sealed: [UInt8]

    /// An entry.
    public init(generation: SnapshotID, sealed: [UInt8]) {
        self.generation = generation
        self.sealed = sealed
    }

    /// When the snapshot stops being good, in seconds since 1970, as its bytes say in clear. Nil if they are no snapshot.
    public var expiry: UInt64? { try? SnapshotHeader(of: sealed).expiry }
}

/// A guard that lasts as long as the process.
public actor MemorySnapshotGuard: SnapshotGuard {
    private var entries: [SnapshotID: SnapshotGuardEntry] = [:]

    /// A guard that knows no sign-in.
    public init() {}

    /// The last snapshot of a sign-in.
    public func entry(of signIn: SnapshotID) -> SnapshotGuardEntry? { entries[signIn] }

    /// Replaces the last snapshot by its successor.
    /// - Throws: ``FlowSnapshotError/spent``.
    public func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        throws(FlowSnapshotError)
    {
        guard entries[signIn]?.generation == former else { throw .spent }
        entries[signIn] = entry
    }

    /// Removes the entries of sign-ins whose time is over.
    public func sweep(before time: UInt64) async {
        entries = entries.filter { $0.value.expiry.map { $0 > time } ?? false }
    }
}
