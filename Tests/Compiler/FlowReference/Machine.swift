/// Takes one event: works on a copy of the configuration until the run waits again.
struct Machine {
    let flow: Flow
    /// The configuration before the event.
    let origin: Configuration
    var now: Configuration
    /// The time of the event, in seconds.
    var time: Int
    var outputs: [Output] = []
    /// The error of an invalid reply.
    var invalid: PendingError?
    /// What a refusal names.
    var subject: Text = ""
    /// The elements that the event came to.
    var executed: [Element] = []
    /// What is to be done; the last comes first.
    var todo: [Task] = []

    /// The most tasks of one event; a flow that needs more spins.
    static let fuel = 20_000

    init(_ flow: Flow, _ configuration: Configuration, at time: Int = 0) {
        self.flow = flow
        self.time = time
        origin = configuration
        now = configuration
    }

    // MARK: Instances

    /// The flow of an instance.
    func flow(_ instance: [Text]) -> Flow {
        instance.reduce(flow) { flow, use in
            flow.nodes[use]?["flow"].flatMap { flow.imports[$0] } ?? flow
        }
    }

    func node(_ place: NodePlace) -> Node? { flow(place.instance).nodes[place.name] }

    func demand(_ place: NodePlace) throws(Interruption) -> Node {
        guard let node = node(place) else { throw .fault("there is no node \(place.name)") }
        return node
    }

    /// Where a name of an instance lies: what replies bring belongs to the run unless the instance declares it.
    func place(_ name: Text, _ instance: [Text]) -> Place {
        let flow = flow(instance)
        guard flow.types[name] == nil, let service = flow.service(bringing: name) else { return Place(instance, name) }
        return Place(name, of: service.number)
    }

    /// Whether a name holds a value that counts.
    func isThere(_ name: Text, _ instance: [Text]) -> Bool { value(name, instance)?.isThere == true }

    func value(_ name: Text, _ instance: [Text]) -> Value? { now.store[place(name, instance)] }

    mutating func set(_ name: Text, _ instance: [Text], _ value: Value?) { store(value, at: place(name, instance)) }

    /// Stores a value.
    mutating func store(_ value: Value?, at place: Place) {
        now.store[place] = value
        if value != nil { execute(storing: place.name, place.instance) }
    }

    /// The value of `from`, else that of `else`, or the literal.
    func source(_ element: Element, _ type: Text, _ instance: [Text]) -> Value? {
        if let from = element["from"] {
            guard let other = element["else"], !isThere(from, instance) else { return value(from, instance) }
            return value(other, instance)
        }
        return element.text("value").flatMap { Value.literal($0, type) }
    }

    // MARK: Work

    /// Works until the run waits.
    mutating func work() throws(Interruption) {
        var left = Self.fuel
        while let task = todo.popLast() {
            left -= 1
            if left == 0 { throw .fault("the flow spins") }
            try perform(task)
        }
    }

    private mutating func perform(_ task: Task) throws(Interruption) {
        switch task {
        case .run(let statements, let node): try run(statements, node)
        case .enter(let node, let source): try enter(node, from: source)
        case .gap: throw .refused("incomplete-choice", subject)
        case .ask(let step): try ask(step)
        case .prepare(let node): try prepare(node)
        case .derive(let element, let node): try derive(element, node)
        case .choose(let node): try choose(node)
        case .send(let node): try send(node)
        case .chain(let occurrence, let scope): try walk(occurrence, scope)
        case .lead(let transition, let occurrence): try lead(transition, occurrence)
        case .byItself(let occurrence): try happenByItself(occurrence)
        }
    }

    /// Puts tasks before all others, in their order.
    mutating func first(_ tasks: Task...) { todo += tasks.reversed() }

    /// Gives up what was to be done and does this instead.
    mutating func instead(_ tasks: Task...) { todo = tasks.reversed() }
}
