import FlowAnalysis
import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// A map that leads pending sign-ins of one version of a flow to another, as it is written.
package struct Migration: Sendable {
    private let plan: MigrationPlan
    private let flow: String

    /// A state and why its sign-ins cannot go on.
    package struct Refusal: Sendable, Equatable {
        /// The state's name in the old version.
        package let state: String
        /// The code of the reason.
        package let code: String
        /// The name of the ask or of the parameter that it is about; nil if it is about the state as a whole.
        package let name: String?
    }

    init(_ plan: MigrationPlan, flow: String) {
        self.plan = plan
        self.flow = flow
    }

    /// Names of the steps at which sign-ins go on.
    package var steps: [String] { plan.moves.filter(\.isPresent).map(\.name) }

    /// The steps at which they cannot go on, and then the requests.
    package var refusals: [Refusal] {
        (plan.refusals.filter(\.isPresent) + plan.refusals.filter { !$0.isPresent }).map {
            Refusal(state: $0.name, code: $0.obstacle.code, name: $0.obstacle.name)
        }
    }

    /// The steps at which they cannot go on.
    package var refusedSteps: [Refusal] { Array(refusals.prefix(plan.refusals.count(where: \.isPresent))) }

    /// The map as JSON, for `FlowMigration` of FlowSealing.
    /// - Parameters:
    ///   - old: the identity of the old table, in hexadecimal digits.
    ///   - new: that of the new one.
    /// - Returns: the text of the map.
    package func text(from old: String, to new: String) -> String {
        let moves = plan.moves.map { move in
            let slots = move.slots.map { "[\($0.old),\($0.new)]" }.joined(separator: ",")
            return "    [\(move.states.old), \(move.states.new), [\(slots)]]"
        }
        let counters = plan.counters.map { "[\($0.old),\($0.new)]" }.joined(separator: ",")
        return """
            {
              "flowMigration": 1,
              "flow": \(JSONRenderer.quoted(flow)),
              "from": "\(old)",
              "to": "\(new)",
              "slots": \(plan.slotCount),
              "counters": [\(counters)],
              "states": [
            \(moves.joined(separator: ",\n"))
              ]
            }

            """
    }
}

extension Compilation {
    /// How pending sign-ins of this version of a flow go on in another one.
    /// - Parameter other: the new version.
    /// - Returns: nil if one of the two has errors.
    package func migration(to other: Compilation) -> Migration? {
        guard let flow, other.flow != nil, let unproven, let target = other.unproven else { return nil }
        let plan = MigrationPlanner.plan(
            from: AnnotatedFlow(flow: unproven, annotations: annotations),
            to: AnnotatedFlow(flow: target, annotations: other.annotations))
        return Migration(plan, flow: flow.name)
    }
}
