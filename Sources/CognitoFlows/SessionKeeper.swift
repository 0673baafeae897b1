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

    /// A keeper of an app's tokens.
    package init(_ app: CognitoApp) {
        self.app = app
    }

    /// Who is signed in, with tokens that may be too old.
    package func kept() async -> (username: String, tokens: CognitoTokens)? {
        (try? await app.settings.tokens.current()) ?? nil
    }

    /// Keeps the tokens of a sign-in.
    package func keep(_ tokens: CognitoTokens, of username: String) async {
        try? await app.settings.tokens.store(tokens, of: username)
    }

    /// Forgets the tokens.
    package func forget() async { _ = try? await app.run(.signOut, [:]) }

    /// Tokens that can be used for some time to come.
    /// - Parameter anew: whether they are refreshed even if they can still be used.
    /// - Returns: the tokens, or what became of them.
    package func fresh(anew: Bool = false) async -> Standing {
        if let refreshing { return await refreshing.value }
        guard let (username, tokens) = await kept() else { return .signedOut }
        if !anew, tokens.areValid(at: app.settings.now()) { return .valid(username: username, tokens) }
        guard let refreshToken = tokens.refreshToken else { return .expired(username: username) }
        if let refreshing { return await refreshing.value }
        let work = Task { await refresh(refreshToken, of: username) }
        refreshing = work
        let standing = await work.value
        refreshing = nil
        return standing
    }

    private func refresh(_ refreshToken: String, of username: String) async -> Standing {
        let step: StyleStep
        do throws(StyleFailure) {
            step = try await app.run(
                .refresh, .inputs(["username": .string(username), "refreshToken": .string(refreshToken)]))
        } catch {
            return .failed(error)
        }
        guard let tokens = CognitoTokens(step) else { return .expired(username: username) }
        await keep(tokens, of: username)
        return .valid(username: username, tokens)
    }
}

extension CognitoTokens {
    /// The tokens that a step or an outcome discloses.
    package init?(_ step: StyleStep) {
        guard let access = step.text("accessToken") else { return nil }
        self.init(accessToken: access, idToken: step.text("idToken"), refreshToken: step.text("refreshToken"))
    }
}
