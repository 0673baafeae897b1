/// The JSON encoding of an output in a reply.
package enum OutputEncoding: UInt8, CaseIterable, Sendable {
    /// A JSON string, number or boolean, which is stored as text.
    case text
    /// A JSON array of text.
    case list
    /// A JSON object; members that are not text are stored as JSON text.
    case map
    /// A string that contains a JSON array of text.
    case listInText
    /// A string that contains a JSON object.
    case mapInText
    /// A string of items separated by commas.
    case commaList
}
