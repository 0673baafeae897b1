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
                + ": it is not said which of them passes it",
            subjects: [text] + list,
            help: ["name the outcome: " + list.map { "\(text):\($0)" }.joined(separator: ", ")])
    }

    /// Something that is said of a name already, so that one of the two counts for nothing.
    func twice(_ name: Name, _ kind: String, first: SourceRange?) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .duplicateName, at: name.range,
            "there is <\(kind) name=\"\(text)\"> here already, and only one of them counts",
            subjects: [text], notes: first.map { [Diagnostic.Note("first written here", at: $0)] } ?? [],
            help: ["remove one of them" + (kind == "send" ? ", or give the first one a guard" : "")])
    }

    /// An ask with the name of the one that selections make.
    func secondSelection(_ name: Name) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "<on select> asks for '\(symbols[name.symbol])' here by itself",
            subjects: [symbols[name.symbol]],
            help: ["give this ask type=\"choice\", so that the selections are about it, or another name"])
    }

    /// A flow that is imported under the name of another.
    func secondImport(_ file: Name, of flow: Name) -> Diagnostic {
        let text = symbols[flow.symbol]
        return Diagnostic(
            .duplicateName, at: file.range, "a flow with the name '\(text)' is imported already", subjects: [text],
            help: ["give one of the two flows another name"])
    }

    /// A name that several services of the flow have.
    func ambiguous(_ name: Name, _ services: [Symbol]) -> Diagnostic {
        let text = symbols[name.symbol]
        let list = symbols.texts(services).map { "'\($0)'" }.joined(separator: " and ")
        return Diagnostic(
            .ambiguousService, at: name.range, "\(list) both have '\(text)'", subjects: [text],
            help: [
                "name the service of a call with service=\"…\"", "give a value a name of its own with <receive>",
                "or put what one service is asked for into a sub-flow of its own",
            ])
    }

    /// A node that an extension takes away although something leads to it.
    func removed(_ name: Name, at removal: SourceRange) -> Diagnostic {
        Diagnostic(
            .unknownTarget, at: name.range, "the node '\(symbols[name.symbol])' is removed, but this still leads to it",
            subjects: [symbols[name.symbol]], notes: [Diagnostic.Note("removed here", at: removal)],
            help: ["keep the node, or replace what leads to it"])
    }

    /// A node that is written twice.
    func duplicateNode(_ id: Name, first: SourceRange) -> Diagnostic {
        node(
            id, "is written twice", .duplicateNode, "first written here", first,
            "give it another id, or say inherit=\"extend\" or inherit=\"replace\" where it is inherited")
    }

    /// Something that should change an inherited node where there is none.
    func nothingInherited(
        _ name: Name, _ kind: String = "node", to verb: String, among known: some Sequence<Symbol>
    ) -> Diagnostic {
        let near = NearNames.suggest(symbols[name.symbol], among: symbols.texts(known))
        return Diagnostic(
            .nothingInherited, at: name.range, "there is no inherited \(kind) '\(symbols[name.symbol])' to \(verb)",
            subjects: [symbols[name.symbol]], help: NameFindings.help(kind, near: near))
    }

    /// A node that should change another one of the same flow, which is no inherited one.
    func notInherited(_ id: Name, first: SourceRange) -> Diagnostic {
        node(
            id, "is written in this flow, and not inherited", .nothingInherited, "written here", first,
            "write both as one node")
    }

    /// A node that should add to an inherited one of another kind.
    func inheritedAsOther(_ id: Name, first: SourceRange) -> Diagnostic {
        node(
            id, "is inherited as one of another kind", .nothingInherited, "inherited from here", first,
            "extend it by a node of its own kind, or write inherit=\"replace\"")
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
            "'\(text)' is brought by the same replies, and '\(symbols[name.symbol])' would take its place",
            subjects: [text], help: ["declare a value of another name, and receive it there"])
    }

    /// A key of a request that is not sent but chosen.
    func chosen(_ name: Name) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .unknownParameter, at: name.range,
            "'\(text)' says which variant or challenge is meant, and is not sent",
            subjects: [text], help: ["remove it, and choose a variant with variant=\"…\" at the call"])
    }

    /// A command has the name of an event that every flow has.
    func builtinEvent(_ name: Name) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .duplicateName, at: name.range, "'\(text)' is an event that every flow has", subjects: [text],
            help: ["write <on event=\"\(text)\" …/> without declaring it, or choose another name"])
    }
}
