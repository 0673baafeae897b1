import TestSupport

extension GeneratedFlow {
    // MARK: Guards

    /// A text that may be there.
    mutating func anyText() -> String {
        var names = Self.texts
        if usesHandler { names += ["made", "maybe"] }
        return random.pick(names) ?? "u"
    }

    mutating func word() -> String { random.one(of: "a", "b", "c", "ab") }

    mutating func guardText(_ depth: Int = 0) -> String {
        switch random.below(depth > 1 ? 7 : 10) {
        case 0, 1: "present \(random.chance(80) ? anyText() : random.one(of: "s1", "l2", "Key", "m2"))"
        case 2: "\(anyText()) is \(word())"
        case 3: "\(anyText()) contains \(word())"
        case 4: random.one(of: "f1", "f2")
        case 5: random.one(of: "k1 below 2", "k2 below 1", "k1 below 3")
        case 6: random.chance(50) ? "\(random.pick(Self.lists) ?? "l1") contains a" : listGuard()
        case 7: "not (\(guardText(depth + 1)))"
        case 8: "(\(guardText(depth + 1)) and \(guardText(depth + 1)))"
        default: "(\(guardText(depth + 1)) or \(guardText(depth + 1)))"
        }
    }

    private mutating func listGuard() -> String {
        random.one(
            of: "l1 has-all Opts", "m2 has-all Wanted", "Opts has-all l2", "u matches '[a-c]+'", "i1 matches 'a.*'")
    }

    // MARK: Statements

    /// A statement or none, on the line of its branch.
    mutating func inline() -> String { random.chance(30) ? statement() : "" }

    mutating func writeStatements() {
        while random.chance(35) { lines.append(random.chance(85) ? statement() : handle()) }
    }

