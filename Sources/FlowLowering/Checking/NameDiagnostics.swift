import FlowDiagnostics

/// Makes the findings about names: one function for each kind of problem.
struct NameDiagnostics {
    let symbols: SymbolTable

    private func source(_ name: Name) -> SourceName { SourceName(text: symbols[name.symbol], range: name.range) }

    /// A name that stands for nothing.
    func unknown(
        _ name: Name, _ kind: String, _ code: DiagnosticCode, among known: some Sequence<Symbol>, help: [String] = []
    ) -> Diagnostic {
        NameFindings.unknown(source(name), kind, code, among: symbols.texts(known), help: help)
    }

    /// A name that stands for nothing, among names in the order of the alphabet.
    func unknown(
        _ name: Name, _ kind: String, _ code: DiagnosticCode, sorted known: some Sequence<Symbol>, help: [String] = []
    ) -> Diagnostic {
        unknown(name, kind, code, among: symbols.sorted(known), help: help)
    }

    /// Returns a note that lists the known names, or no note if there are none.
    func known(_ what: String, _ names: some Sequence<Symbol>) -> [String] {
        let texts = symbols.texts(names)
        guard !texts.isEmpty else { return [] }
        let rest = texts.count > Self.maxListed ? " and \(texts.count - Self.maxListed) others" : ""
        return ["\(what) " + texts.prefix(Self.maxListed).map { "'\($0)'" }.joined(separator: ", ") + rest]
    }

    /// The maximum number of names listed.
    private static let maxListed = 8

    /// A text that is none of the words of a choice.
    func unknownWord(_ text: String, at range: SourceRange, among known: [Symbol]) -> Diagnostic {
        NameFindings.unknown(SourceName(text: text, range: range), "word", .unknownWord, among: symbols.texts(known))
    }

    /// A port that a handler or a sub-flow does not have.
    func unknownPort(
        _ name: Name, of owner: String, at place: SourceRange?, _ verb: String = "has",
        among ports: some Sequence<Symbol>
    ) -> Diagnostic {
        var finding = unknown(name, "port", .unknownPort, among: ports)
        finding.help += known("\(owner) \(verb)", ports)
        if let place { finding.notes.append(Diagnostic.Note("\(owner) is declared here", at: place)) }
        return finding
    }

    /// A type of errors that nothing raises.
    func unknownError(_ name: Name, among known: [String], raised: some Sequence<Symbol>) -> Diagnostic {
        var finding = NameFindings.unknown(source(name), "error", .unknownError, among: known)
        if finding.help.isEmpty { finding.help = self.known("the service has", raised) }
        return finding
    }

    /// A name that was given before.
    func duplicate(_ name: Name, _ kind: String, first: SourceRange? = nil) -> Diagnostic {
        NameFindings.duplicateName(source(name), kind, first: first)
    }

    /// A node that does not exist, or not any more.
    func target(_ name: Name, _ composition: Composition) -> Diagnostic {
        if let removal = composition.removals[name.symbol] { return removed(name, at: removal) }
        let known = composition.nodes.filter { !$0.parts.isEmpty }.map(\.id.symbol)
        return unknown(name, "node", .unknownTarget, among: known)
    }

    /// A sub-flow that can end in several ways, of which any counts only if it is named.
    func ambiguousPassing(_ name: Name, _ outcomes: [Symbol]) -> Diagnostic {
        let text = symbols[name.symbol]
        let list = symbols.texts(outcomes)
        return Diagnostic(
            .ambiguousPassing, at: name.range,
            "'\(text)' can end with " + list.map { "'\($0)'" }.joined(separator: " or ")
                + ", so name the outcome that passes it",
            subjects: [text] + list,
            help: ["name the outcome: " + list.map { "\(text):\($0)" }.joined(separator: ", ")])
    }

