public import FlowCore

/// A pending sign-in as it is kept.
public struct FlowSnapshot: Sendable {
    /// No snapshot is larger, sealed: 1 MiB.
    public static let maximumSize = 1 << 20
    /// Bytes of the tag behind the sealed bytes.
    static let tagSize = 16

    /// Where the sign-in stands.
    public enum Phase: UInt8, Sendable {
        /// At a presented step.
        case presented = 0
        /// A request was about to leave, and its fate is unknown. The session stands in the state of the call.
        case calling = 1
    }

    /// The sign-in that it is of: the same for all its snapshots.
    public let signIn: SnapshotID
    /// Tells it apart from every other snapshot of the sign-in.
    public let generation: SnapshotID
    /// Where the sign-in stands.
    public let phase: Phase
    /// When it stops being good, in seconds since 1970.
    public let expiry: UInt64
    /// The session. It holds secrets.
    public let state: FlowSessionState

    /// The first snapshot of a sign-in.
    /// - Parameters:
    ///   - state: the session at a presented step.
    ///   - expiry: when it stops being good, in seconds since 1970.
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

    /// The snapshot that takes this one's place; its time is the same.
    /// - Parameters:
    ///   - state: the session after the event.
    ///   - phase: where it stands.
    /// - Returns: the successor.
    public func successor(_ state: FlowSessionState, _ phase: Phase) -> FlowSnapshot {
        FlowSnapshot(signIn, SnapshotID(), phase, expiry, state)
    }
}

/// 128 random bits.
public struct SnapshotID: Sendable, Hashable {
    /// Number of bytes.
    public static let byteCount = 16
    /// The bytes.
    public let bytes: [UInt8]

    /// An id that nothing else has.
    public init() { bytes = SystemBytes.random(Self.byteCount) }

    /// An id that was written before.
    /// - Returns: nil unless there are ``byteCount`` bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

/// Bytes of the system's generator, which a clone of a process does not repeat.
enum SystemBytes {
    static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
