/// Section 12: handlers.
extension Machine {
    func declaration(_ job: Job) throws(Interruption) -> Element {
        guard let found = flow(job.node.instance).handlers[job.element["handler"] ?? ""] else {
            throw .fault("there is no handler")
        }
        return found
    }

    func ports(_ declaration: Element, _ kind: Text) -> [(name: Text, type: Text, isRequired: Bool)] {
        declaration.all(kind).flatMap { port in
            port.words("name").map { ($0, port["type"] ?? "text", port.isRequiredByDefault) }
        }
    }

    /// The handler begins to work; what was still to be done waits for it.
    mutating func handle(_ element: Element, _ place: NodePlace) throws(Interruption) {
        let job = Job(element: element, node: place)
        let passes = element.all("pass").lastOfEachName
        let inputs = ports(try declaration(job), "needs").compactMap { port in
            let pass = passes.first { $0["name"] == port.name }
            let value = pass.map { source($0, port.type, place.instance) } ?? value(port.name, place.instance)
            return value.map { Output.Shown(port.name, $0) }
        }
        execute(working: job, "needs")
        outputs.append(.handle(name: element["handler"] ?? "", inputs: inputs))
        now.point = .working(job, rest: todo)
        todo = []
    }

    /// The values of a result.
    func read(_ result: JSON, _ job: Job) throws(Interruption) -> Result<[(Place, Value?)], PendingError> {
        var values: [(Place, Value?)] = []
        let takes = job.element.all("take").lastOfEachName
        for port in ports(try declaration(job), "gives") {
            let json = result.at([port.name]) ?? .null
            let name = takes.first { $0["name"] == port.name }?["into"] ?? port.name
            if json == .null {
                if port.isRequired { return .failure(PendingError("missing-output", port.name)) }
                values.append((place(name, job.node.instance), nil))
                continue
            }
            guard let value = Wire.read(json, port.type), fits(value, name, job.node.instance) else {
                return .failure(PendingError("wrong-output", port.name))
            }
            values.append((place(name, job.node.instance), value))
        }
        return .success(values)
    }

    /// The failure of a handler as an event; a name that its declaration lacks counts as any other.
    func failure(_ name: Text, _ job: Job) throws(Interruption) -> Event {
        .failure(name, isDeclared: try declaration(job).all("fails").contains { $0.words("name").contains(name) })
    }
}

extension PendingError: Error {}
