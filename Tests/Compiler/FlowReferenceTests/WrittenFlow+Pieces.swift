import FlowReference
import TestSupport

extension WrittenFlow {
    mutating func text() -> String { random.pick(isInner ? Self.innerTexts : Self.texts) ?? "u" }

    mutating func word() -> String { random.one(of: "a", "b", "c", "ab") }

    /// A text that the flow may set.
    mutating func settable() -> String { isInner ? random.one(of: "w1", "w2") : random.one(of: "v1", "i1", "v1") }

    // MARK: Guards

    mutating func when(_ percent: Int) -> String { random.chance(percent) ? " when=\"\(condition())\"" : "" }

    mutating func condition(_ depth: Int = 0) -> String {
        let forms = [
            "present", "is", "isNot", "contains", "below", "error", "message", "matches",
            "sent", "fact", "flag", "list", "hasAll",
        ]
        switch random.below(depth > 1 ? 7 : 10) {
        case 7: return "not (\(condition(depth + 1)))"
        case 8: return "(\(condition(depth + 1)) and \(condition(depth + 1)))"
        case 9: return "(\(condition(depth + 1)) or \(condition(depth + 1)))"
        default: break
        }
        let form = random.pick(forms) ?? "is"
        note("guard." + form)
        switch form {
        case "present": return "present \(text())"
        case "is": return "\(text()) is \(word())"
        case "isNot": return "\(text()) is not '\(word()) b'"
        case "contains": return "\(text()) contains \(word())"
        case "below": return "\(random.one(of: "n1", "n1")) below \(random.below(4))"
        case "error": return "error.type is \(random.one(of: "E1", "E2", "AppError", "x1"))"
        case "message": return random.one(of: "error.message contains 'o'", "present error.type")
        case "matches": return "\(text()) matches '[a-c]+|other.*'"
        case _ where isInner: return "present about"
        case "sent": return asks ? "present u" : "sent Extra"
        case "fact": return "f1"
        case "flag": return "fl"
        case "list": return random.one(of: "l1 contains a", "m1 contains a", "Opts contains b", "i2 is b")
        default: return random.one(of: "l1 has-all Opts", "m1 has-all Wanted", "Opts has-all l1")
        }
    }

    // MARK: Statements

    mutating func statements(_ percent: Int = 45) -> String {
        var result = ""
        while random.chance(percent) { result += statement() }
        return result
    }

