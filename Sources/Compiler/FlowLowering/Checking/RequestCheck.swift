import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// Checks the requests of nodes: operations, keys, values and required outputs.
enum RequestCheck {
    /// Checks the request of a node, if it has one, and adds the findings to `names`.
    static func check(_ node: UnitNode, _ names: inout UnitNames) {
        guard node.shape.requests else { return }
        let called = CalledOperation(node, in: names.unit)
        if let fault = called.fault { report(fault, &names) }
        guard let (service, operation, variant) = called.found else { return }
        let inputs = service.inputs(of: operation, variant: variant)
        let unselected = checkVariant(of: node, (service, operation, variant), &names)
        checkOwnSends(of: node, (service, operation), inputs + unselected, &names)
        let scopes = node.requestScopes
        checkSends(of: inputs, in: scopes, &names)
        checkPlaces(of: inputs, in: scopes, &names)
        let replyValues = service.replyValues[operation.name] ?? []
        checkReceives(in: scopes, replyValues, &names)
        checkOwnReceives(of: node, replyValues, &names)
        let following = service.replies(following: operation, variant: variant)
        recordRequiredReceives(in: scopes, replyValues.filter { $0.canOccur(in: following) }, &names)
        checkRequires(of: node, service.outputs(of: operation), replyValues, &names)
    }

    /// Reports a `call` that selects no variant, although the operation requires the key that selects one.
    ///
    /// - Returns: the keys that only variants have, each once; empty if there is nothing to report
    private static func checkVariant(
        of node: UnitNode, _ called: CalledOperation.Found, _ names: inout UnitNames
    ) -> [ServiceDescription.Input] {
        let (service, operation, variant) = called
        let variants = names.program.symbols.sorted(service.variants(of: operation))
        guard variant == nil, !variants.isEmpty, !names.unit.isAbstract, let place = node.nearest(\.operation)?.range,
            operation.inputs.contains(where: { $0.isVariant && $0.isRequired })
        else { return [] }
        let name = names.program.symbols[operation.name]
        names.report(
            Diagnostic(
                .missingAttribute, at: place, "a call of '\(name)' needs the attribute 'variant'", subjects: [name],
                help: names.wording.helpLines("the variants are", listing: variants)))
        var keys = Set(operation.inputs.map(\.name))
        return variants.flatMap { service.inputs(of: operation, variant: $0) }.filter { keys.insert($0.name).inserted }
    }

    /// Checks the values that scopes send for the keys of a request, and the guards of these sends.
    private static func checkSends(
        of inputs: [ServiceDescription.Input], in scopes: [ScopeDeclaration], _ names: inout UnitNames
    ) {
        for input in inputs where !input.isVariant {
            guard let sends = RequestLowering.sends(of: input.name, in: scopes) else { continue }
            checkValues(of: input, sends, &names)
            // A send of a value that does not exist is already reported.
            for send in sends where names.resolves(send.source) { names.checkGuard(of: send) }
        }
    }

    /// Reports a key that a request sends although an earlier key has the same place in the request.
    ///
    /// The key that selects the variant or challenge counts as the earliest, because a flow cannot omit it. Keys that
    /// are sent only under guards can exclude each other.
    private static func checkPlaces(
        of inputs: [ServiceDescription.Input], in scopes: [ScopeDeclaration], _ names: inout UnitNames
    ) {
        var sent: [ServiceDescription.Input] = []
        for input in inputs.filter(\.isVariant) + inputs.filter({ !$0.isVariant }) {
            let place = RequestLowering.sends(of: input.name, in: scopes)?.first { $0.guardClause == nil }?.name
            guard input.isVariant || place != nil else { continue }
            if let place, let other = sent.first(where: { $0.name != input.name && $0.conflicts(with: input) }) {
                names.report(names.wording.conflictingKeys(place, other.name))
            }
            sent.append(input)
        }
    }

