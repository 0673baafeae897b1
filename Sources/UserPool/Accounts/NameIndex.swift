/// Finds users by username and by attribute value.
struct NameIndex: Sendable {
    /// The attributes that can be aliases.
    private static let attributes = ["email", "phone_number", "preferred_username"]
    private var idsByName: [String: String] = [:]
    private var idsByAttribute: [String: Set<String>] = [:]

    /// Returns the `sub` of the user with a username, or nil if there is none.
    func id(named username: String) -> String? { idsByName[username] }

    /// Returns the `sub` of each user with an attribute value, verified or not.
    func ids(attribute: String, value: String) -> Set<String> { idsByAttribute[Self.key(attribute, value)] ?? [] }

    /// Returns the keys of the attributes by which a user can be found.
    static func keys(of user: PoolUser) -> [String] {
        attributes.compactMap { name in user.attributes[name].map { key(name, $0) } }
    }

    /// Adds a user under the username and the indexed attribute values.
    mutating func insert(_ user: PoolUser) {
        idsByName[user.username] = user.id
        insert(user.id, under: Self.keys(of: user))
    }

    /// Removes a user from the index of usernames and of attribute values.
    mutating func remove(_ user: PoolUser) {
        idsByName[user.username] = nil
        remove(user.id, from: Self.keys(of: user))
    }

    /// Replaces the keys of the user whose `sub` is `id` in the attribute index.
    mutating func replaceKeys(of id: String, from old: [String], to new: [String]) {
        guard old != new else { return }
        remove(id, from: old)
        insert(id, under: new)
    }

    /// Adds a user under each of the keys.
    private mutating func insert(_ id: String, under keys: [String]) {
        for key in keys { idsByAttribute[key, default: []].insert(id) }
    }

    /// Removes a user from each of the keys.
    private mutating func remove(_ id: String, from keys: [String]) {
        for key in keys {
            idsByAttribute[key]?.remove(id)
            if idsByAttribute[key]?.isEmpty == true { idsByAttribute[key] = nil }
        }
    }

    /// Returns the key of an attribute with a value.
    private static func key(_ attribute: String, _ value: String) -> String { attribute + "=" + value }
}
