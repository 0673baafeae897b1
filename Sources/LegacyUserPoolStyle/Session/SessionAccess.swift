import CognitoFlows
import CognitoHandlers
import FlowRuntime

/// One sign-in or refresh with the pool's token cache: its tokens are kept unless their user has signed out since.
///
/// An answer of the user is newer than a sign-out before it, so a sign-in that waits for a password outlives one. Tokens that came of
/// other tokens, without an answer, are kept only with the lease that was taken on those.
final class SessionAccess: Sendable {
    /// The right to refresh the tokens of a user.
    struct Lease: Sendable {
        let id: String
        let username: String
    }

    private struct Content: Sendable {
        /// The cache's number of sign-outs when the user or the app asked for tokens last.
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

    /// Notes that the user has answered. Once there are tokens it changes nothing: they were asked for before.
    func hearAnswer() {
        let signOuts = cache.signOuts
        content.withLock { content in
            guard !content.hasTokens else { return }
            content.since = signOuts
            content.isAnswered = true
        }
    }

    /// Keeps tokens, unless the user has signed out.
    /// - Returns: whether they were kept, or were stored by the flow and are there still.
    /// - Throws: why they cannot be stored.
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
            isKept = try result.stored() == .done
        }
        self.content.withLock { $0.isStored = isKept }
        return isKept
    }

    private func keep(_ tokens: CognitoTokens, _ lease: Lease) async throws(FlowHandlerFailure) -> Bool {
        content.withLock { $0.lease = nil }
        let result = await cache.perform(isOwed: true) { _ in
            .endRefresh(of: lease.username, lease.id, .tokens(tokens))
        }
        guard try result.stored() == .superseded else { return true }
        // A session that was dropped meanwhile leaves the refresh token; whoever has signed out leaves nothing.
        return try await isThere(lease.username)
    }

    private func isThere(_ username: String) async throws(FlowHandlerFailure) -> Bool {
        try await cache.perform({ _ in .current(of: username) }).stored() != .nobody
    }

    /// Gives the right to refresh back, where nothing came of it.
    func giveBack() async {
        let lease = content.withLock { content in
            defer { content.lease = nil }
            return content.lease
        }
        guard let lease else { return }
        _ = await cache.perform(isOwed: true) { _ in .endRefresh(of: lease.username, lease.id, .failed) }
    }
}