    /// Records for each required `receive` in scopes whether its output is among the values that replies can contain.
    private static func recordRequiredReceives(
        in scopes: [ScopeDeclaration], _ possible: [ReplyValue], _ names: inout UnitNames
    ) {
        let possibleNames = possible.map(\.output.name)
        for receive in scopes.flatMap(\.receives) where receive.isRequired {
            names.recordRequired(receive, isFulfilled: possibleNames.contains(receive.name.symbol))
        }
    }

    /// Checks that `requires` names outputs of the operation that a success contains.
    ///
    /// The `requires` of a challenge node names parameters of the challenge, which the resolver of names checks.
    private static func checkRequires(
        of node: UnitNode, _ outputs: [ServiceDescription.Output], _ replyValues: [ReplyValue],
        _ names: inout UnitNames
    ) {
        let own = node.kind == .challenge ? [] : node.parts.flatMap(\.requires)
        for name in node.answers.flatMap(\.requires) + own
        where !replyValues.contains(where: { $0.replies.success && $0.output.name == name.symbol }) {
            if outputs.contains(where: { $0.name == name.symbol }) {
                names.report(names.wording.neverContained(name, in: "success"))
            } else {
                names.report(names.wording.unknown(name, "parameter", .unknownParameter, among: outputs.map(\.name)))
            }
        }
    }

    /// Reports why the operation that a node calls cannot be determined.
    private static func report(_ fault: CalledOperation.Fault, _ names: inout UnitNames) {
        switch fault {
        case .unknownOperation(let name): names.requireOperation(name)
        case .unknownChallenge(let name): names.requireChallenge(name)
        case .unknownService(let name):
            let known = names.services.all.compactMap(\.name)
            names.report(names.wording.unknown(name, "service", .unknownService, among: known))
        case .ambiguous(let name, let services):
            names.report(names.wording.ambiguousService(of: name, services.compactMap(\.name)))
        case .unknownVariant(let name, let operation, let service):
            let known = names.program.symbols.sorted(service.variants(of: operation))
            var finding = names.wording.unknown(name, "variant", .unknownVariant, among: known)
            if finding.help.isEmpty {
                let operationName = names.program.symbols[operation.name]
                finding.help = names.wording.helpLines("'\(operationName)' has", listing: known)
            }
            names.report(finding)
        }
    }

    /// Checks that every key sent at the node itself is a key of its request that a flow can send.
    ///
    /// A flow cannot send the key that selects the variant or challenge.
    private static func checkOwnSends(
        of node: UnitNode, _ called: (service: ServiceDescription, operation: ServiceDescription.Operation),
        _ inputs: [ServiceDescription.Input], _ names: inout UnitNames
    ) {
        let known = Set(inputs.filter { !$0.isVariant }.map(\.name))
        let choosing = Set(inputs.filter(\.isVariant).map(\.name))
        for scope in node.parts.flatMap({ [$0.scope] + $0.answers.map(\.scope) }) {
            for case .send(let send) in scope.items {
                guard let name = send.name, !known.contains(name.symbol) else { continue }
                names.recordReportedKey(name)
                if choosing.contains(name.symbol) {
                    names.report(names.wording.choosingKey(name))
                } else {
                    reportUnknownKey(name, of: called, inputs, &names)
                }
            }
        }
    }

    /// Checks that replies can contain every output that the node itself receives in the compiled file.
    ///
    /// A required `receive` is checked together with the other requests in its scope.
    private static func checkOwnReceives(of node: UnitNode, _ replyValues: [ReplyValue], _ names: inout UnitNames) {
        let known = Set(replyValues.map(\.output.name))
        let scopes = node.parts.flatMap { [$0.scope] + $0.answers.map(\.scope) }
        for scope in scopes where names.isCompiledFile(scope.file) {
            for receive in scope.receives where !receive.isRequired {
                let name = receive.name
                // An output that no reply of the service contains is already reported.
                guard !known.contains(name.symbol), names.services.outputTypes[name.symbol] != nil else { continue }
                names.report(
                    Diagnostic(
                        .unknownParameter, at: name.range, "no reply to this request contains '\(names.text(name))'",
                        subjects: [names.text(name)], help: ["remove it, or receive a value that the replies contain"]))
            }
        }
    }

