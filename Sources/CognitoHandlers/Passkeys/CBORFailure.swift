/// Reports why bytes are not CBOR that WebAuthn allows.
package enum CBORFailure: Error, Sendable, Equatable {
    /// The bytes end within an item, or a length exceeds them.
    case truncated
    /// Bytes follow the item.
    case trailingBytes
    /// A length is indefinite.
    case indefiniteLength
    /// Maps and arrays are nested more than four levels deep.
    case nestingTooDeep
    /// A number or a length is not in its shortest form.
    case notShortest
    /// The keys of a map are not in order, or a key occurs twice.
    case unorderedKeys
    /// A text is not UTF-8.
    case malformedText
    /// The item is a tag, a floating-point number, or a simple value other than true, false and null.
    case unsupportedItem
}
