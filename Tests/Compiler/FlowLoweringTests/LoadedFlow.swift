import FlowDiagnostics
import FlowIR
import FlowLowering
import FlowSyntax
import TestSupport

/// Files as lowering takes them.
struct LoadedFlow {
    let trees: [SyntaxTree]
    let links: [DocumentLinks]

    /// The files that a flow is made of.
    init(_ path: String, _ loader: some SourceLoader) {
        var bag = DiagnosticBag()
        let graph = DocumentGraph.load(root: path, loader: loader, bag: &bag)
        trees = graph.nodes.map(\.document.tree)
        links = DocumentLinks.all(in: graph)
    }

    /// The flow and its findings.
    var lowered: LoweringResult { Lowering.lower(trees, links: links, root: 0) }

    /// The codes of the findings, in no order that matters.
    var codes: [String] { lowered.findings.map(\.code.rawValue).sorted() }

    /// The number of states and instructions.
    var size: Int {
        guard let flow = lowered.flow?.flow else { return 0 }
        return flow.states.reduce(0) { size, state in
            var blocks = state.transitions.blocks
            if case .choice(let block) = state.kind { blocks.append(block) }
            return size + 1 + blocks.reduce(0) { $0 + Self.size(of: $1) }
        }
    }

    private static func size(of block: Block) -> Int {
        block.instructions.reduce(0) { size, instruction in
            if case .when(_, let inner) = instruction { size + 1 + Self.size(of: inner) } else { size + 1 }
        }
    }
}
