/// A member of a CBOR map.
package struct CBORMember: Sendable, Equatable {
    /// The key.
    package let key: CBORValue
    /// The value.
    package let value: CBORValue

    /// Creates a member.
    package init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }
}
