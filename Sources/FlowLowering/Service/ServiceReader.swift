import FlowAutomata
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Reads a service description.
struct ServiceReader {
    /// A name that must be one of the description's own.
    private enum Reference {
        case operation(Name)
        case reply(Name)
        case error(Name)
        case challenge(Name)
    }

    let pass: ASTBuilder
    private var service = ServiceDescription()
    private var references: [Reference] = []
    private var duplicates: [(name: Name, kind: String)] = []
    /// Values that are described with another type than before.
    private var conflicts: [(output: ServiceDescription.Output, type: ValueType)] = []
    /// The keys that say which variant is meant.
    private var choosing = ChoosingKeys()
    /// Values that contradict each other, or whose spelling does not fit their types.
    private var misspelled: [Diagnostic] = []
    /// The expressions that keys must match.
    private var patterns: [EmbeddedText] = []

    private let isByItself: Bool

    private init(_ pass: ASTBuilder, byItself: Bool) {
        self.pass = pass
        isByItself = byItself
    }

    /// The description in a document, and what is wrong with its names.
    ///
    /// Whether an automaton has room in a table is a question to a description that is checked by itself: a flow does not need it.
    static func read(
        _ root: AttributeDecoder, byItself: Bool = false
    ) -> (service: ServiceDescription, findings: [Diagnostic]) {
        var reader = ServiceReader(root.pass, byItself: byItself)
        reader.read(root)
        return (reader.service, reader.findings())
    }

    private mutating func read(_ root: AttributeDecoder) {
        service.name = root.name(.name)?.symbol
        if let answer = root.name(.answer) {
            service.answer = answer.symbol
            references.append(.operation(answer))
        }
        service.sessionSeconds = sessionSeconds(root)
        var children: [(AttributeDecoder, ElementName)] = []
        root.forEachChild { children.append(($0, $1)) }
        for (child, kind) in children {
            switch kind {
            case .reply: readReply(child)
            case .operation: readOperation(child)
            case .challenge: readChallenge(child)
            case .errors: service.errors += child.names(.names).map(\.symbol)
            default: break
            }
        }
        placeResponses()
        collectKeys()
        placeValues()
    }

    private mutating func sessionSeconds(_ root: AttributeDecoder) -> ClosedRange<Int>? {
        let least = root.number(.sessionAtLeast)
        let most = root.number(.sessionAtMost)?.value
        guard let longest = most ?? least?.value else { return nil }
        let shortest = least?.value ?? longest
        if shortest <= longest { return shortest...longest }
        let finding = Diagnostic(
            .badValue, at: least?.range ?? root.range,
            "a session that lasts at least \(shortest) seconds cannot expire after \(longest)",
            help: ["put the shorter time into session-at-least"])
        misspelled.append(finding)
        return longest...longest
    }

    // MARK: Elements

    private mutating func readReply(_ element: AttributeDecoder) {
        var reply = ServiceDescription.Reply()
        reply.challengePath = element.path(.challenge)
        reply.parameterPath = element.path(.parameters)
        reply.successPath = element.path(.success)
        var outputs: [AttributeDecoder] = []
        element.forEachChild { child, kind in if kind == .output { outputs.append(child) } }
        reply.outputs = outputs.map { output($0) }
        guard let name = element.name(.name) else { return }
        if service.replies.updateValue(reply, forKey: name.symbol) != nil { duplicates.append((name, "reply")) }
    }