    /// Reports a sent key that the called operation does not accept, and lists the keys that it accepts.
    ///
    /// The keys of the variant or challenge come first.
    private static func reportUnknownKey(
        _ name: Name, of called: (service: ServiceDescription, operation: ServiceDescription.Operation),
        _ inputs: [ServiceDescription.Input], _ names: inout UnitNames
    ) {
        let sharedCount = called.operation.inputs.count
        let accepted = (inputs.dropFirst(sharedCount) + inputs.prefix(sharedCount)).filter { !$0.isVariant }.map(\.name)
        let operationName = names.program.symbols[called.operation.name]
        var finding = names.wording.unknown(name, "parameter", .unknownParameter, among: inputs.map(\.name))
        finding.help += helpOnOtherOperations(with: name.symbol, besides: called, names)
        finding.help += names.wording.helpLines("the request to '\(operationName)' accepts", listing: accepted)
        names.report(finding)
    }

    /// The maximum number of operations that the help on an unknown key lists.
    private static let maxListedOperations = 3

    /// Returns a help line that lists the other variants of the called operation with a key or, if none has it, the
    /// other operations with the key. Returns an empty array if there are none.
    ///
    /// Operations of other services that have the name of the called operation come first.
    private static func helpOnOtherOperations(
        with key: Symbol, besides called: (service: ServiceDescription, operation: ServiceDescription.Operation),
        _ names: UnitNames
    ) -> [String] {
        let symbols = names.program.symbols
        let variants = called.operation.variants.filter { $0.value.inputs.contains { $0.name == key } }.keys
        if !variants.isEmpty {
            let listed = symbols.texts(symbols.sorted(variants).prefix(maxListedOperations)).map { "'\($0)'" }
            let operation = symbols[called.operation.name]
            return ["it is a parameter of '\(operation)' with variant \(listed.joined(separator: ", "))"]
        }
        var others: [(operation: Symbol, service: Symbol?)] = []
        for service in names.services.all {
            let isCalled = service.document == called.service.document
            let operations = service.operations(accepting: key).filter { !isCalled || $0 != called.operation.name }
            others += symbols.sorted(operations).map { ($0, isCalled ? nil : service.name) }
        }
        let namesakes = others.filter { $0.operation == called.operation.name }
        let listed = (namesakes + others.filter { $0.operation != called.operation.name }).prefix(maxListedOperations)
        let texts = listed.map { other in
            "'\(symbols[other.operation])'" + (other.service.map { " of '\(symbols[$0])'" } ?? "")
        }
        return texts.isEmpty ? [] : ["it is a parameter of \(texts.joined(separator: ", "))"]
    }

    /// Checks that each output fits the value that stores it, and overwrites no other output of the same replies.
    private static func checkReceives(
        in scopes: [ScopeDeclaration], _ replyValues: [ReplyValue], _ names: inout UnitNames
    ) {
        var received: Set<Symbol> = []
        for receive in scopes.flatMap(\.receives) {
            // Only the nearest `receive` of an output has an effect.
            guard let output = replyValues.first(where: { $0.output.name == receive.name.symbol })?.output,
                received.insert(output.name).inserted, let type = names.type(of: receive.into.symbol)
            else { continue }
            // The runtime rejects a reply whose text for a value of type seconds is not a valid number of seconds.
            let wanted = type == .seconds && output.type.shape == .text ? output.type : type
            names.checkType(
                output.type, of: receive.name, fits: wanted, for: .typed("the value '\(names.text(receive.into))'"))
            let into = receive.into.symbol
            // A declared value hides the output of its name.
            if into != output.name, names.unit.declarations.values[into] == nil,
                replyValues.contains(where: { $0.output.name == into })
            {
                names.report(names.wording.overwrittenOutput(receive.into, by: receive.name))
            }
        }
    }
}
