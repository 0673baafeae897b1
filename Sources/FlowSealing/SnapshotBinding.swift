internal import Crypto

/// The pool, app client and user that a snapshot belongs to. It opens only for the same three.
public struct SnapshotBinding: Sendable {
    /// A part of a binding.
    public enum Part: Sendable, Hashable, CaseIterable {
        /// The user pool.
        case pool
        /// The app client.
        case client
        /// The user or device, as the host identifies it.
        case user
    }

    /// SHA-256 of each part, in the order of ``Part``.
    let digests: [[UInt8]]

    /// Creates a binding to a pool, an app client and a user.
    /// - Parameters:
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    ///   - user: how the host identifies the user or the device, such as the id of a web session. It may be empty.
    public init(poolID: String, clientID: String, user: [UInt8] = []) {
        digests = [Array(poolID.utf8), Array(clientID.utf8), user].map { Array(SHA256.hash(data: $0)) }
    }
}
