// A server signs users in with AdminInitiateAuth: what it gets is what AdminInitiateAuth answers, challenge by challenge.
import CognitoFlows
import ExamplePool
import FlowRuntime
import Foundation

typealias Admin = ShippedFlow.Admin

/// Asks for the answer to a challenge, after an error if there was one.
func ask(_ challenge: String, _ message: String?) -> String {
    if let message { print(message) }
    return Console.ask("  challengeName \(challenge)")
}

/// Answers a challenge.
func answer(_ step: Admin.Step) async throws(FlowRefusal) -> Admin.Step {
    switch step {
    case .smsMFA(let it): try await it.submit(code: ask("SMS_MFA, sent to \(it.destination ?? "")", it.error?.message))
    case .emailOTP(let it): try await it.submit(code: ask("EMAIL_OTP", it.error?.message))
    case .softwareTokenMFA(let it): try await it.submit(code: ask("SOFTWARE_TOKEN_MFA", it.error?.message))
    case .selectMFAType(let it):
        if let type = Admin.SelectMFAType.MFATypeChoice(rawValue: ask("SELECT_MFA_TYPE", it.error?.message)) {
            try await it.submit(type)
        } else {
            step
        }
    case .newPasswordRequired(let it):
        try await it.submit(newPassword: FlowSecret(ask("NEW_PASSWORD_REQUIRED", it.error?.message)))
    case .customChallenge(let it): try await it.submit(answer: ask("CUSTOM_CHALLENGE", it.error?.message))
    case .mfaSetup(let it): try await it.submit(code: ask("MFA_SETUP", it.error?.message))
    case .adminNoSRPAuth(let it): try await it.submit(password: FlowSecret(ask("PASSWORD", it.error?.message)))
    case .ended: step
    }
}

let app = try await Example.app(users: [Example.ana])
/// What the flow answers by itself is told.
let session: Admin = try app.session { told in print("challengeName \(told.name): answered") }

var step = try await session.start(
    Admin.Inputs(
        username: Console.ask("User name"), userPoolID: "us-east-1_Embedded1", clientID: app.clientID,
        password: FlowSecret(Console.ask("Password", isSecret: true)), flowType: .userSRPAuth))
while true {
    if case .ended(let outcome) = step {
        // The tokens go to whom the server acts for, never to a log.
        guard case .signedIn(let tokens) = outcome else {
            print("\(outcome)")
            exit(1)
        }
        print("authenticationResult for \(tokens.username)")
        exit(0)
    }
    do throws(FlowRefusal) { step = try await answer(step) } catch { print(error.message) }
}
