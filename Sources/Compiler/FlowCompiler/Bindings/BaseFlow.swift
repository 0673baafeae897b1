package import FlowSyntax

/// The flow that a flow extends, if hosts can run it.
package struct BaseFlow: Sendable {
    package let type: String
    private let interface: HostInterface
    var name: String { interface.name }

    /// Compiles the base of a flow. Returns nil if there is no base, or if the base is abstract or has errors.
    ///
    /// `type` is the name of the base's generated type. By default, the base itself determines the name.
    package init?(of compilation: Compilation, type: String? = nil, loader: some SourceLoader) {
        guard let path = compilation.basePath else { return nil }
        guard let interface = HostInterface(FlowCompiler.compile(path: path, loader: loader)) else { return nil }
        self.interface = interface
        self.type = type ?? interface.typeName
    }

    /// Returns whether a host of the base flow can present and answer a step.
    ///
    /// The step must show every required value that the host knows, accept the host's answers and commands, and require
    /// no answer that the host may omit. The host must handle each possible error, and no error if there may be none.
    func presents(_ step: HostInterface.Step) -> Bool {
        guard let known = interface.steps.first(where: { $0.name == step.name }) else { return false }
        let commands = Set(step.commands.map(\.name))
        return known.shown.areFound(in: step.shown) && known.errors.cover(step.errors)
            && commands.isSuperset(of: known.commands.map(\.name)) && Self.fit(known.answers, step.answers)
    }

    /// Returns whether a host of the base flow can present an outcome.
    ///
    /// The conditions for the outcome's values, commands and errors are those for a step.
    func presents(_ outcome: HostInterface.Outcome) -> Bool {
        guard let known = interface.outcomes.first(where: { $0.name == outcome.name }) else { return false }
        let commands = Set(outcome.commands.map(\.name))
        return known.shown.areFound(in: outcome.shown) && known.errors.cover(outcome.errors)
            && commands.isSuperset(of: known.commands.map(\.name))
    }

    /// Returns whether a step that asks for `answers` suits a host.
    ///
    /// The host gives the `known` answers. The step must accept each of them, and may require only those that the host
    /// always gives. A step without submissions has nil answers, which suit only nil answers.
    private static func fit(_ known: [HostInterface.Input]?, _ answers: [HostInterface.Input]?) -> Bool {
        guard let known, let answers else { return known == nil && answers == nil }
        let required = Set(known.filter(\.isRequired).map(\.name))
        return required.isSuperset(of: answers.filter(\.isRequired).map(\.name))
            && known.allSatisfy { answer in answers.contains { accepts(answer, as: $0) } }
    }

    /// Returns whether a step that asks for `asked` accepts every answer that a host gives to `known`.
    ///
    /// Only names, types and words count. If a length or pattern differs, the step can refuse an answer.
    private static func accepts(_ known: HostInterface.Input, as asked: HostInterface.Input) -> Bool {
        // Without words, an answer can be any word.
        let (knownWords, words) = (known.rule.words, asked.rule.words)
        let acceptsWords = words.isEmpty || !knownWords.isEmpty && Set(words).isSuperset(of: knownWords)
        return known.name == asked.name && known.type == asked.type && acceptsWords
    }
}

extension Compilation {
    /// The path of the flow that the compiled flow extends; nil if there is none.
    package var basePath: String? {
        graph.edges.first { $0.source == 0 && $0.kind == .extends }?.path
    }
}

extension [HostInterface.Value] {
    /// Returns whether every required value is also required in `others`, with the same type.
    ///
    /// A value is required if it is always present, and neither a list nor a map.
    fileprivate func areFound(in others: [HostInterface.Value]) -> Bool {
        allSatisfy { value in
            value.isOptional || value.type.isCollection
                || others.contains { $0.name == value.name && $0.type == value.type && !$0.isOptional }
        }
    }
}

extension SwiftWriter {
    /// Writes the enumeration of the steps for a host of the base flow, if there is a base flow.
    func writeBaseStep(_ code: inout CodeWriter) {
        guard let base = options.base else { return }
        let steps = interface.steps.filter { !base.presents($0) }
        let outcomes = interface.outcomes.filter { !base.presents($0) }
        code.doc(
            """
            A step or outcome, for a host that knows the steps of ``\(base.type)``.

            Each step that such a host cannot present has a case of its own.
            """)
        code.block("\(access)enum BaseStep: TypedStep, Redacted") { code in
            code.doc("A step or an outcome that a host of the base flow can present.")
            code.line("case base(\(base.type).Step)")
            writeCases(of: steps, &code)
            if !outcomes.isEmpty {
                code.doc("An outcome that such a host cannot present.")
                code.line("case ended(Outcome)")
            }
            code.line()
            code.doc("Creates the step of a turn, or returns nil if the turn belongs to another flow.")
            code.block("\(access)init?(_ turn: FlowTurn)") { code in
                writeOwnCases(steps, outcomes, &code)
                code.line("guard let step = \(base.type).Step(turn) else { return nil }")
                code.line("self = .base(step)")
            }
        }
        code.line()
    }

    /// Writes the statements that create a case of the flow's own, and return.
    private func writeOwnCases(
        _ steps: [HostInterface.Step], _ outcomes: [HostInterface.Outcome], _ code: inout CodeWriter
    ) {
        guard !steps.isEmpty || !outcomes.isEmpty else { return }
        code.switch("Step(turn)") { code in
            for step in steps {
                let member = step.plainMemberName
                writeOwnCase(".\(member)(let step)", creating: ".\(member)(step)", &code)
            }
            for outcome in outcomes {
                let member = outcome.plainMemberName
                writeOwnCase(".ended(.\(member)(let outcome))", creating: ".ended(.\(member)(outcome))", &code)
            }
            code.line("default: break")
        }
    }

    /// Writes the case of a switch for a pattern: it assigns the value `result` to `self`, and returns.
    private func writeOwnCase(_ pattern: String, creating result: String, _ code: inout CodeWriter) {
        code.line("case \(pattern)?:")
        code.indented { code in
            code.line("self = \(result)")
            code.line("return")
        }
    }
}
