import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Reads a service description whose structure was found good.
struct ServiceReader {
    let documents: Documents
    private var service = ServiceDescription()

    init(_ documents: Documents) {
        self.documents = documents
    }

    static func read(_ documents: Documents, _ root: Place, _ bag: inout DiagnosticBag) -> ServiceDescription {
        var reader = ServiceReader(documents)
        reader.read(root, &bag)
        return reader.service
    }

    private mutating func read(_ root: Place, _ bag: inout DiagnosticBag) {
        service.name = documents.attribute(.name, root)?.text ?? ""
        service.answer = documents.attribute(.answer, root)?.text
        service.sessionSeconds = sessionSeconds(root)
        for child in documents.children(root) {
            switch documents.name(child) {
            case .reply: readReply(child, &bag)
            case .operation: readOperation(child, &bag)
            case .challenge: readChallenge(child, &bag)
            case .errors: service.errors += documents.names(.names, child).map(\.text)
            default: break
            }
        }
        placeParameters()
        collectKeys()
        checkReferences(root, &bag)
    }

    private mutating func readReply(_ place: Place, _ bag: inout DiagnosticBag) {
        guard let name = documents.attribute(.name, place) else { return }
        var reply = ServiceDescription.Reply()
        reply.challengePath = path(.challenge, place)
        reply.parameterPath = path(.parameters, place)
        reply.successPath = path(.success, place)
        reply.outputs = documents.children(place, .output).map { output($0) }
        if service.replies.updateValue(reply, forKey: name.text) != nil {
            bag.add(Findings.duplicateName(name, "reply"))
        }
    }

    private mutating func readOperation(_ place: Place, _ bag: inout DiagnosticBag) {
        guard let name = documents.attribute(.name, place) else { return }
        var operation = ServiceDescription.Operation(name: name.text, reply: documents.attribute(.reply, place)?.text)
        operation.errors = documents.names(.errors, place).map(\.text)
        operation.responsePath = path(.responses, place)
        operation.proves = documents.attribute(.proves, place)?.text
        for child in documents.children(place) {
            switch documents.name(child) {
            case .input: operation.inputs.append(input(child))
            case .output: operation.outputs.append(output(child))
            case .variant:
                let variant = documents.attribute(.name, child)?.text ?? ""
                operation.variants[variant] = ServiceDescription.Variant(
                    inputs: documents.children(child, .input).map { input($0) }, brings: following(child),
                    proves: documents.attribute(.proves, child)?.text)
            default: break
            }
        }
        if service.operations.updateValue(operation, forKey: name.text) != nil {
            bag.add(Findings.duplicateName(name, "operation"))
        }
    }

    private mutating func readChallenge(_ place: Place, _ bag: inout DiagnosticBag) {
        guard let name = documents.attribute(.name, place) else { return }
        var challenge = ServiceDescription.Challenge(name: name.text)
        challenge.parameters = documents.children(place, .parameter).map { output($0) }
        challenge.responses = documents.children(place, .response).map { input($0) }
        challenge.brings = following(place)
        challenge.proves = documents.attribute(.proves, place)?.text
        challenge.adds = documents.names(.adds, place).map(\.text)
        if service.challenges.updateValue(challenge, forKey: name.text) != nil {
            bag.add(Findings.duplicateName(name, "challenge"))
        }
    }

    /// A challenge's parameters lie in the reply's folder for parameters, its responses in the answer operation's.
    private mutating func placeParameters() {
        let folder =
            service.replies.values.map(\.parameterPath).filter { !$0.isEmpty }
            .min { $0.joined() < $1.joined() } ?? []
        let answer = service.answer.flatMap { service.operations[$0] }
        service.challenges = service.challenges.mapValues { challenge in
            var placed = challenge
            for index in placed.parameters.indices {
                placed.parameters[index].path = folder + placed.parameters[index].path
            }
            for index in placed.responses.indices where placed.responses[index].path.count == 1 {
                placed.responses[index].path = (answer?.responsePath ?? []) + placed.responses[index].path
            }
            return placed
        }
    }

    private mutating func collectKeys() {
        for name in service.operations.keys.sorted() {
            guard let operation = service.operations[name] else { continue }
            for input in operation.inputs + operation.variants.values.flatMap(\.inputs) {
                service.requestKeys.insert(input.name)
                for word in input.begins { service.beginnings[word, default: []].insert(input.name) }
            }
            for output in operation.outputs { note(output) }
        }
        for name in service.replies.keys.sorted() {
            for output in service.replies[name]?.outputs ?? [] { note(output) }
        }
        for name in service.challenges.keys.sorted() {
            for response in service.challenges[name]?.responses ?? [] { service.requestKeys.insert(response.name) }
            for parameter in service.challenges[name]?.parameters ?? [] { note(parameter) }
        }
    }

