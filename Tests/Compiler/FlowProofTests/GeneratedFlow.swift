import TestSupport

/// A random flow as text: names are right, everything else is left to chance, so that the proofs have work.
struct GeneratedFlow {
    /// The files by path; the flow is `f.flow.xml`.
    var files: [(path: String, text: String)] {
        var files = [(path: "f.flow.xml", text: text), (path: "s.service.xml", text: service.text)]
        if usesSubflow { files.append((path: "sub.flow.xml", text: subflow)) }
        return files
    }

    /// The flow.
    private(set) var text = ""
    private var subflow = ""
    let service: GeneratedService
    var random: Seeded
    var lines: [String] = []
    /// Nodes that are named and not yet written.
    var waiting: [String] = []
    /// Nodes that wait for the host.
    var asking: [String] = []
    /// Challenges that can come and are not written yet, and those that were met.
    var coming: [String] = []
    var met: Set<String> = []
    /// Nodes that ask nothing, and outcomes of sub-flows, as assertions name them.
    var passable = ["first"]
    /// Requests of the first operation.
    var calls: [String] = []
    /// Whether a step answers a challenge that nobody may have asked for.
    var answersEarly = false
    /// Whether a node was written for a challenge.
    var hasChallengeNode = false
    /// Whether one node may take challenges without a node of their own, and whether there are such.
    var takesAny = false
    var isPassedOver = false
    /// Whether some request can succeed and leaves it to the flow where to go then.
    var succeeds = false
    /// Whether something leads to the end of success.
    var hasDone = false
    var usesSubflow = false
    var usesHandler = false
    /// Whether an ask has a form of which the service takes no answer.
    var isRefusedByService = false
    /// How many more nodes may come.
    var budget: Int
    var count = 0
    /// Guards that the host's first input decides.
    var ways = 0
    /// How often in a hundred the author is careful.
    let care: Int
    /// Whether sessions are copied and kept, so that used ones come up.
    let copiesSessions: Bool

    /// A flow; `care` is how often in a hundred its author may be careful.
    init(_ random: Seeded, care: [Int] = [80, 92, 97, 99]) {
        self.random = random
        copiesSessions = self.random.chance(20)
        let drawn = self.random.pick(care) ?? 99
        self.care = copiesSessions ? 99 : drawn
        service = GeneratedService(&self.random)
        budget = 2 + self.random.below(6)
        write()
    }

    /// Whether the author is careful here.
    mutating func isCareful() -> Bool { random.chance(care) }

    private mutating func write() {
        takesAny = random.chance(30)
        let start = newNode()
        while !waiting.isEmpty || !coming.isEmpty {
            if let id = waiting.popLast() { writeNode(id) } else { writeChallenge() }
        }
        if takesAny, isPassedOver || !isCareful() {
            hasChallengeNode = true
            lines.append("<challenge name=\"*\" id=\"any\">")
            lines.append("<otherwise to=\"\(forward())\">\(inline())</otherwise></challenge>")
            while let id = waiting.popLast() { writeNode(id) }
        }
        let body = lines
        lines = []
        writeScope()
        writeEnds(of: body.joined() + lines.joined())
        writeAssertions()
        if usesSubflow { writeSubflow() }
        let isLimited = random.chance(20)
        if isLimited { lines.append("<on event=\"timeout\" to=\"failed\"/>") }
        let rest = body + lines
        text = """
            <flow name="f" service="s.service.xml" start="first"\(isLimited ? " within=\"300\"" : "")>
            \(usesSubflow ? "<import file=\"sub.flow.xml\"/>" : "")
            \(data(rest.joined()))
            <choice id="first">
            \(gifts(rest.joined()).joined(separator: "\n"))
            <go to="failed" when="f1 and f2"/>
            <go to="other" when="i2 is c"/>
            <otherwise to="\(start)"/>
            </choice>
            \(rest.joined(separator: "\n"))
            </flow>
            """
    }

    // MARK: Data

