/// Section 11: replies.
extension Machine {
    /// A reply in the words of the flow.
    enum Reading {
        case answer(Event, [(Place, Value?)])
        case invalid(PendingError)
    }

    private static let malformed = PendingError("malformed-reply", "the reply is not a JSON object")

    func read(_ bytes: [UInt8], at place: NodePlace) throws(Interruption) -> Reading {
        guard let body = JSON(bytes: bytes), body.members != nil else { return .invalid(Self.malformed) }
        let node = try demand(place)
        let (operation, _, variant) = try request(of: node, place)
        let form = operation.form
        let service = flow(place.instance).service(of: operation)
        if let path = form.challenge, let found = body.at(path), found != .null {
            guard case .string(let name) = found else {
                return .invalid(PendingError("wrong-type", "the challenge's name is not text"))
            }
            guard isListenedTo(.challenge(name), at: place) else {
                return .invalid(PendingError("unknown-challenge", name))
            }
            if service?.bars(.challenge(name), on: operation, variant) == true {
                return .invalid(PendingError("unexpected-reply", name))
            }
            return values(body, .challenge(name), operation, node, place)
        }
        if let path = form.success, (body.at(path) ?? .null) == .null {
            return .invalid(PendingError("unrecognised-reply", "the reply is neither a challenge nor a success"))
        }
        if service?.bars(.success, on: operation, variant) == true {
            return .invalid(PendingError("unexpected-reply", "success"))
        }
        return values(body, .success, operation, node, place)
    }

    private func values(
        _ body: JSON, _ event: Event, _ operation: Service.Operation, _ node: Node, _ place: NodePlace
    ) -> Reading {
        let form = operation.form
        let service = flow(place.instance).service(of: operation)
        var values: [(Place, Value?)] = []
        var brought: [Text: Value] = [:]
        let fields = fields(event, form, service?.challenges ?? [])
            .filter { isSpokenOf($0.name, node) }
        for field in fields {
            let json = body.at(field.path) ?? .null
            let value = json == .null ? nil : Wire.read(json, field)
            if json != .null, value == nil { return .invalid(PendingError("wrong-type", field.path.last ?? "")) }
            brought[field.name] = value
            values.append((Place(field.name, of: operation.service), value))
        }
        var received: Set<Text> = []
        for scope in node.requestScopes {
            for receive in scope.all("receive") {
                guard let name = receive["name"], !received.contains(name), fields.contains(where: { $0.name == name })
                else { continue }
                if brought[name]?.isThere != true, receive.isTrue("required"), isDescribed(name, event, form, service) {
                    return .invalid(PendingError("missing-parameter", name))
                }
                let into = receive["into"] ?? ""
                if let value = brought[name], !fits(value, into, place.instance) {
                    return .invalid(PendingError("wrong-type", fields.first { $0.name == name }?.path.last ?? ""))
                }
                values.append((self.place(into, place.instance), brought[name]))
            }
            received.formUnion(scope.all("receive").compactMap { $0["name"] })
        }
        return .answer(event, values)
    }

    /// Whether a value of the flow can be this: one of type `seconds` is a number of seconds.
    func fits(_ value: Value, _ name: Text, _ instance: [Text]) -> Bool {
        flow(instance).types[name] != "seconds" || value.text?.isSeconds == true
    }

    /// All that a reply of a form can bring: what its challenge describes as this describes it, then outputs, then what other challenges
    /// describe. What is described in two ways is read from success and from the challenges that are described, and from no other reply.
    private func fields(_ event: Event, _ form: Service.Form, _ known: [Service.Challenge]) -> [Service.Field] {
        guard form.challenge != nil else { return form.outputs }
        let described = form.outputs + known.flatMap { $0.fields(form) }
        func isAmbiguous(_ field: Service.Field) -> Bool {
            described.contains { $0.name == field.name && !$0.isRead(like: field) }
        }
        var result: [Service.Field] = []
        var outputs = form.outputs
        if case .challenge(let name) = event {
            if let challenge = known.first(where: { $0.name == name }) {
                result = challenge.fields(form)
                outputs.removeAll { output in result.contains { $0.name == output.name } }
            } else {
                outputs.removeAll(where: isAmbiguous)
            }
        }
        result += outputs
        for field in described where !isAmbiguous(field) && !result.contains(where: { $0.name == field.name }) {
            result.append(field)
        }
        return result
    }

    /// Whether the flow speaks of an output where a node's reply brings it.
    private func isSpokenOf(_ name: Text, _ node: Node) -> Bool {
        !flow.unread.contains(name)
            || node.requestScopes.contains { $0.all("receive").contains { $0["name"] == name } }
    }

    /// Whether a reply like this is described to bring an output.
    private func isDescribed(_ name: Text, _ event: Event, _ form: Service.Form, _ service: Service?) -> Bool {
        guard let path = form.challenge else { return true }
        if case .challenge(let challenge) = event,
            service?.challenge(challenge)?.parameters.contains(where: { $0["name"] == name }) == true
        {
            return true
        }
        guard let output = form.outputs.first(where: { $0.name == name }) else { return false }
        let word: Text = event == .success ? "success" : "challenge"
        if let with = output.with { return with.contains(word) || with.contains("challenges") && word == "challenge" }
        if let success = form.success, output.path.starts(with: success) { return event == .success }
        if output.type == "session" || output.path == path { return event != .success }
        return true
    }
}
