import AmplifyStyle
import CognitoClient
import CognitoFlows

/// Written against Amplify for Swift; only the import lines are new.
func signIn(_ auth: AuthCategory, password: String, ask: (AuthSignInStep) -> String) async throws {
    var result = try await auth.signIn(username: "ana", password: password)
    while !result.isSignedIn {
        do {
            result = try await auth.confirmSignIn(challengeResponse: ask(result.nextStep))
        } catch let error as AuthError where error.underlyingError as? AWSCognitoAuthError == .codeMismatch {
            continue  // the same step again
        }
    }
}

/// Reads your configuration file. `Amplify.configure()` does the same for `Amplify.Auth`.
func auth(configuration: [UInt8]) throws -> AuthCategory {
    AuthCategory(try CognitoApp(CognitoConfiguration(configuration)))
}
