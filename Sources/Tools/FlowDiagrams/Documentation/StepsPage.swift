import FlowIR
import FlowTable
import FlowDiagnostics

/// The page with a section for each node of a flow.
struct StepsPage {
    let facts: FlowSummary
    /// The text before a file's path in links to the source; empty for no links.
    let sourceURL: String

    private var leads: LeadText { LeadText(facts: facts) }

    /// The headings, each with the kinds of its nodes, in the order in which a reader needs them.
    private static let chapters: [(title: String, kinds: [Card.Kind])] = [
        ("Start", [.start]), ("What the user is asked", [.asks]), ("Requests to the service", [.calls]),
        ("Decisions and handlers", [.decides, .works]), ("Ends", [.endsWell, .endsBadly]),
    ]

    /// The content of the page: a list of the nodes, and a section for each.
    var content: HTML {
        let incoming = incoming
        var contents: HTML = ""
        var sections: HTML = ""
        for chapter in Self.chapters {
            let nodes = facts.nodes.filter { chapter.kinds.contains($0.kind) }
            guard !nodes.isEmpty else { continue }
            contents += "<p class=\"group\">\(chapter.title)</p>\n<ul>\n"
            contents += nodes.map { "<li>\(LeadText.link($0))</li>\n" as HTML }.joined() + "</ul>\n"
            sections += "<h2>\(chapter.title)</h2>\n" + nodes.map { section(of: $0, incoming) }.joined()
        }
        return """
            <h1>\(facts.name): steps</h1>
            <div class="columns">
            <nav class="contents" aria-label="Steps">
            \(contents)</nav>
            <div class="sections">
            \(sections)</div>
            </div>

            """
    }

    /// By node: the other nodes with a transition to it, in the order of the flow.
    private var incoming: [NodeID: [NodeFacts]] {
        var result: [NodeID: [NodeFacts]] = [:]
        for node in facts.nodes {
            for case .node(let id) in node.leads.map(\.target) where id != node.node {
                if result[id]?.last?.title != node.title { result[id, default: []].append(node) }
            }
        }
        return result
    }

    /// Returns the section of a node. `incoming` contains the nodes with a transition to a node.
    private func section(of node: NodeFacts, _ incoming: [NodeID: [NodeFacts]]) -> HTML {
        let isEnd = node.kind == .endsWell || node.kind == .endsBadly
        let requests = node.requests.map { request -> HTML in
            let sent: HTML = request.detail.isEmpty ? "" : ", with \(request.detail)"
            let address = "index.html#" + URIReference.encoded(OverviewPage.anchor(request.text))
            return "<a href=\"\(address)\"><code>\(request.text)</code></a>\(sent)"
        }
        let about = HTML.facts([
            (isEnd ? "Outcome" : "Shown as", .names(node.names)), ("Shows", shows(node)),
            ("Sends", requests.joined(separator: "; ")), ("Calls handlers", handlers(node)),
            ("Notifies", .names(node.notifications)), ("Time limit", node.time.isEmpty ? "" : .name(node.time)),
            ("Comes from", LeadText.links(node.node.flatMap { incoming[$0] } ?? [])),
        ])
        let doc: HTML = node.doc.isEmpty ? "" : "<p>\(HTML.prose(node.doc))</p>\n"
        return """
            <section class="card \(node.kind.rawValue)" id="\(LeadText.anchor(node.title))">
            <h3>\(node.title) <span class="chip">\(Palette.name(of: node.kind))</span>\(source(of: node))</h3>
            \(doc)\(about)\(asks(of: node))\(leadsTable(of: node))</section>

            """
    }

    /// Returns a link to the node's place in the source; empty if there is none.
    private func source(of node: NodeFacts) -> HTML {
        guard !sourceURL.isEmpty, let link = node.place?.link(sourceURL) else { return "" }
        return " <a class=\"source\" href=\"\(link)\">source</a>"
    }

    /// Returns the names and types of the values that a node shows.
    private func shows(_ node: NodeFacts) -> HTML {
        node.shows.map { "<code>\($0.name)</code>\(HTML.note(of: $0.type))" as HTML }.joined(separator: ", ")
    }

    /// Returns links to the handlers that a node calls.
    private func handlers(_ node: NodeFacts) -> HTML {
        node.handlers.map { name in
            let address = "host.html#" + URIReference.encoded(HostPage.anchor(name))
            return "<a href=\"\(address)\"><code>\(name)</code></a>" as HTML
        }.joined(separator: ", ")
    }

    /// Returns the table of a node's asks, with a heading; empty if there are none.
    private func asks(of node: NodeFacts) -> HTML {
        guard !node.asks.isEmpty else { return "" }
        return "<h4>\(node.kind == .start ? "The host gives" : "Asks the user for")</h4>\n" + .asks(node.asks)
    }

    /// Returns the table of where a node leads, with a heading; empty if it leads nowhere.
    private func leadsTable(of node: NodeFacts) -> HTML {
        let rows = node.leads.map { lead -> [HTML] in
            let isOther = lead.events.contains(Trigger.anyOtherError) && !node.unnamedErrors.isEmpty
            let others: HTML =
                isOther
                ? "<small>Other errors that the service documents: \(HTML.names(node.unnamedErrors))</small>" : ""
            let kind: HTML = "<span class=\"way \(lead.group.word)\">\(lead.group.word)</span>"
            return [kind, LeadText.condition(lead) + others, leads.target(lead.target, of: node)]
        }
        return rows.isEmpty ? "" : "<h4>Where it leads</h4>\n" + .table(["", "When", "Then"], rows)
    }
}

extension NodeFacts.Lead.Group {
    /// The group's name on a page.
    fileprivate var word: String {
        switch self {
        case .course: "next"
        case .errors: "error"
        case .time: "time"
        case .commands: "command"
        }
    }
}

extension HTML {
    /// Returns the table of the asks of a step, or of the inputs of a flow.
    static func asks(_ asks: [AskFacts]) -> HTML {
        table(
            ["Name", "Type", "Needed", "Value"],
            asks.map { ask in
                [
                    "<code>\(ask.name)</code>", HTML(text: ask.type.name), ask.isRequired ? "required" : "optional",
                    HTML(text: ask.rule),
                ]
            })
    }

    /// Returns the type of a value in parentheses, unless it is a text.
    static func note(of type: SlotType) -> HTML { type == .text ? "" : " (\(type.name))" }
}
