// A host of any flow: the flow says what is asked, so a style in XML alone needs no Swift.
// Usage: AnyFlowApp [kiosk | choice-based | passwordless-email | …]
import CognitoFlows
import ExamplePool
import FlowRuntime
import Foundation

let name = CommandLine.arguments.dropFirst().first ?? "kiosk"
guard let flow = ShippedFlow(rawValue: name) else {
    print("There is no flow \(name), but \(ShippedFlow.allCases.map(\.rawValue).joined(separator: ", ")).")
    exit(64)
}
let app = try await Example.app(users: [Example.ana])
let runner = try app.runner(flow)
/// The flow says what it needs to start, too.
let inputs = FlowSession(try flow.table()).inputs

while true {
    let step = await runner.step
    if case .end(let outcome)? = step {
        print("End: \(outcome.name)" + (outcome.error.map { " (\($0.message))" } ?? ""))
        exit(outcome.error == nil ? 0 : 1)
    }
    let standing = step?.presentation
    if let standing {
        if let error = standing.error { print(error.message) }
        print("\(standing.step) \(standing.parameters.jsonText)")
    }
    // Without a step, the flow has not started, or has refused its inputs.
    var answers: [JSONMember] = []
    for ask in standing?.asks ?? inputs where ask.isRequired {
        let words = ask.words.isEmpty ? "" : " (\(ask.words.joined(separator: ", ")))"
        answers.append(JSONMember(ask.name, .string(Console.ask("  \(ask.name)\(words)"))))
    }
    let next = await (standing == nil ? runner.start(.object(answers)) : runner.submit(.object(answers)))
    if case .refused(let refusal) = next {
        print("Refused: \(refusal.message)")
        // The flow would refuse the same answers again.
        if answers.isEmpty { exit(1) }
    }
}
