/// The tooltips of a diagram: every transition that a row stands for, each in a line.
enum Tooltip {
    /// All transitions of a row.
    static func text(_ row: Row, in diagram: Diagram) -> String { text(row.transitions, in: diagram) }

    /// The transitions of a row that leave one node.
    static func text(_ row: Row, of node: Int?, in diagram: Diagram) -> String {
        text(row.transitions.filter { $0.from == node }, in: diagram)
    }

    private static func text(_ transitions: [Transition], in diagram: Diagram) -> String {
        transitions.map { line($0, diagram.names) }.joined(separator: "\n")
    }

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
