import CognitoClient
import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTable
import Testing

/// Every reserved error comes about, and a flow can group it.
struct ReservedErrorTests {
    private static let service = """
        <service name="desk" answer="Answer">
          <reply name="auth" challenge="Challenge" success="Token">
            <output name="Challenge"/><output name="Token" type="secret"/><output name="Number"/>
          </reply>
          <operation name="Begin" reply="auth">
            <input name="Proof"/><input name="Way" variant="true" required="true"/>
            <variant name="NOW"><brings success="true"/></variant>
            <variant name="LATER"><brings challenge="LATER"/></variant>
          </operation>
          <operation name="Answer" reply="auth"/>
          <challenge name="LATER"/>
        </service>
        """

    /// Signs a text, sends it, and shows the error that comes.
    private static let flow = """
        <flow name="desk" service="desk.service.xml" start="sign">
          <data><input name="text" required="false"/><input name="later" required="false"/><value name="proof"/></data>
          <handler name="sign"><needs name="text" required="false"/><gives name="proof"/></handler>
          <class name="reserved" errors="\(ReservedError.allCases.map(\.rawValue).joined(separator: " "))"/>
          <choice id="sign">
            <go to="later" when="present later"/>
            <handle handler="sign"><on failure="*" to="failed"/></handle><otherwise to="begin"/>
          </choice>
          <call id="later" operation="Begin" variant="LATER"><on challenge="LATER" to="failed"/></call>
          <call id="begin" operation="Begin" variant="NOW">
            <receive name="Number" into="proof" required="true"/><send name="Proof" from="proof"/>
            <on event="success" to="done"/>
          </call>
          <on event="invalid" to="failed"/>
          <on error="*" to="failed"/>
          <end id="done"/>
          <end id="failed"/>
        </flow>
        """

    private static func table() throws -> TransitionTable {
        let compiled = FlowFile.compile("desk.flow.xml", warnings: ["unhandled-challenge"]) { path in
            ["desk.flow.xml": Array(flow.utf8), "desk.service.xml": Array(service.utf8)][path]
        }
        #expect(compiled.findings.allSatisfy { !$0.isError }, "\(compiled.report)")
        return try TransitionTable(verifying: try #require(compiled.table))
    }

    /// The service that raises an error, or has the machine raise it.
    private static func service(for error: ReservedError) throws -> any FlowService {
        switch error {
        case .malformedReply: return Replying(text: "<html>")
        case .unrecognisedReply: return Replying(text: "{}")
        case .unknownChallenge: return Replying(text: #"{"Challenge":"NEW","Number":"1"}"#)
        case .unexpectedReply: return Replying(text: #"{"Token":"t","Number":"1"}"#)
        case .missingParameter: return Replying(text: #"{"Token":"t"}"#)
        case .wrongType: return Replying(text: #"{"Token":"t","Number":{}}"#)
        case .noAnswer: return Replying(text: nil)
        case .network: return try CognitoClient(ScriptedTransport([.failure(.refused)]), retries: .none)
        case .configuration:
            return Misnaming(client: try CognitoClient(ScriptedTransport([.response(200)])))
        case .missingOutput, .wrongOutput, .missingInput, .noHandler, .noResult: return Replying(text: "{}")
        }
    }

    /// The handlers that raise an error, or have the machine or the runner raise it.
    private static func handlers(for error: ReservedError) -> FlowHandlers {
        var handlers = FlowHandlers()
        switch error {
        case .noHandler: break
        case .missingOutput: handlers.register("sign") { _ in [:] }
        case .wrongOutput:
            handlers.register("sign") { _ in FlowHandlerOutputs(.object([JSONMember("proof", .array([]))])) }
        case .missingInput:
            handlers.register("sign") { inputs throws(FlowHandlerFailure) in ["proof": try inputs.text("text")] }
        case .noResult:
            handlers.register("sign") { _ in
                try? await Task.sleep(for: .seconds(1000))
                return [:]
            }
        default: handlers.register("sign") { _ in ["proof": "p"] }
        }
        return handlers
    }

    @Test(arguments: ReservedError.allCases)
    func comesAbout(error: ReservedError) async throws {
        let isSlow = error == .noAnswer || error == .noResult
        let limit = Duration.milliseconds(isSlow ? 10 : 600_000)
        let runner = FlowRunner(
            try Self.table(), handlers: Self.handlers(for: error), service: try Self.service(for: error),
            clock: ContinuousClock(), limits: FlowRunnerLimits(call: limit, handler: limit))
        let inputs = error == .unexpectedReply ? [JSONMember("later", .string("yes"))] : []
        let outcome = await runner.start(.object(inputs)).outcome
        #expect(outcome?.name == "failed")
        #expect(outcome?.error?.type == error.rawValue)
        #expect(outcome?.error?.category == "reserved")
    }
}

/// Sends every request under a name that no operation can have.
private struct Misnaming: FlowService {
    let client: CognitoClient

    func call(_ request: FlowRequest) async -> FlowReply { await client.call("not a name", request.body) }
}

/// Answers every request with the same text, or never.
private struct Replying: FlowService {
    let text: String?

    func call(_ request: FlowRequest) async -> FlowReply {
        if let text { return .body(Array(text.utf8)) }
        try? await Task.sleep(for: .seconds(1000))
        return .error(type: "late", message: "")
    }
}
