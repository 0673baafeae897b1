/// Section 10: requests.
extension Machine {
    /// The operation of a node, its keys, and what the key that chooses the variant carries.
    func request(of node: Node, _ place: NodePlace) throws(Interruption) -> (Service.Operation, [Service.Field], Text?)
    {
        let flow = flow(place.instance)
        if node.kind == "call" {
            guard let operation = flow.operation(node["operation"] ?? "", in: node["service"]) else {
                throw .fault("there is no operation")
            }
            let variant = node["variant"]
            return (operation, operation.inputs + (variant.flatMap { operation.variants[$0] } ?? []), variant)
        }
        let challenge = answered(by: node) ?? ""
        guard let operation = flow.answer(to: challenge), let service = flow.service(of: operation) else {
            throw .fault("nothing answers")
        }
        return (operation, operation.inputs + service.responses(challenge, operation), challenge)
    }

    /// The name of an operation in requests: with that of its service where several have it.
    private func name(of operation: Service.Operation) -> Text {
        let services = flow.allServices
        let having = services.values.filter { $0.operations[operation.name] != nil }
        guard having.count > 1, let service = services[operation.service] else { return operation.name }
        return service.name + ":" + operation.name
    }

    /// For each key that is sent: the sends of the nearest scope that speaks of it, or none.
    func sends(_ key: Text, _ node: Node) -> [Element] {
        for scope in node.requestScopes {
            if scope.all("omit").contains(where: { $0.words("name").contains(key) }) { return [] }
            let sends = scope.all("send").filter { $0["name"] == key }
            if !sends.isEmpty { return sends }
        }
        return []
    }

    private func isGuarded(_ sends: [Element]) -> Bool { sends.contains { $0.condition != nil } }

    mutating func prepare(_ place: NodePlace) throws(Interruption) {
        let node = try demand(place)
        let flow = flow(place.instance)
        let named = try request(of: node, place).1.filter { !$0.isVariant }.flatMap { sends($0.name, node) }
            .flatMap { [$0["from"], $0["else"]] }.compactMap { $0 }.uniqued
        let derives = named.sorted().compactMap { flow.derives[$0] }
        let works: [Task] = derives.map { .derive($0, place) }
        let tasks = works + [.choose(place)]
        todo += ([.send(place)] + tasks.reversed())
    }

    mutating func derive(_ element: Element, _ place: NodePlace) throws(Interruption) {
        guard holds(element, place) else { return set(element["name"] ?? "", place.instance, nil) }
        try handle(element, place)
    }

    /// Chooses among guarded sends.
    mutating func choose(_ place: NodePlace) throws(Interruption) {
        let node = try demand(place)
        var chosen: [Text: Value?] = [:]
        for key in try request(of: node, place).1 {
            let sends = sends(key.name, node)
            guard isGuarded(sends) else { continue }
            let send = sends.first { holds($0, place) }
            chosen[key.name] = .some(send.flatMap { source($0, key.type, place.instance) })
        }
        now.chosen[place] = chosen
    }

    mutating func send(_ place: NodePlace) throws(Interruption) {
        let node = try demand(place)
        let (operation, keys, variant) = try request(of: node, place)
        var body = JSON.object([])
        var sent: Set<Text> = []
        for key in keys {
            let sends = sends(key.name, node)
            let value: Value? =
                if key.isVariant {
                    variant.map { .text($0) }
                } else if isGuarded(sends) {
                    now.chosen[place]?[key.name] ?? nil
                } else {
                    sends.last.flatMap { source($0, key.type, place.instance) }
                }
            guard let value else { continue }
            if value.isThere { sent.insert(key.name) }
            Wire.write(value, key, into: &body)
        }
        now.sent[place] = sent
        execute(sending: sent, operation, variant, node, place)
        now.point = .calling(place)
        outputs.append(.call(operation: name(of: operation), body: body))
        todo = []
    }
}
