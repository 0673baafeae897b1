import FlowRuntime

/// Sends requests. A real one posts the body to the service as JSON and hands back what came.
struct Service: FlowService {
    func call(_ request: FlowRequest) async -> FlowReply {
        let answers = ["InitiateAuth": #"{"ChallengeName": "SMS_MFA", "Session": "s1"}"#]
        return .body(Array((answers[request.operation] ?? #"{"AuthenticationResult": {"AccessToken": "a"}}"#).utf8))
    }
}

/// Signs in and gives what the host shows at each step; `ask` gets the names of what a step asks for.
func signIn(table bytes: [UInt8], ask: (FlowPresentation) -> WireValue) async throws(TableError) -> [String] {
    let table = try TransitionTable(verifying: bytes)
    var handlers = FlowHandlers()
    handlers.register("device.find") { _ in [:] }
    handlers.register("security.context") { _ in [:] }

    let runner = FlowRunner(table, handlers: handlers, service: Service(), clock: ContinuousClock())
    var shown: [String] = []
    var step = await runner.start(["username": "ana", "password": "secret", "flowType": "userPassword"])
    while case .present(let presentation) = step {
        shown.append(presentation.step)
        step = await runner.submit(ask(presentation))
    }
    if case .end(let outcome) = step { shown.append(outcome.name) }
    if case .refused(let refusal) = step { shown.append(refusal.code) }
    return shown
}
