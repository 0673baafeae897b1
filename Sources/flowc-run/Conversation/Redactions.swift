import FlowCore
package import FlowRuntime
import Foundation

/// Keeps how a run traced the step at hand: what differs from the step itself is a secret that the flow discloses.
package final class Redactions: @unchecked Sendable {
    private let lock = NSLock()
    /// Touched under the lock alone.
    private var traced: JSONValue = .object([])

    /// Nothing traced yet.
    package init() {}

    /// Takes what a run traces.
    package func take(_ event: FlowTraceEvent) {
        switch event {
        case .presented(let step): lock.withLock { traced = step.parameters }
        case .ended(let outcome): lock.withLock { traced = outcome.parameters }
        default: break
        }
    }

    /// The members of what a step or an end shows that are secrets.
    func secrets(in parameters: JSONValue) -> [JSONMember] {
        let traced = lock.withLock { self.traced }
        return (parameters.members ?? []).filter { traced[$0.name] != $0.value }
    }
}
