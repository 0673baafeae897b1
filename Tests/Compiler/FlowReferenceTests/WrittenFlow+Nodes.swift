import FlowReference
import TestSupport

extension WrittenFlow {
    mutating func node(_ id: String, inherits: String?) -> String {
        let inherit = inherits.map { " inherit=\"\($0)\"" } ?? ""
        note("node." + id + (inherits ?? ""))
        switch id {
        case "begin": return choice(id)
        case "sub1", "sub2": return use(id)
        case "login", "call2": return call(id, inherit, inherits == "extend")
        case "check":
            asks = false
            return
                "<call id=\"check\" operation=\"Check\">\(statements())\(send("User"))\(maybe(40) { $0.send("Extra") })\(transitions())</call>"
        case "C1", "C2": return challenge(id, inherit)
        case "rest":
            return random.chance(60)
                ? write(
                    "challenge.star",
                    "<challenge name=\"*\" id=\"rest\">\(statements())<otherwise to=\"\(target())\"/></challenge>") : ""
        default: return step(id, inherit)
        }
    }

    private mutating func choice(_ id: String) -> String {
        var result = "<choice id=\"\(id)\">\(statements())"
        for _ in 0..<random.below(3) {
            result += write(
                "go",
                "<go to=\"\(random.one(of: target(), "login", "call2", "sub1"))\" when=\"\(condition())\">\(statements(25))</go>"
            )
        }
        return result
            + "<otherwise to=\"\(random.one(of: "login", "call2", "sub1", "check", "ask2"))\">\(statements(25))</otherwise></choice>"
    }

