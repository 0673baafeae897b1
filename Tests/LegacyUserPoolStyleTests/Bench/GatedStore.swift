import CognitoHandlers

/// A host's store that is read only when the test opens it, as a key chain is slow at launch.
actor GatedStore: CognitoTokenStore {
    private let inner = MemoryTokenStore()
    private var isOpen: Bool
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(isOpen: Bool = false) { self.isOpen = isOpen }

    func shut() { isOpen = false }

    func open() {
        isOpen = true
        for reader in waiting { reader.resume() }
        waiting = []
    }

    func current() async -> (username: String, tokens: CognitoTokens)? {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        return await inner.current()
    }

    func store(_ tokens: CognitoTokens, of username: String) async { await inner.store(tokens, of: username) }

    func clear(_ username: String?) async { await inner.clear(username) }

    /// What is stored, however long reading takes.
    var stored: CognitoTokens? {
        get async { await inner.current()?.tokens }
    }
}
