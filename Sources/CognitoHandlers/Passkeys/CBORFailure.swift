/// Why bytes are not CBOR as WebAuthn wants it.
package enum CBORFailure: Error, Sendable, Equatable {
    /// The bytes end within an item, or a length reaches beyond them.
    case truncated
    /// Bytes follow the item.
    case trailingBytes
    /// A length is left open.
    case indefiniteLength
    /// Maps and arrays lie more than four levels deep.
    case nestingTooDeep
    /// A number or a length takes more bytes than it needs.
    case notShortest
    /// The keys of a map are not in order, or one comes twice.
    case unorderedKeys
    /// A text is not UTF-8.
    case malformedText
    /// A tag, a floating-point number, or a simple value that is neither a truth value nor null.
    case unsupportedItem
}
