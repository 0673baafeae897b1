/// What replies to the request at hand look like, for whoever plays the service.
package struct ReplyShape: Sendable {
    /// Something that a reply can bring.
    package struct Output: Sendable {
        /// The members that lead to it.
        package let path: [Text]
        /// Its type.
        package let type: Text
        /// `json` or `csv`, if it is inside a text.
        package let encoding: Text?
        /// What is taken off each entry.
        package let prefix: Text

        /// An output by its path.
        package init(path: [Text], type: Text, encoding: Text?, prefix: Text) {
            self.path = path
            self.type = type
            self.encoding = encoding
            self.prefix = prefix
        }
    }

    /// The path of the challenge, if the form has one.
    package let challenge: [Text]?
    /// The path of success, if the form has one.
    package let success: [Text]?
    /// The challenges that the service knows.
    package let challenges: [Text]
    /// Those of them that exist for the node.
    package let taken: [Text]
    /// What a reply can bring.
    package let outputs: [Output]
}

/// What a handler is to give, for whoever plays it.
package struct HandlerShape: Sendable {
    /// A port.
    package struct Port: Sendable {
        /// Its name.
        package let name: Text
        /// Its type.
        package let type: Text
        /// Whether it must be given.
        package let isRequired: Bool
    }

    /// The ports that it gives.
    package let outputs: [Port]
    /// The failures that it declares.
    package let failures: [Text]
}

extension ReferenceRun {
    /// What a reply would look like now; nothing where none is awaited.
    package var replyShape: ReplyShape? {
        guard case .calling(let place) = now.point else { return nil }
        let machine = Machine(flow.flow, now)
        guard let node = machine.node(place), let request = try? machine.request(of: node, place) else { return nil }
        let form = request.0.form
        let challenges = machine.flow(place.instance).service(of: request.0)?.challenges ?? []
        let parameters = form.challenge == nil ? [] : challenges.flatMap { $0.fields(form) }
        return ReplyShape(
            challenge: form.challenge, success: form.success, challenges: challenges.map(\.name),
            taken: challenges.map(\.name).filter { machine.isListenedTo(.challenge($0), at: place) },
            outputs: (form.outputs + parameters).filter { $0.path != form.challenge }.map {
                ReplyShape.Output(path: $0.path, type: $0.type, encoding: $0.encoding, prefix: $0.prefix)
            })
    }

    /// What a handler would give now; nothing where none works.
    package var handlerShape: HandlerShape? {
        guard case .working(let job, _) = now.point else { return nil }
        let machine = Machine(flow.flow, now)
        guard let declaration = try? machine.declaration(job) else { return nil }
        let ports = machine.ports(declaration, "gives")
        return HandlerShape(
            outputs: ports.map { HandlerShape.Port(name: $0.name, type: $0.type, isRequired: $0.isRequired) },
            failures: declaration.all("fails").flatMap { $0.words("name") })
    }
}

extension ReferenceFlow {
    /// Texts that matter to the flow: words of choices, literals, and what guards compare with; sorted.
    package var literals: [Text] {
        var result: Set<Text> = []
        func collect(_ element: Element) {
            result.formUnion(element.words("of"))
            result.formUnion(element.words("select"))
            result.formUnion([element.text("value")].compactMap { $0 })
            result.formUnion(element.condition?.literals ?? [])
            element.children.forEach(collect)
        }
        roots.forEach(collect)
        return result.sorted()
    }

    /// The errors that transitions and the service name, sorted.
    package var errors: [Text] {
        var result: Set<Text> = []
        func collect(_ element: Element) {
            result.formUnion(element.words(element.name == "errors" ? "names" : element.name == "on" ? "error" : ""))
            element.children.forEach(collect)
        }
        roots.forEach(collect)
        return result.subtracting(["*"]).sorted()
    }
}

extension Guard {
    /// The texts that values are compared with.
    fileprivate var literals: [Text] {
        switch self {
        case .equals(_, let text), .contains(_, let text): [text]
        case .not(let inner): inner.literals
        case .both(let left, let right), .either(let left, let right): left.literals + right.literals
        default: []
        }
    }
}
