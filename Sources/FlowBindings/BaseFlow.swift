package import FlowCompiler
package import FlowSyntax

/// The flow that a flow extends, if hosts can run it.
package struct BaseFlow: Sendable {
    /// The name of its generated type.
    package let type: String
    private let interface: HostInterface

    /// Compiles the base of a flow; nil if the flow extends none, or one that is abstract or has errors.
    ///
    /// `type` is the name of its generated type; by default that of its own file.
    package init?(of compilation: Compilation, type: String? = nil, loader: some SourceLoader) {
        guard let path = compilation.basePath else { return nil }
        guard let interface = HostInterface(FlowCompiler.compile(path: path, loader: loader)) else { return nil }
        self.interface = interface
        self.type = type ?? interface.typeName
    }

    /// Returns whether a host of the base flow can present and answer a step: it finds all that it relies on, and nothing
    /// that it does not know is required or may have gone wrong.
    func presents(_ step: HostInterface.Step) -> Bool {
        guard let known = interface.steps.first(where: { $0.name == step.name }) else { return false }
        let commands = Set(step.commands.map(\.name))
        return known.shown.areFound(in: step.shown) && known.errors.cover(step.errors)
            && commands.isSuperset(of: known.commands.map(\.name)) && Self.fit(known.answers, step.answers)
    }

    /// Returns whether a host of the base flow can present an outcome.
    func presents(_ outcome: HostInterface.Outcome) -> Bool {
        guard let known = interface.outcomes.first(where: { $0.name == outcome.name }) else { return false }
        let commands = Set(outcome.commands.map(\.name))
        return known.shown.areFound(in: outcome.shown) && known.errors.cover(outcome.errors)
            && commands.isSuperset(of: known.commands.map(\.name))
    }

    /// Returns whether a step that asks for `answers` accepts those that a host knows, and requires no others.
    private static func fit(_ known: [HostInterface.Input]?, _ answers: [HostInterface.Input]?) -> Bool {
        guard let known, let answers else { return known == nil && answers == nil }
        let required = Set(known.filter(\.isRequired).map(\.name))
        return required.isSuperset(of: answers.filter(\.isRequired).map(\.name))
            && known.allSatisfy { answer in
                answers.contains {
                    $0.name == answer.name && $0.type == answer.type
                        && ($0.rule.words.isEmpty || Set($0.rule.words).isSuperset(of: answer.rule.words))
                }
            }
    }
}

extension Compilation {
    /// The path of the flow that the compiled flow extends; nil if there is none.
    package var basePath: String? {
        graph.edges.first { $0.source == 0 && $0.kind == .extends }?.path
    }
}

extension [HostInterface.Value] {
    /// Returns whether each value that is always present is so among others too, with the same type.
    fileprivate func areFound(in others: [HostInterface.Value]) -> Bool {
        allSatisfy { value in
            value.isOptional || value.type.isCollection
                || others.contains { $0.name == value.name && $0.type == value.type && !$0.isOptional }
        }
    }
}

extension HostInterface.ErrorTypes {
    /// Returns whether a host that knows these errors knows others too.
    fileprivate func cover(_ others: HostInterface.ErrorTypes) -> Bool {
        if !isPossible || !others.isPossible { return !others.isPossible && (isOptional || !isPossible) }
        return (isOptional || !others.isOptional) && (allowsOthers || !others.allowsOthers)
            && (allowsOthers || Set(named).isSuperset(of: others.named))
    }
}
