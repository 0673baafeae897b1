import TestSupport

extension GeneratedFlow {
    // MARK: Targets

    /// The name of a node that is still to be written.
    mutating func newNode() -> String {
        count += 1
        budget -= 1
        let kind = random.pick(["call", "call", "call", "step", "step", "choice", "check", "use"]) ?? "step"
        let id = "\(kind)\(count)"
        waiting.append(id)
        return id
    }

    /// A node to which the flow may go by itself: a new one, one that asks, or an end.
    mutating func forward() -> String {
        if budget > 0, random.chance(60) { return newNode() }
        if random.chance(40), let step = random.pick(asking) { return step }
        return isCareful() ? random.one(of: "failed", "other") : "done"
    }

    /// A node that something else leads to, too, so that it may be out of reach from here.
    mutating func known() -> String {
        if random.chance(40), let step = random.pick(asking) { return step }
        return random.one(of: "failed", "other")
    }

    // MARK: Nodes

    /// Writes a node, now and then in groups with limits of time.
    mutating func writeNode(_ id: String) {
        let depth = random.chance(12) ? 1 + random.below(2) : 0
        for _ in 0..<depth { writeLimitedGroup() }
        writeBareNode(id)
        for _ in 0..<depth { lines.append("</group>") }
    }

    /// Opens a group with a deadline, whose transition leads out of it.
    private mutating func writeLimitedGroup() {
        lines.append("<group within=\"\(isCareful() ? "90" : "sec")\">")
        if isCareful() { lines.append("<on event=\"timeout\" to=\"\(random.one(of: "failed", "other"))\"/>") }
    }

    private mutating func writeBareNode(_ id: String) {
        switch id.prefix(4) {
        case "call": writeCall(id)
        case "chec": writeCheck(id)
        case "choi": writeChoice(id)
        case "use1", "use2", "use3", "use4", "use5", "use6", "use7", "use8", "use9": writeUse(id)
        default: writeStep(id)
        }
    }

    private mutating func writeCall(_ id: String) {
        let variant = random.pick(GeneratedService.variants) ?? "P"
        meet(variant)
        let asks = random.chance(50)
        if asks { asking.append(id) }
        calls.append(id)
        let requires = random.chance(15) ? " requires=\"\(random.one(of: "Key", "Note"))\"" : ""
        lines.append("<call id=\"\(id)\" operation=\"Login\" variant=\"\(variant)\"\(requires)>")
        writeStatements()
        if asks { writeAsk() }
        if random.chance(40) { writeStatements() }
        writeSend("User")
        if variant == "P" { writeSend("Pass") }
        if service.takesSession, isCareful() { lines.append("<omit name=\"Ses\"/>") }
        writeSuccess(of: variant, 60)
        writeErrors(of: "Login", asks: asks)
        lines.append("</call>")
    }

    /// Notes what can follow on a request.
    private mutating func meet(_ name: String) {
        coming += (service.following[name]?.challenges ?? []).filter { met.insert($0).inserted }
    }

    private mutating func writeSuccess(of name: String, _ percent: Int) {
        guard service.following[name]?.success == true else { return }
        if random.chance(percent) {
            let tells = service.provesAll && random.chance(20)
            let token = "<notify name=\"n\">\(Self.token)</notify>"
            let target = random.chance(40) ? "done" : forward()
            lines.append("<on event=\"success\" to=\"\(target)\">\(tells ? token : inline())</on>")
        } else {
            succeeds = true
        }
    }

    private mutating func writeCheck(_ id: String) {
        passable.append(id)
        lines.append("<call id=\"\(id)\" operation=\"Check\">")
        writeStatements()
        writeSend("User")
        lines.append("<on event=\"success\" to=\"\(forward())\"/>")
        writeErrors(of: "Check", asks: false)
        lines.append("</call>")
    }

    private mutating func writeChoice(_ id: String) {
        passable.append(id)
        lines.append("<choice id=\"\(id)\">")
        writeStatements()
        for _ in 0..<1 + random.below(2) {
            let (target, condition) = isCareful() ? way() : (forward(), guardText())
            lines.append("<go to=\"\(target)\" when=\"\(condition)\">\(inline())</go>")
        }
        lines.append("<otherwise to=\"\(forward())\">\(inline())</otherwise>")
        lines.append("</choice>")
    }

    /// A target and a guard: what nothing else may lead to is behind one that the host's inputs decide.
    mutating func way() -> (target: String, condition: String) {
        ways += 1
        return random.chance(60) ? (forward(), "u contains w\(ways)") : (known(), guardText())
    }

    private mutating func writeUse(_ id: String) {
        usesSubflow = true
        passable += ["\(id):good", "\(id)/ask"]
        lines.append("<use id=\"\(id)\" flow=\"sub\">")
        lines.append("<pass name=\"about\" from=\"\(anyText())\"/>")
        lines.append("<take name=\"told\" into=\"\(random.one(of: "v1", "v2"))\"/>")
        lines.append("<on outcome=\"good\" to=\"\(forward())\"/>")
        lines.append("<on outcome=\"*\" to=\"\(isCareful() ? known() : forward())\"/>")
        lines.append("</use>")
    }

