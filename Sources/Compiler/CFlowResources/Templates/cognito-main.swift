// Signs in at the terminal. `FlowPlugin` generates the type `SignIn` from sign-in.flow.xml in each build.
import CognitoHandlers
import FlowRuntime
import Foundation

/// Asks the user a question, and returns the answer. Exits at the end of the input.
func ask(_ question: String) -> String {
    print("\(question):", terminator: " ")
    guard let answer = readLine() else { exit(1) }
    return answer
}

let pool = try await localPool()
let settings = try CognitoSettings(poolID: pool.configuration.poolID, deviceName: "app", secrets: MemorySecretStore())
let session = try SignIn(handlers: .cognito(settings), service: pool)
var step = try await session.start(SignIn.Inputs(username: "ana", clientID: "app-client"))
while true {
    do throws(FlowRefusal) {
        switch step {
        case .confirmSignInWithEmailCode(let it):
            if let error = it.error { print(error.message) }
            step = try await it.submit(code: ask("Code sent to \(it.destination ?? "you")"))
        case .confirmSignInWithSMSCode(let it): step = try await it.submit(code: ask("Code in the text message"))
        case .confirmSignInWithTOTPCode(let it): step = try await it.submit(code: ask("Code of your authenticator"))
        case .continueSignInWithMFASelection(let it): step = try await it.submit(.emailOTP)
        case .ended(.signedIn(let tokens)):
            print("Signed in as \(tokens.username)")
            exit(0)
        case .ended(let outcome):
            print("Not signed in: \(outcome)")
            exit(1)
        }
    } catch { print(error.message) }
}
