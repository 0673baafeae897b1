// Signs in at the terminal. `FlowPlugin` generates the type `SignIn` from sign-in.flow.xml in each build.
import CognitoHandlers
import FlowRuntime
import Foundation

/// Asks the user a question, after the error of the last answer, and returns the answer. Exits at the end of the input.
func ask(_ question: String, after error: String?) -> String {
    if let error { print(error) }
    print("\(question):", terminator: " ")
    guard let answer = readLine() else { exit(1) }
    return answer
}

/// Tells the user why the sign-in has failed, and exits.
func fail(_ reason: String) -> Never {
    print("Not signed in: \(reason)")
    exit(1)
}

let pool = try await localPool()
let settings = try CognitoSettings(poolID: pool.configuration.poolID, deviceName: "app", secrets: MemorySecretStore())
let session = try SignIn(handlers: .cognito(settings), service: pool)
_ = try await session.start(SignIn.Inputs(username: "ana", clientID: "app-client"))
// While the user types, a time limit can enter another step, so each round reads the current one.
while let step = await session.step {
    do throws(FlowRefusal) {
        switch step {
        case .confirmSignInWithEmailCode(let it):
            _ = try await it.submit(code: ask("Code sent to \(it.destination ?? "you")", after: it.error?.message))
        case .confirmSignInWithSMSCode(let it):
            _ = try await it.submit(code: ask("Code in the text message", after: it.error?.message))
        case .confirmSignInWithTOTPCode(let it):
            _ = try await it.submit(code: ask("Code of your authenticator", after: it.error?.message))
        case .continueSignInWithMFASelection(let it):
            let types = it.allowedMFATypes.joined(separator: ", ")
            let answer = ask("One of \(types)", after: it.error?.message)
            guard let type = SignIn.ContinueSignInWithMFASelection.MFATypeChoice(rawValue: answer) else { continue }
            _ = try await it.submit(type)
        case .ended(.signedIn(let tokens)):
            print("Signed in as \(tokens.username)")
            exit(0)
        case .ended(.failed(let it)): fail(it.error.message)
        case .ended(.cancelled): fail("the sign-in was canceled")
        case .ended(.expired): fail("the time limit has expired")
        case .ended(.confirmSignUp): fail("the account is not confirmed")
        case .ended(.resetPassword): fail("the password must be reset")
        }
    } catch { print(error.message) }
}
