package import FlowAnnotations
package import FlowModel

/// What clings to a value, however it is passed on.
package struct ValueLabels: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whoever has the value was granted something by it, as by a token.
    package static let granted = ValueLabels(rawValue: 1)
    /// Nobody may see the value but where the flow discloses it.
    package static let secret = ValueLabels(rawValue: 2)
}

/// Where labels come from: what values have by their types, and what replies bring by their places.
package struct LabelSeeds: Sendable {
    /// A value that replies bring, with the labels that it can have.
    struct Brought: Sendable {
        let slot: SlotID
        /// The labels that it has whatever reply brings it.
        let labels: ValueLabels
        /// The replies in which it is secret, or holds a secret.
        let secretIn: [Replies]
    }

    /// By slot: the labels of any value that it holds.
    let ofTypes: [ValueLabels]
    /// By requesting state: the slots of the values that its replies bring.
    let brought: [StateID: [SlotID]]
    /// By requesting state: those of these values that can have a label beyond that of their type; of one slot there can be several.
    let labelled: [StateID: [Brought]]

    /// The seeds of a flow.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        let ofTypes: [ValueLabels] = flow.slots.map { $0.type.isSecret ? .secret : [] }
        var brought: [StateID: [SlotID]] = [:]
        var labelled: [StateID: [Brought]] = [:]
        for (state, kind) in flow.states.map(\.kind).enumerated() {
            guard case .call(let request) = kind else { continue }
            let note = annotations.states[state]?.request
            let (grants, secrets) = (note?.grants ?? [], note?.secrets ?? [])
            brought[state] = request.reply.outputs.map(\.slot)
            labelled[state] = request.reply.outputs.compactMap { output in
                let isGranted = grants.contains { Self.touch($0, output.path) }
                let places = ofTypes[output.slot].contains(.secret) ? [] : secrets
                let secretIn = places.filter { Self.touch($0.path, output.path) }.map(\.bringing)
                if !isGranted, secretIn.isEmpty { return nil }
                return Brought(slot: output.slot, labels: isGranted ? .granted : [], secretIn: secretIn)
            }
        }
        (self.ofTypes, self.brought, self.labelled) = (ofTypes, brought, labelled)
    }

    /// Whether one of two places in a reply is in the other.
    private static func touch(_ one: [String], _ other: [String]) -> Bool {
        zip(one, other).allSatisfy { $0.utf8.count == $1.utf8.count && $0.utf8.elementsEqual($1.utf8) }
    }
}
