public import FlowCore

/// A pending sign-in, ready to be sealed and stored.
public struct FlowSnapshot: Sendable, Redacted {
    /// The maximum size of a sealed snapshot: 1 MiB.
    public static let maximumSize = 1 << 20
    /// The length of the authentication tag after the encrypted bytes.
    static let tagSize = 16

    /// What the sign-in waits for.
    public enum Phase: UInt8, Sendable {
        /// The host's answer to a presented step.
        case presented = 0
        /// The reply to a request that the runner was about to send. The service may have performed the request.
        case calling = 1
    }

    /// The sign-in's id, the same in all of its snapshots.
    public let signIn: SnapshotID
    /// The snapshot's id, which distinguishes it from all others of the sign-in.
    public let generation: SnapshotID
    /// What the sign-in waits for.
    public let phase: Phase
    /// When the snapshot expires, in seconds since 1970.
    public let expiry: UInt64
    /// The session, including its secrets.
    public let state: FlowSessionState

    /// Creates the first snapshot of a sign-in.
    /// - Parameters:
    ///   - state: the session at a presented step.
    ///   - expiry: when the snapshot expires, in seconds since 1970.
    public init(first state: FlowSessionState, expiry: UInt64) {
        self.init(SnapshotID(), SnapshotID(), .presented, expiry, state)
    }

    init(_ signIn: SnapshotID, _ generation: SnapshotID, _ phase: Phase, _ expiry: UInt64, _ state: FlowSessionState) {
        self.signIn = signIn
        self.generation = generation
        self.phase = phase
        self.expiry = expiry
        self.state = state
    }

    /// Returns the snapshot that replaces this one, with the same expiry.
    /// - Parameters:
    ///   - state: the session after the event.
    ///   - phase: what the session is waiting for.
    /// - Returns: the successor, with a new generation.
    public func successor(_ state: FlowSessionState, _ phase: Phase) -> FlowSnapshot {
        FlowSnapshot(signIn, SnapshotID(), phase, expiry, state)
    }
}

/// A random identifier of 128 bits.
public struct SnapshotID: Sendable, Hashable, Redacted {
    /// The length of an id in bytes.
    public static let byteCount = 16
    /// The random bytes.
    public let bytes: [UInt8]

    /// Creates a new random id.
    public init() { bytes = SystemBytes.random(Self.byteCount) }

    /// Creates an id from stored bytes, or nil unless there are ``byteCount`` bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

/// Bytes of the system's random generator. A cloned process does not repeat them.
enum SystemBytes {
    /// Returns `count` random bytes that are fit for ids and salts.
    static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        // The last result of eight bytes can exceed the count by up to seven.
        bytes.reserveCapacity(count + 7)
        // Each call of the generator is a system call, so all bytes of its result are used.
        while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
        return Array(bytes.prefix(count))
    }
}

/// Reports why a snapshot cannot be sealed, stored, opened or resumed.
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
    /// The sign-in has ended or was abandoned, or a later snapshot of it has been stored, for example by another
    /// process.
    case spent
    /// The guard's store is not available now. Try again later.
    case guardUnavailable
    /// The guard's store cannot list entries, so entries of abandoned sign-ins remain.
    case cannotSweep
    /// The snapshot cannot be sealed: it or a part of it is too large (``FlowSnapshot/maximumSize``), or encryption
    /// fails.
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
