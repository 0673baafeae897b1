/// A composed flow: its nodes, and what its declarations say.
final class Flow: Sendable {
    let layers: [Element]
    let start: Text
    let nodes: [Text: Node]
    let nodeNames: [Text]
    /// The services that it is written against.
    let services: [Service]
    /// The imported flows by name.
    let imports: [Text: Flow]
    let inputs: [Question]
    let facts: [Text]
    /// What `start` brings: the inputs and facts in the order of writing, those of the base first.
    let given: [Question]
    let counters: [Text]
    let commands: [Text: Element]
    let handlers: [Text: Element]
    let derives: [Text: Element]
    /// The types of the names that the flow declares.
    let types: [Text: Text]
    let outputTypes: [Text: Text]
    /// Names that an ask or input compares without case.
    let withoutCase: Set<Text>
    let unread: Set<Text>
    private let substitutes: [Text: Text]

    init(_ number: Int, of documents: Documents) {
        let composition = Composition(number, of: documents)
        let layers = composition.layers
        self.layers = layers
        unread = documents.unread
        start = layers.lazy.compactMap { $0["start"] }.first ?? ""
        nodeNames = composition.nodeNames
        let written = Declarations.types(layers, composition.nodes.values.joined().map(\.element))
        nodes = composition.nodes.reduce(into: [:]) {
            $0[$1.key] = Node(name: $1.key, parts: $1.value, layers: layers, types: written)
        }
        services = composition.services.map { Service(documents.roots[$0], number: $0) }
        var imports: [Text: Flow] = [:]
        for number in composition.imports {
            imports[documents.roots[number]["name"] ?? ""] = Flow(number, of: documents)
        }
        self.imports = imports
        let declarations = Declarations(layers, Array(imports.values), Array(nodes.values), written)
        inputs = declarations.inputs
        given = declarations.given
        facts = declarations.facts
        counters = declarations.counters
        commands = Declarations.byName("command", layers)
        handlers = declarations.handlers
        derives = Declarations.byName("derive", layers)
        types = declarations.types
        withoutCase = declarations.withoutCase
        outputTypes = services.reduce(into: [:]) { $0.merge($1.outputTypes) { first, _ in first } }
        substitutes = layers.reversed().reduce(into: [:]) { known, layer in
            let own: [Text: Text] = layer.all("substitute").reduce(into: [:]) {
                $0[$1["operation"] ?? ""] = $1["with"] ?? ""
            }
            known = known.mapValues { own[$0] ?? $0 }.merging(own) { $1 }
        }
    }

    /// The operation that is called where a flow says `name`.
    func operation(_ name: Text, in service: Text? = nil) -> Service.Operation? {
        let actual = substitutes[name] ?? name
        return services.lazy.filter { service == nil || $0.name == service }.compactMap { $0.operations[actual] }.first
    }

    /// The operation that answers a challenge.
    func answer(to challenge: Text) -> Service.Operation? {
        guard let service = services.first(where: { $0.challenge(challenge) != nil }) else { return nil }
        return service.operations[substitutes[service.answer] ?? service.answer]
    }

    /// The service whose replies bring a value.
    func service(bringing name: Text) -> Service? { services.first { $0.outputTypes[name] != nil } }

    /// The service of an operation.
    func service(of operation: Service.Operation) -> Service? { services.first { $0.number == operation.service } }

    /// The services of the flow and its sub-flows, by their numbers.
    var allServices: [Int: Service] {
        imports.values.reduce(into: services.reduce(into: [:]) { $0[$1.number] = $1 }) {
            $0.merge($1.allServices) { first, _ in first }
        }
    }

    /// The type of a name; what a reply brings has that of the service unless the flow declares the name itself.
    func type(_ name: Text) -> Text { types[name] ?? outputTypes[name] ?? "text" }
}
