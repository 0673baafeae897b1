import FlowCompiler
import FlowDiagnostics

/// The page with a section for each error, which begins with the errors that end the flow.
struct ErrorsPage {
    let facts: FlowSummary

    var content: HTML {
        let lists = ErrorFacts.Verdict.allCases.map { verdict -> HTML in
            let errors = facts.errors.filter { $0.verdict == verdict }
            guard !errors.isEmpty else { return "" }
            let rows = errors.map { [Self.link($0), HTML.names($0.outcomes), places(of: $0, verdict)] }
            let columns = ["Error", "Outcome", verdict == .sometimes ? "Ends it at" : "Occurs at"]
            return "<h2 id=\"\(verdict.anchor)\">\(verdict.title)</h2>\n<p>\(verdict.note)</p>\n"
                + .table(columns, rows)
        }
        let details = facts.errors.map(section)
        return """
            <h1>\(facts.name): errors</h1>
            <p>The service and the handlers report these errors. An error ends the flow if neither a step nor a request follows it.</p>
            \(lists.joined())\(raised)<h2>Where each error leads</h2>
            \(details.joined())
            """
    }

    /// Returns the identifier of an error's section.
    static func anchor(_ name: String) -> String { "error-" + String(name.map { $0 == " " ? "-" : $0 }) }

    private static func link(_ error: ErrorFacts) -> HTML {
        "<a href=\"#\(URIReference.encoded(anchor(error.name)))\">\(HTML.name(error.name))</a>"
    }

    /// Returns links to the nodes where an error occurs. For an error that only sometimes ends the flow, returns links
    /// to the nodes where it can do so.
    private func places(of error: ErrorFacts, _ verdict: ErrorFacts.Verdict) -> HTML {
        var titles: Set<String> = []
        let handlings = error.handlings.filter { verdict != .sometimes || !$0.fate.outcomes.isEmpty }
        return LeadText.links(handlings.flatMap(\.nodes).filter { titles.insert($0.title).inserted })
    }

    /// Returns the section of an error, with a row for each handling.
    private func section(of error: ErrorFacts) -> HTML {
        let rows = error.handlings.map { handling -> [HTML] in
            let condition = LeadText.condition(handling.guardText, handling.attempts)
            let unnamed: HTML = handling.isUnnamed ? "as \(Trigger.anyOtherError)" : ""
            let then = handling.nodes.first.map { LeadText(facts: facts).target(handling.target, of: $0) } ?? ""
            return [
                LeadText.links(handling.nodes),
                [unnamed, condition].filter { !$0.isEmpty }.joined(separator: ", "), then, verdict(of: handling.fate),
            ]
        }
        return """
            <section class="card" id="\(Self.anchor(error.name))">
            <h3>\(HTML.name(error.name))</h3>
            \(HTML.table(["At", "When", "Then", "Ends the flow"], rows))</section>

            """
    }

    /// Returns whether the flow ends, and with which outcomes.
    private func verdict(of fate: ErrorFacts.Fate) -> HTML {
        guard !fate.outcomes.isEmpty else { return "no" }
        return "\(fate.continues ? "possibly" : "yes"): \(HTML.names(fate.outcomes.sorted()))"
    }

    /// The errors that no request and no handler reports, with the outcomes and steps that show them.
    private var raised: HTML {
        let reported = Set(facts.errors.map(\.name))
        var outcomes: [String: [String]] = [:]
        var steps: [String: [String]] = [:]
        for outcome in facts.interface.outcomes {
            for name in outcome.errors.named where !reported.contains(name) {
                outcomes[name, default: []].append(outcome.name)
            }
        }
        for step in facts.interface.steps {
            for name in step.errors.named where !reported.contains(name) { steps[name, default: []].append(step.name) }
        }
        let names = Set(outcomes.keys).union(steps.keys).sorted()
        guard !names.isEmpty else { return "" }
        let rows = names.map { name -> [HTML] in
            [HTML.name(name), HTML.names(outcomes[name] ?? []), HTML.names(steps[name] ?? [])]
        }
        return "<h2 id=\"raised\">Errors of the flow itself</h2>\n"
            + "<p>The flow or its interpreter raises these errors. The outcomes and steps show them.</p>\n"
            + .table(["Error", "Outcomes", "Steps"], rows)
    }
}

extension ErrorFacts.Verdict {
    fileprivate var title: String {
        switch self {
        case .always: "Errors that end the flow"
        case .sometimes: "Errors that end the flow in some places"
        case .never: "Errors after which the flow continues"
        }
    }

    /// The identifier of the heading.
    fileprivate var anchor: String {
        switch self {
        case .always: "ends"
        case .sometimes: "can-end"
        case .never: "goes-on"
        }
    }

    /// The sentence below the heading.
    fileprivate var note: String {
        switch self {
        case .always: "Wherever they occur, the flow ends."
        case .sometimes: "Whether they end the flow depends on the step, or on values of the flow."
        case .never: "The user can try again, or the flow takes another path."
        }
    }
}
