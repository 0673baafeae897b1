/// Where a value comes from.
package struct Source: Sendable, Hashable {
    /// A literal or a slot.
    package enum Origin: Sendable, Hashable {
        case literal(String)
        case slot(SlotID)

        /// Literals are the same byte by byte.
        package static func == (left: Origin, right: Origin) -> Bool {
            switch (left, right) {
            case (.literal(let left), .literal(let right)): left.utf8.elementsEqual(right.utf8)
            case (.slot(let left), .slot(let right)): left == right
            default: false
            }
        }
    }

    /// Where the value comes from.
    package var origin: Origin
    /// Another slot, used where the first is absent.
    package var otherwise: SlotID?

    /// A source.
    package init(_ origin: Origin, otherwise: SlotID? = nil) {
        self.origin = origin
        self.otherwise = otherwise
    }

    /// The slots that it may come from.
    package var slots: [SlotID] {
        var result: [SlotID] = []
        if case .slot(let slot) = origin { result.append(slot) }
        if let otherwise { result.append(otherwise) }
        return result
    }
}
