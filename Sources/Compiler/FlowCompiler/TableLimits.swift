import FlowChecks
package import FlowDiagnostics
import FlowIR

/// Checks that a flow fits into a table.
enum TableLimits {
    /// Returns a finding about the first limit of the table that a flow exceeds.
    ///
    /// The result is nil if the flow fits, or if it has no node at which to report the limit.
    static func finding(about verified: VerifiedFlow, _ annotations: FlowAnnotations) -> Diagnostic? {
        guard !verified.flow.isCertainToFit else { return nil }
        do throws(TableLimit) {
            // The table with all options is the largest.
            _ = try TableWriter.write(verified, options: EmitOptions(includesNames: true, includesMarks: true))
            return nil
        } catch {
            return range(of: error, verified.flow, annotations).map { range in
                Diagnostic(.tableLimit, at: range, error.message, help: [help(error.kind)])
            }
        }
    }

    /// Returns the location of the node that exceeds a limit, or of the first node if no single node is known.
    ///
    /// The result is nil if the flow has no nodes.
    private static func range(
        of limit: TableLimit, _ flow: LoweredFlow, _ annotations: FlowAnnotations
    ) -> SourceRange? {
        let node = limit.state.flatMap { flow.states[$0].node } ?? 0
        return annotations.nodes[ifPresent: node]?.range
    }

    /// Returns what the author can do about a limit.
    private static func help(_ kind: TableLimit.Kind) -> String {
        switch kind {
        case .number: "use a smaller number, or remove it"
        case .pathLength:
            "shorten the path in the service description, or encode the value as one text with encoding=\"json\""
        case .counters: "share a counter between limits with counter=\"…\""
        case .patternStates, .patternClasses: "use a simpler pattern, together with length=\"…\""
        case .noStates, .errorSlots: "add a node, and start=\"…\""
        case .states, .events, .slots, .size: "divide the flow into several flows"
        }
    }
}

extension TableLimit {
    /// What exceeds which maximum, in terms that the author of a flow knows.
    package var message: String {
        let excess =
            switch kind {
            case .number: "\(count) is too large for a table"
            case .pathLength: "the path of a value in a request or reply has \(count) members"
            case .noStates, .errorSlots: "the flow has no node to run"
            case .states: "the flow compiles to \(count) states and blocks of code"
            case .events: "the flow has \(count) events"
            case .slots: "the flow has \(count) values"
            case .counters: "the flow has \(count) counters"
            case .patternStates: "the automaton of a pattern has \(count) states"
            case .patternClasses: "the automaton of a pattern has \(count) character classes"
            case .size: "a part of the table has \(count) bytes"
            }
        return kind == .noStates || kind == .errorSlots ? excess : "\(excess): the maximum is \(maximum)"
    }
}

extension DiagnosticCode {
    /// A flow does not fit into a table.
    package static let tableLimit = DiagnosticCode(
        "table-limit", summary: "A flow must fit into the compiled table.")
}
