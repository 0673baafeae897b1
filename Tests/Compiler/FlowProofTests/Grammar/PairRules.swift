/// Why some pairs and forms of transition are executed in no flow that the compiler accepts.
enum PairRules {
    /// A rule in words, and the forms of transition that it forbids.
    private struct Rule: Sendable {
        let text: String
        let forbids: @Sendable (TransitionForm) -> Bool
    }

    /// A rule in words, and the pairs that it forbids.
    private struct PairRule: Sendable {
        let text: String
        let forbids: @Sendable (Pair) -> Bool
    }

    private static let hostEvents: Set = ["start", "submit", "cancel", "back", "timeout", "command", "select"]
    private static let outcomes: Set = ["outcome", "outcome *"]
    private static let failures: Set = ["failure", "failure *"]

    private static let rules: [Rule] = [
        Rule(text: "within a 'handle' only failures are listened to") {
            $0.scope == "handle" && !failures.contains($0.selector)
        },
        Rule(text: "a 'use' itself waits for outcomes only") { $0.scope == "use" && !outcomes.contains($0.selector) },
        Rule(text: "an outcome comes to a 'use' only") {
            outcomes.contains($0.selector) && !["use", "group", "flow"].contains($0.scope)
        },
        Rule(text: "an end is left by the host only; it asks nothing, and its time is not limited") {
            $0.scope == "end" && !["start", "cancel", "back", "command"].contains($0.selector)
        },
        Rule(text: "only an event of the host can be refused") {
            $0.target == "refuse" && (!hostEvents.contains($0.selector) || $0.selector == "timeout")
        },
        Rule(text: "a 'use' and an end ask nothing that could be asked again, and send nothing") {
            (["use", "end"].contains($0.scope) || outcomes.contains($0.selector))
                && ["here", "present", "send", "compute"].contains($0.target)
        },
    ]

    /// The rule that forbids a form of transition; nil if none does.
    static func rule(forbidding form: TransitionForm) -> String? { rules.first { $0.forbids(form) }?.text }

    /// The attributes of `on` that stand beside a selector, by what the element around it listens to.
    private static let pairRules: [PairRule] = [
        PairRule(text: "within a 'handle' only failures are listened to") {
            $0.parent == "handle" && $0.element == "on"
                && ["event", "error", "challenge", "select", "outcome", "after", "refuse"].contains($0.attribute)
        },
        PairRule(text: "a 'use' itself waits for outcomes only") {
            $0.parent == "use" && $0.element == "on"
                && ["event", "error", "challenge", "select", "failure", "after", "refuse", "present"].contains(
                    $0.attribute)
        },
        PairRule(text: "an outcome comes to a 'use' only") {
            $0.element == "on" && $0.attribute == "outcome" && !["use", "group", "flow"].contains($0.parent)
        },
        PairRule(text: "an end is left by the host only; it asks nothing, and its time is not limited") {
            $0.parent == "end" && $0.element == "on"
                && ["error", "challenge", "failure", "outcome", "after", "select", "present"].contains($0.attribute)
        },
    ]

    /// The rule that forbids a pair; nil if none does.
    static func rule(forbidding pair: Pair) -> String? { pairRules.first { $0.forbids(pair) }?.text }
}
