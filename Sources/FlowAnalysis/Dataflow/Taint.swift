package import FlowAnnotations
package import FlowModel

/// What clings to a value, however it is passed on.
package struct Taint: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whoever has the value was granted something by it, as by a token.
    package static let granted = Taint(rawValue: 1)
    /// Nobody may see the value but where the flow discloses it.
    package static let secret = Taint(rawValue: 2)
}

/// Where labels come from: what values have by their types, and what replies bring by their places.
package struct TaintSources: Sendable {
    /// A value that replies bring, with the labels that it can have.
    struct ReplyValue: Sendable {
        let slot: SlotID
        /// The labels that it has whatever reply brings it.
        let taint: Taint
        /// The replies in which it is secret, or holds a secret.
        let secretIn: [Replies]
    }

    /// By slot: the labels of any value that it holds.
    let byType: [Taint]
    /// By requesting state: the slots of the values that its replies bring.
    let brought: [StateID: [SlotID]]
    /// By requesting state: those of these values that can have a label beyond that of their type; of one slot there can be several.
    let tainted: [StateID: [ReplyValue]]

    /// The seeds of a flow.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        let byType: [Taint] = flow.slots.map { $0.type.isSecret ? .secret : [] }
        var brought: [StateID: [SlotID]] = [:]
        var tainted: [StateID: [ReplyValue]] = [:]
        for (state, kind) in flow.states.map(\.kind).enumerated() {
            guard case .call(let request) = kind else { continue }
            let note = annotations.states[state]?.request
            let (grants, secrets) = (note?.grants ?? [], note?.secrets ?? [])
            brought[state] = request.reply.outputs.map(\.slot)
            tainted[state] = request.reply.outputs.compactMap { output in
                let isGranted = grants.contains { Self.touch($0, output.path) }
                let places = byType[output.slot].contains(.secret) ? [] : secrets
                let secretIn = places.filter { Self.touch($0.path, output.path) }.map(\.bringing)
                if !isGranted, secretIn.isEmpty { return nil }
                return ReplyValue(slot: output.slot, taint: isGranted ? .granted : [], secretIn: secretIn)
            }
        }
        (self.byType, self.brought, self.tainted) = (byType, brought, tainted)
    }

    /// Whether one of two places in a reply is in the other.
    private static func touch(_ one: [String], _ other: [String]) -> Bool {
        zip(one, other).allSatisfy { $0.utf8.count == $1.utf8.count && $0.utf8.elementsEqual($1.utf8) }
    }
}
