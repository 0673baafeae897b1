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
let needed = FlowSession(try flow.table()).inputs.filter { $0.isRequired }
let inputs = needed.map { JSONMember($0.name, .string(Console.ask($0.name))) }

var step = await runner.start(.object(inputs))
while true {
    switch step {
    case .end(let outcome):
        print("End: \(outcome.name)" + (outcome.error.map { " (\($0.message))" } ?? ""))
        exit(outcome.error == nil ? 0 : 1)
    case .refused(let refusal): print("Refused: \(refusal.message)")
    case .present(let standing): if let error = standing.error { print(error.message) }
    }
    guard let standing = await runner.step?.presentation else { continue }
    print("\(standing.step) \(standing.parameters.jsonText)")
    var answers: [JSONMember] = []
    for ask in standing.asks where ask.isRequired {
        let words = ask.words.isEmpty ? "" : " (\(ask.words.joined(separator: ", ")))"
        answers.append(JSONMember(ask.name, .string(Console.ask("  \(ask.name)\(words)"))))
    }
    step = await runner.submit(.object(answers))
}
