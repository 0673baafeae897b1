// Signs in at the terminal. `FlowPlugin` generates the type `SignIn` from sign-in.flow.xml in each build.
import FlowRuntime
import Foundation

/// Asks the user, and exits at the end of the input.
func ask(_ question: String) -> String {
    print("\(question):", terminator: " ")
    guard let answer = readLine() else { exit(1) }
    return answer
}

/// Plays the service. Replace it with a type that sends the requests to your service.
struct ScriptedService: FlowService {
    /// Answers each request. The only right code is 123456.
    func call(_ request: FlowRequest) async -> FlowReply {
        guard request.operation == "answer" else {
            print("(your code is 123456)")
            return .json(["next": "code", "ticket": "t1", "details": ["sentTo": "a***@example.com"]])
        }
        guard request.body["answers"]?["code"]?.string == "123456" else {
            return .error(type: "wrongCode", message: "The code is wrong.")
        }
        return .json(["token": "T"])
    }
}

let session = try SignIn(handlers: FlowHandlers(), service: ScriptedService())
var step = try await session.start(SignIn.Inputs(user: "ana"))
signIn: while true {
    do throws(FlowRefusal) {
        switch step {
        case .enterCode(let it):
            if let error = it.error { print(error.message) }
            step = try await it.submit(code: ask("Code sent to \(it.sentTo ?? "you")"))
        case .ended(.signedIn):
            print("Signed in")
            break signIn
        case .ended(let outcome):
            print("Not signed in: \(outcome)")
            break signIn
        }
    } catch { print(error.message) }
}
