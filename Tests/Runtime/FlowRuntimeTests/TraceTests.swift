import FlowCore
import FlowRuntime
import FlowTable
import TestSupport
import Testing

/// Traces hold what a flow says of itself; neither secrets nor what people wrote.
struct TraceTests {
    private static func traces(_ tracing: FlowRedaction?) async throws -> String {
        let lines = Log()
        let service = ScriptedService(body(#"{"Challenge":"CODE","Session":"s3ss10n"}"#))
        var handlers = FlowHandlers()
        handlers.register("prove") { _ in ["proof": "pr00f"] }
        let tracer: FlowTracer = { lines.add($0.description) }
        let runner =
            if let tracing {
                FlowRunner(
                    try SampleFlow.table(), handlers: handlers, service: service, clock: ContinuousClock(),
                    tracer: tracer,
                    tracing: tracing)
            } else {
                FlowRunner(
                    try SampleFlow.table(), handlers: handlers, service: service, clock: ContinuousClock(),
                    tracer: tracer)
            }
        _ = await runner.start(["username": "ana@example.com", "password": "pa55"])
        _ = await runner.cancel()
        return lines.all.joined(separator: "\n")
    }

    @Test func peopleAreNotTraced() async throws {
        let traces = try await Self.traces(nil)
        #expect(traces.contains("call Begin") && traces.contains("<private>") && traces.contains("present ENTER_CODE"))
        for value in ["ana", "example", "pa55", "s3ss10n", "pr00f"] { #expect(!traces.contains(value), "\(traces)") }
    }

    /// A host that says so sees everything but secrets; `nothing` is no way to see those.
    @Test(arguments: [FlowRedaction.secrets, .nothing]) func secretsAreNever(tracing: FlowRedaction) async throws {
        let traces = try await Self.traces(tracing)
        #expect(traces.contains("ana@example.com") && traces.contains("<redacted>"))
        for value in ["pa55", "s3ss10n"] { #expect(!traces.contains(value), "\(traces)") }
    }

    /// The names of events and errors come from hosts and services.
    @Test func eachIsOneLine() {
        let name = "a\r\nb\u{1B}[2J\u{85}\u{2028}"
        let (refusal, safe) = (FlowRefusal(.unknownEvent, name), "a\u{FFFD}\u{FFFD}b\u{FFFD}[2J\u{FFFD}\u{FFFD}")
        #expect(FlowTraceEvent.event(name).description == "event \(safe)")
        #expect(FlowTraceEvent.answered(operation: "Begin", error: name).description.hasSuffix("error \(safe)"))
        #expect(FlowTraceEvent.refused(refusal).description == "refused unknown-event \(safe)")
        #expect(FlowStep.refused(refusal).description == "refused unknown-event \(safe)")
        #expect(refusal.description == "unknown-event: the flow has no command '\(safe)'")
        #expect(refusal.subject == name)
    }
}
