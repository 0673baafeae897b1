/// How an output is written in a reply.
package enum OutputEncoding: UInt8, CaseIterable {
    /// Text, a number or a boolean; kept as text.
    case text
    /// A JSON array of text.
    case list
    /// A JSON object; members that are not text are kept as JSON text.
    case map
    /// Text that holds a JSON array of text.
    case listInText
    /// Text that holds a JSON object.
    case mapInText
    /// Text with items separated by commas.
    case commaList
}
