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

/// Tells why the sign-in has failed, and exits.
func fail(_ reason: String) -> Never {
    print("not signed in: \(reason)")
    exit(1)
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

_ = try await session.start(
    Admin.Inputs(
        username: Console.ask("User name"), userPoolID: "us-east-1_Embedded1", clientID: app.clientID,
        password: FlowSecret(Console.ask("Password", isSecret: true)), flowType: .userSRPAuth))
// While the user types, a time limit can enter another step, so each round reads the current one.
while let step = await session.step {
    switch step {
    case .ended(.signedIn(let tokens)):
        // The tokens go to whom the server acts for, never to a log.
        print("authenticationResult for \(tokens.username)")
        exit(0)
    case .ended(.failed(let it)): fail(it.error.message)
    case .ended(.cancelled): fail("the sign-in was canceled")
    case .ended(.expired): fail("the time limit has expired")
    case .ended(.confirmSignUp): fail("the account is not confirmed")
    case .ended(.resetPassword): fail("the password must be reset")
    default: do throws(FlowRefusal) { _ = try await answer(step) } catch { print(error.message) }
    }
}
