import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime
public import Foundation

/// The access of one sign-in or refresh to the pool's token cache.
///
/// A sign-in does not store tokens if the user has signed out since their last answer. A sign-out while the sign-in
/// waits for the password therefore has no effect. A refresh stores tokens only if its lease on the old ones is still
/// valid.
final class SessionAccess: Sendable {
    /// The right to refresh a user's tokens.
    struct Lease: Sendable {
        let id: String
        let username: String
    }

    /// What changes during an access.
    private struct Content: Sendable {
        /// The cache's generation at the user's last answer or, before that, when the access began.
        var generation: Int
        /// The right to refresh the user's tokens; nil for a sign-in, and once it was returned.
        var lease: Lease?
        /// Whether the user has answered a step.
        var isAnswered = false
        var hasReceivedTokens = false
        /// Whether the tokens were stored; nil before the first attempt.
        var isStored: Bool?
    }

    private let cache: TokenCache
    private let now: @Sendable () -> Int64
    private let content: Locked<Content>

    /// Creates the access of a sign-in or, if there is a lease, of a refresh. `now` returns the seconds since 1970.
    init(_ cache: TokenCache, lease: Lease? = nil, now: @escaping @Sendable () -> Int64) {
        self.cache = cache
        self.now = now
        content = Locked(Content(generation: cache.generation, lease: lease))
    }

    /// Records that the user has answered a step. The call has no effect once the service has returned tokens.
    func recordAnswer() {
        let generation = cache.generation
        content.withLock { content in
            // Otherwise, an answer about remembering the device would hide a sign-out during the sign-in.
            guard !content.hasReceivedTokens else { return }
            content.generation = generation
            content.isAnswered = true
        }
    }

    /// Stores tokens, unless the user has signed out. After a success, only checks whether the tokens are still stored.
    /// - Returns: whether the tokens are stored.
    /// - Throws: an error if the store cannot be read or changed.
    func store(_ tokens: CognitoTokens, of username: String) async throws(FlowHandlerFailure) -> Bool {
        let current = content.withLock { content in
            content.hasReceivedTokens = true
            return content
        }
        cache.updateClockOffset(from: tokens, now: now())
        if let wasStored = current.isStored {
            guard wasStored else { return false }
            return try await hasTokens(of: username)
        }
        let isStored: Bool
        // If the user has answered a step, the refresh had failed, and the tokens come from a sign-in.
        if let lease = current.lease, !current.isAnswered {
            isStored = try await endRefresh(lease, storing: tokens)
        } else {
            let result = await cache.perform(signingIn: username) { isAlone in
                .signIn(tokens, of: username, isAlone: isAlone, since: current.generation)
            }
            isStored = try result.get() == .done
        }
        content.withLock { $0.isStored = isStored }
        return isStored
    }

    /// Stores the tokens of a refresh, and ends its lease.
    /// - Returns: whether the user still has tokens.
    private func endRefresh(_ lease: Lease, storing tokens: CognitoTokens) async throws(FlowHandlerFailure) -> Bool {
        content.withLock { $0.lease = nil }
        let result = await cache.perform(mustRun: true) { _ in
            .endRefresh(of: lease.username, lease.id, .tokens(tokens))
        }
        guard try result.get() == .superseded else { return true }
        // If only the session was cleared in the meantime, the refresh token remains. A sign-out removes everything.
        return try await hasTokens(of: lease.username)
    }

    /// Returns whether tokens of a user are stored.
    private func hasTokens(of username: String) async throws(FlowHandlerFailure) -> Bool {
        try await cache.perform({ _ in .current(of: username) }).get() != .nobody
    }

    /// Gives the lease back to the cache, so that another refresh can begin. If there is no lease, it does nothing.
    func returnLease() async {
        let lease = content.withLock { content in
            defer { content.lease = nil }
            return content.lease
        }
        guard let lease else { return }
        // A failure is ignored, because the lease then expires by itself.
        _ = await cache.perform(mustRun: true) { _ in .endRefresh(of: lease.username, lease.id, .failed) }
    }
}

/// A token of a session.
public final class AWSCognitoIdentityUserSessionToken: Sendable, Redacted {
    /// The encoded token.
    public let tokenString: String

    /// Creates a token, for example in tests of the host.
    public init(tokenString: String) {
        self.tokenString = tokenString
    }
}

/// The tokens of the signed-in user.
public final class AWSCognitoIdentityUserSession: Sendable, Redacted {
    /// The ID token, which identifies the user.
    public let idToken: AWSCognitoIdentityUserSessionToken?
    /// The access token, which authorizes requests for the user.
    public let accessToken: AWSCognitoIdentityUserSessionToken?
    /// The refresh token, which obtains new tokens without the user.
    public let refreshToken: AWSCognitoIdentityUserSessionToken?
    /// When the access token expires; nil if the token does not say.
    public let expirationTime: Date?
    /// The session's username from the service; empty if it returned none.
    let username: String
    /// The username that the sign-in started with, possibly an alias.
    private let requestedName: String

    /// Creates a session.
    /// - Parameters:
    ///   - tokens: the tokens that the service returned.
    ///   - username: the user whom the tokens belong to.
    ///   - requestedName: the name that the sign-in started with; nil if it is the username.
    init(_ tokens: CognitoTokens, of username: String, requestedName: String? = nil) {
        self.username = username
        self.requestedName = requestedName ?? username
        accessToken = AWSCognitoIdentityUserSessionToken(tokenString: tokens.accessToken)
        idToken = tokens.idToken.map { AWSCognitoIdentityUserSessionToken(tokenString: $0) }
        refreshToken = tokens.refreshToken.map { AWSCognitoIdentityUserSessionToken(tokenString: $0) }
        expirationTime = TokenClaims(tokens.accessToken)?.expiry.map {
            Date(timeIntervalSince1970: TimeInterval($0))
        }
    }

    /// Returns whether the session belongs to the user with a name. A nil name matches any user.
    ///
    /// Names are compared byte by byte, as the service does.
    func belongs(to name: String?) -> Bool {
        guard let name else { return true }
        return [username, requestedName].contains { $0.utf8.elementsEqual(name.utf8) }
    }
}
