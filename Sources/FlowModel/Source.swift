/// Where a value comes from.
package struct Source: Sendable, Hashable {
    /// A literal or a slot.
    package enum Origin: Sendable, Hashable {
        case literal(String)
        case slot(SlotID)
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
}
