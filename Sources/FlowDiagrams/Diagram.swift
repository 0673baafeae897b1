import FlowIR

/// A drawing of a flow, independent of layout and format: cards with rows, in areas.
struct Diagram {
    /// The name of the flow.
    var title: String
    /// The flow's `doc` as one line.
    var doc: String
    /// The identifiers of the flow's nodes.
    var names: Table<Node, String> = []
    /// The groups and sub-flows, each after the one around it.
    var areas: [Area] = []
    var cards: [Card] = []
    /// The cards that the author names on the happy path, in order; empty without such names.
    var happyPath: [Int] = []
    /// The transitions that several cards share, in the order of their numbers.
    var shared: [Shared] = []

    /// A group of nodes, or a sub-flow.
    struct Area {
        /// The names of the areas around it and its own, outermost first.
        var path: [String]
        /// The index of the area around it.
        var parent: Int?

        var name: String { path.last ?? "" }
    }

    /// A row that many cards share, shown once.
    struct Shared {
        var row: Row
        /// The number by which cards refer to the row.
        var mark: String
    }

    /// Returns the outermost area that contains a card, or nil if no area does.
    func topArea(of card: Int) -> Int? {
        var area = cards[card].area
        while let inner = area, let outer = areas[inner].parent { area = outer }
        return area
    }
}

/// A box of a diagram: the start, a node, a group, or the service's shared replies.
struct Card {
    /// What a node does, which its color and sign show.
    enum Kind: String, CaseIterable {
        case start, asks, calls, decides, works, replies, area
        case endsWell = "ends-well"
        case endsBadly = "ends-badly"
    }

    /// The index of the node; nil for the start, a group and the service's replies.
    var node: NodeID?
    var kind: Kind
    /// The node's identifier, or a title of the card's own.
    var title: String
    /// The index of the innermost area around the card; nil if there is none.
    var area: Int?
    /// What the card's node shows, asks, sends and calls.
    var entries: [Entry] = []
    /// The card's own transitions.
    var rows: [Row] = []
    /// The indices of the diagram's shared transitions that the card also has.
    var shared: [Int] = []
    /// The node's `doc` as one line; empty if it has none.
    var doc = ""
    /// Where the node is written; nil if that is unknown.
    var place: NodeSource.Place?
    /// The number of the figure that shows a group's nodes; nil for other cards and if there is no such figure.
    var figure: Int?

    /// Something that a node does, in words.
    struct Entry: Hashable {
        enum Kind: Hashable {
            /// The step that the host shows.
            case step
            case shows
            case asks
            /// The values that the user may omit.
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
        /// The details for a tooltip; empty if there are none.
        var detail = ""
        /// Whether one of the entry's values is secret.
        var isSecret = false
    }
}

/// A line of a card: one or more transitions to the same target.
struct Row {
    /// The target of a row.
    enum Target: Hashable {
        /// Another card, by index.
        case card(Int)
        /// The same step again.
        case again
        /// The last step that was shown or, if there was no step, the card with this index.
        case lastStep(otherwise: Int)
        /// No card: the event is refused with this code.
        case refused(String)
    }

    /// The maximum number of attempts, and the target after the last one.
    struct Limit: Hashable {
        var attempts: Int
        var then: Target
    }

    /// The events in words, without their guard.
    var names: [String]
    /// The events' common guard; empty if there is none.
    var guardText = ""
    var target: Target
    /// Whether the events are part of the expected course, such as replies, and not errors, timeouts or commands.
    var isCourse: Bool
    var transitions: [Transition]
    var limit: Limit?
    /// Where the first of the transitions is written; nil if the compiler added it.
    var place: NodeSource.Place?

    /// The events and the guard in words.
    var label: String { Transition.label(names, guardText) }
}
