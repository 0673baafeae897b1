/// The JSON encoding of an input in a request.
package enum InputSpelling: UInt8, CaseIterable, Sendable {
    /// The JSON type that corresponds to the value's type: a string, an array or an object.
    case text
    /// A JSON number, or a string if the text is not a number.
    case number
    /// A JSON boolean, or a string if the text is neither `true` nor `false`.
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
