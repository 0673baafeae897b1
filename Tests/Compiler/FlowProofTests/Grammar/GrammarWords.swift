import FlowSyntax
import TestSupport

/// Finds words for attributes: names that a document has, and literals of the right form.
struct GrammarWords {
    var random: Seeded
    let names: GrammarNames
    private let vocabulary: Vocabulary
    private let isInner: Bool
    /// The elements of the base of the flow.
    private let base: [XMLElement]
    private let basePath: String

    init(_ flow: GrammarFlow, _ document: Int, _ random: Seeded) {
        self.random = random
        names = GrammarNames(flow, document)
        isInner = flow.documents[document].path.hasPrefix("sub")
        let extended = flow.documents.first { $0.root.attributes["abstract"] != nil }
        base = document == 0 ? extended?.root.all ?? [] : []
        basePath = extended?.path ?? "base.flow.xml"
        vocabulary = .vocabulary(flow.documents[document].root.name == "service" ? .service : .flow)
    }

    // MARK: Elements

    /// An element with all attributes that it needs and one that is wanted, all with words.
    mutating func complete(
        _ element: XMLElement, in parent: String, wanting attribute: String?, id: String = "", percent: Int = 8
    ) -> XMLElement {
        var element = element
        guard let rule = vocabulary.rule(ElementName(spelling: element.name)) else { return element }
        var new: Set<String> = Set([attribute].compactMap { $0 })
        for other in rule.attributes where element.attributes[other.name.spelling] == nil {
            let isNew = id.isEmpty ? false : random.chance(percent)
            if other.isRequired || isNew { new.insert(other.name.spelling) }
        }
        for name in new.sorted() { element.attributes[name] = element.attributes[name] ?? "" }
        for constraint in rule.constraints + rule.constraints { fit(constraint, &element, attribute, &new) }
        if let attribute { suit(&element, attribute) }
        for name in new.sorted() where element.attributes[name] != nil {
            element.attributes[name] = word(name, of: element, in: parent, id)
        }
        for constraint in rule.constraints { fit(constraint, &element, attribute, &new) }
        for name in element.attributes.keys.sorted()
        where element.attributes[name] == "" && name != "value" && name != "prefix" {
            element.attributes[name] = word(name, of: element, in: parent, id)
        }
        return element
    }

    /// Gives an element the type that an attribute has a meaning with.
    private mutating func suit(_ element: inout XMLElement, _ wanted: String) {
        switch wanted {
        case "encoding": element.attributes["type"] = random.one(of: "list", "map")
        case "prefix":
            element.attributes["type"] = random.one(of: "list", "map")
            if element.attributes["type"] == "list" { element.attributes["encoding"] = random.one(of: "csv", "json") }
        case "of", "meant", "ignore-case":
            if vocabulary.kind == .flow {
                element.attributes["type"] = "choice"
                if wanted != "of" { element.attributes["of"] = "a b c" }
            } else {
                element.attributes["type"] = nil
            }
        case "pattern", "length": element.attributes["type"] = random.chance(50) ? "digits" : nil
        case "offered": element.attributes["type"] = random.chance(50) ? "choice" : nil
        default: break
        }
    }

    /// Adds what a constraint asks for, and takes away what it forbids.
    private mutating func fit(
        _ constraint: AttributeConstraint<AttributeName>, _ element: inout XMLElement, _ wanted: String?,
        _ new: inout Set<String>
    ) {
        func has(_ name: AttributeName) -> Bool { element.attributes[name.spelling] != nil }
        func add(_ name: AttributeName) {
            if has(name) { return }
            element.attributes[name.spelling] = ""
            new.insert(name.spelling)
        }
        func remove(_ name: AttributeName) { if name.spelling != wanted { element.attributes[name.spelling] = nil } }
        switch constraint {
        case .exactlyOne(let all), .atMostOne(let all):
            let there = all.filter(has)
            let kept = there.first { $0.spelling == wanted } ?? random.pick(there)
            for name in there where name != kept { remove(name) }
            if case .exactlyOne = constraint, there.isEmpty, let name = random.pick(all) { add(name) }
        case .needs(let name, let other): if has(name) { add(other) }
        case .needsOne(let name, let others):
            if has(name), !others.contains(where: has), let other = random.pick(others) { add(other) }
        case .wordNeeds(let name, let word, let other):
            if element.attributes[name.spelling] == word { add(other) }
        case .wordExcludes(let name, let word, let other):
            if element.attributes[name.spelling] == word {
                other.spelling == wanted ? element.attributes[name.spelling] = "here" : remove(other)
            }
        case .onlyWithWord(let name, let word, let other):
            if has(other), element.attributes[name.spelling] != word { element.attributes[name.spelling] = word }
        }
    }

