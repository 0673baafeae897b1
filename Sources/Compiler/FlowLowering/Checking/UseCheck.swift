import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// Checks the bindings of a `use`: the inputs that it passes to its sub-flow, and the values that it takes back.
enum UseCheck {
    /// Checks the bindings of a use, and adds its findings to `names`.
    ///
    /// - Parameters:
    ///   - node: the node of the use
    ///   - flow: the name of the sub-flow as the use gives it
    ///   - inner: the sub-flow that has this name
    ///   - names: the names of the flow that contains the use
    static func check(_ node: UnitNode, _ flow: Name, _ inner: FlowUnit, _ names: inout UnitNames) {
        var passed: Set<Symbol> = []
        for pass in node.passes {
            if let input = checkPass(pass, to: flow, inner, &names) { passed.insert(input) }
        }
        for take in node.takes { checkTake(take, from: flow, inner, &names) }
        let inputs = inner.declarations.values.values.filter(\.isInput)
        let missing = inputs.filter { $0.mustBePassed && !passed.contains($0.name) }.map(\.name)
        for input in names.program.symbols.sorted(missing) { reportMissing(input, flow, &names) }
    }

    /// Checks a `pass`, and returns the name of the input that it binds, or nil if the sub-flow has no such input.
    private static func checkPass(
        _ pass: PassDeclaration, to flow: Name, _ inner: FlowUnit, _ names: inout UnitNames
    ) -> Symbol? {
        let resolves = names.requireValues(of: pass.source)
        let values = inner.declarations.values
        guard let input = values[pass.name.symbol], input.isInput else {
            let inputs = values.values.filter(\.isInput).map(\.name)
            reportUnknown(pass.name, of: flow, inner, inputs, "has the inputs", &names)
            return nil
        }
        if resolves { check(pass.source, for: input, &names) }
        return input.name
    }

    /// Checks that the sub-flow has the value that a `take` names, and that its type fits the value that stores it.
    private static func checkTake(
        _ take: TakeDeclaration, from flow: Name, _ inner: FlowUnit, _ names: inout UnitNames
    ) {
        let values = inner.declarations.values
        guard let given = values[take.name.symbol] else {
            return reportUnknown(take.name, of: flow, inner, Array(values.keys), "has", &names)
        }
        names.checkType(given.type, of: take.name, fitsValue: take.into)
    }

    /// Reports a port that the sub-flow does not have.
    private static func reportUnknown(
        _ port: Name, of flow: Name, _ inner: FlowUnit, _ ports: [Symbol], _ verb: String, _ names: inout UnitNames
    ) {
        names.report(
            names.wording.unknownPort(
                port, of: "the flow '\(names.text(flow))'", at: inner.root?.range, verb,
                among: names.program.symbols.sorted(ports)))
    }

    /// Reports a required input that the use does not pass.
    private static func reportMissing(_ input: Symbol, _ flow: Name, _ names: inout UnitNames) {
        let (flowName, inputName) = (names.text(flow), names.program.symbols[input])
        names.report(
            Diagnostic(
                .missingElement, at: flow.range,
                "the flow '\(flowName)' requires the input '\(inputName)', but this node does not pass it",
                subjects: [flowName, inputName], help: ["add <pass name=\"\(inputName)\" from=\"…\"/>"]))
    }

    // MARK: Inputs

    /// Checks that an operand has the type and the form that an input of the sub-flow declares.
    ///
    /// The runtime does not check the values that one flow passes to another.
    private static func check(_ operand: OperandSyntax, for input: ValueDefinition, _ names: inout UnitNames) {
        names.checkOperand(operand, fits: input.type, for: .typed("the input '\(names.program.symbols[input.name])'"))
        let form = InputForm(input, names.program.symbols)
        if let literal = operand.value { checkForm(of: literal, for: input, form, &names) }
        for name in operand.names {
            // An unknown value and a value of another type are reported already.
            guard let type = names.type(of: name.symbol), type.fits(input.type) else { continue }
            let given = names.unit.declarations.values[name.symbol]
            let words = names.possibleWords(of: name.symbol)
            guard let fault = form.requirementsUnmet(by: given, type, words: words) else { continue }
            reportUnaccepted("can have", names.text(name), at: name.range, input, fault, &names)
        }
    }

    /// Checks that a literal, or each item of a literal list, has the form that an input of the sub-flow declares.
    private static func checkForm(
        of literal: WrittenText, for input: ValueDefinition, _ form: InputForm, _ names: inout UnitNames
    ) {
        let items = literal.items(ofType: input.type)
        var fault = items.lazy.compactMap { form.requirementsUnmet(by: $0) }.first
        if items.isEmpty, input.mustBePassed { fault = "it must not be empty" }
        if let fault { reportUnaccepted("is", literal.text, at: literal.range, input, fault, &names) }
    }

    /// Reports a literal or value that the input might not accept.
    ///
    /// - Parameters:
    ///   - verb: `is` for a literal, `can have` for a value
    ///   - given: the literal, or the name of the value
    ///   - range: the place of the literal or name
    ///   - input: the input of the sub-flow
    ///   - fault: the requirements of the input, for the help
    ///   - names: the names of the flow that contains the use
    private static func reportUnaccepted(
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

extension WrittenText {
    /// Returns the items of a literal of a type: its words for a list, otherwise the whole text.
    func items(ofType type: SlotType) -> [String] {
        type == .list ? text.split(whereSeparator: \.isWhitespace).map(String.init) : [text]
    }
}

extension ValueDefinition {
    /// Whether the use of a sub-flow must pass this input.
    var mustBePassed: Bool { declaration?.isRequired == true && declaration?.fallback == nil }
}
