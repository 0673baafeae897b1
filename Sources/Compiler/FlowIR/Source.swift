/// Where a value comes from.
package struct Source: Sendable, Hashable {
    /// A literal or a slot.
    package enum Origin: Sendable, Hashable {
        case literal(String)
        case slot(SlotID)

        /// Returns whether two origins are the same. Literals are compared byte by byte.
        package static func == (left: Origin, right: Origin) -> Bool {
            switch (left, right) {
            case (.literal(let left), .literal(let right)): left.utf8.elementsEqual(right.utf8)
            case (.slot(let left), .slot(let right)): left == right
            default: false
            }
        }
    }

    /// The literal, or the slot to read first.
    package var origin: Origin
    /// The slot to read if the first one has no value, or nil if there is none.
    package var otherwise: SlotID?

    /// Creates a source that reads the slot `otherwise` if the origin is absent.
    package init(_ origin: Origin, otherwise: SlotID? = nil) {
        self.origin = origin
        self.otherwise = otherwise
    }

    /// The slots that the value may come from.
    package var slots: [SlotID] {
        var result: [SlotID] = []
        if case .slot(let slot) = origin { result.append(slot) }
        if let otherwise { result.append(otherwise) }
        return result
    }
}

extension String {
    /// Whether the text, read as a list whose elements are separated by white space, has an element.
    package var hasListElement: Bool { utf8.contains { $0 > UInt8(ascii: " ") } }
}

/// A value shown to the host.
package struct Show: Sendable, Hashable {
    /// The name of the member that shows the value.
    package var name: String
    /// The value.
    package var source: Source
    /// Whether the flow shows the value although it is secret.
    package var isDisclosed: Bool
    /// The id of the show's place in the annotations, or nil if it has none.
    package var place: ID<ShowPlace>?

    /// Creates the show of a value under a name.
    package init(name: String, source: Source, isDisclosed: Bool, place: ID<ShowPlace>? = nil) {
        self.name = name
        self.source = source
        self.isDisclosed = isDisclosed
        self.place = place
    }

    /// Returns whether two shows are the same, regardless of their places. Names are compared byte by byte.
    package static func == (left: Show, right: Show) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.source == right.source
            && left.isDisclosed == right.isDisclosed
    }
}
