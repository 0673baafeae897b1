/// Formats the tooltips of rows, which list the row's transitions.
enum Tooltip {
    /// Returns a line for each transition of a row.
    static func text(_ row: Row, in diagram: Diagram) -> String { text(row.transitions, in: diagram) }

    /// Returns a line for each transition of a row that leaves a node. A nil node means the start.
    static func text(_ row: Row, of node: Int?, in diagram: Diagram) -> String {
        text(row.transitions.filter { $0.from == node }, in: diagram)
    }

    private static func text(_ transitions: [Transition], in diagram: Diagram) -> String {
        transitions.map { line($0, diagram.names) }.joined(separator: "\n")
    }

    /// Returns a transition in words: its source, its event with the guard, and its target.
    private static func line(_ transition: Transition, _ names: [String]) -> String {
        let from = transition.from.map { names[$0] } ?? "start"
        let target =
            switch transition.target {
            case .node(let node): names[node]
            case .lastStep(let node): "the last step, or " + names[node]
            case .refused(let code): Sign.refused + " " + code
            }
        let label = transition.label
        return from + (label.utf8.isEmpty ? "" : ": " + label) + " → " + target
    }
}