    private mutating func note(_ output: ServiceDescription.Output) {
        if service.outputTypes[output.name] == nil { service.outputTypes[output.name] = output.type }
    }

    private func checkReferences(_ root: Place, _ bag: inout DiagnosticBag) {
        if let answer = documents.attribute(.answer, root), service.operations[answer.text] == nil {
            bag.add(Findings.unknown(answer, "operation", .unknownOperation, among: service.operations.keys.sorted()))
        }
        let errors = Set(service.errors)
        for place in documents.children(root) {
            if let reply = documents.attribute(.reply, place), service.replies[reply.text] == nil {
                bag.add(Findings.unknown(reply, "reply", .unknownReply, among: service.replies.keys.sorted()))
            }
            if documents.name(place) == .operation {
                for error in documents.names(.errors, place) where !errors.contains(error.text) {
                    bag.add(Findings.unknown(error, "error", .unknownError, among: service.errors))
                }
            }
            checkBrings(in: place, &bag)
            if documents.name(place) == .challenge { checkChallenges(.adds, place, &bag) }
        }
    }

    private func checkBrings(in place: Place, _ bag: inout DiagnosticBag) {
        for child in documents.children(place) {
            if documents.name(child) == .variant { checkBrings(in: child, &bag) }
            if documents.name(child) == .brings { checkChallenges(.challenge, child, &bag) }
        }
    }

    private func checkChallenges(_ list: AttributeName, _ place: Place, _ bag: inout DiagnosticBag) {
        for name in documents.names(list, place) where service.challenges[name.text] == nil {
            bag.add(Findings.unknown(name, "challenge", .unknownChallenge, among: service.challenges.keys.sorted()))
        }
    }

    /// What the `brings` of a variant or challenge say together.
    private func following(_ place: Place) -> ServiceDescription.Following? {
        let parts = documents.children(place, .brings)
        guard !parts.isEmpty else { return nil }
        return ServiceDescription.Following(
            challenges: Set(parts.flatMap { documents.names(.challenge, $0).map(\.text) }),
            success: parts.contains { documents.isTrue(.success, $0) })
    }

    private func sessionSeconds(_ root: Place) -> ClosedRange<Int>? {
        let least = documents.attribute(.sessionAtLeast, root).flatMap { Int($0.text) }
        let most = documents.attribute(.sessionAtMost, root).flatMap { Int($0.text) }
        guard let bound = most ?? least else { return nil }
        return min(least ?? bound, bound)...bound
    }

    private func path(_ attribute: AttributeName, _ place: Place) -> [String] {
        (documents.attribute(attribute, place)?.text ?? "").split(separator: "/").map(String.init)
    }

    private func input(_ place: Place) -> ServiceDescription.Input {
        let name = documents.attribute(.name, place)?.text ?? ""
        var path = path(.at, place)
        if path.isEmpty { path = [name] }
        var isSpread = false
        if name.hasSuffix("*"), let last = path.popLast() {
            path.append(last.hasSuffix("*") ? String(last.dropLast()) : last)
            isSpread = true
        }
        return ServiceDescription.Input(
            name: name, path: path, isVariant: documents.isTrue(.variant, place), isSpread: isSpread,
            isRequired: documents.isTrue(.required, place), type: type(place),
            begins: documents.names(.begins, place).map(\.text))
    }

    private func output(_ place: Place) -> ServiceDescription.Output {
        let name = documents.attribute(.name, place)?.text ?? ""
        var path = path(.at, place)
        if path.isEmpty { path = [name] }
        return ServiceDescription.Output(
            name: name, path: path, type: type(place), encoding: encoding(place),
            prefix: documents.text(.prefix, place)?.text ?? "", isRequired: documents.isTrue(.required, place),
            grants: documents.attribute(.grants, place)?.text)
    }

    private func type(_ place: Place) -> ValueType {
        documents.attribute(.type, place).flatMap { ValueType(rawValue: $0.text) } ?? .text
    }

    private func encoding(_ place: Place) -> ReplyForm.Output.Encoding {
        let encoding = documents.attribute(.encoding, place)?.text
        switch type(place) {
        case .list: return encoding == "json" ? .listInText : encoding == "csv" ? .commaList : .list
        case .map: return encoding == "json" ? .mapInText : .map
        default: return .text
        }
    }
}
