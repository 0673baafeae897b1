import CognitoHandlers
import FlowRuntime

/// The person who signs in.
protocol User: Sendable {
    func show(_ text: String) async
    /// Returns the answer, or nil to cancel.
    func ask(_ prompt: String) async -> String?
}

/// Signs a user in, and stores the token.
func signIn(_ name: String, _ session: SignIn, _ tokens: TokenCache, _ user: some User) async throws {
    _ = try await session.start(SignIn.Inputs(clientID: "app-client", username: name))
    var refusal: FlowRefusal?
    while let step = await session.step {
        do {
            switch step {
            case .typeTheCode(let it):
                if let problem = refusal?.message ?? it.error?.message { await user.show(problem) }
                refusal = nil
                switch await user.ask("Code sent to \(it.sentTo ?? "you")") {
                case "resend": _ = try await it.resend()
                case let code?: _ = try await it.submit(code: code)
                case nil: _ = try await it.cancel()
                }
            case .ended(.signedIn(let it)):
                return try await tokens.store(CognitoTokens(accessToken: it.accessToken), of: name)
            case .ended(.expired): return await user.show("The time limit has expired.")
            case .ended(.failed(let it)): return await user.show(it.error?.message ?? "The sign-in was canceled.")
            }
        } catch let error as FlowRefusal {
            refusal = error
        }
    }
}
