import FlowDiagnostics
import FlowModel
import FlowSyntax

/// An `on` as written.
struct TransitionDeclaration {
    /// What it listens to.
    enum Selector {
        case event, error, challenge, select, failure, outcome
    }

    /// Where it leads.
    enum Target {
        case node(Name)
        case here(present: Name?)
        case send
        case compute
        case lastStep(otherwise: Name)
        case restart(Name, keep: [Name])
        case refuse(Name)
        case nowhere
    }

    var place: Place
    var selector: Selector
    var names: [Name]
    var target: Target
    var id: TransitionID
    /// Whether it has a guard.
    var hasGuard: Bool

    /// How closely it names the event: less is closer; nothing if it does not listen to it.
    func rank(for key: EventKey) -> Int? {
        switch (selector, key) {
        case (.event, .host(let name)): return names.contains { $0.text == name } ? 1 : nil
        case (.select, .host("submit")): return 1
        case (.event, .success), (.event, .challenge):
            if case .success = key, names.contains(where: { $0.text == "success" }) { return 1 }
            return names.contains { $0.text == "reply" } ? 2 : nil
        case (.event, .invalid): return names.contains { $0.text == "invalid" } ? 1 : nil
        case (.error, .error(let name)), (.challenge, .challenge(let name)), (.failure, .failure(let name)):
            if let name, names.contains(where: { $0.text == name }) { return 1 }
            return names.contains { $0.text == "*" } ? 2 : nil
        default: return nil
        }
    }
}
