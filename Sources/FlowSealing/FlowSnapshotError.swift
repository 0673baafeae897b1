/// Reports why a snapshot cannot be sealed, opened or resumed.
public enum FlowSnapshotError: Error, Sendable, Hashable {
    /// The bytes are not a snapshot, or were changed.
    case broken
    /// The keyring does not contain the key that sealed the snapshot.
    case unknownKey
    /// The snapshot has expired.
    case expired
    /// The snapshot belongs to another table.
    case anotherTable
    /// The snapshot belongs to another pool, app client or user. The part is the first that differs.
    case anotherBinding(SnapshotBinding.Part)
    /// The sign-in has ended, or a later snapshot of it has been stored, for example by another process.
    case spent
    /// The guard's store is not available. Nothing was sent.
    case guardUnavailable
    /// The guard's store cannot list entries, so entries of abandoned sign-ins remain.
    case cannotSweep
    /// The session is too large, or is in a state that cannot be stored. The limit is ``FlowSnapshot/maximumSize``.
    case notKept

    /// The error's stable code, which does not change between versions.
    public var code: String {
        switch self {
        case .broken: "broken-snapshot"
        case .unknownKey: "unknown-key"
        case .expired: "expired-snapshot"
        case .anotherTable: "another-table"
        case .anotherBinding: "another-binding"
        case .spent: "spent-snapshot"
        case .guardUnavailable: "guard-unavailable"
        case .cannotSweep: "cannot-sweep"
        case .notKept: "snapshot-not-kept"
        }
    }
}
