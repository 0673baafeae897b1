/// Whose password is proved: the part of it that goes into hashes.
package struct SRPIdentity: Sendable, Equatable {
    /// The name of the pool, that is, its id from behind the first underscore; for a device its group key.
    package let realm: String
    /// `USER_ID_FOR_SRP`; for a device its key.
    package let user: String

    /// A user of a pool, or a device of a device group.
    package init(realm: String, user: String) {
        self.realm = realm
        self.user = user
    }

    /// The pool's name: `AbC` for the id `eu-west-1_AbC`.
    /// - Returns: nothing if the id has no underscore or nothing behind it.
    package static func poolName(ofID id: String) -> String? {
        guard let underscore = id.firstIndex(of: "_") else { return nil }
        let name = id[id.index(after: underscore)...]
        return name.isEmpty ? nil : String(name)
    }
}
