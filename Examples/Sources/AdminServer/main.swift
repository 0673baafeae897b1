// A server signs users in with AdminInitiateAuth: what it gets is what AdminInitiateAuth answers, challenge by challenge.
import CognitoFlows
import ExamplePool
import FlowRuntime
import Foundation

typealias Admin = ShippedFlow.Admin

/// Asks for the answer to a challenge, after an error if there was one.
func ask(_ prompt: String, _ message: String?) -> String {
    if let message { print(message) }
    return Console.ask("  \(prompt)")
}

/// Answers a challenge.
func answer(_ step: Admin.Step) async throws(FlowRefusal) -> Admin.Step {
    switch step {
    case .smsMFA(let it): try await it.submit(code: ask("Code sent by text message", it.error?.message))
    case .emailOTP(let it): try await it.submit(code: ask("Code sent by e-mail", it.error?.message))
    case .softwareTokenMFA(let it): try await it.submit(code: ask("Code of the authenticator app", it.error?.message))
    case .selectMFAType(let it):
        switch Admin.SelectMFAType.MFATypeChoice(rawValue: ask("One of \(it.allowedMFATypes)", it.error?.message)) {
        case let type?: try await it.submit(type)
        case nil: step
        }
    case .newPasswordRequired(let it):
        try await it.submit(newPassword: FlowSecret(ask("New password", it.error?.message)))
    case .customChallenge(let it): try await it.submit(answer: ask("Answer to \(it.additionalInfo)", it.error?.message))
    case .mfaSetup(let it): try await it.submit(code: ask("Code of the new authenticator app", it.error?.message))
    case .adminNoSRPAuth(let it): try await it.submit(password: FlowSecret(ask("Password", it.error?.message)))
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