    private mutating func readOperation(_ element: AttributeDecoder) {
        guard let name = element.name(.name) else { return }
        let reply = element.name(.reply)
        let errors = element.names(.errors)
        references += (reply.map { [.reply($0)] } ?? []) + errors.map { .error($0) }
        var operation = ServiceDescription.Operation(name: name.symbol, reply: reply?.symbol)
        operation.errors = errors.map(\.symbol)
        operation.responsePath = element.path(.responses)
        operation.proves = element.word(.proves) != nil
        var inputs: [AttributeDecoder] = []
        var outputs: [AttributeDecoder] = []
        var variants: [AttributeDecoder] = []
        element.forEachChild { child, kind in
            switch kind {
            case .input: inputs.append(child)
            case .output: outputs.append(child)
            case .variant: variants.append(child)
            default: break
            }
        }
        operation.inputs = inputs.map { input($0) }
        operation.outputs = outputs.map { output($0) }
        let answers = name.symbol == service.answer || !operation.responsePath.isEmpty
        choosing.note(
            choosingKeys(operation.inputs, inputs), of: name,
            choosing: !variants.isEmpty ? .variant : answers ? .challenge : .none)
        for child in variants {
            if let name = child.name(.name) { operation.variants[name.symbol] = variant(child) }
        }
        if service.operations.updateValue(operation, forKey: name.symbol) != nil {
            duplicates.append((name, "operation"))
        }
    }

    private mutating func variant(_ element: AttributeDecoder) -> ServiceDescription.Variant {
        var variant = ServiceDescription.Variant()
        var inputs: [AttributeDecoder] = []
        element.forEachChild { child, kind in if kind == .input { inputs.append(child) } }
        variant.inputs = inputs.map { input($0) }
        choosing.note(inVariant: choosingKeys(variant.inputs, inputs))
        variant.brings = following(element)
        variant.proves = element.word(.proves) != nil
        return variant
    }

    private mutating func readChallenge(_ element: AttributeDecoder) {
        guard let name = element.name(.name) else { return }
        var challenge = ServiceDescription.Challenge(name: name.symbol)
        var (parameters, responses): ([AttributeDecoder], [AttributeDecoder]) = ([], [])
        element.forEachChild { child, kind in
            switch kind {
            case .parameter: parameters.append(child)
            case .response: responses.append(child)
            default: break
            }
        }
        challenge.parameters = parameters.map { output($0) }
        challenge.responses = responses.map { input($0) }
        challenge.brings = following(element)
        challenge.proves = element.word(.proves) != nil
        let adds = element.names(.adds)
        challenge.adds = adds.map(\.symbol)
        references += adds.map { .challenge($0) }
        if service.challenges.updateValue(challenge, forKey: name.symbol) != nil {
            duplicates.append((name, "challenge"))
        }
    }

    /// All `brings` of a variant or challenge together.
    private mutating func following(_ element: AttributeDecoder) -> ServiceDescription.Following? {
        var following: ServiceDescription.Following?
        var named: [Name] = []
        element.forEachChild { child, kind in
            guard kind == .brings else { return }
            var all = following ?? ServiceDescription.Following()
            let challenges = child.names(.challenge)
            named += challenges
            all.challenges.formUnion(challenges.map(\.symbol))
            all.success = child.flag(.success) ?? false || all.success
            following = all
        }
        references += named.map { .challenge($0) }
        return following
    }

    private mutating func input(_ element: AttributeDecoder) -> ServiceDescription.Input {
        let (input, fault) = pass.input(element)
        if let fault { misspelled.append(fault) }
        if let pattern = input.form.pattern { patterns.append(pattern) }
        return input
    }

    /// The places of the keys that choose a variant.
    private func choosingKeys(
        _ inputs: [ServiceDescription.Input], _ elements: [AttributeDecoder]
    ) -> [SourceRange] {
        zip(inputs, elements).filter(\.0.isVariant).map(\.1.range)
    }

    private mutating func output(_ element: AttributeDecoder) -> ServiceDescription.Output {
        let (output, fault) = pass.output(element)
        if let fault { misspelled.append(fault) }
        return output
    }

    // MARK: The whole

    /// The responses to a challenge lie in the answer operation's folder for them.
    private mutating func placeResponses() {
        let answer = service.answer.flatMap { service.operations[$0]?.responsePath } ?? []
        service.challenges = service.challenges.mapValues { challenge in
            var placed = challenge
            for index in placed.responses.indices where placed.responses[index].path.count == 1 {
                placed.responses[index].path = answer + placed.responses[index].path
            }
            return placed
        }
    }