    mutating func statement() -> String {
        let value = settable()
        switch random.below(isInner ? 8 : 14) {
        case 0: return write("set.from", "<set name=\"\(value)\" from=\"\(text())\"\(when(30))/>")
        case 1: return write("set.else", "<set name=\"\(value)\" from=\"\(text())\" else=\"\(text())\"/>")
        case 2: return write("set.value", "<set name=\"\(value)\" value=\"\(word())\"\(when(30))/>")
        case 3: return write("clear", "<clear name=\"\(value)\(random.chance(20) ? " error" : "")\"/>")
        case 4: return write("count", "<count counter=\"n1\"/>")
        case 5: return write("reset", "<reset counter=\"n1\"/>")
        case 6: return write("notify", "<notify name=\"n\"\(when(30))>\(show())</notify>")
        case 7: return write("error", "<error type=\"E2\" message=\"so\"/>")
        case 8:
            return write(
                "set.list",
                "<set name=\"l1\" \(random.one(of: "from=\"Opts\"", "from=\"Wanted\"", "value=\" a  c \""))/>")
        case 9: return write("merge", "<merge name=\"m1\" from=\"\(random.one(of: "Traits", "m1"))\"\(when(30))/>")
        case 10: return write("set.flag", "<set name=\"fl\" value=\"true\"/>")
        case 11: return write("clear.map", "<clear name=\"\(random.one(of: "m1", "l1", "s1"))\"/>")
        case 12 where random.chance(40):
            return write("clear.entries", "<clear name=\"\(random.one(of: "m1", "l1"))\" entries=\"a\"/>")
        default: return handle()
        }
    }

    mutating func handle() -> String {
        guard !isInner else { return "" }
        let takes = random.chance(40) ? "<take name=\"made\" into=\"v1\"/>" : ""
        let failure =
            random.chance(40)
            ? "<on failure=\"\(random.one(of: "x1", "x1 x2", "*"))\" to=\"\(target())\">\(statements(20))</on>" : ""
        return write(
            "handle",
            "<handle handler=\"h\"><pass name=\"need\" \(random.one(of: "from=\"u\"", "value=\"lit\""))/>"
                + "<pass name=\"hint\" from=\"\(text())\"/><pass name=\"many\" from=\"l1\"/>\(takes)\(failure)</handle>"
        )
    }

    mutating func show() -> String {
        let source = random.one(of: "from=\"\(text())\"", "from=\"\(text())\" else=\"\(text())\"", "value=\"lit\"")
        return write("show", "<show name=\"\(random.one(of: "x", "y"))\" \(source)/>")
    }

    // MARK: Asks, sends

    mutating func ask() -> String {
        if isInner { return write("ask", "<ask name=\"w1\" required=\"\(random.chance(60))\"/>") }
        switch random.below(9) {
        case 7: return write("ask.seconds", "<ask name=\"secs2\" type=\"seconds\" required=\"false\"/>")
        case 0: return write("ask", "<ask name=\"a1\"/>")
        case 1: return write("ask.optional", "<ask name=\"v1\" required=\"false\"/>")
        case 2: return write("ask.pattern", "<ask name=\"a2\" pattern=\"[a-c]+\" required=\"false\"/>")
        case 3:
            return write(
                "ask.choice", "<ask name=\"pick\" type=\"choice\" of=\"a b c\" ignore-case=\"true\" meant=\"v1\"/>")
        case 4:
            return write(
                "ask.offered",
                "<ask name=\"pick2\" type=\"choice\" of=\"a b c\" offered=\"\(random.one(of: "l1", "Opts"))\"/>")
        case 5:
            return write(
                "ask.list", "<ask name=\"l1\" type=\"list\"/><ask name=\"m1\" type=\"map\" required=\"false\"/>")
        case 6: return write("ask.digits", "<ask name=\"pin\" type=\"digits\" length=\"2\" required=\"false\"/>")
        default: return write("ask.flag", "<ask name=\"fl\" type=\"flag\" required=\"false\"/>")
        }
    }

    mutating func send(_ key: String, _ type: String = "text") -> String {
        switch type {
        case "list": return write("send.list", "<send name=\"\(key)\" from=\"\(random.one(of: "l1", "Opts"))\"/>")
        case "map": return write("send.map", "<send name=\"\(key)\" from=\"\(random.one(of: "m1", "Traits"))\"/>")
        default: break
        }
        switch random.below(5) {
        case 0: return write("send.value", "<send name=\"\(key)\" value=\"lit\"/>")
        case 1: return write("send.else", "<send name=\"\(key)\" from=\"\(text())\" else=\"u\"/>")
        case 2:
            let guardText = condition()
            let second = random.chance(60) ? "<send name=\"\(key)\" from=\"u\" when=\"not (\(guardText))\"/>" : ""
            return write("send.when", "<send name=\"\(key)\" from=\"\(text())\" when=\"\(guardText)\"/>\(second)")
        default: return write("send.from", "<send name=\"\(key)\" from=\"\(text())\"/>")
        }
    }

    mutating func receive() -> String {
        write(
            "receive",
            "<receive \(random.one(of: "name=\"Note\" into=\"v1\"", "name=\"Hint\" into=\"i1\"", "name=\"Wait\" into=\"secs2\""))\(random.chance(20) ? " required=\"true\"" : "")/>"
        )
    }

    /// What stands in groups and flows.
    mutating func scopePieces() -> String {
        var result = ""
        if random.chance(30) { result += write("scope.ask", "<ask name=\"a4\" required=\"false\"/>") }
        if random.chance(40) { result += send("Extra") }
        if random.chance(30) { result += receive() }
        if random.chance(50) { result += transition(["error", "failure", "event", "challenge"], isScope: true) }
        return result
    }
}
