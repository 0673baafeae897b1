/// The owner of a password, as the hashes include it.
package struct SRPIdentity: Sendable, Equatable {
    /// The pool's name: its id after the first underscore. For a device, its group key.
    package let realm: String
    /// `USER_ID_FOR_SRP`. For a device, its key.
    package let user: String

    /// Creates the identity of a user in a pool, or of a device in its group.
    package init(realm: String, user: String) {
        self.realm = realm
        self.user = user
    }

    /// Returns the pool's name, which is `AbC` for the id `eu-west-1_AbC`.
    /// - Returns: nil if the id has no underscore, or if no name follows it.
    package static func poolName(ofID id: String) -> String? {
        guard let underscore = id.firstIndex(of: "_") else { return nil }
        let name = id[id.index(after: underscore)...]
        return name.isEmpty ? nil : String(name)
    }
}
