import CognitoFlows
import CognitoHandlers
import FlowRuntime

/// The tokens of a pool's users on this device, and who was signed in last: readable at once, as the SDK's calls want
/// it.
///
/// The host's store is read once and then kept up to date, one change after the other. It knows the user who signed in
/// last; tokens of others stay as long as the process runs. An access token that was dropped is stored as an empty one.
final class TokenShelf: CognitoTokenStore {
    private struct Content: Sendable {
        /// By the bytes of the name, as the service compares them. A user without tokens has signed out.
        var tokens: [[UInt8]: CognitoTokens?] = [:]
        var lastUser: String?
        var isUserCleared = false
        var loading: Task<Void, Never>?
        var writing: Task<Void, Never>?
    }

    private let store: any CognitoTokenStore
    private let content = Locked(Content())

    init(_ store: any CognitoTokenStore) {
        self.store = store
    }

    /// Reads the host's store, once.
    func load() async {
        let loading = content.withLock { content in
            let task = content.loading ?? Task { await self.read() }
            content.loading = task
            return task
        }
        await loading.value
    }

    private func read() async {
        guard let (username, tokens) = (try? await store.current()) ?? nil else { return }
        content.withLock { content in
            let key = Array(username.utf8)
            // What happened since is newer than what was stored.
            if content.tokens[key] == nil { content.tokens[key] = .some(tokens) }
            if content.lastUser == nil, !content.isUserCleared { content.lastUser = username }
        }
    }

    /// Who signed in last, even if they have signed out.
    var lastUser: String? { content.now.lastUser }

    /// The tokens of a user, which may be too old.
    func tokens(of username: String?) -> CognitoTokens? {
        username.flatMap { content.now.tokens[Array($0.utf8)] ?? nil }
    }

    func current() -> (username: String, tokens: CognitoTokens)? {
        lastUser.flatMap { name in tokens(of: name).map { (name, $0) } }
    }

    /// Keeps the tokens of a user, who is now the last one; without a refresh token the one from before stays.
    func store(_ tokens: CognitoTokens, of username: String) {
        change { content in
            let before = content.tokens[Array(username.utf8)] ?? nil
            let kept = CognitoTokens(
                accessToken: tokens.accessToken, idToken: tokens.idToken,
                refreshToken: tokens.refreshToken ?? before?.refreshToken)
            content.tokens[Array(username.utf8)] = .some(kept)
            content.lastUser = username
            return (kept, username)
        }
    }

    /// Forgets a user's tokens, or those of who signed in last; the name stays known.
    func clear(_ username: String?) {
        guard let username = username ?? lastUser else { return }
        change { content in
            content.tokens[Array(username.utf8)] = .some(nil)
            return (.none, username)
        }
    }

    /// Drops a user's access and id token, so that they are refreshed.
    func dropSession(of username: String?) {
        guard let username, let refreshToken = tokens(of: username)?.refreshToken else { return }
        change { content in
            let kept = CognitoTokens(accessToken: "", refreshToken: refreshToken)
            content.tokens[Array(username.utf8)] = .some(kept)
            return (kept, username)
        }
    }

    /// Forgets who was signed in last.
    func clearLastUser() {
        content.withLock { content in
            content.lastUser = nil
            content.isUserCleared = true
        }
    }

    /// Forgets the tokens of every user, and who was signed in last.
    func clearAll() {
        let names = content.now.tokens.keys
        for name in names { clear(String(decoding: name, as: UTF8.self)) }
        clearLastUser()
    }

    /// Changes the content and then the host's store, in order.
    private func change(_ change: (inout Content) -> (tokens: CognitoTokens?, username: String)) {
        content.withLock { content in
            let (tokens, username) = change(&content)
            let before = content.writing
            content.writing = Task { [store] in
                await before?.value
                guard let tokens else {
                    try? await store.clear(username)
                    return
                }
                try? await store.store(tokens, of: username)
            }
        }
    }
}
