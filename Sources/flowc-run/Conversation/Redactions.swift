import FlowCore
package import FlowRuntime
import Foundation

/// Remembers the trace of the current step, to identify its secrets.
///
/// A value that differs between trace and step is a secret that the flow discloses.
package final class Redactions: @unchecked Sendable {
    private let lock = NSLock()
    /// Accessed only under the lock.
    private var traced: JSONValue = .object([])

    /// Creates redactions without a trace.
    package init() {}

    /// Records a trace event.
    package func take(_ event: FlowTraceEvent) {
        switch event {
        case .presented(let step): lock.withLock { traced = step.parameters }
        case .ended(let outcome): lock.withLock { traced = outcome.parameters }
        default: break
        }
    }

    /// The secrets among the shown values of a step or outcome.
    func secrets(in parameters: JSONValue) -> [JSONMember] {
        let traced = lock.withLock { self.traced }
        return (parameters.members ?? []).filter { traced[$0.name] != $0.value }
    }
}
