import FlowCompiler

/// The first page of a flow: what it is, its picture, what is proven of it, and the operations that it uses.
struct OverviewPage {
    let facts: FlowSummary
    /// The flow's `doc`.
    let doc: String
    let picture: HTML

    /// Returns the identifier of an operation's section.
    static func anchor(_ operation: String) -> String { "operation-" + operation }

    var content: HTML {
        """
        <h1>\(facts.name)</h1>
        <p class="lead">\(HTML.prose(doc))</p>
        \(summary)<p class="actions"><a class="button" href="play.html">Play this flow</a></p>
        \(assertions)<h2 id="picture">Picture</h2>
        <p>Each card links to its step. <a href="play.html">Play the flow</a> to see where you are in the picture.</p>
        <div class="picture" tabindex="0" role="group" aria-label="Picture, scrollable">\(picture)</div>
        \(operations)
        """
    }

    /// What the flow asks, needs and calls, and how it ends, with links.
    private var summary: HTML {
        let ends = facts.nodes(.endsWell) + facts.nodes(.endsBadly)
        return HTML.facts([
            ("Asks the user", LeadText.links(facts.nodes(.asks))),
            ("Needs from the host", .names(facts.interface.inputs.filter(\.isRequired).map(\.name))),
            ("Ends", LeadText.links(ends)),
            ("Calls the service", .names(facts.operations.map(\.name))),
            ("Calls handlers", .names(facts.interface.handlers.map(\.name))),
        ])
    }

    /// The list of the author's assertions, and what the compiler checks in every flow.
    private var assertions: HTML {
        let items = facts.assertions.map { assertion -> HTML in
            let state: HTML =
                assertion.isProven ? "<span class=\"proven\">proven</span>" : "<span class=\"open\">not proven</span>"
            return "<li>\(state) The flow \(assertion.text).</li>\n"
        }
        let general = """
            <p>The compiler also checks in every flow that it handles each reply of the service, and that no step is a dead end.</p>

            """ as HTML
        guard !items.isEmpty else {
            return "<h2 id=\"assertions\">Assertions</h2>\n<p>The flow states none.</p>\n" + general
        }
        return "<h2 id=\"assertions\">Assertions</h2>\n<ul class=\"assertions\">\n" + items.joined() + "</ul>\n"
            + general
    }

    /// The sections of the operations, with a heading; empty if there are none.
    private var operations: HTML {
        guard !facts.operations.isEmpty else { return "" }
        return "<h2 id=\"operations\">Operations of the service</h2>\n" + facts.operations.map(section).joined()
    }

    private func section(of operation: OperationFacts) -> HTML {
        let doc: HTML = operation.doc.isEmpty ? "" : "<p>\(HTML.prose(operation.doc))</p>\n"
        let replies = (operation.canSucceed ? ["success"] : []) + operation.challenges.sorted()
        let list = HTML.facts([
            ("Sent at", LeadText(facts: facts).links(operation.nodes)), ("Sends", .names(operation.members.sorted())),
            ("Replies", .names(replies)), ("Errors", .names(operation.errors.sorted())),
        ])
        return """
            <section class="card calls" id="\(Self.anchor(operation.name))">
            <h3>\(operation.name)</h3>
            \(doc)\(list)</section>

            """
    }
}
