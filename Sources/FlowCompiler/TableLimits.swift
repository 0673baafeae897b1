import FlowAnnotations
package import FlowDiagnostics
import FlowEmit
import FlowModel

/// Finds out whether a flow fits into the table that it is compiled to.
enum TableLimits {
    /// The finding about a flow that does not.
    static func finding(_ annotated: AnnotatedFlow) -> Diagnostic? {
        guard !annotated.flow.fitsSurely else { return nil }
        do throws(TableLimit) {
            // A table with everything in it is the largest.
            _ = try TableWriter.write(annotated.flow, options: EmitOptions(includesNames: true, includesMarks: true))
            return nil
        } catch {
            return range(of: error, annotated).map { range in
                Diagnostic(.tableLimit, at: range, message(error), help: [help(error.kind)])
            }
        }
    }

    /// The node that has too much of something, or else the first one.
    private static func range(of limit: TableLimit, _ annotated: AnnotatedFlow) -> SourceRange? {
        let node = limit.state.flatMap { annotated.flow.states[$0].node } ?? 0
        let nodes = annotated.annotations.nodes
        return nodes.indices.contains(node) ? nodes[node].range : nil
    }

    private static func message(_ limit: TableLimit) -> String {
        switch limit.kind {
        case .number: "\(limit.count) is more than a table can hold: \(limit.maximum) at most"
        case .pathLength:
            "a value lies \(limit.count) members deep in a request or reply, and \(limit.maximum) is the most"
        case .noStates, .errorSlots: "the flow has nothing to run"
        case .states, .events, .slots, .counters, .patternStates, .patternClasses, .size:
            "the flow has \(limit.count) of what a table counts as \(limit.kind.rawValue), and \(limit.maximum) is the most"
        }
    }

    private static func help(_ kind: TableLimit.Kind) -> String {
        switch kind {
        case .number: "use a smaller number, or none"
        case .pathLength: "let the service take and give the value further out, or as one text with encoding=\"json\""
        case .counters: "share a counter between limits with counter=\"…\""
        case .patternStates, .patternClasses: "use a simpler pattern, and length=\"…\" beside it"
        case .noStates, .errorSlots: "give it a node, and start=\"…\""
        case .states, .events, .slots, .size: "make several flows of it"
        }
    }
}

extension DiagnosticCode {
    /// A flow that is too large for a table.
    package static let tableLimit = DiagnosticCode(
        "table-limit", summary: "A flow must fit into the compiled table.")
}
