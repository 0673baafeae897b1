/// What a diagram says about a flow, independent of its layout and format: cards with rows, in areas.
struct Diagram {
    /// The name of the flow.
    var title: String
    /// The flow's `doc` as one line.
    var doc: String
    /// The identifiers of the flow's nodes.
    var names: [String] = []
    /// The groups and sub-flows, each after the one around it.
    var areas: [Area] = []
    var cards: [Card] = []
    /// What several cards have in common, by number.
    var shared: [Shared] = []

    /// A group of nodes, or a sub-flow.
    struct Area {
        /// The names of the areas around it and its own, outermost first.
        var path: [String]
        /// The index of the area around it.
        var parent: Int?

        var name: String { path.last ?? "" }
    }

    /// A way out that many cards share, shown once.
    struct Shared {
        var row: Row
        /// The mark that refers to it.
        var mark: String
    }

    /// The outermost area around a card, or nil if no area is around it.
    func topArea(of card: Int) -> Int? {
        var area = cards[card].area
        while let inner = area, let outer = areas[inner].parent { area = outer }
        return area
    }
}

/// A card: a node of the flow, or what stands for several transitions.
struct Card {
    /// What a node does, which its color and sign show.
    enum Kind: String, CaseIterable {
        case start, asks, calls, decides, works, replies, area
        case endsWell = "ends-well"
        case endsBadly = "ends-badly"
    }

    /// The index of the node; nil for the start and for the service's replies.
    var node: Int?
    var kind: Kind
    /// The node's identifier.
    var title: String
    /// The index of its area.
    var area: Int?
    /// What it shows, asks, sends and does.
    var entries: [Entry] = []
    /// The ways out.
    var rows: [Row] = []
    /// The indices of the shared ways out that it has.
    var shared: [Int] = []
    var doc = ""
    var place: NodeSource.Place?
    /// The number of the figure that shows what it stands for; nil for a node.
    var figure: Int?

    /// Something that a node does, in words.
    struct Entry: Hashable {
        enum Kind: Hashable {
            /// The step that the host is shown.
            case step
            case shows
            case asks
            /// Values that may be given.
            case optional
            case time
            case work
            case sends
            case notifies
            /// A node of an area.
            case member
        }

        var kind: Kind
        var text: String
        /// What a tooltip adds.
        var detail = ""
    }
}

/// A way out of a card, which stands for one or more transitions.
struct Row {
    /// Where it leads.
    enum Target: Hashable {
        case card(Int)
        /// The same step again.
        case again
        case lastStep(otherwise: Int)
        case refused(String)
    }

    /// How often a way out may be taken, and where it leads then.
    struct Limit: Hashable {
        var attempts: Int
        var then: Target
    }

    /// The events in words, without their guard.
    var names: [String]
    /// The guard that they have in common; empty if there is none.
    var guardText = ""
    var target: Target
    /// Whether it belongs to the normal course.
    var isCourse: Bool
    var transitions: [Transition]
    var limit: Limit?
    /// Where the first of the transitions is written; nil if the compiler added it.
    var place: NodeSource.Place?

    /// The events and the guard in words.
    var label: String { Transition.label(names, guardText) }
}
