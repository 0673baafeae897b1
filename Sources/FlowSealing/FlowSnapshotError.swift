/// Why a snapshot cannot be sealed, opened or gone on with.
public enum FlowSnapshotError: Error, Sendable, Hashable {
    /// The bytes are no snapshot, or were changed.
    case broken
    /// The key that sealed it is not in the keyring.
    case unknownKey
    /// Its time is over.
    case expired
    /// It belongs to another table.
    case anotherTable
    /// It belongs to another pool, app client or user.
    case anotherBinding(SnapshotBinding.Part)
    /// A later snapshot of the sign-in was stored by someone else, or the sign-in has ended.
    case spent
    /// The guard's store cannot be asked now; nothing was sent.
    case guardUnavailable
    /// The guard's store lists no entries, so that those of abandoned sign-ins stay.
    case cannotSweep
    /// The session is larger than ``FlowSnapshot/maximumSize`` or stands where it cannot be kept.
    case notKept

    /// The stable code.
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
