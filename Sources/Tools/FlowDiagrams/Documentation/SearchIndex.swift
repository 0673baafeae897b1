import FlowCompiler
import FlowCore
import FlowDiagnostics

/// What the search of a site finds, as a script that pages load.
///
/// It is a script, since pages that are opened from a disk may not read other files.
struct SearchIndex {
    private var entries: [JSONValue] = []

    /// Adds an entry.
    /// - Parameters:
    ///   - title: the heading of the result, which counts more than `text`.
    ///   - kind: what the entry is, such as `step`.
    ///   - place: the flow or the page that contains it.
    ///   - address: the address from the site's folder.
    ///   - text: further words to find it by, whose beginning a result also shows.
    mutating func add(_ title: String, kind: String, in place: String, at address: String, text: String = "") {
        entries.append(.array([title, kind, place, address, text].map { .string($0) }))
    }

    /// The script with all entries.
    var script: SiteFile {
        let json = JSONValue.array(entries).jsonText
        return SiteFile(path: "search.js", bytes: Array(("window.siteSearch = " + json + ";\n").utf8))
    }

    /// Returns what a node does, with the name of its first step or its outcome unless the node has the same name.
    private func kind(of node: NodeFacts) -> String {
        let name = node.names.first.map { $0 == node.title ? "" : ": " + $0 } ?? ""
        return Palette.name(of: node.kind) + name
    }

    /// Adds a flow, its page of errors, and its nodes, errors, outcomes, inputs, handlers and operations. `folder` is
    /// the address of the flow's folder.
    mutating func add(_ facts: FlowSummary, doc: String, at folder: String) {
        let name = facts.name
        /// Returns the address of an element on a page of the flow.
        func address(_ page: String, _ anchor: String) -> String { folder + page + "#" + URIReference.encoded(anchor) }
        add(name, kind: "flow", in: "", at: folder + "index.html", text: doc)
        // Users search for what ends their sign-in.
        add(
            name + ": errors", kind: "page", in: name, at: folder + "errors.html",
            text: "The errors, and which of them end the flow, such as a sign-in")
        for node in facts.nodes {
            let words = node.names + node.asks.map(\.name) + node.requests.map(\.text) + node.handlers
            let events = node.leads.flatMap(\.events) + node.unnamedErrors
            let text = [node.doc, words.joined(separator: ", "), events.joined(separator: ", ")].filter { !$0.isEmpty }
            add(
                node.title, kind: kind(of: node), in: name,
                at: address(LeadText.page, LeadText.anchor(node.title)), text: text.joined(separator: " · "))
        }
        for error in facts.errors {
            let places = error.handlings.flatMap(\.nodes).map(\.title).joined(separator: ", ")
            add(
                error.name, kind: "error", in: name, at: address("errors.html", ErrorsPage.anchor(error.name)),
                text: places)
        }
        for outcome in facts.interface.outcomes {
            add(outcome.name, kind: "outcome", in: name, at: folder + "host.html#outcomes", text: outcome.doc)
        }
        for input in facts.interface.inputs {
            add(input.name, kind: "input", in: name, at: folder + "host.html#inputs")
        }
        for handler in facts.interface.handlers {
            add(
                handler.name, kind: "handler", in: name, at: address("host.html", HostPage.anchor(handler.name)),
                text: handler.doc)
        }
        for operation in facts.operations {
            add(
                operation.name, kind: "operation", in: name,
                at: address("index.html", OverviewPage.anchor(operation.name)), text: operation.doc)
        }
    }
}
