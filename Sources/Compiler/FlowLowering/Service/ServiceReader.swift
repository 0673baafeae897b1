import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// Reads a service description.
struct ServiceReader {
    /// A name that the description must declare.
    private enum Reference {
        case operation(Name)
        case reply(Name)
        case error(Name)
        case challenge(Name)
    }

    let builder: ASTBuilder
    private var service = ServiceDescription()
    private var references: [Reference] = []
    private var duplicates: [(name: Name, kind: String)] = []
    /// Outputs with another type than the first output of the same name.
    private var typeConflicts: [(output: ServiceDescription.Output, firstType: SlotType)] = []
    /// The keys that select the variant or challenge.
    private var choosingKeys = ChoosingKeys()
    /// The challenges that can follow a variant, with the name of its operation, or the answer to a challenge.
    private var following: [(challenge: Name, operation: Symbol?)] = []
    /// Findings about attributes that contradict each other.
    private var attributeFindings: [Diagnostic] = []
    private var patterns: [EmbeddedText] = []

    /// Whether the description is checked without a flow.
    private let isByItself: Bool

    /// Creates a reader of an empty description; `byItself` is true if it is checked without a flow.
    private init(_ builder: ASTBuilder, byItself: Bool) {
        self.builder = builder
        isByItself = byItself
    }

    /// Reads and checks a description.
    ///
    /// - Parameters:
    ///   - root: the root element of its document
    ///   - byItself: whether the description is checked without a flow. If it is, the findings include patterns that
    ///     are too large for a table. A flow does not store the patterns of keys in its table.
    /// - Returns: the description, and all findings about it
    static func read(
        _ root: AttributeDecoder, byItself: Bool = false
    ) -> (service: ServiceDescription, findings: [Diagnostic]) {
        var reader = ServiceReader(root.builder, byItself: byItself)
        reader.read(root)
        return (reader.service, reader.findings())
    }

    /// Reads the elements of a description, then completes and indexes it.
    private mutating func read(_ root: AttributeDecoder) {
        let name = root.name(.name)
        service.name = name?.symbol
        service.nameRange = name?.range
        if let answer = root.name(.answer) {
            service.answer = answer.symbol
            references.append(.operation(answer))
        }
        service.sessionSeconds = readSessionSeconds(root)
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
        completeResponsePaths()
        indexKeysAndOutputs()
        collectReplyValues()
    }

    /// Reads the range of session lifetimes, and reports one whose end is before its beginning.
    ///
    /// If the description states only one end, the range is that number; if the ends are reversed, `session-at-most`.
    ///
    /// - Returns: the range in seconds, or nil if the description does not state it
    private mutating func readSessionSeconds(_ root: AttributeDecoder) -> ClosedRange<Int>? {
        let least = root.number(.sessionAtLeast)
        let most = root.number(.sessionAtMost)?.value
        guard let longest = most ?? least?.value else { return nil }
        let shortest = least?.value ?? longest
        if shortest <= longest { return shortest...longest }
        let finding = Diagnostic(
            .badValue, at: least?.range ?? root.range,
            "'session-at-least' is \(counted(shortest, "second")), "
                + "but 'session-at-most' is only \(counted(longest, "second"))",
            help: ["exchange the two values, or correct one of them"])
        attributeFindings.append(finding)
        return longest...longest
    }

    // MARK: Elements

    /// Reads a `reply`. A second one of the same name replaces the first, and is reported.
    private mutating func readReply(_ element: AttributeDecoder) {
        var reply = ServiceDescription.Reply()
        reply.challengePath = element.path(.challenge)
        reply.parameterPath = element.path(.parameters)
        reply.successPath = element.path(.success)
        reply.outputs = readOutputs(element.children(.output), "output")
        guard let name = element.name(.name) else { return }
        if service.replies.updateValue(reply, forKey: name.symbol) != nil { duplicates.append((name, "reply")) }
    }

