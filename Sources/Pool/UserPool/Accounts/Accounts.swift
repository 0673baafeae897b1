/// The users of a pool by `sub`, each with a unique username, and the attempts with unknown usernames.
struct Accounts: Sendable, Codable {
    /// The maximum number of unknown usernames whose attempts are stored.
    private static let maxUnknownUsers = 4096

    /// Users by `sub`.
    private(set) var users: [String: PoolUser] = [:]
    /// An index of the users by name and attribute value. It is not stored, but rebuilt from the users.
    private var names = NameIndex()
    /// Attempts with usernames that do not exist, by the hash of the name. They are limited like those with existing
    /// usernames, so that a client cannot tell them apart.
    private var unknownUserAttempts: [String: AttemptLimiter] = [:]

    private enum CodingKeys: String, CodingKey {
        case users
        case unknownUserAttempts = "strangers"
    }

    init() {}

    /// Decodes the users, and rebuilds the index of names.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        users = try members.decode([String: PoolUser].self, forKey: .users)
        unknownUserAttempts = try members.decode([String: AttemptLimiter].self, forKey: .unknownUserAttempts)
        for (id, user) in users {
            guard id == user.id, names.id(named: user.username) == nil else {
                throw DecodingError.dataCorruptedError(
                    forKey: .users, in: members,
                    debugDescription: "a key is not its user's sub, or two users have the same username")
            }
            names.insert(user)
        }
    }

    /// Returns the user whose `sub` is `id`; nil if there is none.
    subscript(id: String?) -> PoolUser? { id.flatMap { users[$0] } }

    /// Returns the `sub` of the user with a username; nil if there is none.
    func id(named username: String) -> String? { names.id(named: username) }

    /// Returns the user whose `sub` or username is `name`; nil if there is none.
    func user(named name: String) -> PoolUser? { users[name] ?? self[id(named: name)] }

    /// Returns the users with a value of an indexed attribute, verified or not, oldest first.
    ///
    /// The indexed attributes are `email`, `phone_number` and `preferred_username`. For any other, there are no users.
    func users(attribute: String, value: String) -> [PoolUser] {
        let owners = names.ids(attribute: attribute, value: value).compactMap { users[$0] }
        return owners.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Returns whether a user has registered the passkey with this credential ID.
    func hasPasskey(_ id: [UInt8]) -> Bool {
        users.values.contains { $0.passkeys.contains { $0.credentialID == id } }
    }

    /// Adds a user whose username and `sub` nobody has.
    mutating func insert(_ user: PoolUser) {
        users[user.id] = user
        names.insert(user)
    }

    /// Removes the user whose `sub` is `id`, and returns whether there was one.
    mutating func remove(_ id: String) -> Bool {
        guard let user = users.removeValue(forKey: id) else { return false }
        names.remove(user)
        return true
    }

    /// Changes the user whose `sub` is `id`, if there is one, and updates the index of names.
    mutating func change(_ id: String, _ change: (inout PoolUser) -> Void) {
        // While the dictionary also contains the user, a change would copy it.
        guard var user = users.removeValue(forKey: id) else { return }
        let oldKeys = NameIndex.keys(of: user)
        change(&user)
        names.replaceKeys(of: id, from: oldKeys, to: NameIndex.keys(of: user))
        users[id] = user
    }

    // MARK: Attempts

    /// Returns the pending codes and failed attempts of the user whose `sub` is `id`. If `id` is nil, the user is
    /// unknown, and the name identifies the attempts.
    /// - Returns: an empty record if nothing was recorded, or the user was deleted.
    func attempts(of id: String?, named name: String) -> AttemptLimiter {
        guard let id else { return unknownUserAttempts[PoolState.storageKey(of: name)] ?? AttemptLimiter() }
        return users[id]?.trials ?? AttemptLimiter()
    }

    /// Changes the pending codes and failed attempts of the user whose `sub` is `id`. If `id` is nil, the user is
    /// unknown, and the name identifies the attempts.
    ///
    /// A new unknown name may exceed the maximum. The method then first removes the names that neither block attempts
    /// nor have an unexpired code. If there are none, it removes an arbitrary name.
    mutating func changeAttempts(
        of id: String?, named name: String, at now: Int64, _ change: (inout AttemptLimiter) -> Void
    ) {
        if let id { return self.change(id) { change(&$0.trials) } }
        let key = PoolState.storageKey(of: name)
        if unknownUserAttempts[key] == nil, unknownUserAttempts.count >= Self.maxUnknownUsers {
            unknownUserAttempts = unknownUserAttempts.filter { $0.value.isActive(at: now) }
            // An attacker cannot choose which entry the hash table has first.
            if unknownUserAttempts.count >= Self.maxUnknownUsers {
                unknownUserAttempts.remove(at: unknownUserAttempts.startIndex)
            }
        }
        change(&unknownUserAttempts[key, default: AttemptLimiter()])
    }
}

/// Finds users by username and by the values of some attributes, which are compared byte by byte. Swift's `==` treats a
/// composed and a decomposed é as equal; the service does not.
struct NameIndex: Sendable {
    /// The indexed attributes: those that a pool can use as sign-in names.
    private static let attributes = ["email", "phone_number", "preferred_username"]
    private var idsByName: [[UInt8]: String] = [:]
    private var idsByAttribute: [[UInt8]: Set<String>] = [:]

    /// Returns the `sub` of the user with a username, or nil if there is none.
    func id(named username: String) -> String? { idsByName[Array(username.utf8)] }

    /// Returns the `sub` of each user with a value of an indexed attribute, verified or not.
    func ids(attribute: String, value: String) -> Set<String> { idsByAttribute[Self.key(attribute, value)] ?? [] }

    /// Returns the keys of the attributes by which a user can be found.
    static func keys(of user: PoolUser) -> [[UInt8]] {
        attributes.compactMap { name in user.attributes[name].map { key(name, $0) } }
    }

    /// Adds a user under the username and the indexed attribute values.
    mutating func insert(_ user: PoolUser) {
        idsByName[Array(user.username.utf8)] = user.id
        insert(user.id, under: Self.keys(of: user))
    }

    /// Removes a user from the index of usernames and of attribute values.
    mutating func remove(_ user: PoolUser) {
        idsByName[Array(user.username.utf8)] = nil
        remove(user.id, from: Self.keys(of: user))
    }

    /// Replaces the keys of the user whose `sub` is `id` in the attribute index.
    mutating func replaceKeys(of id: String, from old: [[UInt8]], to new: [[UInt8]]) {
        guard old != new else { return }
        remove(id, from: old)
        insert(id, under: new)
    }

    /// Adds a user under each of the keys.
    private mutating func insert(_ id: String, under keys: [[UInt8]]) {
        for key in keys { idsByAttribute[key, default: []].insert(id) }
    }

    /// Removes a user from each of the keys.
    private mutating func remove(_ id: String, from keys: [[UInt8]]) {
        for key in keys {
            idsByAttribute[key]?.remove(id)
            if idsByAttribute[key]?.isEmpty == true { idsByAttribute[key] = nil }
        }
    }

    private static func key(_ attribute: String, _ value: String) -> [UInt8] { Array((attribute + "=" + value).utf8) }
}
