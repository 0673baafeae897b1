import CognitoFlows
import FlowRuntime

/// `app` is `try CognitoApp(CognitoConfiguration(file: "amplify_outputs.json"))`, which needs `import CognitoClient`.
func signIn(_ app: CognitoApp, _ name: String, ask: (_ message: String?) async -> String) async throws -> String? {
    let session: ShippedFlow.PasswordlessEmail = try app.session()
    _ = try await session.start(.init(username: name, clientID: app.clientID))
    while true {
        do throws(FlowRefusal) {
            switch await session.step {
            case .confirmSignInWithEmailCode(let it): _ = try await it.submit(code: ask(it.error?.message))
            case .confirmSignInWithSMSCode(let it): _ = try await it.submit(code: ask(it.error?.message))
            case .confirmSignInWithTOTPCode(let it): _ = try await it.submit(code: ask(it.error?.message))
            case .continueSignInWithMFASelection(let it):
                _ = try await it.submit(.init(rawValue: ask("One of \(it.allowedMFATypes)")) ?? .emailOTP)
            case .ended(.signedIn(let it)): return it.accessToken
            case .ended, nil: return nil
            }
        } catch { print(error.message) }
    }
}
