import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// The state that a start leads to.
    func firstNode(_ context: FlowContext) -> StateID? {
        let roots = context.composition.roots
        if let start = roots.lazy.compactMap({ self.documents.attribute(.start, $0) }).first {
            return entry(start, context)
        }
        guard let root = roots.first else { return nil }
        bag.add(
            Diagnostic(
                .missingStart, at: documents.range(root), "the flow does not name its first node",
                help: ["add start=\"…\" with the id of a node"]))
        return nil
    }

    /// An abstract flow is a part of others only: its names are checked, its shape is not.
    func isAbstract(_ context: FlowContext) -> Bool {
        context.composition.roots.first.map { documents.isTrue(.abstract, $0) } ?? false
    }

    /// What the host gives at the start: the inputs of all files, then facts.
    func inputs(_ context: FlowContext) -> [Ask] {
        var result: [Ask] = []
        var seen: Set<String> = []
        for root in context.composition.roots.reversed() {
            for data in documents.children(root, .data) {
                for place in documents.children(data) {
                    switch documents.name(place) {
                    case .input:
                        guard let input = ask(place, context) else { continue }
                        if seen.insert(input.name).inserted {
                            result.append(input)
                        } else {
                            result = result.map { $0.name == input.name ? input : $0 }
                        }
                    case .fact:
                        for name in documents.names(.name, place) where seen.insert(name.text).inserted {
                            guard let slot = slot(name, context) else { continue }
                            var fact = Ask(name: name.text, slot: slot)
                            fact.isConstant = true
                            result.append(fact)
                        }
                    default: break
                    }
                }
            }
        }
        return result
    }
}
