import CognitoHandlers

/// What is on a ``TokenShelf``, and when what was taken off it.
struct ShelfContent: Sendable {
    /// A change of the host's store; without tokens, the user's are forgotten there.
    typealias Write = (tokens: CognitoTokens?, username: String)

    /// When a user's tokens were forgotten, or their session alone; 0 is never.
    private struct Removal: Sendable {
        var clearedAt = 0
        var droppedAt = 0
    }

    /// By the bytes of the name, as the service compares them. A user without tokens has signed out.
    private var tokens: [[UInt8]: CognitoTokens?] = [:]
    private(set) var lastUser: String?
    private var isUserCleared = false
    /// Whether the host's store was read.
    private(set) var isLoaded = false
    var loading: Task<Void, Never>?
    var writing: Task<Void, Never>?
    /// Number of removals so far.
    private(set) var age = 0
    private var removals: [[UInt8]: Removal] = [:]
    private var allClearedAt = 0
    /// What was asked about the user whom the host's store has, before it was read.
    private var unread = Removal()

    /// The tokens of a user, which may be too old.
    func tokens(of username: String) -> CognitoTokens? { tokens[Array(username.utf8)] ?? nil }

    /// Takes over what the host's store has, unless something newer happened.
    mutating func read(_ stored: (username: String, tokens: CognitoTokens)?) -> [Write] {
        isLoaded = true
        guard let (username, stored) = stored else { return [] }
        let key = Array(username.utf8)
        if lastUser == nil, !isUserCleared { lastUser = username }
        guard tokens[key] == nil else { return [] }
        let removal = removals[key] ?? Removal()
        if max(removal.clearedAt, unread.clearedAt, allClearedAt) > 0 {
            tokens[key] = .some(nil)
            return [(nil, username)]
        }
        let isDropped = max(removal.droppedAt, unread.droppedAt) > 0
        let kept = isDropped ? stored.withoutSession : stored
        tokens[key] = .some(kept)
        return isDropped ? [(kept, username)] : []
    }

    /// Keeps tokens of a user, who is now the last one, unless they have signed out since.
    /// - Parameters:
    ///   - given: the tokens; without a refresh token the one from before stays.
    ///   - username: the user.
    ///   - since: the ``age`` when they were asked for. Where the session was dropped since, the refresh token alone
    ///     is kept.
    /// - Returns: the change; none where the user has signed out.
    mutating func keep(_ given: CognitoTokens, of username: String, since: Int) -> [Write] {
        let key = Array(username.utf8)
        let removal = removals[key] ?? Removal()
        guard removal.clearedAt <= since, allClearedAt <= since else { return [] }
        let complete = CognitoTokens(
            accessToken: given.accessToken, idToken: given.idToken,
            refreshToken: given.refreshToken ?? tokens(of: username)?.refreshToken)
        let kept = removal.droppedAt > since ? complete.withoutSession : complete
        tokens[key] = .some(kept)
        lastUser = username
        return [(kept, username)]
    }

    /// Forgets a user's tokens, or those of who signed in last; the name stays known.
    mutating func clear(_ username: String?) -> [Write] {
        age += 1
        guard let username = username ?? lastUser else {
            unread.clearedAt = age
            return []
        }
        let key = Array(username.utf8)
        removals[key, default: Removal()].clearedAt = age
        tokens[key] = .some(nil)
        return [(nil, username)]
    }

    /// Drops the access and id token of a user, or of who signed in last.
    mutating func drop(_ username: String?) -> [Write] {
        age += 1
        guard let username = username ?? lastUser else {
            unread.droppedAt = age
            return []
        }
        let key = Array(username.utf8)
        removals[key, default: Removal()].droppedAt = age
        guard let before = tokens(of: username), before.refreshToken != nil else { return [] }
        tokens[key] = .some(before.withoutSession)
        return [(before.withoutSession, username)]
    }

    /// Forgets who was signed in last.
    mutating func clearLastUser() {
        lastUser = nil
        isUserCleared = true
    }

    /// Forgets the tokens of every user, and who was signed in last.
    mutating func clearAll() -> [Write] {
        age += 1
        allClearedAt = age
        let names = tokens.keys.map { String(decoding: $0, as: UTF8.self) }
        tokens = tokens.mapValues { _ in nil }
        clearLastUser()
        return names.map { (nil, $0) }
    }
}

extension CognitoTokens {
    /// The refresh token alone: an access token that was dropped is kept as an empty one.
    fileprivate var withoutSession: CognitoTokens { CognitoTokens(accessToken: "", refreshToken: refreshToken) }
}
