import FlowSyntax
import TestSupport

/// Changes a flow as the grammar allows: writes attributes and elements, with words that the flow has.
struct GrammarWriter {
    var random: Seeded
    private var count = 0

    init(_ random: Seeded) { self.random = random }

    /// A name that no document has.
    mutating func fresh() -> String {
        count += 1
        return "new\(count)"
    }

    // MARK: Changes

    /// A flow that has a pair; nothing if no place for it was found.
    mutating func write(_ pair: Pair, into flow: GrammarFlow) -> GrammarFlow? {
        let services = Vocabulary.vocabulary(.service).holds(pair)
        guard let document = document(in: flow, services: services, for: pair) else { return nil }
        var result = flow
        let root = flow.documents[document].root
        if pair.parent.isEmpty {
            guard root.name == pair.element else { return nil }
            put(pair.attribute, [], &result, document)
            return result
        }
        let parents = root.paths { $0.name == pair.parent }
        let having = parents.flatMap { path in
            root[path[...]].children.enumerated().filter {
                $1.name == pair.element && $1.attributes[pair.attribute] == nil
            }
            .map { path + [$0.offset] }
        }
        if random.chance(50), let path = random.pick(having) {
            put(pair.attribute, path, &result, document)
            return result
        }
        guard let path = random.pick(parents) ?? addParent(pair.parent, &result, document) else { return nil }
        insert(pair.element, with: pair.attribute, at: path, &result, document)
        return result
    }

    /// A document to change: one that has the parent, if there is one. What is inherited stands in the flow that has a base, and
    /// sub-flows are changed less often.
    private mutating func document(in flow: GrammarFlow, services: Bool = false, for pair: Pair? = nil) -> Int? {
        if pair?.attribute == "inherit" { return 0 }
        let all = flow.indices(areServices: services)
        let having = all.filter { index in
            pair.map { pair in flow.documents[index].root.all.contains { $0.name == pair.parent } } ?? true
        }
        let usable = having.isEmpty ? all : having
        return random.pick(usable.flatMap { flow.documents[$0].path.contains("sub") ? [$0] : [$0, $0, $0] })
    }

    /// A flow with a transition of a form.
    mutating func write(_ form: TransitionForm, into flow: GrammarFlow) -> GrammarFlow? {
        guard let document = document(in: flow) else { return nil }
        var result = flow
        let root = flow.documents[document].root
        let scopes = root.paths { $0.name == form.scope && $0.isScope }
        let fitting = scopes.filter { root[$0[...]].waits(for: form.selector) }
        guard let path = random.pick(fitting) ?? random.pick(scopes) else { return nil }
        var words = GrammarWords(flow, document, random)
        let transition = words.transition(form)
        random = words.random
        // One for the same event would take it first, or overlap.
        switch random.below(5) {
        case 0: break
        case 1, 2: result.documents[document].root[path[...]].children.removeAll { $0.listens(like: transition) }
        default: result.documents[document].root[path[...]].removeAll { $0.listens(like: transition) }
        }
        add(transition, at: path, &result, document)
        return result
    }

    /// A flow without one of its elements.
    mutating func remove(from flow: GrammarFlow) -> GrammarFlow? {
        guard let document = random.pick(Array(flow.documents.indices)) else { return nil }
        var result = flow
        let paths = flow.documents[document].root.paths { $0.children.isEmpty }.filter { !$0.isEmpty }
        guard let path = random.pick(paths), let last = path.last else { return nil }
        result.documents[document].root[path.dropLast()].children.remove(at: last)
        return result
    }

    // MARK: Elements

    /// Writes an attribute, and what it asks for.
    private mutating func put(_ attribute: String, _ path: [Int], _ flow: inout GrammarFlow, _ document: Int) {
        let element = flow.documents[document].root[path[...]]
        let parent = path.isEmpty ? "" : flow.documents[document].root[path.dropLast()].name
        var words = GrammarWords(flow, document, random)
        flow.documents[document].root[path[...]] = words.complete(element, in: parent, wanting: attribute)
        random = words.random
    }

    private mutating func insert(
        _ name: String, with attribute: String?, at path: [Int], _ flow: inout GrammarFlow, _ document: Int
    ) {
        var words = GrammarWords(flow, document, random)
        let root = flow.documents[document].root
        let parent = root[path[...]]
        var element = XMLElement(name: name)
        if let attribute { element.attributes[attribute] = "" }
        element = words.complete(element, in: parent.name, wanting: attribute, id: fresh())
        let isNode = ["call", "step", "choice", "use", "challenge"].contains(name) && parent.name != "service"
        if isNode, element.attributes["inherit"] != "extend" { element.children += words.body(of: element) }
        random = words.random
        if let mode = element.attributes["inherit"], let node = element.node {
            // A flow says once what becomes of an inherited node.
            element.attributes["inherit"] = "new " + mode
            add(element, at: path, &flow, document)
            flow.documents[document].root.removeAll { $0.node == node && $0.attributes["inherit"] != "new " + mode }
            flow.documents[document].root.changeAll {
                if $0.attributes["inherit"] == "new " + mode { $0.attributes["inherit"] = mode }
            }
            return
        }
        add(element, at: path, &flow, document)
        if root.name == "service" { use(element, in: parent.name, &flow) }
        if isNode, let id = element.attributes["id"] {
            lead(to: id, &flow, document)
        }
    }

