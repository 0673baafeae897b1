/// The JSON encoding of an input in a request.
package enum InputSpelling: UInt8, CaseIterable {
    /// By the value's own type: a text as text, a list as an array, a map as an object.
    case text
    /// A JSON number, if the text is one.
    case number
    /// A JSON boolean.
    case flag
    /// A JSON array of text.
    case list
    /// A JSON object.
    case map
    /// A string that contains a JSON array of text.
    case listInText
    /// A string that contains a JSON object.
    case mapInText
    /// A string of items separated by commas.
    case commaList
}