    private mutating func use(_ id: String) -> String {
        let other = id == "sub1" ? random.one(of: "sub2", "check", "ask3") : target()
        return write(
            "use",
            "<use id=\"\(id)\" flow=\"inner\">\(random.chance(60) ? "<pass name=\"about\" from=\"\(text())\"/>" : "")"
                + "\(random.chance(30) ? "<pass name=\"deep\" from=\"l1\"/>" : "")<take name=\"w1\" into=\"v1\"/>"
                + "<on outcome=\"good\" to=\"\(other)\">\(statements(25))</on><on outcome=\"*\" to=\"\(target())\"/></use>"
        )
    }

    private mutating func call(_ id: String, _ inherit: String, _ extends: Bool) -> String {
        asks = random.chance(40)
        let present = random.chance(25) ? " present=\"SHOWN\"" : ""
        if !present.isEmpty { asks = true }
        let variant = random.one(of: "P", "Q")
        let what = extends ? "" : " operation=\"Login\" variant=\"\(variant)\""
        let requires = random.chance(20) ? " requires=\"Key\"" : ""
        var result = "<call id=\"\(id)\"\(what)\(present)\(requires)\(inherit)>\(statements())"
        if asks { result += ask() + show() }
        result += statements() + send("User") + (extends || variant == "Q" ? "" : "<send name=\"Pass\" from=\"p\"/>")
        result += maybe(30) { $0.send("Many", "list") } + maybe(30) { $0.send("Map", "map") }
        result += maybe(20) { $0.write("omit", "<omit name=\"Ses\"/>") } + maybe(25) { $0.receive() }
        return result + transitions() + "</call>\n"
    }

    private mutating func challenge(_ name: String, _ inherit: String) -> String {
        asks = random.chance(70)
        let requires = random.chance(25) ? " requires=\"Hint\"" : ""
        if inherit.isEmpty, random.chance(15) {
            return write(
                "challenge.otherwise",
                "<challenge name=\"\(name)\"\(requires)>\(statements())<otherwise to=\"\(target())\"/></challenge>")
        }
        let alias = random.chance(15) ? " as=\"C3\"" : ""
        var result = "<challenge name=\"\(name)\"\(alias)\(requires)\(inherit)>\(statements())"
        if asks { result += ask() + show() + statements(25) }
        result += send("Code") + maybe(name == "C1" && alias.isEmpty ? 40 : 0) { $0.send("Given.*", "map") }
        return result + transitions() + "</challenge>\n"
    }

    private mutating func step(_ id: String, _ inherit: String) -> String {
        asks = true
        let answers = !isInner && random.chance(25)
        let selects = !answers && random.chance(25)
        var result =
            "<step id=\"\(id)\"\(random.chance(30) ? " present=\"STEP\"" : "")\(inherit)>\(statements(30))\(show())"
        if answers || random.chance(60), !selects { result += ask() + statements(25) }
        if answers {
            result += write(
                "answer",
                "<answer challenge=\"C1\"\(random.chance(30) ? " requires=\"Key\"" : "")>\(send("Code"))\(maybe(30) { $0.receive() })</answer>"
            )
        } else if selects {
            if !isInner, random.chance(50) {
                result += write("ask.into", "<ask name=\"way\" into=\"chosenWay\" of=\"a b c\"/>")
            }
            result += write(
                "select",
                "<on select=\"a b\" to=\"\(target())\">\(statements(25))</on><on select=\"c\" to=\"\(goal())\"/>")
        } else {
            result += write("submit", "<on event=\"submit\"\(when(30)) to=\"\(goal())\">\(statements(25))</on>")
        }
        return result + maybe(60) { $0.transition(["event"], isScope: false) } + (isInner ? "" : transitions())
            + "</step>\n"
    }

    /// A node to which a step may lead.
    private mutating func goal() -> String {
        isInner
            ? random.one(of: "good", "good", "first")
            : random.one(of: target(), "begin", "call2", "check", "sub1", "sub2")
    }

    // MARK: Transitions

    private mutating func transitions() -> String {
        var result = ""
        for selector in ["error", "challenge", "event", "failure", "success"] where random.chance(35) {
            result += transition([selector], isScope: false)
        }
        return result
    }

    mutating func transition(_ selectors: [String], isScope: Bool) -> String {
        let selector = random.pick(selectors) ?? "error"
        let names: String
        switch selector {
        case "error": names = random.one(of: "E1", "E1 E2", "E3", "*")
        case "challenge": names = random.one(of: "C1", "C2 C3", "*")
        case "failure": names = random.one(of: "x1", "*")
        case "success": names = random.one(of: "success", "reply", "invalid")
        default:
            names = isInner ? random.one(of: "k1", "back") : random.one(of: "k1", "k1", "back", "cancel", "timeout")
        }
        let attribute = selector == "success" ? "event" : selector
        note("on.\(attribute).\(names)")
        let after = names == "timeout" ? " after=\"\(random.one(of: "60", "secs", "secs2"))\"" : ""
        return write(
            "on.\(attribute)",
            "<on \(attribute)=\"\(names)\"\(after)\(when(30))\(random.chance(15) ? keep() : "")\(leading(isScope))>\(statements(35))</on>"
        )
    }

    private mutating func keep() -> String {
        note("keep-error")
        return " keep-error=\"true\""
    }

    private mutating func leading(_ isScope: Bool) -> String {
        var kinds = ["to", "to", "refuse", "restart", "last", "none"]
        if isScope {
            kinds.removeAll { $0 == "refuse" }
        } else if asks {
            kinds += ["here", "here", "shown"]
        } else {
            kinds += ["send", "compute"]
        }
        let kind = random.pick(kinds) ?? "to"
        note("target." + kind)
        let limit = !isInner && ["to", "restart", "here", "send"].contains(kind) && random.chance(35) ? attempts() : ""
        switch kind {
        case "refuse": return asks ? " refuse=\"no\"" : " to=\"\(target())\""
        case "restart": return " restart=\"\(target())\" keep=\"\(isInner ? "about" : "u p")\"" + limit
        case "last": return " retry=\"last-step\" otherwise=\"\(isInner ? "bad" : "failed")\""
        case "none": return ""
        case "here": return " retry=\"here\"" + limit
        case "shown": return " retry=\"here\" present=\"AGAIN\""
        case "send", "compute": return " retry=\"\(kind)\"" + limit
        default: return " to=\"\(target())\"" + limit
        }
    }

    private mutating func attempts() -> String {
        let left = random.chance(40) ? " left=\"v1\"" : ""
        let counter = random.chance(25) ? " counter=\"n1\"" : ""
        note("attempts\(left.isEmpty ? "" : ".left")\(counter.isEmpty ? "" : ".counter")")
        return " attempts=\"\(1 + random.below(3))\" then=\"failed\"\(left)\(counter)"
    }
}
