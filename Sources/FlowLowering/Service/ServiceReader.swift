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

    private let pass: ReadingPass
    private var service = ServiceDescription()
    private var references: [Reference] = []
    private var duplicates: [(name: Name, kind: String)] = []

    private init(_ pass: ReadingPass) { self.pass = pass }

    /// The description in a document, and what is wrong with its names.
    static func read(_ root: ElementReader) -> (service: ServiceDescription, findings: [Diagnostic]) {
        var reader = ServiceReader(root.pass)
        reader.read(root)
        return (reader.service, reader.findings())
    }

    private mutating func read(_ root: ElementReader) {
        _ = root.name(.name)
        if let answer = root.name(.answer) {
            service.answer = answer.symbol
            references.append(.operation(answer))
        }
        service.sessionSeconds = sessionSeconds(root)
        var children: [(ElementReader, ElementName)] = []
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
        placeParameters()
        collectKeys()
    }

    private func sessionSeconds(_ root: ElementReader) -> ClosedRange<Int>? {
        let least = root.number(.sessionAtLeast)?.value
        let most = root.number(.sessionAtMost)?.value
        guard let bound = most ?? least else { return nil }
        return min(least ?? bound, bound)...bound
    }

    // MARK: Elements

    private mutating func readReply(_ element: ElementReader) {
        var reply = ServiceDescription.Reply()
        reply.challengePath = element.path(.challenge)
        reply.parameterPath = element.path(.parameters)
        reply.successPath = element.path(.success)
        element.forEachChild { child, kind in if kind == .output { reply.outputs.append(output(child)) } }
        guard let name = element.name(.name) else { return }
        if service.replies.updateValue(reply, forKey: name.symbol) != nil { duplicates.append((name, "reply")) }
    }

    private mutating func readOperation(_ element: ElementReader) {
        guard let name = element.name(.name) else { return }
        let reply = element.name(.reply)
        let errors = element.names(.errors)
        references += (reply.map { [.reply($0)] } ?? []) + errors.map { .error($0) }
        var operation = ServiceDescription.Operation(name: name.symbol, reply: reply?.symbol)
        operation.errors = errors.map(\.symbol)
        operation.responsePath = element.path(.responses)
        operation.proves = element.word(.proves) != nil
        var variants: [(ElementReader, ElementName)] = []
        element.forEachChild { child, kind in
            switch kind {
            case .input: operation.inputs.append(input(child))
            case .output: operation.outputs.append(output(child))
            case .variant, .brings: variants.append((child, kind))
            default: break
            }
        }
        for (child, kind) in variants {
            if kind == .brings {
                references += child.names(.challenge).map { .challenge($0) }
            } else if let name = child.name(.name) {
                operation.variants[name.symbol] = variant(child)
            }
        }
        if service.operations.updateValue(operation, forKey: name.symbol) != nil {
            duplicates.append((name, "operation"))
        }
    }

    private mutating func variant(_ element: ElementReader) -> ServiceDescription.Variant {
        var variant = ServiceDescription.Variant()
        element.forEachChild { child, kind in if kind == .input { variant.inputs.append(input(child)) } }
        variant.brings = following(element)
        variant.proves = element.word(.proves) != nil
        return variant
    }

    private mutating func readChallenge(_ element: ElementReader) {
        guard let name = element.name(.name) else { return }
        var challenge = ServiceDescription.Challenge(name: name.symbol)
        element.forEachChild { child, kind in
            switch kind {
            case .parameter: challenge.parameters.append(output(child))
            case .response: challenge.responses.append(input(child))
            default: break
            }
        }
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
    private mutating func following(_ element: ElementReader) -> ServiceDescription.Following? {
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

    private func input(_ element: ElementReader) -> ServiceDescription.Input {
        let name = element.name(.name)?.symbol ?? pass.symbols.intern("")
        let text = pass.symbols[name]
        var path = element.path(.at)
        if path.isEmpty { path = [text] }
        var isSpread = false
        if text.hasSuffix("*"), let last = path.popLast() {
            path.append(last.hasSuffix("*") ? String(last.dropLast()) : last)
            isSpread = true
        }
        return ServiceDescription.Input(
            name: name, path: path, isVariant: element.flag(.variant) ?? false, isSpread: isSpread,
            isRequired: element.flag(.required) ?? false, type: element.type()?.type ?? .text,
            begins: element.names(.begins).map(\.symbol))
    }

    private func output(_ element: ElementReader) -> ServiceDescription.Output {
        let name = element.name(.name)?.symbol ?? pass.symbols.intern("")
        let path = element.path(.at)
        let type = element.type()?.type ?? .text
        return ServiceDescription.Output(
            name: name, path: path.isEmpty ? [pass.symbols[name]] : path, type: type,
            encoding: Self.encoding(element.word(.encoding), of: type), prefix: element.text(.prefix)?.text ?? "",
            isGrant: element.word(.grants) != nil)
    }

    private static func encoding(_ word: String?, of type: ValueType) -> ReplyForm.Output.Encoding {
        switch type {
        case .list: word == "json" ? .listInText : word == "csv" ? .commaList : .list
        case .map: word == "json" ? .mapInText : .map
        default: .text
        }
    }

    // MARK: The whole

    /// A challenge's parameters lie in the reply's folder for parameters, its responses in the answer operation's.
    private mutating func placeParameters() {
        let folders = service.replies.values.map(\.parameterPath).filter { !$0.isEmpty }
        let folder = folders.min { $0.joined() < $1.joined() } ?? []
        let answer = service.answer.flatMap { service.operations[$0]?.responsePath } ?? []
        service.challenges = service.challenges.mapValues { challenge in
            var placed = challenge
            for index in placed.parameters.indices {
                placed.parameters[index].path = folder + placed.parameters[index].path
            }
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
            service.challengeParameters += challenge.parameters
        }
    }

    private mutating func noteTypes(of outputs: [ServiceDescription.Output]) {
        for output in outputs where service.outputTypes[output.name] == nil {
            service.outputTypes[output.name] = output.type
        }
    }

    // MARK: Findings

    private func findings() -> [Diagnostic] {
        let findings = NameWording(symbols: pass.symbols)
        let errors = Set(service.errors)
        return duplicates.map { findings.duplicate($0.name, $0.kind) }
            + references.compactMap { reference in
                switch reference {
                case .operation(let name) where service.operations[name.symbol] == nil:
                    findings.unknown(name, "operation", .unknownOperation, sorted: service.operations.keys)
                case .reply(let name) where service.replies[name.symbol] == nil:
                    findings.unknown(name, "reply", .unknownReply, sorted: service.replies.keys)
                case .error(let name) where !errors.contains(name.symbol):
                    findings.unknown(name, "error", .unknownError, among: service.errors)
                case .challenge(let name) where service.challenges[name.symbol] == nil:
                    findings.unknown(name, "challenge", .unknownChallenge, sorted: service.challenges.keys)
                default: nil
                }
            }
    }
}