    /// A transition of a form.
    mutating func transition(_ form: TransitionForm) -> XMLElement {
        var element = XMLElement(name: "on")
        if TransitionForm.events.contains(form.selector) {
            element.attributes["event"] =
                form.selector == "command" ? random.pick(names.commands) ?? "k1" : form.selector
        } else {
            let parts = form.selector.split(separator: " ")
            let name = String(parts[0])
            element.attributes[name] = parts.count > 1 ? "*" : word(name, of: element, in: form.scope, "")
        }
        switch form.target {
        case "to": element.attributes["to"] = word("to", of: element, in: form.scope, "")
        case "present": (element.attributes["retry"], element.attributes["present"]) = ("here", "AGAIN")
        case "last-step": (element.attributes["retry"], element.attributes["otherwise"]) = ("last-step", end())
        case "restart": element.attributes["restart"] = word("to", of: element, in: form.scope, "")
        case "refuse": element.attributes["refuse"] = "no"
        case "none": break
        default: element.attributes["retry"] = form.target
        }
        if element.attributes["event"] == "timeout" { element.attributes["after"] = "60" }
        let isCounted =
            ["to", "here", "present", "send", "compute", "restart"].contains(form.target)
            && form.selector != "start" && random.chance(60)
        if isCounted { (element.attributes["attempts"], element.attributes["then"]) = ("2", end()) }
        // Without a guard it hides what else takes an answer.
        let hides = ["challenge", "challenge *", "reply", "submit", "select"].contains(form.selector)
        if random.chance(hides ? 70 : 30) { element.attributes["when"] = condition() }
        if form.target == "restart", random.chance(60) { element.attributes["keep"] = isInner ? "about" : "u p" }
        if form.target == "none" {
            element.children = [XMLElement(name: "count", attributes: ["counter": isInner ? "n2" : "n1"])]
        }
        return element
    }

    /// What a new node needs inside.
    mutating func body(of element: XMLElement) -> [XMLElement] {
        func make(_ name: String, _ attributes: [String: String]) -> XMLElement {
            XMLElement(name: name, attributes: attributes)
        }
        let goal = end()
        switch element.name {
        case "step": return [make("on", ["event": "submit", "to": goal])]
        case "choice": return [make("otherwise", ["to": goal])]
        case "use": return [make("on", ["outcome": "*", "to": goal])]
        case "call":
            return [make("send", ["name": "User", "from": "u"]), make("send", ["name": "Pass", "from": "p"])]
        case "challenge":
            if element.attributes["name"] == "*" { return [make("otherwise", ["to": goal])] }
            return [make("ask", ["name": "a1"]), make("send", ["name": "Code", "from": "a1"])]
        default: return []
        }
    }

    /// The name of a node of the base, of the same kind.
    private mutating func inherited(_ element: XMLElement) -> String? {
        random.pick(
            base.filter { $0.name == element.name }.compactMap { $0.attributes["id"] ?? $0.attributes["name"] })
    }

    private mutating func challenge() -> String { random.pick(names.challenges) ?? "C1" }

    private mutating func end() -> String { random.pick(names.ends) ?? "failed" }

    // MARK: Words

