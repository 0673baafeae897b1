import FlowDiagnostics
import FlowSyntax

/// Creates the findings about names, with a function for each kind of problem.
struct NameDiagnostics {
    let symbols: SymbolTable

    /// Returns a name with its text, as findings outside of this module need it.
    private func sourceName(_ name: Name) -> SourceName { SourceName(text: symbols[name.symbol], range: name.range) }

    /// Creates the finding about a name that is not declared.
    ///
    /// - Parameters:
    ///   - name: the undeclared name
    ///   - kind: the kind of thing that it should name, such as `value`
    ///   - code: the code of the finding
    ///   - known: the declared names of this kind
    ///   - help: the help lines before the suggestions
    /// - Returns: the finding, whose help suggests known names of similar spelling
    func unknown(
        _ name: Name, _ kind: String, _ code: DiagnosticCode, among known: some Sequence<Symbol>, help: [String] = []
    ) -> Diagnostic {
        NameFindings.unknown(sourceName(name), kind, code, among: symbols.texts(known), help: help)
    }

    /// Returns the finding about a name that is not declared. Sorts the known names.
    func unknown(
        _ name: Name, _ kind: String, _ code: DiagnosticCode, sorting known: some Sequence<Symbol>, help: [String] = []
    ) -> Diagnostic {
        unknown(name, kind, code, among: symbols.sorted(known), help: help)
    }

    /// Returns a help line that lists names after an introduction, or an empty array if there are no names.
    func helpLines(_ introduction: String, listing names: some Sequence<Symbol>) -> [String] {
        let texts = symbols.texts(names)
        guard !texts.isEmpty else { return [] }
        let listed = texts.prefix(Self.maxListed).map { "'\($0)'" }.joined(separator: ", ")
        let unlistedCount = texts.count - Self.maxListed
        if unlistedCount <= 0 { return ["\(introduction) \(listed)"] }
        return ["\(introduction) \(listed) and \(unlistedCount) \(unlistedCount == 1 ? "other" : "others")"]
    }

    /// The maximum number of names that a help line lists.
    private static let maxListed = 8

    /// Returns the finding about a text that is not one of the allowed words.
    func unknownWord(_ text: String, at range: SourceRange, among allowed: [Symbol]) -> Diagnostic {
        NameFindings.unknown(SourceName(text: text, range: range), "word", .unknownWord, among: symbols.texts(allowed))
    }

    /// Creates the finding about a port that a handler or sub-flow does not have.
    ///
    /// - Parameters:
    ///   - name: the unknown port
    ///   - owner: the handler or sub-flow as the message names it, such as `the flow 'mfa'`
    ///   - place: the place of the owner's declaration. If it is nil, the finding does not refer to it.
    ///   - verb: the words between the owner and its ports in the help, such as `needs`
    ///   - ports: the ports that the owner has
    /// - Returns: the finding, whose help lists the ports
    func unknownPort(
        _ name: Name, of owner: String, at place: SourceRange?, _ verb: String,
        among ports: some Sequence<Symbol>
    ) -> Diagnostic {
        var finding = unknown(name, "port", .unknownPort, among: ports)
        finding.help += helpLines("\(owner) \(verb)", listing: ports)
        if let place { finding.notes.append(Diagnostic.Note("\(owner) is declared here", at: place)) }
        return finding
    }

    /// Creates the finding about an error type that nothing raises.
    ///
    /// - Parameters:
    ///   - name: the unknown error type
    ///   - known: the error types that the help can suggest
    ///   - serviceErrors: the errors of the services, which the help lists if no error type has a similar spelling
    /// - Returns: the finding, whose help suggests known names of similar spelling
    func unknownError(
        _ name: Name, among known: [String], serviceErrors: some Sequence<Symbol>
    ) -> Diagnostic {
        var finding = NameFindings.unknown(sourceName(name), "error", .unknownError, among: known)
        if finding.help.isEmpty { finding.help = helpLines("the service has", listing: serviceErrors) }
        return finding
    }

    /// Returns the finding about a failure that no handler raises. Its help suggests known names of similar spelling.
    func unknownFailure(_ name: Name, among known: [String]) -> Diagnostic {
        NameFindings.unknown(sourceName(name), "failure", .unknownFailure, among: known)
    }

    /// Returns the finding about a name that is already declared, at the place `first` if it is known.
    func duplicate(_ name: Name, _ kind: String, first: SourceRange? = nil) -> Diagnostic {
        NameFindings.duplicateName(sourceName(name), kind, first: first)
    }

    /// Returns the finding about a target node that does not exist, or is removed.
    func unknownTarget(_ name: Name, _ composition: Composition) -> Diagnostic {
        if let removal = composition.removals[name.symbol] { return removedTarget(name, at: removal) }
        let nodes = composition.nodes.filter { !$0.parts.isEmpty }
        // A node is named by its id, not by its step or challenge.
        let help = nodes.compactMap { node -> String? in
            let id = symbols[node.id.symbol]
            if node.parts.contains(where: { $0.present?.symbol == name.symbol }) {
                return "did you mean '\(id)', which presents this step?"
            }
            let isAnswer = node.parts.contains { $0.challenge?.symbol == name.symbol }
            return isAnswer ? "did you mean '\(id)', the node of this challenge?" : nil
        }
        if let first = help.first { return unknown(name, "node", .unknownTarget, among: [Symbol](), help: [first]) }
        return unknown(name, "node", .unknownTarget, among: nodes.map(\.id.symbol))
    }

