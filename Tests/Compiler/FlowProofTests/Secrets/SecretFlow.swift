import TestSupport

/// A flow that moves values about at random, secret ones and others, in every way that the language has, and shows some of them.
struct SecretFlow {
    private var random: Seeded
    private let count: Int
    private static let all = ["key", "name", "a", "b", "c", "s", "Token", "Note"]
    private static let own = ["a", "b", "c", "s"]

    /// The flow of a seed.
    init(_ seed: UInt64) {
        random = Seeded(seed)
        count = 3 + random.below(5)
    }

    /// Its files, the flow first.
    mutating func files() -> [(path: String, text: String)] {
        let nodes = (1...count).map { node($0) }.joined(separator: "\n")
        let flow = """
            <flow name="f" service="s.service.xml" start="n0"><import file="sub.flow.xml"/>
            <data><input name="key" type="secret" required="true"/><input name="name" required="true"/>
            <value name="a"/><value name="b"/><value name="c"/><value name="s" type="secret"/><value name="m" type="map"/></data>
            <handler name="copy"><needs name="in" required="false"/><gives name="a"/></handler>
            <handler name="hash"><needs name="in" type="secret" required="false"/><gives name="a"/></handler>
            <handler name="make"><gives name="a" type="secret"/></handler>
            <choice id="n0"><set name="a" from="name"/><set name="b" from="name"/><set name="c" value="c"/>
            <set name="s" from="key"/><otherwise to="n1"/></choice>
            \(nodes)
            <on event="invalid cancel" to="n\(count + 1)"/><on error="*" to="n\(count + 1)"/>
            <on failure="*" to="n\(count + 1)"/>
            <end id="n\(count + 1)">\(shows())</end>
            </flow>
            """
        return [("f.flow.xml", flow), ("sub.flow.xml", sub()), ("s.service.xml", Self.service)]
    }

    // MARK: Nodes

    private mutating func node(_ number: Int) -> String {
        let next = "n\(number + 1)"
        switch random.below(10) {
        case 0..<3:
            return #"<choice id="n\#(number)">\#(statements())\#(work())<otherwise to="\#(next)"/></choice>"#
        case 3..<6:
            let back = random.chance(50) ? #"<on event="back" to="n\#(1 + random.below(number))"/>"# : ""
            return #"<step id="n\#(number)">\#(statements())\#(shows())\#(ask())"#
                + #"<on event="submit" to="\#(next)">\#(statements())</on>\#(back)</step>"#
        case 6..<8:
            let take = random.chance(70) ? #"<take name="\#(random.one(of: "out", "kept"))" into="\#(target())"/>"# : ""
            let pass = #"<pass name="\#(random.one(of: "in", "hidden"))" from="\#(value())"/>"#
            return #"<use id="n\#(number)" flow="sub">\#(pass)\#(take)<on outcome="*" to="\#(next)"/></use>"#
        default:
            let receive = random.chance(50) ? #"<receive name="Token" into="\#(target())"/>"# : ""
            return #"<call id="n\#(number)" operation="Login">\#(statements())\#(sends())\#(receive)"#
                + #"<on event="success" to="\#(next)">\#(statements())</on></call>"#
        }
    }

    private mutating func sends() -> String {
        guard random.chance(30) else { return #"<send name="Trace" from="\#(value())"\#(other())/>"# }
        return #"<send name="Trace" from="\#(value())" when="name is ana"/>"#
            + #"<send name="Trace" from="\#(value())" when="not (name is ana)"/>"#
    }

    private mutating func ask() -> String {
        switch random.below(4) {
        case 0: #"<ask name="pin" type="secret" meant="\#(target())"/>"#
        case 1: #"<ask name="x\#(random.below(3))" meant="\#(target())"/>"#
        case 2: #"<ask name="s" type="secret"/>"#
        default: ""
        }
    }

    private mutating func work() -> String {
        guard random.chance(60) else { return "" }
        let handler = random.one(of: "copy", "hash", "make")
        let pass = handler == "make" ? "" : #"<pass name="in" from="\#(value())"/>"#
        let take = random.chance(50) ? #"<take name="a" into="\#(target())"/>"# : ""
        return #"<handle handler="\#(handler)">\#(pass)\#(take)</handle>"#
    }

    private mutating func statements() -> String {
        (0..<random.below(3)).map { _ in
            switch random.below(7) {
            case 0..<4: #"<set name="\#(target())" from="\#(value())"\#(other())/>"#
            case 4: #"<clear name="\#(target())"/>"#
            case 5: #"<merge name="m" from="All"/>"#
            default: #"<notify name="told">\#(shows())</notify>"#
            }
        }.joined()
    }

    private mutating func shows() -> String {
        (0..<random.below(3)).map { number in
            if random.chance(15) { return #"<show name="open\#(number)" from="\#(value())" disclose="true"/>"# }
            return #"<show name="p\#(number)" from="\#(random.chance(90) ? plain() : random.one(of: "m", "All"))"/>"#
        }.joined()
    }

    // MARK: Names

    private mutating func value() -> String { random.pick(Self.all) ?? "a" }
    private mutating func target() -> String { random.pick(Self.own) ?? "a" }
    private mutating func plain() -> String { random.one(of: "name", "a", "b", "c", "Note") }
    private mutating func other() -> String { random.chance(30) ? #" else="\#(value())""# : "" }

    // MARK: Other files

    private mutating func sub() -> String {
        let inner = ["in", "hidden", "out", "kept"]
        let statements = (0..<2).map { _ in
            #"<set name="\#(random.one(of: "out", "kept"))" from="\#(random.pick(inner) ?? "in")"/>"#
        }
        return """
            <flow name="sub" service="s.service.xml" start="copy">
            <data><input name="in" default="none"/><input name="hidden" type="secret" default="none"/>
            <value name="out"/><value name="kept" type="secret"/></data>
            <choice id="copy">\(statements.joined())<otherwise to="end"/></choice>
            <end id="end"/>
            </flow>
            """
    }

    private static let service = """
        <service name="s">
        <reply name="r" success="T"><output name="Token" type="secret" at="T/Token"/>
        <output name="All" type="map" at="T"/><output name="Note"/></reply>
        <operation name="Login" reply="r"><input name="Trace"/></operation>
        </service>
        """
}
