import Crypto
import FlowRuntime
import FlowSealing

/// Recognizes an event that a client sends again, by a digest that only the nodes can compute.
///
/// Whoever reads Redis must not be able to try codes until a digest matches.
struct EventDigests: Sendable, Redacted {
    private let key: SymmetricKey?

    /// Creates digests under a key that is derived from the newest key of a keyring.
    init(_ keys: SnapshotKeyring) {
        let salt = Array(SHA256.hash(data: Array("flow host: the key of event digests".utf8)))
        let tag = try? keys.seal([], authenticating: salt, salt: salt)
        key = tag.map { SymmetricKey(data: $0) }
    }

    /// Returns the digest of an event, 16 bytes; zeros if there is no event, or no key could be derived.
    func digest(of event: StepEvent?) -> [UInt8] {
        guard let event, let key else { return [UInt8](repeating: 0, count: SnapshotID.byteCount) }
        return Array(HMAC<SHA256>.authenticationCode(for: event.bytes, using: key).prefix(SnapshotID.byteCount))
    }

    /// Returns whether two digests are of the same event, in constant time. Zeros are of no event.
    func isSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.count == second.count && zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
            && first.contains { $0 != 0 }
    }
}
