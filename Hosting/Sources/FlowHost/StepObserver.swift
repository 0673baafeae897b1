import Logging
import Metrics
import Tracing

/// Counts, measures, traces and logs events. It sees names that flows declare, and no values.
struct StepObserver: Sendable {
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    /// Performs the work of an event, and observes its reply.
    func observe(_ kind: String, of flow: String, _ work: () async -> StepReply) async -> StepReply {
        await withSpan("flow step") { span in
            let began = UptimeClock.nanoseconds
            span.attributes["flow.name"] = flow
            span.attributes["flow.event"] = kind
            let reply = await work()
            switch reply {
            case .step(let step): span.attributes["flow.step"] = step.name
            case .refused(let refusal): span.attributes["flow.refusal"] = refusal.code
            }
            record(reply, kind, flow, UptimeClock.nanoseconds - began)
            return reply
        }
    }

    private func record(_ reply: StepReply, _ kind: String, _ flow: String, _ time: Int64) {
        let result =
            switch reply {
            case .step(let step): step.outcome == nil ? "step" : "end"
            case .refused(let refusal): refusal.kind.rawValue
            }
        Counter(
            label: "flow_host_steps", dimensions: [("flow", flow), ("event", kind), ("result", result)]
        ).increment()
        Timer(label: "flow_host_step_seconds", dimensions: [("flow", flow)]).recordNanoseconds(time)
        let level: Logger.Level = result == StepRefusal.Kind.unavailable.rawValue ? .warning : .debug
        logger.log(
            level: level, "flow step",
            metadata: [
                "flow": "\(flow)", "event": "\(kind)", "result": "\(result)",
                "step": "\(reply.step?.name ?? "")", "refusal": "\(reply.refusal?.code ?? "")",
                "milliseconds": "\(time / 1_000_000)",
            ])
    }
}
