package import CognitoHandlers
import FlowCore
import FlowRuntime

/// Keeps the tokens of who is signed in, and fresh: one refresh at a time, whoever asks for them.
package actor SessionKeeper {
    /// What became of the tokens.
    package enum Standing: Sendable {
        /// They can be used.
        case valid(username: String, CognitoTokens)
        /// Nobody is signed in.
        case signedOut
        /// The refresh token is no longer accepted: this user must sign in again.
        case expired(username: String)
        /// They could not be refreshed now; they are kept.
        case failed(StyleFailure)
    }

    private let app: CognitoApp
    private var refreshing: Task<Standing, Never>?
    /// Grows with each sign-in and sign-out: what a refresh brings that began before is too late.
    private var epoch = 0
    /// Whether the service refused the refresh token of who is signed in: they may sign in again over it.
    package private(set) var isRefused = false

    /// A keeper of an app's tokens.
    package init(_ app: CognitoApp) {
        self.app = app
    }

    /// Who is signed in, with tokens that may be too old.
    package func kept() async -> (username: String, tokens: CognitoTokens)? {
        (try? await app.settings.tokens.current()) ?? nil
    }

    /// Keeps the tokens of a sign-in.
    /// - Throws: why they cannot be stored.
    package func keep(_ tokens: CognitoTokens, of username: String) async throws(StyleFailure) {
        epoch += 1
        refreshing = nil
        isRefused = false
        try await store(tokens, of: username)
    }

    /// Forgets the tokens.
    package func forget() async {
        epoch += 1
        refreshing = nil
        isRefused = false
        _ = try? await app.run(.signOut, [:])
    }

    private func store(_ tokens: CognitoTokens, of username: String) async throws(StyleFailure) {
        do throws(FlowHandlerFailure) {
            try await app.settings.tokens.store(tokens, of: username)
        } catch {
            throw StyleFailure(type: error.name, message: error.message)
        }
    }

    /// Tokens that can be used for some time to come.
    /// - Parameter anew: whether they are refreshed even if they can still be used.
    /// - Returns: the tokens, or what became of them.
    package func fresh(anew: Bool = false) async -> Standing {
        if let refreshing { return await refreshing.value }
        let kept: (username: String, tokens: CognitoTokens)?
        do throws(FlowHandlerFailure) {
            kept = try await app.settings.tokens.current()
        } catch {
            return .failed(StyleFailure(type: error.name, message: error.message))
        }
        guard let (username, tokens) = kept else { return .signedOut }
        if !anew, tokens.areValid(at: app.settings.now()) { return .valid(username: username, tokens) }
        guard let refreshToken = tokens.refreshToken else { return .expired(username: username) }
        // Others may have begun while the store was read.
        if let refreshing { return await refreshing.value }
        let begun = epoch
        let work = Task { await refresh(refreshToken, inPlaceOf: tokens, of: username) }
        refreshing = work
        let standing = await work.value
        if epoch == begun { refreshing = nil }
        return standing
    }

    /// Tokens of another account than those from before are a failure, and nothing is kept of them.
    private func refresh(
        _ refreshToken: String, inPlaceOf former: CognitoTokens, of username: String
    ) async -> Standing {
        let begun = epoch
        do throws(StyleFailure) {
            let step = try await app.run(
                .refresh,
                .inputs([
                    "username": .string(username), "refreshToken": .string(refreshToken),
                    "accessToken": .string(former.accessToken),
                ]))
            // Somebody signed in or out meanwhile: these tokens are nobody's.
            guard epoch == begun else { return .signedOut }
            guard let tokens = CognitoTokens(step) else {
                isRefused = true
                return .expired(username: username)
            }
            try await store(tokens, of: username)
            return .valid(username: username, tokens)
        } catch {
            return .failed(error)
        }
    }
}

extension CognitoTokens {
    /// The tokens that a step or an outcome discloses.
    package init?(_ step: StyleStep) {
        guard let access = step.text("accessToken") else { return nil }
        self.init(accessToken: access, idToken: step.text("idToken"), refreshToken: step.text("refreshToken"))
    }
}
