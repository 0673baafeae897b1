import TestSupport

/// The documents of a flow that is changed bit by bit.
struct GrammarFlow {
    /// The documents by path, the flow first.
    var documents: [(path: String, root: XMLElement)]

    /// The documents as text.
    var files: [(path: String, text: String)] { documents.map { ($0.path, $0.root.text) } }

    /// The number of elements.
    var count: Int { documents.reduce(0) { $0 + $1.root.count } }

    /// The flows with which walks begin: one has each element of the language once; in one each node leads back to a menu, so that a
    /// run comes to everything often; in one each node asks, has a handler work and sends what was asked; in one nothing that is sent
    /// has to be asked, and no session is used up, so that a request can be sent again whatever happens; in one a step answers at once.
    static func kernels() throws -> [GrammarFlow] {
        let folder = "Tests/Compiler/FlowProofTests/Grammar/Kernel/"
        let common = ["sub.flow.xml", "s.service.xml", "t.service.xml"]
        let kernels = [
            ["main.flow.xml", "base.flow.xml"] + common, ["hub.flow.xml"] + common, ["calls.flow.xml"] + common,
            ["free.flow.xml", "root.flow.xml", "w.service.xml"],
            ["answers.flow.xml", "root.flow.xml", "w.service.xml"],
        ]
        return try kernels.map { names in
            GrammarFlow(documents: try names.map { ($0, XMLElement.read(try PackageFiles.text(folder + $0))) })
        }
    }

    /// The documents that are flows, or services.
    func indices(areServices: Bool) -> [Int] {
        documents.indices.filter { (documents[$0].root.name == "service") == areServices }
    }
}

/// The names that a document can use, as far as a writer cares.
struct GrammarNames {
    /// Values and inputs by type.
    private(set) var values: [String: [String]] = [:]
    /// Nodes, and ends among them.
    private(set) var nodes: [String] = []
    private(set) var ends: [String] = []
    private(set) var commands: [String] = []
    private(set) var counters: [String] = []
    private(set) var facts: [String] = []
    private(set) var inputs: [String] = []
    private(set) var handlers: [String] = []
    private(set) var failures: [String] = []
    private(set) var ports: [String] = []
    /// The keys of requests and what replies bring, of all services.
    private(set) var keys: [String] = []
    private(set) var outputs: [String] = []
    private(set) var challenges: [String] = []
    private(set) var operations: [String] = []
    private(set) var variants: [String] = []
    private(set) var replies: [String] = []
    private(set) var errors: [String] = []

    /// The names in scope of a document: a flow sees its base and its services.
    init(_ flow: GrammarFlow, _ index: Int) {
        let isInner = flow.documents[index].path.hasPrefix("sub")
        for (path, root) in flow.documents where root.name == "service" || path.hasPrefix("sub") == isInner {
            for element in root.all { root.name == "service" ? addService(element) : addFlow(element) }
        }
        for name in outputs { values["text", default: []].append(name) }
    }

    private mutating func addFlow(_ element: XMLElement) {
        let names = element.words("name")
        switch element.name {
        case "input", "value":
            values[element.attributes["type"] ?? "text", default: []] += names
            if element.name == "input" { inputs += names }
        case "ask", "gives": values[element.attributes["type"] ?? "text", default: []] += names
        case "fact": facts += names
        case "counter": counters += names
        case "command": commands += names
        case "handler": handlers += names
        case "fails": failures += names
        case "needs": ports += names
        case "call", "step", "choice", "use", "challenge": nodes += [element.attributes["id"] ?? names.first ?? ""]
        case "end": ends += element.words("id")
        default: break
        }
        if element.name == "gives" { ports += names }
    }

    private mutating func addService(_ element: XMLElement) {
        let names = element.words("name")
        switch element.name {
        case "input", "response": keys += names
        case "output", "parameter": outputs += names
        case "challenge": challenges += names
        case "operation": operations += names
        case "variant": variants += names
        case "reply": replies += names
        case "errors": errors += element.words("names")
        default: break
        }
    }

    /// A value, mostly a text.
    func value(_ random: inout Seeded, _ types: [String] = ["text"]) -> String {
        if random.chance(15), let type = random.pick(values.keys.sorted()) {
            return random.pick(values[type] ?? []) ?? "u"
        }
        let wanted = types.flatMap { values[$0] ?? [] }
        return random.pick(wanted) ?? "u"
    }
}
