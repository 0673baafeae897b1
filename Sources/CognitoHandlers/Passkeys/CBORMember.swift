/// A member of a CBOR map.
package struct CBORMember: Sendable, Equatable {
    /// The key.
    package let key: CBORValue
    /// The value.
    package let value: CBORValue

    /// A member.
    package init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }
}
