// A server signs users in with AdminInitiateAuth: what it gets is what AdminInitiateAuth answers, challenge by challenge.
import CognitoFlows
import ExamplePool
import FlowRuntime
import Foundation

let app = try await Example.app(users: [Example.ana])
/// What the flow answers by itself is told.
let runner = try app.runner(.admin) { told in print("challengeName \(told.name): answered") }

var step = await runner.start([
    "clientId": .string(app.clientID), "userPoolId": "us-east-1_Embedded1",
    "username": .string(Console.ask("User name")), "password": .string(Console.ask("Password", isSecret: true)),
    "flowType": "USER_SRP_AUTH",
])
while true {
    switch step {
    case .end(let outcome):
        guard outcome.name == "signedIn" else {
            print("\(outcome.name): \(outcome.error?.message ?? "")")
            exit(1)
        }
        // The tokens go to whom the server acts for, never to a log.
        print("authenticationResult for \(outcome.parameters["username"]?.string ?? "")")
        exit(0)
    case .refused(let refusal):
        print(refusal.message)
    case .present(let challenge):
        if let error = challenge.error { print(error.message) }
        print("challengeName \(challenge.step), challengeParameters \(challenge.parameters.jsonText)")
    }
    guard let challenge = await runner.step?.presentation else { exit(1) }
    var responses: [JSONMember] = []
    for ask in challenge.asks where ask.isRequired {
        responses.append(JSONMember(ask.name, .string(Console.ask("  \(ask.name)"))))
    }
    step = await runner.submit(.object(responses))
}