    /// Something that is said of a name already, so that one of the two counts for nothing.
    func twice(_ name: Name, _ kind: String, first: SourceRange?) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .duplicateName, at: name.range,
            "only one <\(kind) name=\"\(text)\"> can take effect here",
            subjects: [text], notes: first.map { [Diagnostic.Note("first defined here", at: $0)] } ?? [],
            help: ["remove one of them" + (kind == "send" ? ", or give the first one a guard" : "")])
    }

    /// An ask with the name of the one that selections make.
    func secondSelection(_ name: Name) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "<on select> already asks for '\(symbols[name.symbol])' here",
            subjects: [symbols[name.symbol]],
            help: ["add type=\"choice\" to this ask, so that the selections refer to it, or rename it"])
    }

    /// A flow that is imported under the name of another.
    func secondImport(_ file: Name, of flow: Name) -> Diagnostic {
        let text = symbols[flow.symbol]
        return Diagnostic(
            .duplicateName, at: file.range, "a flow named '\(text)' is already imported", subjects: [text],
            help: ["rename one of the two flows"])
    }

    /// A name that several services of the flow have.
    func ambiguous(_ name: Name, _ services: [Symbol]) -> Diagnostic {
        let text = symbols[name.symbol]
        let list = symbols.texts(services).map { "'\($0)'" }.joined(separator: " and ")
        return Diagnostic(
            .ambiguousService, at: name.range, "\(list) both have '\(text)'", subjects: [text],
            help: [
                "choose the service of a call with service=\"…\"", "rename a value with <receive>",
                "or move the requests to one service into a sub-flow",
            ])
    }

    /// A node that an extension takes away although something leads to it.
    func removed(_ name: Name, at removal: SourceRange) -> Diagnostic {
        Diagnostic(
            .unknownTarget, at: name.range, "the node '\(symbols[name.symbol])' is removed, but this still leads to it",
            subjects: [symbols[name.symbol]], notes: [Diagnostic.Note("removed here", at: removal)],
            help: ["keep the node, or replace the transition to it"])
    }

    /// A node that is written twice.
    func duplicateNode(_ id: Name, first: SourceRange) -> Diagnostic {
        node(
            id, "is defined twice", .duplicateNode, "first defined here", first,
            "rename it, or add inherit=\"extend\" or inherit=\"replace\" if it is inherited")
    }

    /// Something that should change an inherited node where there is none.
    func nothingInherited(
        _ name: Name, _ kind: String = "node", to verb: String, among known: some Sequence<Symbol>
    ) -> Diagnostic {
        let near = NearNames.suggest(symbols[name.symbol], among: symbols.texts(known))
        return Diagnostic(
            .nothingInherited, at: name.range, "there is no inherited \(kind) '\(symbols[name.symbol])' to \(verb)",
            subjects: [symbols[name.symbol]], help: NameFindings.help(near: near))
    }

    /// A node that should change another one of the same flow, which is no inherited one.
    func notInherited(_ id: Name, first: SourceRange) -> Diagnostic {
        node(
            id, "is defined in this flow, not inherited", .nothingInherited, "defined here", first,
            "merge the two nodes")
    }

    /// A node that should add to an inherited one of another kind.
    func inheritedAsOther(_ id: Name, first: SourceRange) -> Diagnostic {
        node(
            id, "is inherited as a node of another kind", .nothingInherited, "inherited from here", first,
            "extend it with a node of the same kind, or use inherit=\"replace\"")
    }

    private func node(
        _ id: Name, _ fault: String, _ code: DiagnosticCode, _ note: String, _ first: SourceRange, _ help: String
    ) -> Diagnostic {
        let text = symbols[id.symbol]
        return Diagnostic(
            code, at: id.range, "the node '\(text)' \(fault)", subjects: [text],
            notes: [Diagnostic.Note(note, at: first)], help: [help])
    }

    /// A value of a reply that is to be kept under the name of another one that the same replies bring.
    func brought(_ into: Name, besides name: Name) -> Diagnostic {
        let text = symbols[into.symbol]
        return Diagnostic(
            .duplicateName, at: into.range,
            "the same replies contain '\(text)', which '\(symbols[name.symbol])' would replace",
            subjects: [text], help: ["declare a value with another name, and receive it there"])
    }

    /// A key of a request that is not sent but chosen.
    func chosen(_ name: Name) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .unknownParameter, at: name.range,
            "'\(text)' selects the variant or challenge, so a flow cannot send it",
            subjects: [text], help: ["remove it, and select a variant with variant=\"…\" at the call"])
    }

    /// A command has the name of an event that every flow has.
    func builtinEvent(_ name: Name) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .duplicateName, at: name.range, "'\(text)' is a built-in event", subjects: [text],
            help: ["use <on event=\"\(text)\" …/> without declaring it, or choose another name"])
    }
}
