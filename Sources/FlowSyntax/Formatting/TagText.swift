/// A start tag as it is written, without its end.
struct TagText {
    /// The name of the element, as a range of the source.
    let name: Range<Int>
    /// The attributes in the order of the source.
    let attributes: [AttributeText]
    /// Its columns on one line, from the `<` to the last attribute.
    let width: Int
}
