// A host of a flow of its own: the plugin makes the type `SignIn` of sign-in.flow.xml, so that no step is named by a text here.
import CognitoHandlers
import ExamplePool
import FlowRuntime

let app = try await Example.app(users: [Example.ana])
let session = try SignIn(handlers: .cognito(app.settings), service: app.service)

var step = try await session.start(SignIn.Inputs(username: Console.ask("User name"), clientID: app.clientID))
signedIn: while true {
    switch step {
    case .confirmSignInWithEmailCode(let it):
        if let error = it.error { print(error.message) }
        step = try await it.submit(code: Console.ask("The code that went to \(it.destination ?? "you")"))
    case .confirmSignInWithSMSCode(let it):
        step = try await it.submit(code: Console.ask("The code in the text message"))
    case .confirmSignInWithTOTPCode(let it): step = try await it.submit(code: Console.ask("The code of the app"))
    case .continueSignInWithMFASelection(let it): step = try await it.submit(.emailOTP)
    case .ended(.signedIn(let tokens)):
        print("Signed in as \(tokens.username).")
        break signedIn
    case .ended(let outcome):
        print("Not signed in: \(outcome)")
        break signedIn
    }
}
