import FlowCompiler

/// The page about what a host gives and gets: inputs, steps, outcomes, handlers and notifications.
struct HostPage {
    let facts: FlowSummary

    /// Returns the identifier of a handler's section.
    static func anchor(_ handler: String) -> String { "handler-" + handler }

    var content: HTML {
        """
        <h1>\(facts.name): what the host gives and gets</h1>
        <h2 id="inputs">Inputs</h2>
        <p>The host gives these values when it starts the flow.</p>
        \(facts.interface.inputs.isEmpty ? "<p>The flow has no inputs.</p>\n" : HTML.asks(facts.interface.inputs.map(AskFacts.init)))\
        <h2 id="steps">Steps that the host shows</h2>
        \(steps)<h2 id="outcomes">Outcomes</h2>
        \(outcomes)<h2 id="handlers">Handlers</h2>
        \(handlers)\(notifications)
        """
    }

    /// The table of the steps. A step with nil answers asks for nothing; a step with no answers, for a confirmation.
    private var steps: HTML {
        let rows = facts.interface.steps.map { step -> [HTML] in
            let answers: HTML =
                step.answers.map { asks in
                    asks.isEmpty
                        ? "a confirmation"
                        : asks.map { "<code>\($0.name)</code>\($0.isRequired ? "" : " (optional)")" as HTML }
                            .joined(separator: ", ")
                } ?? "nothing"
            return [
                "<code>\(step.name)</code>", LeadText.links(facts.nodes(showing: step.name)), values(step.shown),
                answers,
                .names(step.commands.map(\.name)),
            ]
        }
        return .table(
            ["Step", "Nodes", "Shows", "Asks for", "Commands"], rows, otherwise: "<p>The flow shows no step.</p>\n")
    }

    private var outcomes: HTML {
        let rows = facts.interface.outcomes.map { outcome -> [HTML] in
            let ends = facts.nodes(.endsWell, .endsBadly).filter { $0.names.contains(outcome.name) }
            return [
                "<code>\(outcome.name)</code>", LeadText.links(ends), .prose(outcome.doc), values(outcome.shown),
                errors(outcome.errors),
            ]
        }
        return .table(
            ["Outcome", "Ends", "Meaning", "Shows", "Errors"], rows, otherwise: "<p>The flow has no end.</p>\n")
    }

    /// Returns the names and types of values, separated by commas.
    private func values(_ values: [HostInterface.Value]) -> HTML {
        values.map { "<code>\($0.name)</code>\(HTML.note(of: $0.type))" as HTML }.joined(separator: ", ")
    }

    /// Returns the errors that an outcome can show.
    private func errors(_ errors: HostInterface.ErrorTypes) -> HTML {
        guard errors.isPossible else { return "none" }
        let named = HTML.names(errors.named)
        let others: HTML = errors.named.isEmpty ? "any error" : "and others"
        let list = [named, errors.allowsOthers ? others : ""].filter { !$0.isEmpty }.joined(separator: " ")
        return errors.isOptional ? "none, or \(list)" : list
    }

    private var handlers: HTML {
        guard !facts.interface.handlers.isEmpty else { return "<p>The flow calls no handler.</p>\n" }
        return facts.interface.handlers.map { handler -> HTML in
            let nodes = facts.nodes.filter { $0.handlers.contains(handler.name) }
            let doc: HTML = handler.doc.isEmpty ? "" : "<p>\(HTML.prose(handler.doc))</p>\n"
            let gives = handler.gives.map { port -> HTML in
                "<code>\(port.name)</code>\(HTML.note(of: port.type))\(port.isRequired ? "" : ", optional")"
            }
            let list = HTML.facts([
                ("Gets", values(handler.needs)), ("Returns", gives.joined(separator: ", ")),
                ("Can fail with", .names(handler.failures)), ("Called at", LeadText.links(nodes)),
            ])
            return """
                <section class="card works" id="\(Self.anchor(handler.name))">
                <h3>\(handler.name)</h3>
                \(doc)\(list)</section>

                """
        }.joined()
    }

    /// The table of the notifications, with a heading; empty if there are none.
    private var notifications: HTML {
        guard !facts.interface.notifications.isEmpty else { return "" }
        let rows = facts.interface.notifications.map { ["<code>\($0.name)</code>" as HTML, values($0.shown)] }
        return "<h2 id=\"notifications\">Notifications</h2>\n" + .table(["Notification", "Shows"], rows)
    }
}