    /// Lets the flow send or receive what a service has got.
    private mutating func use(_ element: XMLElement, in parent: String, _ flow: inout GrammarFlow) {
        guard let name = element.attributes["name"], parent != "service" else { return }
        let type = element.attributes["type"] ?? (name.hasSuffix("*") ? "map" : "text")
        let isSent = ["input", "response"].contains(element.name)
        let values = ["list": isSent ? "l1" : "l2", "map": "m1", "flag": "f1", "session": "s1", "number": "n"]
        let value = values[type] ?? (isSent ? "u" : "v2")
        guard value != "n" else {
            let send = XMLElement(name: "send", attributes: ["name": name, "value": "7"])
            return flow.documents[0].root.children.append(send)
        }
        let attributes = isSent ? ["name": name, "from": value] : ["name": name, "into": value]
        flow.documents[0].root.children.append(XMLElement(name: isSent ? "send" : "receive", attributes: attributes))
    }

    /// Puts an element among the children of another one.
    private mutating func add(_ element: XMLElement, at path: [Int], _ flow: inout GrammarFlow, _ document: Int) {
        let count = flow.documents[document].root[path[...]].children.count
        let index = random.chance(60) ? count : random.below(count + 1)
        flow.documents[document].root[path[...]].children.insert(element, at: index)
    }

    /// A parent that is missing, in one of its own.
    private mutating func addParent(_ name: String, _ flow: inout GrammarFlow, _ document: Int) -> [Int]? {
        let root = flow.documents[document].root
        let vocabulary = Vocabulary.vocabulary(root.name == "service" ? .service : .flow)
        let kinds = vocabulary.parents(of: ElementName(spelling: name)).map(\.spelling)
        let places = root.paths { kinds.contains($0.name) }
        guard let place = random.pick(places) else { return nil }
        insert(name, with: nil, at: place, &flow, document)
        return flow.documents[document].root.paths { $0.name == name }.first
    }

    /// Lets a choice or a step lead to a node.
    private mutating func lead(to id: String, _ flow: inout GrammarFlow, _ document: Int) {
        let root = flow.documents[document].root
        var words = GrammarWords(flow, document, random)
        let condition = words.condition()
        random = words.random
        if let choice = random.pick(root.paths { $0.name == "choice" && $0.attributes["inherit"] == nil }) {
            let go = XMLElement(name: "go", attributes: ["to": id, "when": condition])
            let children = root[choice[...]].children
            let index = children.firstIndex { $0.name == "go" || $0.name == "otherwise" } ?? children.count
            flow.documents[document].root[choice[...]].children.insert(go, at: index)
        } else if let step = random.pick(root.paths { $0.name == "step" }) {
            flow.documents[document].root[step[...]].children.append(
                XMLElement(name: "on", attributes: ["event": words.event(), "to": id]))
        }
    }
}

extension Vocabulary {
    /// Whether the grammar has a pair.
    func holds(_ pair: Pair) -> Bool {
        guard let rule = rule(ElementName(spelling: pair.element)),
            rule.attributes.contains(where: { $0.name.spelling == pair.attribute })
        else { return false }
        let parents = parents(of: rule.name).map(\.spelling)
        return pair.parent.isEmpty ? parents.isEmpty : parents.contains(pair.parent)
    }
}

extension XMLElement {
    /// Whether transitions of it can be taken: a group has nodes.
    fileprivate var isScope: Bool {
        name != "group" || children.contains { ["challenge", "call", "step", "choice", "use"].contains($0.name) }
    }

    /// Whether something in it, or it itself, can bring what a selector is about.
    fileprivate func waits(for selector: String) -> Bool {
        let all = all
        func has(_ names: Set<String>) -> Bool { all.contains { names.contains($0.name) } }
        switch selector.split(separator: " ").first {
        case "failure": return has(["handle"])
        case "outcome": return has(["use"])
        case "error", "challenge", "success", "reply", "invalid": return has(["call", "challenge", "answer"])
        case "select": return all.contains { $0.name == "ask" && $0.attributes["of"] != nil }
        case "start": return true
        default: return has(["step", "ask", "end"])
        }
    }

    /// Whether it is a transition for some of the same events as another one.
    fileprivate func listens(like other: XMLElement) -> Bool {
        name == "on"
            && ["event", "error", "challenge", "select", "failure", "outcome"].contains { selector in
                !Set(words(selector)).isDisjoint(with: other.words(selector))
            }
    }
}
