import CognitoFlows
import FlowRuntime

/// `app` is your app client: `try CognitoApp(CognitoConfiguration(file: "amplify_outputs.json"))`.
func signIn(_ app: CognitoApp, _ name: String, ask: (_ error: String?) async -> String) async throws -> String? {
    let session: ShippedFlow.PasswordlessEmail = try app.session()
    _ = try await session.start(.init(username: name, clientID: app.clientID))
    while let step = await session.step {
        do throws(FlowRefusal) {
            switch step {
            case .confirmSignInWithEmailCode(let it): _ = try await it.submit(code: ask(it.error?.message))
            case .confirmSignInWithSMSCode(let it): _ = try await it.submit(code: ask(it.error?.message))
            case .confirmSignInWithTOTPCode(let it): _ = try await it.submit(code: ask(it.error?.message))
            case .continueSignInWithMFASelection(let it): _ = try await it.submit(.emailOTP)
            case .ended(.signedIn(let it)): return it.accessToken
            case .ended: return nil
            }
        } catch { print(error.message) }
    }
    return nil
}