    /// A word for an attribute.
    mutating func word(_ attribute: String, of element: XMLElement, in parent: String, _ id: String) -> String {
        if vocabulary.kind == .service { return serviceWord(attribute, of: element, id) }
        switch attribute {
        case "id": return element.attributes["inherit"] == nil ? id : inherited(element) ?? id
        case "name": return name(of: element, in: parent, id)
        case "type":
            return element.name == "error"
                ? "E9"
                : random.one(
                    of: "text", "text", "secret", "digits", "choice", "list", "map", "bytes", "session", "flag",
                    "seconds")
        case "to", "restart": return random.chance(50) ? end() : random.pick(names.nodes) ?? end()
        case "then", "otherwise", "end": return end()
        case "happy-path": return (random.pick(names.nodes) ?? "C1") + " " + end()
        case "from", "else", "into", "meant", "left": return value(for: element)
        case "offered": return random.chance(60) && !isInner ? "l1" : names.value(&random, ["list"])
        case "keep": return isInner ? "about" : random.one(of: "u p", "u p l2", "u p s1")
        case "value", "default": return literal(element)
        case "when": return condition()
        case "event":
            return parent == "flow" && element.name == "always"
                ? random.one(of: "cancel", "start", "cancel start") : event()
        case "error":
            return element.name == "command"
                ? random.one(of: "true", "false") : random.one(of: "E1", "E1", "E2", "E1 E2", "*", "*")
        case "errors": return random.one(of: "E1 E2", "E2", "x1", "network", "*")
        case "challenge":
            if random.chance(15) { return "*" }
            return random.chance(15) ? names.challenges.suffix(2).joined(separator: " ") : challenge()
        case "select": return random.one(of: "a", "b", "c", "a b")
        case "failure": return random.one(of: "x1", "x2", "*", "x1 x2")
        case "outcome": return element.name == "on" ? random.one(of: "good", "bad", "*") : id
        case "retry": return random.one(of: "here", "send", "compute", "last-step")
        case "attempts":
            return element.name == "reset"
                ? random.pick(names.nodes) ?? "C1"
                : random.one(of: "1", "2", "3")
        case "counter": return random.pick(names.counters) ?? "n1"
        case "after", "within": return random.one(of: "60", "90", "secs")
        case "requires": return random.pick(names.outputs) ?? "Note"
        case "as": return challenge()
        case "inherit": return random.one(of: "extend", "extend", "replace")
        case "operation": return random.pick(names.operations) ?? "Login"
        case "with": return random.one(of: "Enter", "Login")
        case "variant": return random.one(of: "P", "Q")
        case "service": return element.name == "flow" ? "s.service.xml t.service.xml" : random.one(of: "s", "t")
        case "flow": return "sub"
        case "file": return "sub.flow.xml"
        case "extends": return basePath
        case "start": return random.pick(names.nodes) ?? "begin"
        case "handler": return random.pick(names.handlers) ?? "h"
        case "entries": return random.one(of: "a", "a b")
        case "unless-before":
            return random.one(of: "C1 C2 C3 login", "menu", "begin login", "inner:good C1 C2 C3 login", "h login C1 C3")
        case "node": return random.pick(names.nodes) ?? "gone"
        case "input": return random.pick(names.inputs) ?? "i9"
        case "refuse": return "no"
        case "present": return random.one(of: "SHOWN", "AGAIN")
        case "of": return random.one(of: "a b c", "a b", "a")
        case "pattern": return random.one(of: "[a-c]+", "[a-z0-9]*", "x|a|b")
        case "length": return random.one(of: "1", "2", "6")
        case "tries": return random.one(of: "1", "2", "3")
        case "version": return "2"
        case "swift-name": return random.one(of: "named", "again")
        case "message": return "so"
        case "constant", "keep-error": return "true"
        default: return random.one(of: "true", "true", "false")
        }
    }

    private mutating func value(for element: XMLElement) -> String {
        switch element.name {
        case "merge": names.value(&random, ["map"])
        case "send" where element.attributes["name"] == "Ses": names.value(&random, ["session"])
        case "send" where element.attributes["name"] == "Pass": names.value(&random, ["secret"])
        case "receive" where element.attributes["name"] == "Ses": names.value(&random, ["session"])
        case "receive" where ["Opts", "Wanted", "Packed", "Told"].contains(element.attributes["name"]):
            names.value(&random, ["list"])
        case "set" where ["l1", "l2"].contains(element.attributes["name"]): names.value(&random, ["list"])
        default: names.value(&random)
        }
    }

