// A custom sign-in as an app of AWSMobileClient writes it: sign-in states and completion handlers.
import CognitoFlows
import ExamplePool
import Foundation
import FlowRuntime
import MobileClientStyle

// An app that has an awsconfiguration.json with CUSTOM_AUTH need not configure anything.
let isCustom = ShippedFlow.MobileClient.Inputs.Field.isCustomAuth.rawValue
AWSMobileClient.configure(
    try await Example.app(users: [Example.ana], triggers: Example.codeInsteadOfPassword, inputs: [isCustom: true]))

/// Shows what came of a sign-in, and goes on until the user is signed in.
@Sendable func show(_ signInResult: SignInResult?, _ error: (any Error)?) {
    if let error {
        print(error.localizedDescription)
        return signIn()
    }
    guard let signInResult else { return }
    switch signInResult.signInState {
    case .signedIn:
        AWSMobileClient.default().getUserAttributes { attributes, _ in
            print("Signed in: \(attributes?["email"] ?? "")")
            AWSMobileClient.default().signOut { _ in
                print("Signed out.")
                exit(0)
            }
        }
    case .customChallenge:
        let address = signInResult.parameters["email"] ?? "your address"
        AWSMobileClient.default().confirmSignIn(
            challengeResponse: Console.ask("The code that went to \(address)"), completionHandler: show)
    default:
        print("Another step: \(signInResult.signInState.rawValue)")
        exit(1)
    }
}

/// Begins anew: no password, not even a dummy one.
@Sendable func signIn() {
    AWSMobileClient.default().signIn(username: Console.ask("User name"), completionHandler: show)
}

AWSMobileClient.default().addUserStateListener(NSObject()) { state, _ in print("State: \(state.rawValue)") }
signIn()
try await Task.sleep(for: .seconds(3600))
