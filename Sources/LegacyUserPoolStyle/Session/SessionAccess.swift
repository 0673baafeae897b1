import CognitoFlows
import CognitoHandlers
import FlowRuntime

/// Access of one sign-in or refresh to the pool's token cache.
///
/// It stores tokens unless their user has signed out since. A user's answer is newer than any earlier sign-out, so a
/// sign-in that waits for a password survives one. Tokens from a refresh, without an answer, are stored only under the
/// lease taken on the old ones.
final class SessionAccess: Sendable {
    /// The right to refresh a user's tokens.
    struct Lease: Sendable {
        let id: String
        let username: String
    }

    private struct Content: Sendable {
        /// The cache's sign-out count at the last request for tokens.
        var since: Int
        var lease: Lease?
        var isAnswered = false
        var hasTokens = false
        /// Whether the flow has stored the tokens; nil before it tried.
        var isStored: Bool?
    }

    private let cache: TokenCache
    private let now: @Sendable () -> Int64
    private let content: Locked<Content>

    init(_ cache: TokenCache, lease: Lease? = nil, now: @escaping @Sendable () -> Int64) {
        self.cache = cache
        self.now = now
        content = Locked(Content(since: cache.signOuts, lease: lease))
    }

    /// Notes that the user has answered. Once there are tokens, it has no effect.
    func hearAnswer() {
        let signOuts = cache.signOuts
        content.withLock { content in
            guard !content.hasTokens else { return }
            content.since = signOuts
            content.isAnswered = true
        }
    }

    /// Stores tokens, unless the user has signed out.
    /// - Returns: whether they were stored, or the flow stored them and they are still there.
    /// - Throws: the reason why they cannot be stored.
    func keep(_ tokens: CognitoTokens, of username: String) async throws(FlowHandlerFailure) -> Bool {
        let content = content.withLock { content in
            content.hasTokens = true
            return content
        }
        cache.learnTime(from: tokens, now: now())
        if let isStored = content.isStored {
            guard isStored else { return false }
            return try await isThere(username)
        }
        let isKept: Bool
        if let lease = content.lease, !content.isAnswered {
            isKept = try await keep(tokens, lease)
        } else {
            let result = await cache.perform(signingIn: username) { isAlone in
                .signIn(tokens, of: username, isAlone: isAlone, since: content.since)
            }
            isKept = try result.get() == .done
        }
        self.content.withLock { $0.isStored = isKept }
        return isKept
    }

    private func keep(_ tokens: CognitoTokens, _ lease: Lease) async throws(FlowHandlerFailure) -> Bool {
        content.withLock { $0.lease = nil }
        let result = await cache.perform(isOwed: true) { _ in
            .endRefresh(of: lease.username, lease.id, .tokens(tokens))
        }
        guard try result.get() == .superseded else { return true }
        // A session dropped meanwhile leaves the refresh token; a sign-out leaves nothing.
        return try await isThere(lease.username)
    }

    private func isThere(_ username: String) async throws(FlowHandlerFailure) -> Bool {
        try await cache.perform({ _ in .current(of: username) }).get() != .nobody
    }

    /// Returns the right to refresh if no tokens were obtained.
    func giveBack() async {
        let lease = content.withLock { content in
            defer { content.lease = nil }
            return content.lease
        }
        guard let lease else { return }
        _ = await cache.perform(isOwed: true) { _ in .endRefresh(of: lease.username, lease.id, .failed) }
    }
}