    /// Returns the finding about an `unless-before` that names a `use` without saying which of its outcomes it means.
    func ambiguousOutcome(_ name: Name, _ outcomes: [Symbol]) -> Diagnostic {
        let text = symbols[name.symbol]
        let outcomeTexts = symbols.texts(outcomes)
        let quoted = outcomeTexts.map { "'\($0)'" }.joined(separator: " or ")
        let alternatives = outcomeTexts.map { "\(text):\($0)" }.joined(separator: " or ")
        return Diagnostic(
            .ambiguousOutcome, at: name.range,
            "'\(text)' can end with the outcome \(quoted), but 'unless-before' does not say which outcome it means",
            subjects: [text] + outcomeTexts, help: ["name the outcome: write \(alternatives)"])
    }

    /// Returns the finding about one of two elements for the same name, of which only one has an effect.
    func conflictingElement(_ name: Name, _ kind: String, first: SourceRange) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .duplicateName, at: name.range,
            "only one <\(kind) name=\"\(text)\"> can take effect here",
            subjects: [text], notes: [Diagnostic.Note("first defined here", at: first)],
            help: ["remove one of them" + (kind == "send" ? ", or give the first one a guard" : "")])
    }

    /// Returns the finding about an `after` that differs from the first one in the same scope.
    func secondTimeLimit(_ limit: Name, first: SourceRange) -> Diagnostic {
        Diagnostic(
            .conflictingAttributes, at: limit.range, "a step has only one time limit, so this 'after' has no effect",
            subjects: ["after"], notes: [Diagnostic.Note("the time limit is set here", at: first)],
            help: ["use the same 'after' in both transitions, or a value of type seconds that the flow sets"])
    }

    /// Returns the finding about a `send` of a key that an `omit` in the same scope leaves out.
    func omittedSend(_ key: Name) -> Diagnostic {
        let text = symbols[key.symbol]
        return Diagnostic(
            .duplicateName, at: key.range, "the same scope omits the key '\(text)', so this <send> has no effect",
            subjects: [text], help: ["remove this <send>, or remove '\(text)' from <omit>"])
    }

    /// Returns the finding about a `reset` of the attempts at a node that has none of its own.
    ///
    /// `counter` is the declared counter that counts the attempts there; nil if none does.
    func idleReset(ofAttemptsAt node: Name, countedBy counter: Name?) -> Diagnostic {
        let text = symbols[node.symbol]
        let help =
            counter.map { "reset the counter of its attempts with <reset counter=\"\(symbols[$0.symbol])\"/>" }
            ?? "add 'attempts' to a transition of '\(text)', or remove '\(text)' from this <reset>; "
            + "if it names no other node, remove the <reset>"
        return Diagnostic(
            .misplacedElement, at: node.range, "<reset> has no effect on '\(text)', which has no attempts of its own",
            subjects: ["reset", text], help: [help])
    }

    /// Returns the finding about an ask with the name of the implicit ask of `on select`.
    func secondSelection(_ name: Name) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "<on select> already asks for '\(symbols[name.symbol])' here",
            subjects: [symbols[name.symbol]],
            help: ["add type=\"choice\" to this ask, so that the selections refer to it, or rename it"])
    }

    /// Returns the finding about a value that has the name of a part of the pending error.
    func pendingError(_ value: ValueDefinition) -> Diagnostic {
        let text = symbols[value.name]
        return Diagnostic(
            .duplicateName, at: value.range, "'\(text)' is the name of a part of the pending error", subjects: [text],
            help: ["rename this value"])
    }

    /// Returns the finding about an import of a flow whose name another imported flow already has.
    func secondImport(_ file: Name, of flow: Name) -> Diagnostic {
        let text = symbols[flow.symbol]
        return Diagnostic(
            .duplicateName, at: file.range, "a flow named '\(text)' is already imported", subjects: [text],
            help: ["rename one of the two flows, or remove one of the imports"])
    }

    /// Returns the finding about an operation, challenge or value that several services of the flow have.
    func ambiguousService(of name: Name, _ services: [Symbol]) -> Diagnostic {
        let text = symbols[name.symbol]
        let owners = symbols.texts(services).map { "'\($0)'" }.joined(separator: " and ")
        return Diagnostic(
            .ambiguousService, at: name.range, "several services have '\(text)': \(owners)", subjects: [text],
            help: [
                "for an operation, add service=\"…\" to the call",
                "for a value, store it under another name with <receive>",
                "otherwise, move the requests to one of the services into a sub-flow",
            ])
    }

    /// Returns the finding about a target node that an extension removes.
    private func removedTarget(_ name: Name, at removal: SourceRange) -> Diagnostic {
        Diagnostic(
            .unknownTarget, at: name.range, "the node '\(symbols[name.symbol])' is removed, but is still a target here",
            subjects: [symbols[name.symbol]], notes: [Diagnostic.Note("removed here", at: removal)],
            help: ["keep the node, or replace the transition to it"])
    }

    /// Returns the finding about the second definition of a node.
    func duplicateNode(_ id: Name, first: SourceRange) -> Diagnostic {
        conflictingDefinition(
            of: id, .duplicateNode, "is defined twice", other: first, "first defined here",
            help: "rename it, or add inherit=\"extend\" or inherit=\"replace\" if it is inherited")
    }

    /// Creates the finding about an element that extends, replaces or removes something that is not inherited.
    ///
    /// - Parameters:
    ///   - name: the node or input that the element names
    ///   - kind: the kind of element that should be inherited
    ///   - verb: what the element does to it, such as `extend`
    ///   - known: the inherited names
    /// - Returns: the finding, whose help suggests known names of similar spelling
    func nothingInherited(
        _ name: Name, _ kind: String = "node", to verb: String, among known: some Sequence<Symbol>
    ) -> Diagnostic {
        let near = NearNames.suggest(symbols[name.symbol], among: symbols.texts(known))
        return Diagnostic(
            .nothingInherited, at: name.range, "there is no inherited \(kind) '\(symbols[name.symbol])' to \(verb)",
            subjects: [symbols[name.symbol]], help: NameFindings.help(near: near))
    }

    /// Returns the finding about a node that extends or replaces a node of its own file.
    func notInherited(_ id: Name, first: SourceRange) -> Diagnostic {
        conflictingDefinition(
            of: id, .nothingInherited, "is defined in this flow, not inherited", other: first, "defined here",
            help: "merge the two nodes into one, or rename this one and remove 'inherit'")
    }

    /// Returns the finding about a node that extends an inherited node of another kind.
    func inheritedAsOtherKind(_ id: Name, first: SourceRange) -> Diagnostic {
        conflictingDefinition(
            of: id, .nothingInherited, "is inherited as a node of another kind", other: first, "inherited from here",
            help: "extend it with a node of the same kind, or use inherit=\"replace\"")
    }

    /// Creates a finding about the definition of a node that does not fit another definition of the node.
    ///
    /// - Parameters:
    ///   - id: the identifier in the definition at fault
    ///   - code: the code of the finding
    ///   - fault: what is wrong, as the predicate of a sentence about the node
    ///   - other: the place of the other definition
    ///   - note: what the note says about that place
    ///   - help: what the author can do
    /// - Returns: the finding, with a note about the other definition
    private func conflictingDefinition(
        of id: Name, _ code: DiagnosticCode, _ fault: String, other: SourceRange, _ note: String, help: String
    ) -> Diagnostic {
        let text = symbols[id.symbol]
        return Diagnostic(
            code, at: id.range, "the node '\(text)' \(fault)", subjects: [text],
            notes: [Diagnostic.Note(note, at: other)], help: [help])
    }

    /// Returns the finding about a `receive` that stores output `name` under the name of another output, `into`.
    func overwrittenOutput(_ into: Name, by name: Name) -> Diagnostic {
        let (text, stored) = (symbols[into.symbol], symbols[name.symbol])
        return Diagnostic(
            .duplicateName, at: into.range,
            "storing '\(stored)' here would overwrite the output '\(text)' of the same replies",
            subjects: [text], help: ["declare a value of another name, and store '\(stored)' in that value"])
    }

    /// Returns the finding about an output in `requires` that the required replies never contain.
    func neverContained(_ name: Name, in reply: String) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .unknownParameter, at: name.range, "no \(reply) contains '\(text)'",
            help: ["remove it from 'requires', or require a value that these replies contain"])
    }

    /// Returns the finding about a `send` of a key that selects the variant or challenge.
    func choosingKey(_ name: Name) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .unknownParameter, at: name.range,
            "'\(text)' selects the variant or challenge, so a flow cannot send it",
            subjects: [text],
            help: ["remove it: a call selects a variant with variant=\"…\", and an answer selects its own challenge"])
    }

    /// Returns the finding about a `send` of a key that has the same place in the request as another key.
    func conflictingKeys(_ name: Name, _ other: Symbol) -> Diagnostic {
        let (text, otherText) = (symbols[name.symbol], symbols[other])
        return Diagnostic(
            .duplicateName, at: name.range, "the keys '\(text)' and '\(otherText)' have the same place in the request",
            subjects: [text, otherText],
            help: ["send only one of them, or correct the paths in the service description"])
    }

    /// Returns the finding about a command with the name of a built-in event.
    func builtinEvent(_ name: Name) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .duplicateName, at: name.range, "the command '\(text)' has the name of a built-in event",
            subjects: [text],
            help: ["use <on event=\"\(text)\" …/> without declaring it, or choose another name"])
    }
}
