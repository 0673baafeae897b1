package import FlowAnnotations
import FlowModel

/// What clings to a value, however it is passed on.
package struct ValueLabels: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whoever has the value was granted something by it, as by a token.
    package static let granted = ValueLabels(rawValue: 1)
}

/// Where labels come from: what values from outside have.
package struct LabelSeeds: Sendable {
    /// By requesting state: the places in its replies at which something is granted.
    private let grants: [StateID: [[[UInt8]]]]

    /// The seeds of a flow.
    package init(_ annotations: FlowAnnotations) {
        let granting = annotations.requests.filter { !$0.note.grants.isEmpty }
        grants = Dictionary(
            uniqueKeysWithValues: granting.map { ($0.state, $0.note.grants.map { $0.map { Array($0.utf8) } }) })
    }

    /// Whether no value has a label.
    package var isEmpty: Bool { grants.isEmpty }

    /// The labels of what a reply brings: those of the place, of all in it, and of all that it is in.
    func labels(of output: ReplyForm.Output, in state: StateID) -> ValueLabels {
        let path = output.path.map { Array($0.utf8) }
        let isGranted = (grants[state] ?? []).contains { $0.starts(with: path) || path.starts(with: $0) }
        return isGranted ? .granted : []
    }

    /// The labels of what the host gives.
    func labels(of ask: Ask) -> ValueLabels { [] }
}