    /// The texts that a flow can use.
    static let texts = ["u", "i1", "i2", "v1", "v2", "v3", "Note", "Hint", "Info", "a1", "a4"]
    /// Shows the host what the service grants.
    static let token = "<show name=\"t\" from=\"Key\" disclose=\"true\"/>"
    static let lists = ["l1", "l2", "Opts", "Wanted"]

    private func data(_ body: String) -> String {
        var result = ["<data>", "<input name=\"u\" required=\"true\"/>", "<input name=\"p\" required=\"true\"/>"]
        result.append("<input name=\"i1\"/><input name=\"i2\" type=\"choice\" of=\"a b c\" default=\"b\"/>")
        result.append("<input name=\"l1\" type=\"list\"/><input name=\"m1\" type=\"map\"/>")
        result.append("<input name=\"sec\" type=\"seconds\"/><value name=\"m2\" type=\"map\"/>")
        result.append("<value name=\"v1 v2 v3 a1 a4 seen\"/>".replacingNames)
        if answersEarly { result.append("<input name=\"hs\" type=\"session\" required=\"true\"/>") }
        result.append("<value name=\"l2\" type=\"list\"/><value name=\"s1\" type=\"session\"/>")
        result.append("<value name=\"s2\" type=\"session\"/><fact name=\"f1 f2\"/><counter name=\"k1 k2\"/></data>")
        result.append("<command name=\"c1\"/><command name=\"c2\"/>")
        if usesHandler {
            result.append("<handler name=\"h\"><needs name=\"need\"/><needs name=\"hint\" required=\"false\"/>")
            result.append(
                "<gives name=\"made\"/><gives name=\"maybe\" required=\"false\"/><fails name=\"x1\"/></handler>")
        }
        return result.joined(separator: "\n")
    }

    /// What is used must be given somewhere.
    private func gifts(_ body: String) -> [String] {
        ["v1", "v2", "v3", "a1", "a4", "s1", "s2", "l2", "m2", "seen"].map { name in
            switch name {
            case "s1", "s2": "<set name=\"\(name)\" from=\"\(answersEarly ? "hs" : "Ses")\"/>"
            case "l2": "<set name=\"l2\" value=\"a b\" when=\"f2\"/>"
            case "m2": "<merge name=\"m2\" from=\"m1\"/>"
            default: "<set name=\"\(name)\" value=\"a\" when=\"f1\"/>"
            }
        }
    }

    // MARK: The sub-flow

    /// A sub-flow whose assertions may hold in one use and not in another, as what the service brought before counts in it too.
    private mutating func writeSubflow() {
        let known = random.one(of: "present Info", "present Note", "about is a")
        let early = "<choice id=\"known\"><go to=\"good\" when=\"\(known)\"/><otherwise to=\"ask\"/></choice>"
        let isEarly = random.chance(40)
        let assertions = [
            "<never end=\"good\" unless-before=\"\(isEarly ? random.one(of: "ask", "ask known") : "ask")\"/>",
            "<always event=\"cancel\"/>", "<reachable end=\"good\"/>",
        ]
        subflow = """
            <flow name="sub" service="s.service.xml" start="\(isEarly ? "known" : "ask")">
            <data><input name="about"/><value name="told"/></data>
            \(isEarly ? early : "")
            <step id="ask">
            <show name="about" from="about"/>
            <ask name="word" required="false"/>
            <on event="submit" when="word is a" to="good"><set name="told" from="word"/></on>
            <on event="submit" when="not (word is a)" to="bad"><set name="told" from="about"/></on>
            \(isCareful() ? "<on event=\"cancel\" to=\"bad\"/>" : "<on event=\"cancel\" to=\"good\"/>")
            </step>
            <end id="good"/>
            <end id="bad"/>
            \(assertions.filter { _ in random.chance(30) }.joined(separator: "\n"))
            </flow>
            """
    }
}

extension String {
    /// A declaration of several values as one of each: a value has one name.
    fileprivate var replacingNames: String {
        split(separator: "\"")[1].split(separator: " ").map { "<value name=\"\($0)\"/>" }.joined()
    }
}
