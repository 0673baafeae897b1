/// What the layers of a flow declare.
struct Declarations {
    private(set) var inputs: [Question] = []
    /// What `start` brings: inputs and facts, those of the base first.
    private(set) var given: [Question] = []
    private(set) var facts: [Text] = []
    private(set) var counters: [Text] = []
    private(set) var handlers: [Text: Element] = [:]
    private(set) var types: [Text: Text] = [:]
    private(set) var withoutCase: Set<Text> = []

    init(_ layers: [Element], _ imports: [Flow], _ nodes: [Node], _ written: [Text: Text]) {
        let data = Self.data(layers)
        inputs = data.filter { $0.name == "input" }.lastOfEachName.map { Question(input: $0) }
        let inputs = inputs
        facts = data.filter { $0.name == "fact" }.flatMap { $0.words("name") }.uniqued.filter { name in
            !inputs.contains { $0.name == name }
        }
        counters = data.filter { $0.name == "counter" }.flatMap { $0.words("name") }.uniqued
        let names = data.filter { $0.name == "input" || $0.name == "fact" }.flatMap { $0.words("name") }.uniqued
        given = names.map { name in inputs.first { $0.name == name } ?? Question(fact: name) }
        for flow in imports { handlers.merge(flow.handlers) { first, _ in first } }
        handlers.merge(Self.byName("handler", layers)) { $1 }
        declareTypes(data, Self.asks(layers, nodes, written), layers)
        for question in inputs where question.ignoresCase { withoutCase.insert(question.name) }
    }

    private mutating func declareTypes(_ data: [Element], _ questions: [Question], _ layers: [Element]) {
        for handler in handlers.values {
            for port in handler.all("gives") { port.words("name").forEach { types[$0] = port["type"] ?? "text" } }
        }
        for name in layers.flatMap(\.leftInside) { types[name] = "text" }
        for question in questions {
            types[question.into] = question.type
            if question.ignoresCase { withoutCase.insert(question.into) }
        }
        for element in data where element.name == "value" {
            types[element["name"] ?? ""] = element["type"] ?? "text"
            if element.isTrue("ignore-case") { withoutCase.insert(element["name"] ?? "") }
        }
        for question in inputs { types[question.name] = question.type }
        for fact in facts { types[fact] = "flag" }
    }

    /// All that is asked anywhere in the flow.
    private static func asks(_ layers: [Element], _ nodes: [Node], _ types: [Text: Text]) -> [Question] {
        let scopes = layers + nodes.flatMap(\.parts).flatMap { [$0.element] + $0.groups }
        return scopes.flatMap { $0.all("ask") }.map { Question($0, types) } + nodes.flatMap { $0.questions }
    }

    /// The types that layers of a flow and its nodes declare: a node that is replaced says nothing any more.
    static func types(_ layers: [Element], _ nodes: [Element]) -> [Text: Text] {
        var result: [Text: Text] = [:]
        for element in data(layers) {
            let type: Text = element.name == "fact" ? "flag" : element["type"] ?? "text"
            if element.name != "counter" { element.words("name").forEach { result[$0] = type } }
        }
        // A value that only asks declare has the type that one of them says.
        for ask in (layers.reversed() + nodes).flatMap(\.asksInside) where ask["type"] != nil || ask["of"] != nil {
            let name = ask["into"] ?? ask["name"] ?? ""
            result[name] = result[name] ?? ask["type"] ?? "choice"
        }
        return result
    }

    /// The data of all layers, those of the base first, without the inputs that a layer removes or declares otherwise.
    private static func data(_ layers: [Element]) -> [Element] {
        layers.reversed().reduce(into: []) { data, layer in
            let own = layer.all("data").flatMap(\.children)
            let others = own.filter { $0.name == "value" || $0.name == "fact" }.flatMap { $0.words("name") }
            let removed = layer.all("remove").flatMap { $0.words("input") } + others
            data.removeAll { $0.name == "input" && removed.contains($0["name"] ?? "") }
            data += own
        }
    }

    /// Declarations by name, the nearest of each.
    static func byName(_ kind: Text, _ layers: [Element]) -> [Text: Element] {
        var result: [Text: Element] = [:]
        for layer in layers.reversed() { layer.all(kind).forEach { result[$0["name"] ?? ""] = $0 } }
        return result
    }
}

extension Element {
    /// The values of all transitions in it that say how many tries are left: these need no other declaration.
    fileprivate var leftInside: [Text] { (self["left"].map { [$0] } ?? []) + children.flatMap(\.leftInside) }

    /// All asks in it, without those of nodes in it.
    fileprivate var asksInside: [Element] {
        children.flatMap { $0.name == "ask" ? [$0] : Composition.kinds.contains($0.name) ? [] : $0.asksInside }
    }
}
