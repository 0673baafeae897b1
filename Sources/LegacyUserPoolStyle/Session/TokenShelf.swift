import CognitoFlows
import CognitoHandlers
import FlowRuntime

/// The tokens of a pool's users on this device, and who was signed in last: readable at once, as the SDK's calls want
/// it.
///
/// The host's store is read once and then kept up to date, one change after the other. It knows the user who signed in
/// last; tokens of others stay as long as the process runs. An access token that was dropped is stored as an empty one.
/// What is asked for before the store was read is done to what is read then.
final class TokenShelf: CognitoTokenStore {
    private let store: any CognitoTokenStore
    private let content = Locked(ShelfContent())

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
        let stored = (try? await store.current()) ?? nil
        change { $0.read(stored) }
    }

    /// Who signed in last, even if they have signed out.
    var lastUser: String? { content.now.lastUser }

    /// Who signed in last, if that is known by now.
    /// - Returns: the name, or that there is none; nothing before the host's store was read.
    var settledUser: String?? {
        let content = content.now
        return content.isLoaded || content.lastUser != nil ? .some(content.lastUser) : .none
    }

    /// The tokens of a user, which may be too old.
    func tokens(of username: String?) -> CognitoTokens? { username.flatMap { content.now.tokens(of: $0) } }

    func current() -> (username: String, tokens: CognitoTokens)? {
        let content = content.now
        return content.lastUser.flatMap { name in content.tokens(of: name).map { (name, $0) } }
    }

    /// Number of times that something was taken off the shelf.
    var age: Int { content.now.age }

    /// Keeps the tokens of a user, who is now the last one, unless they have signed out since an ``age``.
    /// - Returns: whether they were kept.
    func keep(_ tokens: CognitoTokens, of username: String, since age: Int) -> Bool {
        change { $0.keep(tokens, of: username, since: age) }
    }

    /// Keeps the tokens of a user, who is now the last one; without a refresh token the one from before stays.
    func store(_ tokens: CognitoTokens, of username: String) {
        change { $0.keep(tokens, of: username, since: $0.age) }
    }

    /// Forgets a user's tokens, or those of who signed in last; the name stays known.
    func clear(_ username: String?) { change { $0.clear(username) } }

    /// Drops the access and id token of a user, or of who signed in last, so that they are refreshed.
    func dropSession(of username: String?) { change { $0.drop(username) } }

    /// Forgets who was signed in last.
    func clearLastUser() { content.withLock { $0.clearLastUser() } }

    /// Forgets the tokens of every user, and who was signed in last.
    func clearAll() { change { $0.clearAll() } }

    /// Changes the content and then the host's store, in order.
    /// - Returns: whether there was anything to change.
    @discardableResult
    private func change(_ change: (inout ShelfContent) -> [ShelfContent.Write]) -> Bool {
        content.withLock { content in
            let writes = change(&content)
            guard !writes.isEmpty else { return false }
            let before = content.writing
            content.writing = Task { [store] in
                await before?.value
                for (tokens, username) in writes {
                    guard let tokens else {
                        try? await store.clear(username)
                        continue
                    }
                    try? await store.store(tokens, of: username)
                }
            }
            return true
        }
    }
}
