internal import Crypto

/// Whom a snapshot belongs to. It opens for the same three values alone.
public struct SnapshotBinding: Sendable {
    /// A part of a binding.
    public enum Part: Sendable, Hashable, CaseIterable {
        /// The user pool.
        case pool
        /// The app client.
        case client
        /// What the host binds the sign-in to.
        case user
    }

    /// SHA-256 of each part, in the order of ``Part``.
    let digests: [[UInt8]]

    /// A binding.
    /// - Parameters:
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    ///   - user: what the host knows the user or the device by, such as the id of a web session; empty if nothing.
    public init(poolID: String, clientID: String, user: [UInt8] = []) {
        digests = [Array(poolID.utf8), Array(clientID.utf8), user].map { Array(SHA256.hash(data: $0)) }
    }
}