    private mutating func name(of element: XMLElement, in parent: String, _ id: String) -> String {
        switch element.name {
        case "set": return random.chance(60) ? random.one(of: "v1", "v2", "i1", "got") : value(for: element)
        case "merge": return names.value(&random, ["map"])
        case "clear": return random.chance(20) ? "error" : value(for: element)
        case "derive": return random.one(of: "trace", "v2")
        case "send": return random.chance(30) ? "Extra" : random.pick(names.keys) ?? "Extra"
        case "receive": return random.pick(names.outputs) ?? "Note"
        case "omit": return random.one(of: "Extra", "Ses", "Many")
        case "pass": return parent == "use" ? random.one(of: "about", "deep") : random.pick(names.ports) ?? "need"
        case "take": return parent == "use" ? "w1" : random.one(of: "made", "maybe", "trace")
        case "challenge": return random.chance(15) ? "*" : challenge()
        case "ask": return random.chance(60) ? id : value(for: element)
        case "show", "notify": return random.one(of: "x", "y", id)
        case "input": return random.chance(70) ? id : random.pick(names.inputs) ?? id
        default: return id
        }
    }

    private mutating func literal(_ element: XMLElement) -> String {
        switch element.attributes["type"] ?? "text" {
        case "flag": "true"
        case "digits", "seconds": random.one(of: "30", "12")
        default: random.one(of: "a", "b", "ab", "a b", "12", "true")
        }
    }

    mutating func event() -> String {
        random.pick(TransitionForm.events.filter { $0 != "command" } + names.commands) ?? "cancel"
    }

    // MARK: Guards

    /// A guard.
    mutating func condition(_ depth: Int = 0) -> String {
        switch random.below(depth > 1 ? 9 : 12) {
        case 0, 1: "present \(names.value(&random))"
        case 2: "\(names.value(&random)) is \(random.one(of: "a", "b"))"
        case 3: "\(names.value(&random)) is not \(random.one(of: "a", "b"))"
        case 4: "\(names.value(&random)) contains a"
        case 5: isInner ? "n2 below 2" : random.one(of: "n1 below 2", "n3 &lt; 3", "f1", "f2")
        case 6: random.one(of: "error.type is E1", "error.message contains 'o'", "present error.type")
        case 7: "\(names.value(&random)) matches '[a-c]+'"
        case 8:
            isInner
                ? "deep has-all deep"
                : random.one(of: "l1 has-all Opts", "Opts contains a", "sent Extra", "m1 has-all l1")
        case 9: "not (\(condition(depth + 1)))"
        case 10: "(\(condition(depth + 1)) and \(condition(depth + 1)))"
        default: "(\(condition(depth + 1)) or \(condition(depth + 1)))"
        }
    }

    // MARK: Services

    private mutating func serviceWord(_ attribute: String, of element: XMLElement, _ id: String) -> String {
        switch attribute {
        case "name", "names": return id.isEmpty ? "Named" : "N" + id
        case "type":
            return random.one(
                of: "text", "secret", "list", "map", "session", "flag", "digits", "bytes", "choice", "number")
        case "encoding": return random.one(of: "json", "csv")
        case "prefix": return "p."
        case "at": return random.one(of: "Far/Away", "Deep/\(id)", "x.*")
        case "of": return random.one(of: "a b", "a b c")
        case "with": return random.one(of: "success", "challenge", "success challenge")
        case "grants": return "tokens"
        case "required", "variant": return random.one(of: "true", "false")
        case "begins": return random.one(of: "Z0", "Z0 Z1")
        case "pattern": return random.one(of: "[a-z0-9]*", "[^x]*")
        case "length": return random.one(of: "1", "2")
        case "proves": return random.one(of: "factor", "password")
        case "adds", "challenge": return element.name == "reply" ? "Ch" : challenge()
        case "parameters": return "Par"
        case "success": return element.name == "reply" ? "Tok" : "true"
        case "responses": return "Res"
        case "reply": return random.pick(names.replies) ?? "auth"
        case "errors": return random.one(of: "E1", "E1 E4")
        case "answer": return random.pick(names.operations) ?? "Answer"
        case "session-at-least": return "60"
        case "session-at-most": return "600"
        default: return "true"
        }
    }
}
