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
                Diagnostic(.tableLimit, at: range, message(error), help: [help(error.kind)])
            }
        }
    }

    /// Returns the location of the node that exceeds a limit, or of the first node if no single node does.
    ///
    /// The result is nil if the flow has no nodes.
    private static func range(
        of limit: TableLimit, _ flow: LoweredFlow, _ annotations: FlowAnnotations
    ) -> SourceRange? {
        let node = limit.state.flatMap { flow.states[$0].node } ?? 0
        return annotations.nodes[ifPresent: node]?.range
    }

    /// Returns the message about a limit that a flow exceeds.
    private static func message(_ limit: TableLimit) -> String {
        switch limit.kind {
        case .number: "\(limit.count) is too large for a table: the maximum is \(limit.maximum)"
        case .pathLength:
            "the path of a value in a request or reply has \(limit.count) members: the maximum is \(limit.maximum)"
        case .noStates, .errorSlots: "the flow has no node to run"
        case .states, .events, .slots, .counters, .patternStates, .patternClasses, .size:
            "the flow exceeds the table limit '\(limit.kind.rawValue)': \(limit.count), with a maximum of \(limit.maximum)"
        }
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

extension DiagnosticCode {
    /// A flow does not fit into a table.
    package static let tableLimit = DiagnosticCode(
        "table-limit", summary: "A flow must fit into the compiled table.")
}
