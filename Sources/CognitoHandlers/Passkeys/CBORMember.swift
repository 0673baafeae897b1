/// A member of a CBOR map.
package struct CBORMember: Sendable, Equatable {
    package let key: CBORValue
    package let value: CBORValue

    /// Creates a member from its key and its value.
    package init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }
}
