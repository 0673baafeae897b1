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

    /// Creates a source that reads `origin`, or the slot `otherwise` if the first slot has no value.
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
