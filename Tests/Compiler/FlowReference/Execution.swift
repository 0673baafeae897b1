/// An element of a flow or of its service that an event came to.
package struct Execution: Hashable, Sendable {
    private let element: Element

    init(_ element: Element) { self.element = element }

    /// The element's name.
    package var name: String { element.name.description }
    /// The name of the element around it, empty for a root.
    package var parent: String { element.parent.description }
    /// The names of its attributes.
    package var attributes: [String] { element.attributeNames.map(\.description) }

    /// The value of an attribute.
    package subscript(attribute: String) -> String? { element.text(Text(attribute))?.description }
}

extension Machine {
    /// Notes that an event came to some elements.
    mutating func execute(_ elements: some Sequence<Element>) { executed.append(contentsOf: elements) }

    /// Notes that an event came to an element.
    mutating func execute(_ element: Element) { executed.append(element) }

    /// Notes that a node is entered: its parts, the groups around them, and how its documents come to stand in the flow.
    mutating func execute(entering node: Node, _ place: NodePlace) {
        for part in node.parts {
            execute(part.element)
            execute(part.groups)
        }
        let flow = flow(place.instance)
        for layer in flow.layers {
            execute(layer)
            execute(layer.all("remove"))
            execute(layer.all("import"))
            for end in layer.all("reachable") where end.words("end").contains(node.name) { execute(end) }
            for end in layer.all("never") where end["end"] == node.name { execute(end) }
            for rounds in layer.all("rounds") {
                for round in rounds.all("round") where round["challenge"] == answered(by: node) { execute(round) }
            }
        }
    }

    /// Notes the declarations of what a name holds.
    mutating func execute(storing name: Text, _ instance: [Text]?) {
        guard let instance else { return }
        for layer in flow(instance).layers {
            for data in layer.all("data") { execute(data.children.filter { $0.words("name").contains(name) }) }
        }
    }

    /// Notes a request: its operation, the keys that it sends, and whence they come.
    mutating func execute(
        sending keys: Set<Text>, _ operation: Service.Operation, _ variant: Text?, _ node: Node, _ place: NodePlace
    ) {
        execute(node.answers)
        execute(operation.element)
        execute(operation.element.all("input").filter { keys.contains($0["name"] ?? "") })
        for scope in node.requestScopes {
            execute(scope.all("omit"))
            execute(scope.all("send").filter { keys.contains($0["name"] ?? "") && holds($0, place) })
        }
        for part in operation.element.all("variant") where node.kind == "call" && part["name"] == variant {
            execute(part)
            execute(part.all("input").filter { keys.contains($0["name"] ?? "") })
        }
        let challenge =
            node.kind == "call" ? nil : variant.flatMap { flow(place.instance).service(of: operation)?.challenge($0) }
        if let challenge {
            execute(challenge.element)
            execute(challenge.responses.filter { keys.contains($0["name"] ?? "") })
        }
        for layer in flow(place.instance).layers {
            execute(layer.all("substitute").filter { $0["with"] == operation.name })
        }
    }

    /// Notes a reply: what it brings, and what said that it can come.
    mutating func execute(
        replying event: Event, _ operation: Service.Operation, bringing names: Set<Text>, _ node: Node,
        _ place: NodePlace
    ) {
        let service = flow(place.instance).service(of: operation)
        var ways = operation.element.all("variant").filter { node.kind == "call" && $0["name"] == node["variant"] }
        if node.kind != "call", let challenge = answered(by: node).flatMap({ service?.challenge($0) }) {
            ways.append(challenge.element)
        }
        if let form = operation.form.element {
            execute(form)
            execute(form.all("output").filter { names.contains($0["name"] ?? "") })
        }
        execute(operation.element.all("output").filter { names.contains($0["name"] ?? "") })
        execute(service.map { [$0.root] } ?? [])
        let brings = ways.flatMap { $0.all("brings") }
        if case .challenge(let name) = event {
            execute(brings.filter { $0.words("challenge").contains(name) })
            if let challenge = service?.challenge(name) {
                execute(challenge.element)
                execute(challenge.parameters.filter { names.contains($0["name"] ?? "") })
            }
        } else {
            execute(brings.filter { $0.isTrue("success") })
        }
        for scope in node.requestScopes { execute(scope.all("receive").filter { names.contains($0["name"] ?? "") }) }
    }

    /// Notes what a step shows and asks.
    mutating func execute(presenting node: Node, _ place: NodePlace) {
        execute(node.shows)
        execute(node.body.filter { $0.name == "ask" })
        let flow = flow(place.instance)
        for scope in node.outerScopes {
            let asks = scope.all("ask").filter { ask in node.questions.contains { $0.name == ask["name"] } }
            execute(asks)
        }
        for layer in flow.layers { execute(layer.all("always")) }
        executePending(flow)
    }

    /// Notes the classes of the pending error.
    mutating func executePending(_ flow: Flow) {
        guard let error = now.error else { return }
        for layer in flow.layers {
            execute(layer.all("class").filter { $0.words("errors").contains(error.type) || $0["errors"] == "*" })
        }
    }

    /// Notes what declares an error of a service.
    mutating func execute(failing type: Text, at place: NodePlace) {
        guard let node = node(place), let operation = try? request(of: node, place).0 else { return }
        let service = flow(place.instance).service(of: operation)
        execute((service?.root.all("errors") ?? []).filter { $0.words("names").contains(type) })
    }

    /// Notes the work of a handler: its declaration, and what it gets or gives.
    mutating func execute(working job: Job, _ ports: Text) {
        execute(job.element)
        guard let declaration = try? declaration(job) else { return }
        execute(declaration)
        execute(declaration.all(ports))
        execute(job.element.all(ports == "needs" ? "pass" : "take"))
    }
}

extension Machine {
    /// Notes a reply that is taken, with the values that it brought.
    mutating func noteReply(_ event: Event, _ values: [(Place, Value?)], at place: NodePlace) {
        guard let node = node(place), let operation = try? request(of: node, place).0 else { return }
        let names = Set(values.lazy.filter { $0.1 != nil && $0.0.instance == nil }.map(\.0.name))
        execute(replying: event, operation, bringing: names, node, place)
    }
}
