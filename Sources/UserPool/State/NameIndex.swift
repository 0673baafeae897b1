/// An index of users by name and alias.
struct NameIndex: Sendable {
    /// The indexed attributes.
    private static let attributes = ["email", "phone_number", "preferred_username"]
    private var idsByName: [String: String] = [:]
    private var idsByAttribute: [String: Set<String>] = [:]

    /// Returns the `sub` of the user with a name.
    func id(named name: String) -> String? { idsByName[name] }

    /// Returns the `sub`s of users with an attribute value, verified or not.
    func ids(_ attribute: String, _ value: String) -> Set<String> { idsByAttribute[Self.key(attribute, value)] ?? [] }

    /// A user's index entries.
    static func entries(of user: PoolUser) -> [String] {
        attributes.compactMap { name in user.attributes[name].map { key(name, $0) } }
    }

    mutating func insert(_ user: PoolUser) {
        idsByName[user.username] = user.id
        insert(user.id, Self.entries(of: user))
    }

    mutating func remove(_ user: PoolUser) {
        idsByName[user.username] = nil
        remove(user.id, Self.entries(of: user))
    }

    /// Replaces a user's entries.
    mutating func move(_ id: String, from old: [String], to new: [String]) {
        guard old != new else { return }
        remove(id, old)
        insert(id, new)
    }

    private mutating func insert(_ id: String, _ entries: [String]) {
        for entry in entries { idsByAttribute[entry, default: []].insert(id) }
    }

    private mutating func remove(_ id: String, _ entries: [String]) {
        for entry in entries {
            idsByAttribute[entry]?.remove(id)
            if idsByAttribute[entry]?.isEmpty == true { idsByAttribute[entry] = nil }
        }
    }

    private static func key(_ attribute: String, _ value: String) -> String { attribute + "=" + value }
}
