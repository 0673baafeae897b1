import TestSupport

/// A small random service description, as text and as what a generator of flows must know of it.
struct GeneratedService {
    /// What can follow on a request.
    struct Following {
        var challenges: [String]
        var success: Bool
        /// Whether the description says so.
        var isSaid = true

        var text: String {
            if !isSaid { return "" }
            let names = challenges.isEmpty ? "" : "<brings challenge=\"\(challenges.joined(separator: " "))\"/>"
            return names + (success ? "<brings success=\"true\"/>" : "")
        }
    }

    /// The names of the challenges.
    let challenges: [String]
    /// The challenges that take only answers of the letters a and c.
    let formed: Set<String>
    /// By variant or challenge: what can follow.
    private(set) var following: [String: Following] = [:]
    /// Whether every request that can bring something proves who the user is.
    let provesAll: Bool
    /// Whether answers must carry the session.
    let needsSession: Bool
    /// Whether the first request may carry one.
    let takesSession: Bool
    private(set) var text = ""

    /// The variants of the first operation.
    static let variants = ["P", "Q"]
    /// The errors of each operation.
    static let errors = ["Login": ["E1", "E2", "E3"], "Answer": ["E1", "E2", "E4"], "Check": ["E1"]]

    init(_ random: inout Seeded) {
        challenges = Array(["C1", "C2", "C3"].prefix(1 + random.below(3)))
        formed = Set(challenges.filter { _ in random.chance(25) })
        provesAll = random.chance(50)
        needsSession = random.chance(80)
        takesSession = random.chance(30)
        for name in Self.variants + challenges {
            var names = challenges.filter { _ in random.chance(40) }
            let success = names.isEmpty || random.chance(65)
            if names.isEmpty && !success { names = [challenges[0]] }
            following[name] =
                random.chance(92)
                ? Following(challenges: names, success: success)
                : Following(challenges: challenges, success: true, isSaid: false)
        }
        text = describe(&random)
    }

    private func describe(_ random: inout Seeded) -> String {
        """
        <service name="s" answer="Answer">
          <reply name="auth" challenge="Ch" parameters="Par" success="Tok">
            <output name="Ses" type="session"/><output name="Note"/><output name="Opts" type="list"/>
            <output name="Key" type="secret" at="Tok/Key" required="true" grants="tokens"/>
          </reply>
          <operation name="Login" reply="auth" errors="E1 E2 E3">
            <input name="Way" variant="true" required="true"/><input name="Extra"/>
            \(takesSession ? "<input name=\"Ses\" type=\"session\"/>" : "")
            <variant name="P"\(provesAll || random.chance(70) ? " proves=\"password\"" : "")>
              <input name="User" required="true"/><input name="Pass" required="true"/>\(brings("P"))
            </variant>
            <variant name="Q"\(provesAll ? " proves=\"password\"" : "")><input name="User" required="true"/>\(brings("Q"))</variant>
          </operation>
          <operation name="Answer" reply="auth" errors="E1 E2 E4" responses="Res">
            <input name="Way" variant="true" required="true"/>
            <input name="Ses" type="session"\(needsSession ? " required=\"true\"" : "")/><input name="Extra"/>
          </operation>
          <operation name="Check" errors="E1"\(random.chance(30) ? " proves=\"presence\"" : "")>
            <input name="User" required="true"/><output name="Info"/>
          </operation>
        \(challenges.map { challenge($0, &random) }.joined(separator: "\n"))
          <errors names="E1 E2 E3 E4"/>
        </service>
        """
    }

    private func brings(_ name: String) -> String { following[name]?.text ?? "" }

    /// The form of the answers to a challenge that limits them.
    private static let form = " pattern=\"[ac]+\""
    /// Forms of an ask, none of whose answers such a challenge takes.
    static let refusedForms = [" type=\"digits\"", " pattern=\"b+\"", " of=\"b bb\"", " type=\"digits\" length=\"2\""]
    /// Forms of an ask, some of whose answers it takes.
    static let acceptedForms = ["", " pattern=\"[abc]\"", " length=\"1\"", " of=\"a b\""]

    /// A parameter with the name of an output that replies have elsewhere: the challenge's own counts.
    private func ownOutput(_ random: inout Seeded) -> String {
        guard random.chance(20) else { return "" }
        return random.one(of: "<parameter name=\"Note\"/>", "<parameter name=\"Opts\" type=\"list\"/>")
    }

    private func challenge(_ name: String, _ random: inout Seeded) -> String {
        """
          <challenge name="\(name)"\(provesAll || random.chance(60) ? " proves=\"factor\"" : "")>
            <parameter name="Hint"/><parameter name="Wanted" type="list" encoding="csv"/>\(ownOutput(&random))
            <response name="Code" required="\(random.chance(80))"\(formed.contains(name) ? Self.form : "")/>\(brings(name))
          </challenge>
        """
    }
}
