import FlowAutomata
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Finds what is wrong with the bindings of a `use`: ports that the sub-flow does not have, and values that do not fit into its inputs,
/// or do not fit where they are taken to.
enum UseCheck {
    /// Checks the bindings of a use.
    /// - Parameters:
    ///   - node: the use.
    ///   - flow: the name of the sub-flow, where the use names it.
    ///   - inner: the sub-flow.
    ///   - names: the names of the flow that uses it.
    static func check(_ node: UnitNode, _ flow: Name, _ inner: FlowUnit, _ names: inout UnitNames) {
        let values = inner.declarations.values
        let inputs = values.values.filter(\.isInput).map(\.name)
        var passed: Set<Symbol> = []
        for binding in node.parts.flatMap(\.bindings) {
            switch binding {
            case .pass(let pass):
                let isKnown = names.source(pass.source)
                guard let input = values[pass.name.symbol], input.isInput else {
                    report(pass.name, of: flow, inner, inputs, "has the inputs", &names)
                    continue
                }
                passed.insert(input.name)
                if isKnown { check(pass.source, into: input, &names) }
            case .take(let take):
                guard let given = values[take.name.symbol] else {
                    report(take.name, of: flow, inner, Array(values.keys), "has", &names)
                    continue
                }
                names.check(given.type, of: take.name, into: take.into)
            }
        }
        for input in names.program.symbols.sorted(inputs) where !passed.contains(input) {
            if values[input]?.isDemanded == true { reportMissing(input, flow, &names) }
        }
    }

    private static func report(
        _ port: Name, of flow: Name, _ inner: FlowUnit, _ ports: [Symbol], _ verb: String, _ names: inout UnitNames
    ) {
        names.report(
            names.wording.unknownPort(
                port, of: "the flow '\(names.text(flow))'", at: inner.root?.range, verb,
                among: names.program.symbols.sorted(ports)))
    }

    private static func reportMissing(_ input: Symbol, _ flow: Name, _ names: inout UnitNames) {
        let (flowName, inputName) = (names.text(flow), names.program.symbols[input])
        names.report(
            Diagnostic(
                .missingElement, at: flow.range, "the flow '\(flowName)' requires '\(inputName)', which is not passed",
                subjects: [flowName, inputName], help: ["add <pass name=\"\(inputName)\" from=\"…\"/>"]))
    }

    // MARK: Inputs

    /// What is passed must be of the type and the form that the sub-flow says its input has: nothing looks at it at run time.
    private static func check(_ source: OperandSyntax, into input: ValueDefinition, _ names: inout UnitNames) {
        names.check(source, into: input.type, "the input '\(names.program.symbols[input.name])'")
        let form = InputForm(input, names.program.symbols)
        if let value = source.value {
            let items =
                input.type == .list ? value.text.split(whereSeparator: \.isWhitespace).map(String.init) : [value.text]
            let faults = items.isEmpty && input.isDemanded ? ["it must not be empty"] : items.compactMap(form.fault)
            if let fault = faults.first { report("is", value.text, at: value.range, input, fault, &names) }
        }
        for name in source.names {
            guard let type = names.type(of: name.symbol), type.fits(input.type) else { continue }
            let given = names.unit.declarations.values[name.symbol]
            guard let fault = form.fault(of: given, type, words: names.closedWords(of: name.symbol)) else { continue }
            report("can be", names.text(name), at: name.range, input, fault, &names)
        }
    }

    private static func report(
        _ verb: String, _ given: String, at range: SourceRange, _ input: ValueDefinition, _ fault: String,
        _ names: inout UnitNames
    ) {
        let name = names.program.symbols[input.name]
        names.report(
            Diagnostic(
                .typeMismatch, at: range, "'\(given)' \(verb) a value that the input '\(name)' does not accept",
                subjects: [given, name], help: [fault]))
    }
}

extension ValueDefinition {
    /// Whether a use must pass it.
    var isDemanded: Bool { declaration?.isRequired == true && declaration?.fallback == nil }
}
