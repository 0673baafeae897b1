package import FlowCompiler
package import FlowDiagnostics
import FlowSyntax

/// Two names of a flow that become the same Swift name in one scope.
private struct NameClash {
    /// What the names belong to, such as `step` or `outcome`.
    let kind: String
    let names: (String, String)
    let swiftName: String

    /// How to correct the clash.
    var help: String {
        let canBeNamed = DeclaredNames.Kind(rawValue: kind) != nil
        return canBeNamed ? "rename one of them, or give it a 'swift-name'" : "rename one of them"
    }

    /// Returns the clashes in an interface, at most one for each scope.
    static func all(in interface: HostInterface) -> [NameClash] {
        var scopes = [
            NameScope("step", parts: interface.steps, \.typeName, reserved: NameScope.types),
            NameScope("outcome", parts: interface.outcomes, \.typeName),
            NameScope("notification", interface.notifications.map(\.name), SwiftName.member),
            NameScope("handler", interface.handlers.map(\.name), SwiftName.type),
        ]
        scopes += NameScope.scopes(of: interface.inputs, kind: "input", reserved: [])
        scopes += interface.steps.flatMap(scopes(of:))
        scopes += interface.outcomes.flatMap(scopes(of:))
        for notification in interface.notifications {
            let reserved = notification.hasError ? ["error"] : []
            scopes.append(NameScope("value", parts: notification.shown, \.memberName, reserved: reserved))
        }
        scopes += interface.handlers.flatMap(scopes(of:))
        return scopes.compactMap(\.clash)
    }

    /// Returns the scopes of a step: its values, errors, commands and answers.
    private static func scopes(of step: HostInterface.Step) -> [NameScope] {
        let calls = ["submit", "error", "timeLeft", "turn"] + step.commands.map(\.memberName)
        let scopes = [
            NameScope("value", parts: step.shown, \.memberName, reserved: calls),
            NameScope("error", step.errors.named, SwiftName.errorCase, reserved: ["other"]),
            NameScope("command", parts: step.commands, \.memberName),
        ]
        return scopes + NameScope.scopes(of: step.answers ?? [], kind: "answer", reserved: ["values", "turn"])
    }

    /// Returns the scopes of an outcome: its values and errors.
    private static func scopes(of outcome: HostInterface.Outcome) -> [NameScope] {
        let calls = ["error", "turn"] + outcome.commands.map(\.memberName)
        return [
            NameScope("value", parts: outcome.shown, \.memberName, reserved: calls),
            NameScope("error", outcome.errors.named, SwiftName.errorCase, reserved: ["other"]),
        ]
    }

    /// Returns the scopes of a handler: its ports and failures.
    private static func scopes(of handler: HostInterface.Handler) -> [NameScope] {
        let needs = NameScope("port", handler.needs.map(\.name), SwiftName.member)
        let gives = NameScope.scopes(of: handler.gives, kind: "port", reserved: ["values"])
        return [needs] + gives + [NameScope("failure", handler.failures, SwiftName.errorCase)]
    }
}

/// The names of one kind that must stay different in Swift.
private struct NameScope {
    /// The first two names that clash; nil if all names differ.
    let clash: NameClash?

    /// The types that every generated type contains, and those whose cases an enumeration of steps has.
    static let types = ["Inputs", "Step", "BaseStep", "Outcome", "Notification", "Handlers", "Ports", "Base", "Ended"]

    /// Creates a scope whose names become Swift names by `swiftName`, and must differ from the reserved ones.
    init(_ kind: String, _ names: [String], _ swiftName: (String) -> String, reserved: [String] = []) {
        self.init(kind, names.map { ($0, swiftName($0)) }, reserved)
    }

    /// Creates a scope of names, each with its Swift name.
    private init(_ kind: String, _ names: [(name: String, swiftName: String)], _ reserved: [String]) {
        var known = Dictionary(reserved.map { ($0, $0) }) { first, _ in first }
        for (name, swiftName) in names {
            if let other = known.updateValue(name, forKey: swiftName) {
                clash = NameClash(kind: kind, names: (other, name), swiftName: swiftName)
                return
            }
        }
        clash = nil
    }

    /// Creates a scope of parts whose Swift names differ from the reserved ones.
    init<Part: SwiftNamed>(
        _ kind: String, parts: [Part], _ swiftName: KeyPath<Part, String>, reserved: [String] = []
    ) {
        self.init(kind, parts.map { ($0.name, $0[keyPath: swiftName]) }, reserved)
    }

    /// Returns the scopes of inputs and of the words that each accepts.
    static func scopes(of inputs: [HostInterface.Input], kind: String, reserved: [String]) -> [NameScope] {
        [NameScope(kind, parts: inputs, \.memberName, reserved: reserved)]
            + inputs.map { NameScope("word", $0.rule.words, SwiftName.member) }
    }
}

extension HostInterface {
    /// Returns the findings about Swift names.
    ///
    /// Names that become the same Swift name are reported at the flow's root element. A part with two Swift names is
    /// reported at the second name.
    package func nameClashes(in compilation: Compilation) -> [Diagnostic] {
        guard let tree = compilation.graph.root?.tree else { return [] }
        return DeclarationReader(compilation).names.conflicts
            + NameClash.all(in: self).map { clash in
                let (first, second) = clash.names
                return Diagnostic(
                    .swiftNameClash, at: tree.nameRange(of: tree.root),
                    "the \(clash.kind) '\(second)' becomes '\(clash.swiftName)' in Swift, as does '\(first)'",
                    help: [clash.help])
            }
    }
}
