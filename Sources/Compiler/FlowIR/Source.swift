package import FlowDiagnostics
import FlowTable

/// Where a value comes from.
package struct Source: Sendable, Hashable {
    /// A literal or a slot.
    package enum Origin: Sendable, Hashable {
        case literal(ByteString)
        case slot(SlotID)
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

extension ByteString {
    /// Whether the text, read as a list whose elements are separated by white space, has an element.
    package var hasListElement: Bool { utf8.contains { $0 > UInt8(ascii: " ") } }
}

/// A value shown to the host.
package struct Show: Sendable, Hashable {
    package var name: ByteString
    package var source: Source
    /// The ``SourceFlag``s that the declaration of the show sets.
    package var flags: Int
    /// The id of the show's place in the annotations, or nil if it has none.
    package var place: ID<ShowPlace>?

    /// Creates the show of a value under a name.
    package init(name: ByteString, source: Source, flags: Int = 0, place: ID<ShowPlace>? = nil) {
        self.name = name
        self.source = source
        self.flags = flags
        self.place = place
    }

    /// Whether the flow shows the value although it is secret.
    package var isDisclosed: Bool { flags & SourceFlag.disclosed != 0 }

    /// Returns whether two shows are the same, regardless of their places.
    package static func == (left: Show, right: Show) -> Bool {
        left.name == right.name && left.source == right.source && left.flags == right.flags
    }

    /// Hashes the properties that `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(source)
        hasher.combine(flags)
    }
}
