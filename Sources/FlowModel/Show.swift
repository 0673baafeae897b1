/// A value shown to the host.
package struct Show: Sendable, Hashable {
    /// The name under which it is shown.
    package var name: String
    /// The value.
    package var source: Source
    /// Whether a secret is shown on purpose.
    package var isDisclosed: Bool
    /// The number of its place in the source; nothing where it has none.
    package var place: Int?

    /// A shown value.
    package init(name: String, source: Source, isDisclosed: Bool, place: Int? = nil) {
        self.name = name
        self.source = source
        self.isDisclosed = isDisclosed
        self.place = place
    }

    /// Names are the same byte by byte.
    package static func == (left: Show, right: Show) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.source == right.source
            && left.isDisclosed == right.isDisclosed
    }
}
