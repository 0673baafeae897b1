import Logging
import Metrics
import Synchronization
import Tracing

/// Counts, measures, traces and logs events. It sees names that flows declare, and no values.
struct StepObserver: Sendable {
    private let logger: Logger
    private let metrics = StepMetrics()

    init(_ logger: Logger) { self.logger = logger }

    /// Performs the work of an event, and observes its reply.
    func observe(_ kind: String, of flow: String, _ work: () async -> StepReply) async -> StepReply {
        await withSpan("flow step") { span in
            let began = UptimeClock.nanoseconds
            let reply = await work()
            if span.isRecording {
                span.attributes["flow.name"] = flow
                span.attributes["flow.event"] = kind
                switch reply {
                case .step(let step): span.attributes["flow.step"] = step.name
                case .refused(let refusal): span.attributes["flow.refusal"] = refusal.code
                }
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
        let (counter, timer) = metrics.metrics(flow: flow, event: kind, result: result)
        counter.increment()
        timer.recordNanoseconds(time)
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

/// The metrics of events, each created once.
private final class StepMetrics: Sendable {
    private struct Labels: Hashable {
        let flow: String, event: String, result: String
    }

    private let known = Mutex<[Labels: (Counter, Timer)]>([:])

    /// Returns the counter of a flow's events of this kind and result, and the flow's timer.
    func metrics(flow: String, event: String, result: String) -> (Counter, Timer) {
        let labels = Labels(flow: flow, event: event, result: result)
        return known.withLock { known in
            if let metrics = known[labels] { return metrics }
            let dimensions = [("flow", flow), ("event", event), ("result", result)]
            let metrics = (
                Counter(label: "flow_host_steps", dimensions: dimensions),
                Timer(label: "flow_host_step_seconds", dimensions: [("flow", flow)])
            )
            known[labels] = metrics
            return metrics
        }
    }
}
