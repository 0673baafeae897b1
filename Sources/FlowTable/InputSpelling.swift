/// How an input is written in a request.
package enum InputSpelling: UInt8, CaseIterable {
    /// As the value is: a text as text, a list as an array, a map as an object.
    case text
    /// A JSON number, if the text is one.
    case number
    /// A JSON boolean.
    case flag
    /// A JSON array of text.
    case list
    /// A JSON object.
    case map
    /// Text that holds a JSON array of text.
    case listInText
    /// Text that holds a JSON object.
    case mapInText
    /// Text with items separated by commas.
    case commaList
}