    private mutating func collectKeys() {
        for name in pass.symbols.sorted(service.operations.keys) {
            guard let operation = service.operations[name] else { continue }
            for input in operation.inputs + operation.variants.values.flatMap(\.inputs) {
                service.requestKeys.insert(input.name)
                for word in input.begins { service.beginnings[word, default: []].insert(input.name) }
            }
            noteTypes(of: operation.outputs)
        }
        for name in pass.symbols.sorted(service.replies.keys) { noteTypes(of: service.replies[name]?.outputs ?? []) }
        for name in pass.symbols.sorted(service.challenges.keys) {
            guard let challenge = service.challenges[name] else { continue }
            service.requestKeys.formUnion(challenge.responses.map(\.name))
            noteTypes(of: challenge.parameters)
        }
    }

    /// A name stands for one value, whatever brings it: of one type, and open as soon as one description leaves it so.
    private mutating func noteTypes(of outputs: [ServiceDescription.Output]) {
        for output in outputs {
            guard let type = service.outputTypes[output.name] else {
                service.outputTypes[output.name] = output.type
                service.outputWords[output.name] = output.words
                continue
            }
            if type != output.type { conflicts.append((output, type)) }
            let known = service.outputWords[output.name] ?? []
            let isClosed = !known.isEmpty && !output.words.isEmpty
            service.outputWords[output.name] = isClosed ? known + output.words.filter { !known.contains($0) } : []
        }
    }

    private mutating func placeValues() {
        service.brought = service.operations.mapValues { service.values(broughtBy: $0, pass.symbols) }
    }

    // MARK: Findings

    private func findings() -> [Diagnostic] {
        let wording = NameDiagnostics(symbols: pass.symbols)
        let errors = Set(service.errors)
        return duplicates.map { wording.duplicate($0.name, $0.kind) } + conflicts.map(finding) + patternFindings()
            + misspelled + choosing.findings(pass.symbols, challenges: dependsOnChallenge)
            + references.compactMap { reference in
                switch reference {
                case .operation(let name) where service.operations[name.symbol] == nil:
                    wording.unknown(name, "operation", .unknownOperation, sorted: service.operations.keys)
                case .reply(let name) where service.replies[name.symbol] == nil:
                    wording.unknown(name, "reply", .unknownReply, sorted: service.replies.keys)
                case .error(let name) where !errors.contains(name.symbol):
                    wording.unknown(name, "error", .unknownError, among: service.errors)
                case .challenge(let name) where service.challenges[name.symbol] == nil:
                    wording.unknown(name, "challenge", .unknownChallenge, sorted: service.challenges.keys)
                default: nil
                }
            }
    }

    /// Whether what is described depends on which of several challenges is answered.
    private var dependsOnChallenge: Bool {
        service.challenges.count > 1 && service.challenges.values.contains { $0.proves || $0.brings != nil }
    }

    private func finding(_ conflict: (output: ServiceDescription.Output, type: ValueType)) -> Diagnostic {
        let name = pass.symbols[conflict.output.name]
        return Diagnostic(
            .typeMismatch, at: conflict.output.range,
            "'\(name)' is described as \(conflict.output.type.rawValue) here and as \(conflict.type.rawValue) elsewhere",
            subjects: [name], help: ["give it one type, or another name with at=\"\(name)\""])
    }

    private func patternFindings() -> [Diagnostic] {
        // One expression stands at many keys.
        var faults: [Symbol: PatternFault?] = [:]
        return patterns.compactMap { pattern in
            let text = pass.symbols.intern(pattern.text)
            let known = faults[text]
            let fault = known ?? fault(of: pattern.text)
            faults[text] = .some(fault)
            guard let fault else { return nil }
            let part = fault.offset..<max(fault.offset, pattern.text.utf8.count)
            return Diagnostic(.badPattern, at: pattern.range(of: part), fault.message)
        }
    }

    private func fault(of pattern: String) -> PatternFault? {
        guard isByItself else { return PatternCompiler.syntaxFault(in: pattern) }
        return if case .failure(let fault) = PatternCompiler.compile(pattern) { fault } else { nil }
    }
}