    /// Reads an `operation` with its variants. A second one of the same name replaces the first, and is reported.
    private mutating func readOperation(_ element: AttributeDecoder) {
        guard let name = element.name(.name) else { return }
        let reply = element.name(.reply)
        let errors = element.names(.errors)
        references += (reply.map { [.reply($0)] } ?? []) + errors.map { .error($0) }
        var operation = ServiceDescription.Operation(name: name.symbol, reply: reply?.symbol)
        operation.errors = errors.map(\.symbol)
        operation.responsePath = element.path(.responses)
        operation.proves = element.word(.proves) != nil
        let inputs = element.children(.input)
        let variants = element.children(.variant)
        operation.inputs = readInputs(inputs, "input")
        operation.outputs = readOutputs(element.children(.output), "output")
        choosingKeys.add(
            places(ofChoosingKeys: operation.inputs, inputs), of: name,
            choosing: keyChoice(of: operation, hasVariants: !variants.isEmpty))
        for variant in variants {
            guard let variantName = variant.name(.name) else { continue }
            let read = readVariant(variant, of: operation)
            if operation.variants.updateValue(read, forKey: variantName.symbol) != nil {
                duplicates.append((variantName, "variant"))
            }
        }
        if service.operations.updateValue(operation, forKey: name.symbol) != nil {
            duplicates.append((name, "operation"))
        }
    }

    /// Returns what the selecting key of an operation selects.
    private func keyChoice(of operation: ServiceDescription.Operation, hasVariants: Bool) -> ChoosingKeys.Choice {
        if hasVariants { return .variant }
        return answersChallenges(operation) ? .challenge : .none
    }

    /// Returns whether a flow can answer challenges with an operation.
    ///
    /// An operation with `responses` can replace the answer operation.
    private func answersChallenges(_ operation: ServiceDescription.Operation) -> Bool {
        operation.name == service.answer || !operation.responsePath.isEmpty
    }

    /// Reads a `variant` of an operation, and records selecting keys in it, which are misplaced.
    ///
    /// A request has the keys of the variant and those of the operation.
    private mutating func readVariant(
        _ element: AttributeDecoder, of operation: ServiceDescription.Operation
    ) -> ServiceDescription.Variant {
        var variant = ServiceDescription.Variant()
        let inputs = element.children(.input)
        variant.inputs = readInputs(inputs, "input", besides: operation.inputs)
        choosingKeys.addMisplaced(places(ofChoosingKeys: variant.inputs, inputs))
        variant.brings = readBrings(element, to: operation.name)
        variant.proves = element.word(.proves) != nil
        return variant
    }

    /// Reads a `challenge`. A second one of the same name replaces the first, and is reported.
    private mutating func readChallenge(_ element: AttributeDecoder) {
        guard let name = element.name(.name) else { return }
        var challenge = ServiceDescription.Challenge(name: name.symbol)
        challenge.parameters = readOutputs(element.children(.parameter), "parameter")
        challenge.responses = readInputs(element.children(.response), "response")
        challenge.brings = readBrings(element, to: nil)
        challenge.proves = element.word(.proves) != nil
        let adds = element.names(.adds)
        challenge.adds = adds.map(\.symbol)
        references += adds.map { .challenge($0) }
        if service.challenges.updateValue(challenge, forKey: name.symbol) != nil {
            duplicates.append((name, "challenge"))
        }
    }

    /// Reads all `brings` elements of a variant or challenge, or returns nil if there are none.
    ///
    /// The replies follow a request to `operation` or, if `operation` is nil, the answer to a challenge.
    private mutating func readBrings(
        _ element: AttributeDecoder, to operation: Symbol?
    ) -> ServiceDescription.Following? {
        let elements = element.children(.brings)
        guard !elements.isEmpty else { return nil }
        var replies = ServiceDescription.Following()
        for brings in elements {
            let challenges = brings.names(.challenge)
            references += challenges.map { .challenge($0) }
            following += challenges.map { (challenge: $0, operation: operation) }
            replies.challenges.formUnion(challenges.map(\.symbol))
            replies.success = brings.flag(.success) ?? false || replies.success
        }
        return replies
    }

