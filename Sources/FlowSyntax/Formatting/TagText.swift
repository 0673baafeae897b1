/// A formatted start tag, without its closing bracket.
struct TagText {
    /// The name of the element, as a range of the source.
    let name: Range<Int>
    /// The attributes in source order.
    let attributes: [AttributeText]
    /// The width on one line, from `<` to the last attribute.
    let width: Int
}
