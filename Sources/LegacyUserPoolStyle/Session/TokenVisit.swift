import CognitoFlows
import CognitoHandlers
import FlowRuntime

/// One sign-in or refresh with the pool's token cache: its tokens are kept unless their user has signed out since.
///
/// An answer of the user is newer than a sign-out before it, so a sign-in that waits for a password outlives one.
final class TokenVisit: Sendable {
    private struct Content: Sendable {
        /// The cache's number of sign-outs when the user or the app asked for tokens last.
        var since: Int
        var hasTokens = false
        var refreshes = false
    }

    private let cache: TokenCache
    private let content: Locked<Content>

    init(_ cache: TokenCache) {
        self.cache = cache
        content = Locked(Content(since: cache.signOuts))
    }

    /// Whether the tokens come of other tokens: nothing is kept where another process has removed those.
    var refreshes: Bool {
        get { content.now.refreshes }
        set { content.withLock { $0.refreshes = newValue } }
    }

    /// Notes that the user has answered. Once there are tokens it changes nothing: they were asked for before.
    func hearAnswer() {
        let signOuts = cache.signOuts
        content.withLock { content in
            guard !content.hasTokens else { return }
            content.since = signOuts
            content.refreshes = false
        }
    }

    /// Keeps tokens, unless the user has signed out.
    /// - Returns: whether they were kept.
    /// - Throws: why they cannot be stored.
    func keep(_ tokens: CognitoTokens, of username: String) async throws(FlowHandlerFailure) -> Bool {
        let content = content.withLock { content in
            content.hasTokens = true
            return content
        }
        let result = await cache.perform(signingIn: username) { isAlone in
            .signIn(
                tokens, of: username, isAlone: isAlone, since: content.since, refreshes: content.refreshes)
        }
        if case .failed(let failure) = result { throw FlowHandlerFailure(failure) }
        return result == .done
    }
}
