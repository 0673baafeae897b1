import FlowReference
import TestSupport

/// A random flow that may write every construct of the language, with its base, its sub-flow and its service.
///
/// It need not pass the proofs; names and types are right, so that it can be run.
struct WrittenFlow {
    var random: Seeded
    /// What was written, by construct.
    private(set) var constructs: Set<String> = []
    /// The nodes that ask or end, to which a flow may go by itself.
    private(set) var resting: [String] = []
    var count = 0
    /// Whether the part at hand belongs to the sub-flow.
    var isInner = false
    /// Whether the node at hand asks.
    var asks = false

    static let texts = ["u", "i1", "v1", "v2", "v3", "made", "maybe", "Hint", "Note", "trace", "k"]
    static let innerTexts = ["about", "w1", "w2", "Note"]
    static let lists = ["l1", "l2", "madeList", "Wanted", "Opts"]
    static let maps = ["m1", "m2", "Traits"]
    static let challenges = ["C1", "C2", "C3"]
    private(set) var files: [(path: String, text: String)] = []

    init(_ random: Seeded) {
        self.random = random
        let base = baseFlow()
        let inner = innerFlow()
        files = [
            ("main.flow.xml", mainFlow()), ("base.flow.xml", base), ("inner.flow.xml", inner),
            ("s.service.xml", Self.service),
        ]
    }

    /// Notes a construct and writes it.
    mutating func write(_ construct: String, _ text: String) -> String {
        constructs.insert(construct)
        return text + "\n"
    }

    mutating func note(_ construct: String) { constructs.insert(construct) }

    /// Writes something now and then.
    mutating func maybe(_ percent: Int, _ write: (inout WrittenFlow) -> String) -> String {
        random.chance(percent) ? write(&self) : ""
    }

    /// A deadline now and then.
    mutating func within(_ percent: Int) -> String {
        guard random.chance(percent) else { return "" }
        note("within")
        return " within=\"\(isInner ? "90" : random.one(of: "45", "120", "secs", "secs2"))\""
    }

    mutating func target() -> String { random.pick(resting) ?? "failed" }

    // MARK: Flows

    private mutating func baseFlow() -> String {
        resting = ["ask1", "failed", "done"]
        let call = node("login", inherits: nil)
        let code = node("C1", inherits: nil)
        let step = node("ask1", inherits: nil)
        let removed = "<step id=\"gone\"><on event=\"submit\" to=\"done\"/></step>"
        return """
            <flow name="base" service="s.service.xml" abstract="true"\(within(30))>
            <data>\(Self.baseData)</data>
            <command name="k1"/>
            \(Self.handlers)
            \(maybe(50) { $0.scopePieces() })
            \(call)<group id="codes"\(within(40))>\(maybe(40) { $0.scopePieces() })\(code)</group>\(step)\(removed)
            <on challenge="C2" to="failed"/>
            <send name="Ses" from="s1"/><receive name="Ses" into="s1"/>
            <on event="success" to="done"/><on event="invalid" to="failed"/><on error="*" to="failed"/>
            <on event="timeout" to="failed"/><on failure="*" to="failed"/><on event="cancel" to="failed"/>
            <end id="done"><show name="x" from="v1"/></end><end id="failed"><show name="h" from="Hint"/></end>
            </flow>
            """
    }

    private mutating func innerFlow() -> String {
        isInner = true
        defer { isInner = false }
        resting = ["first", "good"]
        let step = node("first", inherits: nil)
        return """
            <flow name="inner" service="s.service.xml" start="first"\(within(40))>
            <data><input name="about" default="nothing"/><input name="deep" type="list"/><value name="w1"/><value name="w2"/>
            <counter name="n1 n2"/></data>
            <command name="k1"/>
            \(step)
            <on event="cancel" to="bad"/><on event="timeout" to="bad"/>
            <end id="good" outcome="good"/><end id="bad"/>
            </flow>
            """
    }

    private mutating func mainFlow() -> String {
        resting = ["ask1", "ask2", "ask3", "failed", "done", "other"]
        var nodes = ["begin", "ask2", "ask3", "call2", "check", "sub1", "sub2", "C2"].map { node($0, inherits: nil) }
            .joined()
        if random.chance(60) { nodes += node("login", inherits: "extend") }
        if random.chance(60) {
            nodes +=
                "<group\(within(40))>\(scopePieces())\(node("C1", inherits: random.one(of: "extend", "replace")))</group>"
        }
        if random.chance(40) { nodes += node("ask1", inherits: random.one(of: "extend", "replace")) }
        nodes += node("rest", inherits: nil)
        note("style")
        return """
            <flow name="main" extends="base.flow.xml" start="begin"\(within(25))>
            <import file="inner.flow.xml"/>
            <remove node="gone"/>
            \(maybe(30) { $0.write("substitute", "<substitute operation=\"Login\" with=\"Enter\"/>") })
            <data>\(Self.mainData)</data>
            <command name="k2" error="true"/>
            <derive name="trace" handler="trace.make"\(when(50))><pass name="who" from="u"/></derive>
            \(scopePieces())
            \(nodes)
            <on event="start" to="begin">\(maybe(30) { $0.statement() })</on>
            <end id="other" outcome="another">\(show())\(maybe(50) { $0.write("end.on", "<on event=\"k1\" to=\"ask2\"/>") })</end>
            </flow>
            """
    }

    private static let baseData = """
        <input name="u" required="true"/><input name="p" type="secret" required="true"/>
        <input name="i1" default="a"/><input name="l1" type="list" default="a b"/><input name="m1" type="map"/>
        <input name="k" constant="true" default="web"/><input name="i2" type="choice" of="a b c" ignore-case="true"/>
        <input name="fl" type="flag"/><input name="secs" type="seconds" default="30" constant="true"/>
        <value name="secs2" type="seconds"/><value name="v1"/><value name="chosenWay" type="choice" of="a b c"/><value name="s1" type="session"/><fact name="f1"/><counter name="n1"/>
        """
    private static let mainData = """
        <input name="pat" pattern="[a-c]{1,3}|x+"/><input name="d4" type="digits" length="4"/>
        <value name="v2"/><value name="v3"/><value name="l2" type="list"/><value name="m2" type="map"/><value name="left"/>
        <value name="meantWord"/><value name="into1"/><value name="fl2" type="flag"/><value name="got"/><fact name="f2"/>
        <counter name="n2"/>
        """
    private static let handlers = """
        <handler name="h"><needs name="need"/><needs name="hint" required="false"/><needs name="many" type="list" required="false"/>
        <gives name="made"/><gives name="maybe" required="false"/><gives name="madeList" type="list" required="false"/>
        <fails name="x1 x2"/></handler>
        <handler name="trace.make"><needs name="who"/><gives name="trace"/><fails name="x1"/></handler>
        """
}
