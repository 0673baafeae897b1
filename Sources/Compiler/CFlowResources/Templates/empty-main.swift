// Signs in at the terminal. `FlowPlugin` generates the type `SignIn` from sign-in.flow.xml in each build.
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

let session = try SignIn(handlers: FlowHandlers(), service: ScriptedService())
_ = try await session.start(SignIn.Inputs(user: "ana"))
// While the user types, a time limit can enter another step, so each round reads the current one.
while let step = await session.step {
    do throws(FlowRefusal) {
        switch step {
        case .enterCode(let it):
            _ = try await it.submit(code: ask("Code sent to \(it.sentTo ?? "you")", after: it.error?.message))
        case .ended(.signedIn):
            print("Signed in")
            exit(0)
        case .ended(.failed(let it)): fail(it.error?.message ?? "the service asked for no code")
        case .ended(.cancelled): fail("the sign-in was canceled")
        }
    } catch { print(error.message) }
}
