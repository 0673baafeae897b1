// Signs in at the terminal. `FlowPlugin` generates the type `SignIn` from sign-in.flow.xml in each build.
import CognitoHandlers
import FlowRuntime
import Foundation
import UserPool

/// Asks the user, and exits at the end of the input.
func ask(_ question: String) -> String {
    print("\(question):", terminator: " ")
    guard let answer = readLine() else { exit(1) }
    return answer
}

// A user pool inside this process. To use a real one, pass a `CognitoClient` as the service, and your app client's id.
let environment = PoolEnvironment(deliver: { print("(email to \($0.destination): your code is \($0.code))") })
let pool = CognitoUserPool(PoolConfiguration(), environment: environment)
try await pool.add(PoolUserSeed(username: "ana", password: "Passw0rd!", attributes: ["email": "ana@example.com"]))
let settings = try CognitoSettings(
    poolID: pool.configuration.poolID, deviceName: "app", secrets: MemorySecretStore())

let session = try SignIn(handlers: .cognito(settings), service: pool)
var step = try await session.start(SignIn.Inputs(username: "ana", clientID: "app-client"))
signIn: while true {
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
            break signIn
        case .ended(let outcome):
            print("Not signed in: \(outcome)")
            break signIn
        }
    } catch { print(error.message) }
}
