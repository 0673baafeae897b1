package import FlowCompiler
package import FlowDiagnostics
import FlowSyntax

/// Two names of a flow that become the same Swift name in one scope.
struct NameClash {
    /// What the names belong to, such as `step` or `outcome`.
    let kind: String
    let names: (String, String)
    let swiftName: String

    /// Returns the clashes in an interface, at most one for each scope.
    static func all(in interface: HostInterface) -> [NameClash] {
        var scopes = [
            NameScope("step", interface.steps.map(\.name), SwiftName.type, reserved: NameScope.types),
            NameScope("outcome", interface.outcomes.map(\.name), SwiftName.type),
            NameScope("notification", interface.notifications.map(\.name), SwiftName.member),
            NameScope("handler", interface.handlers.map(\.name), SwiftName.type),
        ]
        scopes += NameScope.scopes(of: interface.inputs, kind: "input", reserved: [])
        for step in interface.steps {
            let calls = ["submit", "error", "timeLeft", "turn"] + step.commands.map { SwiftName.member($0.name) }
            scopes.append(NameScope("value", step.shown.map(\.name), SwiftName.member, reserved: calls))
            scopes.append(NameScope("error", step.errors.named, SwiftName.errorCase, reserved: ["other"]))
            scopes.append(NameScope("command", step.commands.map(\.name), SwiftName.member))
            scopes += NameScope.scopes(of: step.answers ?? [], kind: "answer", reserved: ["values", "turn"])
        }
        for outcome in interface.outcomes {
            let calls = ["error", "turn"] + outcome.commands.map { SwiftName.member($0.name) }
            scopes.append(NameScope("value", outcome.shown.map(\.name), SwiftName.member, reserved: calls))
            scopes.append(NameScope("error", outcome.errors.named, SwiftName.errorCase, reserved: ["other"]))
        }
        for handler in interface.handlers {
            scopes.append(NameScope("port", handler.needs.map(\.name), SwiftName.member))
            scopes += NameScope.scopes(of: handler.gives, kind: "port", reserved: ["values"])
            scopes.append(NameScope("failure", handler.failures, SwiftName.errorCase))
        }
        return scopes.compactMap(\.clash)
    }
}

/// The names of one kind that must stay different in Swift.
private struct NameScope {
    /// The first two names that clash; nil if all names differ.
    let clash: NameClash?

    /// The types that every generated type contains.
    static let types = ["Inputs", "Step", "Outcome", "Notification", "Handlers", "Ports"]

    /// Creates a scope whose names become Swift names by `swiftName`, and must differ from the reserved ones.
    init(_ kind: String, _ names: [String], _ swiftName: (String) -> String, reserved: [String] = []) {
        var known = Dictionary(reserved.map { ($0, $0) }) { first, _ in first }
        for name in names {
            if let other = known.updateValue(name, forKey: swiftName(name)) {
                clash = NameClash(kind: kind, names: (other, name), swiftName: swiftName(name))
                return
            }
        }
        clash = nil
    }

    /// Returns the scopes of inputs and of the words that each accepts.
    static func scopes(of inputs: [HostInterface.Input], kind: String, reserved: [String]) -> [NameScope] {
        [NameScope(kind, inputs.map(\.name), SwiftName.member, reserved: reserved)]
            + inputs.map { NameScope("word", $0.rule.words, SwiftName.member) }
    }
}

extension HostInterface {
    /// Returns a finding for each pair of names that become the same Swift name, at the flow's root element.
    package func nameClashes(in compilation: Compilation) -> [Diagnostic] {
        guard let tree = compilation.graph.root?.tree else { return [] }
        return NameClash.all(in: self).map { clash in
            let (first, second) = clash.names
            return Diagnostic(
                .swiftNameClash, at: tree.nameRange(of: tree.root),
                "the \(clash.kind) '\(second)' becomes '\(clash.swiftName)' in Swift, as does '\(first)'",
                help: ["rename one of them"])
        }
    }
}
