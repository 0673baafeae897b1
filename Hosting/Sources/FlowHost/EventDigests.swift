import Crypto
import FlowRuntime
import FlowSealing

/// Recognizes an event that a client sends again, by a digest that only the nodes can compute.
///
/// The digests are keyed. An attacker who reads Redis therefore cannot guess a code by computing digests.
struct EventDigests: Sendable, Redacted {
    private let keys: [SymmetricKey]

    /// Creates digests under keys that are derived from the keys of a ring. The newest key makes digests.
    ///
    /// While the keys are rotated, another node may have another newest key.
    init(_ ring: SnapshotKeyring) {
        let salt = Array(SHA256.hash(data: Array("flow host: the key of event digests".utf8)))
        keys = ring.ringsOfOneKey.compactMap { ring in
            let tag = try? ring.seal([], authenticating: salt, salt: salt)
            return tag.map { SymmetricKey(data: $0) }
        }
    }

    /// Returns the digest of an event, 16 bytes; zeros if there is no event, or no key could be derived.
    func digest(of event: StepEvent?) -> [UInt8] {
        guard let event, let key = keys.first else { return [UInt8](repeating: 0, count: SnapshotID.byteCount) }
        return Self.digest(of: event, using: key)
    }

    /// Returns whether a digest is of an event. The comparison with each key takes constant time.
    func isDigest(_ digest: [UInt8], of event: StepEvent) -> Bool {
        keys.contains { key in
            let own = Self.digest(of: event, using: key)
            return own.count == digest.count && zip(own, digest).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }
    }

    private static func digest(of event: StepEvent, using key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: event.bytes, using: key).prefix(SnapshotID.byteCount))
    }
}
