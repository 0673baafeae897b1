import FlowDiagnostics
package import FlowIR
import FlowTable

/// The taint of a value, which copies inherit.
package struct Taint: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    /// Creates a set of taints from their bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The value grants access to the service, as a token does.
    package static let granted = Taint(rawValue: 1)
    package static let secret = Taint(rawValue: 2)
}

/// The sources of taint: the types of slots, and the members of replies.
package struct TaintSources: Sendable {
    /// A value in a reply, with its possible taint.
    struct ReplyValue: Sendable {
        /// The slot to which the reply assigns the value.
        let slot: SlotID
        /// The taint that the value has in every reply.
        let taint: Taint
        /// The replies in which the value is, contains or belongs to a secret.
        let secretIn: [Replies]
    }

    let secretTypes: SlotBits
    /// By requesting state: the values with more taint than their type has. A slot can occur several times.
    let tainted: [StateID: [ReplyValue]]

    package init(_ flow: LoweredFlow, _ annotations: FlowAnnotations) {
        var secretTypes = SlotBits(count: flow.slots.count)
        secretTypes.insert(flow.slots.indices.filter { flow.slots[$0].type.isSecret })
        var tainted: [StateID: [ReplyValue]] = [:]
        for state in flow.states.indices {
            guard case .call(let request) = flow.states[state].kind else { continue }
            let note = annotations.states[state]?.request
            tainted[state] = request.reply.outputs.compactMap { Self.taintedValue($0, secretTypes, note) }
        }
        (self.secretTypes, self.tainted) = (secretTypes, tainted)
    }

    /// Returns an output with its taint. Returns nil if it has none in addition to the taint of its type.
    private static func taintedValue(
        _ output: ReplyForm.Output, _ secretTypes: SlotBits, _ note: RequestNote?
    ) -> ReplyValue? {
        let isGranted = note?.grants.contains { areNested($0.path, output.path) } ?? false
        // A value of a secret type is secret in every reply.
        let secrets = secretTypes.contains(output.slot) ? [] : note?.secrets ?? []
        let secretIn = secrets.filter { areNested($0.path, output.path) }.map(\.replies)
        if !isGranted, secretIn.isEmpty { return nil }
        return ReplyValue(slot: output.slot, taint: isGranted ? .granted : [], secretIn: secretIn)
    }

    /// Returns whether one of two members of a reply, given by their paths, contains the other one or equals it.
    private static func areNested(_ one: [ByteString], _ other: [ByteString]) -> Bool {
        zip(one, other).allSatisfy(==)
    }
}
