import FlowCompiler
import FlowCore
package import FlowRuntime

/// Identifies the secrets among the values of the current step.
///
/// Traces redact secrets. A value that differs between the step and its trace is therefore a secret.
package final class Redactions: Sendable {
    /// The values of the current step in the trace.
    private let tracedValues = Guarded(JSONValue.object([]))

    /// Creates redactions before the first step.
    package init() {}

    /// Stores the values of a trace event that shows a step or an end, and ignores other events.
    package func record(_ event: FlowTraceEvent) {
        switch event {
        case .presented(let step): tracedValues.withLock { $0 = step.parameters }
        case .ended(let outcome): tracedValues.withLock { $0 = outcome.parameters }
        default: break
        }
    }

    /// Returns the secrets among the values of the current step or end.
    func secrets(in parameters: JSONValue) -> [JSONMember] {
        let traced = tracedValues.withLock { $0 }
        return (parameters.members ?? []).filter { traced[$0.name] != $0.value }
    }
}
