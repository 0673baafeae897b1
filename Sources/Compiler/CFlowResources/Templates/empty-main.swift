// Signs in at the terminal. `FlowPlugin` generates the type `SignIn` from sign-in.flow.xml in each build.
import FlowRuntime
import Foundation

/// Asks the user a question, and returns the answer. Exits at the end of the input.
func ask(_ question: String) -> String {
    print("\(question):", terminator: " ")
    guard let answer = readLine() else { exit(1) }
    return answer
}

let session = try SignIn(handlers: FlowHandlers(), service: ScriptedService())
var step = try await session.start(SignIn.Inputs(user: "ana"))
while true {
    do throws(FlowRefusal) {
        switch step {
        case .enterCode(let it):
            if let error = it.error { print(error.message) }
            step = try await it.submit(code: ask("Code sent to \(it.sentTo ?? "you")"))
        case .ended(.signedIn):
            print("Signed in")
            exit(0)
        case .ended(let outcome):
            print("Not signed in: \(outcome)")
            exit(1)
        }
    } catch { print(error.message) }
}
