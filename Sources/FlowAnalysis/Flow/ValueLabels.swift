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
    /// A place in replies, and the labels of what lies there.
    private struct Place {
        let path: [[UInt8]]
        let labels: ValueLabels
    }

    /// By slot: the labels of any value that it holds.
    let ofTypes: [ValueLabels]
    /// By requesting state: the places in its replies that have labels.
    private let places: [StateID: [Place]]

    /// The seeds of a flow.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        ofTypes = flow.slots.map { $0.type.isSecret ? .secret : [] }
        let requests = annotations.requests.filter { !$0.note.grants.isEmpty || !$0.note.secrets.isEmpty }
        places = Dictionary(
            uniqueKeysWithValues: requests.map { state, note in
                (state, Self.places(note.grants, .granted) + Self.places(note.secrets, .secret))
            })
    }

    private static func places(_ paths: [[String]], _ labels: ValueLabels) -> [Place] {
        paths.map { Place(path: $0.map { Array($0.utf8) }, labels: labels) }
    }

    /// The labels of what a reply brings: those of the place, of all in it, and of all that it is in.
    func labels(of output: ReplyForm.Output, in state: StateID) -> ValueLabels {
        let path = output.path.map { Array($0.utf8) }
        return (places[state] ?? []).reduce(into: []) { labels, place in
            if place.path.starts(with: path) || path.starts(with: place.path) { labels.formUnion(place.labels) }
        }
    }
}