    private mutating func statement() -> String {
        let when = random.chance(30) ? " when=\"\(guardText())\"" : ""
        let value = random.one(of: "v1", "v2", "v3")
        switch random.below(13) {
        case 12 where !isCareful(): return "<notify name=\"n\"\(when)>\(Self.token)</notify>"
        case 0, 1: return "<set name=\"\(value)\" from=\"\(anyText())\"\(when)/>"
        case 2: return "<set name=\"\(value)\" from=\"\(anyText())\" else=\"\(anyText())\"\(when)/>"
        case 3, 4: return "<set name=\"\(value)\" value=\"\(word())\"\(when)/>"
        case 5: return "<clear name=\"\(random.one(of: "v1", "v2", "i1", "l1", isCareful() ? "v3" : "u"))\"/>"
        case 6: return "<count counter=\"\(random.one(of: "k1", "k2"))\"/>"
        case 7: return "<reset counter=\"k1\"/>"
        case 8: return "<set name=\"l2\" from=\"\(random.one(of: "Opts", "Wanted", "l1"))\"\(when)/>"
        case 9: return "<notify name=\"n\"\(when)><show name=\"x\" from=\"\(anyText())\"/></notify>"
        case 10 where !copiesSessions: return "<merge name=\"m2\" from=\"m1\"\(when)/>"
        default:
            if copiesSessions {
                return "<set \(random.one(of: "name=\"s2\" from=\"s1\"", "name=\"s1\" from=\"s2\""))\(when)/>"
            }
            return isCareful() ? "<set name=\"v1\" from=\"u\"/>" : "<set name=\"s2\" from=\"s1\"\(when)/>"
        }
    }

    private mutating func handle() -> String {
        usesHandler = true
        let need = isCareful() ? "u" : anyText()
        let failure = random.chance(30) ? "<on failure=\"x1\" to=\"\(forward())\"/>" : ""
        return
            "<handle handler=\"h\"><pass name=\"need\" from=\"\(need)\"/>"
            + "<pass name=\"hint\" from=\"\(anyText())\"/>\(failure)</handle>"
    }

    // MARK: Asks, sends, errors

    mutating func writeAsk() {
        switch random.below(4) {
        case 0: lines.append("<ask name=\"a1\"/>")
        case 1: lines.append("<ask name=\"a4\" required=\"false\"/>")
        case 2: lines.append("<ask name=\"i1\" pattern=\"[a-c]*\"/>")
        default: lines.append("<ask name=\"v1\" type=\"text\" required=\"\(random.chance(60))\"/>")
        }
    }

    mutating func writeSend(_ key: String) {
        let careful =
            key == "Pass" ? "from=\"p\"" : random.one(of: "from=\"u\"", "value=\"lit\"", "from=\"i1\" else=\"u\"")
        if isCareful() {
            lines.append("<send name=\"\(key)\" \(careful)/>")
        } else if random.chance(30) {
            let condition = guardText()
            lines.append("<send name=\"\(key)\" from=\"\(anyText())\" when=\"\(condition)\"/>")
            lines.append("<send name=\"\(key)\" from=\"u\" when=\"not (\(condition))\"/>")
        } else {
            lines.append("<send name=\"\(key)\" from=\"\(anyText())\"/>")
        }
    }

    mutating func writeErrors(of operation: String, asks: Bool) {
        for error in GeneratedService.errors[operation] ?? [] where random.chance(30) {
            switch random.below(5) {
            case 0: lines.append("<on error=\"\(error)\" to=\"\(forward())\">\(inline())</on>")
            case 1 where asks: lines.append("<on error=\"\(error)\" retry=\"here\"/>")
            case 1, 2:
                lines.append(
                    "<on error=\"\(error)\" retry=\"\(asks ? "here" : "send")\" attempts=\"3\" then=\"failed\"/>")
            case 3:
                let target = isCareful() ? known() : forward()
                lines.append("<on error=\"\(error)\" when=\"\(guardText())\" to=\"\(target)\"/>")
            default: lines.append("<on error=\"\(error)\" retry=\"last-step\" otherwise=\"failed\"/>")
            }
        }
    }

    // MARK: The whole flow

    private mutating func writeSession() {
        let sent = copiesSessions ? random.one(of: "s1", "s2") : isCareful() ? "s1" : "s2"
        let kept = copiesSessions ? random.one(of: "s1", "s2") : "s1"
        if isCareful() { lines.append("<send name=\"Ses\" from=\"\(sent)\"\(copiesSessions ? " else=\"s1\"" : "")/>") }
        // Only challenges bring a session: where none can follow, nothing can be required to.
        let isRequired = isCareful() && !met.isEmpty
        if isCareful() { lines.append("<receive name=\"Ses\" into=\"\(kept)\" required=\"\(isRequired)\"/>") }
    }

    mutating func writeScope() {
        writeSession()
        if random.chance(40) { lines.append("<send name=\"Extra\" from=\"\(anyText())\" when=\"\(guardText())\"/>") }
        lines.append("<on event=\"success\" to=\"\(succeeds ? "done" : "failed")\"/>")
        lines.append("<on event=\"invalid\" to=\"\(random.one(of: "failed", "other"))\"/>")
        let when = isCareful() ? "" : " when=\"\(guardText())\""
        lines.append(
            "<on error=\"*\" to=\"\(random.one(of: "failed", "other"))\"\(when)/>"
        )
        lines.append("<on failure=\"*\" to=\"failed\"/>")
        if isCareful() { lines.append("<on event=\"cancel\" to=\"failed\"/>") }
        if random.chance(20) { lines.append("<on event=\"c1\" to=\"\(random.pick(asking) ?? "failed")\"/>") }
        if !hasChallengeNode, random.chance(80) { lines.append("<on challenge=\"*\" to=\"failed\"/>") }
    }

    /// Writes the ends; that of success only where something leads there.
    mutating func writeEnds(of body: String) {
        let tokens = random.chance(50) && (service.provesAll || !isCareful()) ? Self.token : ""
        lines.append("<end id=\"failed\"><show name=\"x\" from=\"seen\"/></end>")
        let command = random.chance(20) ? "<on event=\"c1\" to=\"failed\"/>" : ""
        lines.append("<end id=\"other\">\(command)</end>")
        hasDone = succeeds || body.contains("to=\"done\"")
        if hasDone { lines.append("<end id=\"done\">\(tokens)</end>") }
    }

    mutating func writeAssertions() {
        var names = met.sorted() + asking + passable.dropFirst() + calls.filter { !asking.contains($0) }
        let isWhole = isCareful()
        names = names.filter { _ in isWhole || random.chance(50) }
        if usesHandler, random.chance(30) { names.append("h") }
        if hasDone, random.chance(60), !names.isEmpty {
            lines.append("<never end=\"done\" unless-before=\"\(names.joined(separator: " "))\"/>")
        }
        if random.chance(30) { lines.append("<always event=\"cancel\"/>") }
        if random.chance(10) { lines.append("<always event=\"submit\"/>") }
        if hasDone, random.chance(30) { lines.append("<reachable end=\"done\"/>") }
    }
}
