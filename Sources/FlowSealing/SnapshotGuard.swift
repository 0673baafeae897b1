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
}
