import FlowHost
import FlowRuntime
import GatewayCore
import HTTPTypes
import Hummingbird

/// The API: one POST for each step, with JSON in both directions.
struct APIRoutes: Sendable {
    let signIns: SignIns
    let reader: BodyReader
    let proxies: Int

    /// Adds the routes of the API.
    func add(to router: Router<GatewayContext>) {
        router.post("/v1/:flow/start") { request, context in
            let (flow, body) = try await received(request, context)
            let inputs = try flow.inputs(body["inputs"] ?? .object([]))
            return try await answer(.start(inputs), flow, nil, body, context)
        }
        router.post("/v1/:flow/answer") { request, context in
            let (flow, body) = try await received(request, context)
            guard let state = body["state"]?.string, let answers = body["answers"] else { throw Problem.malformed }
            return try await answer(.submit(answers), flow, state, body, context)
        }
        router.post("/v1/:flow/command") { request, context in
            let (flow, body) = try await received(request, context)
            let error = body["error"].map { [JSONMember("error", $0)] } ?? []
            guard let state = body["state"]?.string, let name = body["command"],
                let event = StepEvent(json: .object([JSONMember("event", name)] + error))
            else { throw Problem.malformed }
            return try await answer(event, flow, state, body, context)
        }
    }

    /// Returns the flow of a request and its body, after counting the request.
    private func received(
        _ request: Request, _ context: GatewayContext
    ) async throws -> (OfferedFlow, JSONValue) {
        let flow = try signIns.flow(context)
        try signIns.limits.countRequest(from: context.address(request, proxies: proxies))
        // A form of another site cannot send this type without a preflight request, which we do not answer.
        let type = request.headers[.contentType]?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/json" else { throw Problem.wrongType }
        guard let body = JSONValue(json: try await reader.body(request)), body.members != nil else {
            throw Problem.malformed
        }
        return (flow, body)
    }

    private func answer(
        _ event: StepEvent, _ flow: OfferedFlow, _ state: String?, _ body: JSONValue, _ context: GatewayContext
    ) async throws -> Response {
        switch try await signIns.play(event, flow, state: state, turn: body["turn"]?.string, browser: []) {
        case .step(let step): return Response(json: try json(of: step, orState: state))
        case .end(let step, let delivered):
            var response = Response(json: delivered.json(of: step))
            delivered.addCookies(to: &response)
            return response
        case .refused(let refusal):
            let current = try refusal.current.map { [JSONMember("current", try json(of: $0, orState: state))] } ?? []
            return Response(refusal.problem, to: context, current)
        }
    }

    /// Returns a step as a client receives it.
    /// - Throws: a problem if its state leaves less than a quarter of a body for the answers.
    private func json(of step: HostedStep, orState known: String?) throws(Problem) -> JSONValue {
        guard (step.state?.utf8.count ?? 0) * 4 <= reader.bytes * 3 else { throw .stateTooLarge }
        return step.clientJSON(orState: known)
    }
}

extension HostedStep {
    /// Returns the step as JSON with the state for the client's next request.
    ///
    /// Returns an empty object without a state, and for an end, which ``DeliveredOutcome/json(of:)`` writes.
    func clientJSON(orState known: String?) -> JSONValue {
        guard outcome == nil, let state = state ?? known else { return .object([]) }
        return .object(
            (json.members ?? []) + [
                JSONMember("state", .string(state)), JSONMember("expires", .number(String(expiry))),
            ])
    }
}
