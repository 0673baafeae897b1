import CognitoFlows
import CognitoHandlers

/// What one sign-in or refresh sees of a ``TokenShelf``: its tokens are kept unless their user has signed out since.
///
/// What the user answers is newer than a sign-out before it, so a sign-in that waits for a password outlives one.
final class ShelfVisit: CognitoTokenStore {
    private struct Content: Sendable {
        /// The shelf's age when the user or the app asked for tokens last.
        var since: Int
        var hasTokens = false
    }

    private let shelf: TokenShelf
    private let content: Locked<Content>

    init(_ shelf: TokenShelf) {
        self.shelf = shelf
        content = Locked(Content(since: shelf.age))
    }

    /// Hears that the user has answered. Once there are tokens it changes nothing: they were asked for before.
    func hearAnswer() {
        let age = shelf.age
        content.withLock { if !$0.hasTokens { $0.since = age } }
    }

    /// Keeps tokens, unless the user has signed out.
    /// - Returns: whether they were kept.
    @discardableResult
    func keep(_ tokens: CognitoTokens, of username: String) -> Bool {
        let since = content.withLock { content in
            content.hasTokens = true
            return content.since
        }
        return shelf.keep(tokens, of: username, since: since)
    }

    func current() -> (username: String, tokens: CognitoTokens)? { shelf.current() }

    func store(_ tokens: CognitoTokens, of username: String) { keep(tokens, of: username) }

    func clear(_ username: String?) { shelf.clear(username) }
}
