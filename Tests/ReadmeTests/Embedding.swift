import CognitoClient
import CognitoHandlers
import FlowRuntime

/// What an app needs to sign in: the table, the pool and its app client, and what sends the requests.
struct SignIn {
    let table: TransitionTable
    let settings: CognitoSettings
    let clientID: String
    let service: any FlowService

    init(table bytes: [UInt8], poolID: String, clientID: String, service: any FlowService) throws {
        table = try TransitionTable(verifying: bytes)
        settings = try CognitoSettings(poolID: poolID, deviceName: "Ana's phone")
        self.clientID = clientID
        self.service = service
    }

    /// Signs in; `ask` shows a step to the user and gives what they typed in, or nothing if they cancelled.
    func run(_ username: String, _ password: String, ask: (FlowPresentation) async -> WireValue?) async -> FlowStep? {
        let runner = FlowRunner(table, handlers: .cognito(settings), service: service, clock: ContinuousClock())
        _ = await runner.start([
            "clientId": .string(clientID), "username": .string(username), "password": .string(password),
        ])
        // A refused answer changes nothing: the step that stands is asked again.
        while case .present(let step)? = await runner.step {
            guard let answers = await ask(step) else { return await runner.cancel() }
            _ = await runner.submit(answers)
        }
        return await runner.step
    }
}

/// A sign-in against Amazon Cognito. The tokens are in the outcome's parameters.
func cognito(table: [UInt8]) throws -> SignIn {
    let client = try CognitoClient(region: "eu-west-1")
    return try SignIn(table: table, poolID: "eu-west-1_AbCdEfGhI", clientID: "4example", service: client)
}
