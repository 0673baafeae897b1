/// A value shown to the host.
package struct Show: Sendable, Hashable {
    /// The name of the member that shows the value.
    package var name: String
    /// The value.
    package var source: Source
    /// Whether the flow shows the value although it is secret.
    package var isDisclosed: Bool
    /// The index of the source position in the annotations, or nil if the show has none.
    package var place: Int?

    /// Creates a value that the host sees under `name`.
    package init(name: String, source: Source, isDisclosed: Bool, place: Int? = nil) {
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