    private mutating func writeStep(_ id: String) {
        asking.append(id)
        lines.append("<step id=\"\(id)\">")
        writeStatements()
        if random.chance(30) { lines.append("<show name=\"x\" from=\"\(anyText())\"/>") }
        if random.chance(10), !isCareful() { lines.append(Self.token) }
        let hasChoice = random.chance(30)
        let offered = random.chance(15) ? offer() : ""
        let meant = random.chance(20) ? " ignore-case=\"true\" meant=\"v3\"" : ""
        if hasChoice { lines.append("<ask name=\"a2\" type=\"choice\" of=\"a b c\"\(offered)\(meant)/>") }
        if random.chance(15) { writeOfferedAsk() } else if random.chance(60) { writeAsk() }
        if random.chance(15), let challenge = random.pick(service.challenges) {
            writeAnswer(challenge)
        } else {
            writeSubmit(hasChoice)
        }
        if random.chance(25) { writeCommand() }
        if random.chance(15) {
            lines.append("<on event=\"timeout\" after=\"\(isCareful() ? "60" : "sec")\" to=\"\(forward())\"/>")
        }
        lines.append("</step>")
    }

    /// What a choice is limited to: mostly a list that is there.
    private mutating func offer() -> String {
        guard isCareful() else { return " offered=\"\(random.one(of: "Opts", "l1"))\"" }
        lines.append("<set name=\"l2\" value=\"a b c\"/>")
        return " offered=\"l2\""
    }

    /// Asks for one of what is offered, which may be nothing that the ask or the guards behind it take.
    private mutating func writeOfferedAsk() {
        lines.append("<set name=\"l2\" value=\"\(random.one(of: "a", "a b", "b c"))\"/>")
        let form = random.one(of: "", "", " pattern=\"[ac]\"", " length=\"1\"", " meant=\"v3\"")
        lines.append("<ask name=\"a1\" offered=\"l2\"\(form)/>")
    }

    private mutating func writeSubmit(_ hasChoice: Bool) {
        if hasChoice {
            lines.append("<on select=\"a\" to=\"\(forward())\">\(inline())</on>")
            lines.append("<on select=\"b c\" to=\"\(forward())\">\(inline())</on>")
        } else if random.chance(25) {
            let (target, condition) = isCareful() ? way() : (forward(), guardText())
            lines.append("<on event=\"submit\" when=\"\(condition)\" to=\"\(target)\">\(inline())</on>")
            if isCareful() {
                lines.append("<on event=\"submit\" when=\"not (\(condition))\" to=\"\(known())\"/>")
            }
        } else {
            lines.append("<on event=\"submit\" to=\"\(forward())\">\(inline())</on>")
        }
    }

    private mutating func writeAnswer(_ challenge: String) {
        if isCareful() { answersEarly = true }
        lines.append("<answer challenge=\"\(challenge)\">")
        writeSend("Code")
        meet(challenge)
        writeSuccess(of: challenge, 50)
        lines.append("</answer>")
    }

    private mutating func writeCommand() {
        let command = random.one(of: "c1", "c2", "back", "cancel")
        switch random.below(4) {
        case 0:
            lines.append("<on event=\"\(command)\" restart=\"\(random.pick(asking) ?? "failed")\" keep=\"\(kept())\"/>")
        case 1: lines.append("<on event=\"\(command)\" retry=\"last-step\" otherwise=\"failed\"/>")
        case 2: lines.append("<on event=\"\(command)\" refuse=\"no\"/>")
        default: lines.append("<on event=\"\(command)\" to=\"\(forward())\">\(inline())</on>")
        }
    }

    private mutating func kept() -> String {
        let needed = ["u", "p", "s1"].filter { _ in isCareful() }
        return (needed + ["i1"] + ["v1"].filter { _ in random.chance(50) }).joined(separator: " ")
    }

    // MARK: Challenges

    /// Writes what happens on a challenge that can come.
    mutating func writeChallenge() {
        guard let name = coming.popLast(), isCareful() else { return }
        if takesAny, random.chance(60) {
            isPassedOver = true
            return
        }
        hasChallengeNode = true
        if random.chance(85) { return writeChallenge(name) }
        lines.append("<challenge name=\"\(name)\">")
        lines.append("<otherwise to=\"\(random.pick(asking) ?? "failed")\">\(inline())</otherwise>")
        lines.append("</challenge>")
    }

    /// The form of an ask for the answer to a challenge, which may be one of which the service takes nothing.
    private mutating func answerForm(to challenge: String) -> String {
        guard service.formed.contains(challenge) else { return "" }
        guard !random.chance(20) else {
            isRefusedByService = true
            return random.pick(GeneratedService.refusedForms) ?? ""
        }
        return random.pick(GeneratedService.acceptedForms) ?? ""
    }

    private mutating func writeChallenge(_ name: String) {
        let asks = isCareful()
        let isGrouped = random.chance(20)
        if isGrouped { random.chance(60) ? writeLimitedGroup() : lines.append("<group>") }
        let requires = random.chance(30) ? " requires=\"\(random.one(of: "Hint", "Ses", "Wanted"))\"" : ""
        lines.append("<challenge name=\"\(name)\"\(requires)>")
        writeStatements()
        // An ask with a form has a value of its own: what others store would be sent as well.
        let answer = service.formed.contains(name) ? "code\(name)" : "a1"
        if asks { lines.append("<ask name=\"\(answer)\"\(answerForm(to: name))/>") }
        if asks, random.chance(30) { writeCommand() }
        lines.append(asks ? "<send name=\"Code\" from=\"\(answer)\"/>" : "<send name=\"Code\" from=\"\(anyText())\"/>")
        meet(name)
        writeSuccess(of: name, 30)
        if random.chance(10) {
            lines.append("<on challenge=\"*\" retry=\"\(asks ? "here" : "send")\" attempts=\"3\" then=\"failed\"/>")
        }
        writeErrors(of: "Answer", asks: asks)
        lines.append("</challenge>")
        if isGrouped {
            if isCareful() { lines.append("<on error=\"E2\" to=\"\(forward())\"/>") }
            lines.append("</group>")
        }
    }
}