    /// Reads keys of the same requests, and records each second one of the same name.
    ///
    /// Also records their patterns, and findings if attributes contradict each other.
    private mutating func readInputs(
        _ elements: [AttributeDecoder], _ kind: String, besides known: [ServiceDescription.Input] = []
    ) -> [ServiceDescription.Input] {
        var names = Set(known.map(\.name))
        return elements.map { element in
            let (input, name, fault) = builder.readInput(element)
            if let fault { attributeFindings.append(fault) }
            if let pattern = input.form.pattern { patterns.append(pattern) }
            if !names.insert(input.name).inserted, let name { duplicates.append((name, kind)) }
            return input
        }
    }

    /// Returns the places of the inputs that select the variant or challenge.
    ///
    /// `elements` are the elements that `inputs` were read from, in the same order.
    private func places(
        ofChoosingKeys inputs: [ServiceDescription.Input], _ elements: [AttributeDecoder]
    ) -> [SourceRange] {
        zip(inputs, elements).filter(\.0.isVariant).map(\.1.range)
    }

    /// Reads the values of a kind in a reply, operation or challenge, and records each second one of the same name.
    private mutating func readOutputs(_ elements: [AttributeDecoder], _ kind: String) -> [ServiceDescription.Output] {
        let outputs = elements.map { readOutput($0) }
        var names: Set<Symbol> = []
        for output in outputs where !names.insert(output.name).inserted {
            duplicates.append((Name(symbol: output.name, range: output.range), kind))
        }
        return outputs
    }

    /// Reads a value of replies, and records a finding if its attributes contradict each other.
    private mutating func readOutput(_ element: AttributeDecoder) -> ServiceDescription.Output {
        let (output, fault) = builder.readOutput(element)
        if let fault { attributeFindings.append(fault) }
        return output
    }

    // MARK: Indexes

    /// Prefixes response paths of one component with the path at which the answer operation takes responses.
    private mutating func completeResponsePaths() {
        let answer = service.answer.flatMap { service.operations[$0]?.responsePath } ?? []
        service.challenges = service.challenges.mapValues { challenge in
            var placed = challenge
            for index in placed.responses.indices where placed.responses[index].path.count == 1 {
                placed.responses[index].path = answer + placed.responses[index].path
            }
            return placed
        }
    }

    /// Indexes the keys of all requests, the words that begin custom sign-ins, and the types of all outputs.
    private mutating func indexKeysAndOutputs() {
        for name in builder.symbols.sorted(service.operations.keys) {
            guard let operation = service.operations[name] else { continue }
            for input in operation.inputs + operation.variants.values.flatMap(\.inputs) {
                service.requestKeys.insert(input.name)
                for word in input.begins { service.beginnings[word, default: []].insert(input.name) }
            }
            indexOutputs(operation.outputs)
        }
        for name in builder.symbols.sorted(service.replies.keys) {
            indexOutputs(service.replies[name]?.outputs ?? [])
        }
        for name in builder.symbols.sorted(service.challenges.keys) {
            guard let challenge = service.challenges[name] else { continue }
            service.requestKeys.formUnion(challenge.responses.map(\.name))
            indexOutputs(challenge.parameters)
        }
    }

    /// Adds outputs to the indexes of types and words. Outputs of one name are one value.
    ///
    /// The first output decides the type. Any text is possible if one of the outputs does not list words.
    private mutating func indexOutputs(_ outputs: [ServiceDescription.Output]) {
        for output in outputs {
            guard let type = service.outputTypes[output.name] else {
                service.outputTypes[output.name] = output.type
                service.outputWords[output.name] = output.words
                continue
            }
            if type != output.type { typeConflicts.append((output, type)) }
            let known = service.outputWords[output.name] ?? []
            let isClosed = !known.isEmpty && !output.words.isEmpty
            service.outputWords[output.name] = isClosed ? known + output.words.filter { !known.contains($0) } : []
        }
    }

    /// Collects the values that the replies of each operation can contain.
    private mutating func collectReplyValues() {
        service.replyValues = service.operations.mapValues { service.values(inRepliesOf: $0, builder.symbols) }
    }

    // MARK: Findings

    /// Returns all findings: about duplicates, types, patterns, attributes, challenges, keys and undeclared names.
    private func findings() -> [Diagnostic] {
        let wording = NameDiagnostics(symbols: builder.symbols)
        return duplicates.map { wording.duplicate($0.name, $0.kind) } + typeConflicts.map(typeMismatch)
            + patternFindings() + attributeFindings + impossibleChallenges()
            + choosingKeys.findings(builder.symbols, mustNameChallenge: distinguishesChallenges)
            + referenceFindings(wording)
    }

