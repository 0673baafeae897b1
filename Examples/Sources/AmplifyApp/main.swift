// Sign-in as an app of Amplify for Swift writes it: next steps.
import AmplifyStyle
import ExamplePool
import Foundation

// An app that has an amplify_outputs.json calls `try Amplify.configure()`.
Amplify.configure(try await Example.app(users: [Example.ana]))

/// Where a code went.
func address(_ destination: DeliveryDestination) -> String {
    switch destination {
    case .email(let text), .sms(let text), .phone(let text), .unknown(let text): text ?? "your device"
    }
}

/// What the user is asked at a step.
func prompt(_ step: AuthSignInStep) -> String {
    switch step {
    case .confirmSignInWithSMSMFACode(let delivery, _), .confirmSignInWithOTP(let delivery):
        "The code that went to \(address(delivery.destination))"
    case .confirmSignInWithTOTPCode: "The code of your authenticator app"
    case .continueSignInWithTOTPSetup(let details): "Add \(details.sharedSecret) to an authenticator app; its code"
    case .confirmSignInWithNewPassword: "A new password"
    case .confirmSignInWithPassword: "Your password"
    case .confirmSignInWithCustomChallenge(let info): "The answer (\(info?["question"] ?? "a challenge of the pool"))"
    case .continueSignInWithMFASelection(let types), .continueSignInWithMFASetupSelection(let types):
        "One of " + types.map(\.challengeResponse).sorted().joined(separator: ", ")
    case .continueSignInWithFirstFactorSelection(let factors):
        "One of " + factors.map(\.challengeResponse).sorted().joined(separator: ", ")
    case .continueSignInWithEmailMFASetup: "The e-mail address for codes"
    case .resetPassword, .confirmSignUp, .done: ""
    }
}

var result: AuthSignInResult?
while result == nil {
    do {
        result = try await Amplify.Auth.signIn(
            username: Console.ask("User name"), password: Console.ask("Password", isSecret: true))
    } catch let error as AuthError {
        print(error.errorDescription)
    }
}
while let step = result?.nextStep, step != .done {
    do {
        switch step {
        case .resetPassword, .confirmSignUp:
            print("Reset the password or confirm the sign-up first")
            exit(1)
        default: result = try await Amplify.Auth.confirmSignIn(challengeResponse: Console.ask(prompt(step)))
        }
    } catch let error as AuthError {
        print(error.errorDescription)
    }
}
let attributes = try await Amplify.Auth.fetchUserAttributes().map { "\($0.key.rawValue) \($0.value)" }
print("Signed in: " + attributes.joined(separator: ", "))
_ = await Amplify.Auth.signOut()
print("Signed out.")