    /// Returns a finding for each name that the description uses but does not declare.
    private func referenceFindings(_ wording: NameDiagnostics) -> [Diagnostic] {
        let errors = Set(service.errors)
        return references.compactMap { reference in
            switch reference {
            case .operation(let name) where service.operations[name.symbol] == nil:
                wording.unknown(name, "operation", .unknownOperation, sorting: service.operations.keys)
            case .reply(let name) where service.replies[name.symbol] == nil:
                wording.unknown(name, "reply", .unknownReply, sorting: service.replies.keys)
            case .error(let name) where !errors.contains(name.symbol):
                wording.unknown(name, "error", .unknownError, among: service.errors)
            case .challenge(let name) where service.challenges[name.symbol] == nil:
                wording.unknown(name, "challenge", .unknownChallenge, sorting: service.challenges.keys)
            default: nil
            }
        }
    }

    /// Returns a finding for each challenge in `brings` that follows a request whose replies contain no challenges.
    private func impossibleChallenges() -> [Diagnostic] {
        following.compactMap { challenge, called in
            let requests = service.operations.values.filter { operation in
                called.map { $0 == operation.name } ?? answersChallenges(operation)
            }
            guard !requests.isEmpty, !requests.contains(where: canBringChallenges) else { return nil }
            let text = builder.symbols[challenge.symbol]
            return Diagnostic(
                .conflictingAttributes, at: challenge.range,
                "the replies to this request contain no challenges, so '\(text)' cannot follow", subjects: [text],
                help: ["add challenge=\"…\" to the reply form of the operation, or remove the challenge here"])
        }
    }

    /// Returns whether replies of an operation contain challenges. An undeclared form is reported by itself.
    private func canBringChallenges(_ operation: ServiceDescription.Operation) -> Bool {
        guard let reply = operation.reply else { return false }
        return service.replies[reply]?.challengePath.isEmpty != true
    }

    /// Whether the proofs or replies of an answer depend on which of several challenges it answers.
    private var distinguishesChallenges: Bool {
        service.challenges.count > 1 && service.challenges.values.contains { $0.proves || $0.brings != nil }
    }

    /// Returns the finding about outputs of the same name with different types.
    private func typeMismatch(_ conflict: (output: ServiceDescription.Output, firstType: SlotType)) -> Diagnostic {
        let name = builder.symbols[conflict.output.name]
        let (type, firstType) = (conflict.output.type.name, conflict.firstType.name)
        let path = conflict.output.path.map(\.text).joined(separator: "/")
        return Diagnostic(
            .typeMismatch, at: conflict.output.range,
            "'\(name)' has type \(type) here, but type \(firstType) elsewhere in the description",
            subjects: [name], help: ["use one type, or choose another name and write at=\"\(path)\""])
    }

    /// Returns a finding for each pattern that is not valid, or does not fit into a table if that is checked.
    private func patternFindings() -> [Diagnostic] {
        // Many keys have the same pattern, so each pattern is compiled only once. A stored nil stands for a valid one.
        var faults: [Symbol: PatternFault?] = [:]
        return patterns.compactMap { pattern in
            let text = builder.symbols.intern(pattern.text)
            let checked: PatternFault? = faults[text] ?? fault(of: pattern.text)
            faults[text] = .some(checked)
            guard let fault = checked else { return nil }
            let part = fault.offset..<max(fault.offset, pattern.text.utf8.count)
            return Diagnostic(.badPattern, at: pattern.range(of: part), fault.message)
        }
    }

    /// Returns the error in a pattern, or nil if it is valid.
    ///
    /// A pattern that is too large for a table is an error only if the description is checked without a flow.
    private func fault(of pattern: String) -> PatternFault? {
        guard isByItself else { return PatternCompiler.syntaxFault(in: pattern) }
        return if case .failure(let fault) = PatternCompiler.compile(pattern) { fault } else { nil }
    }
}
