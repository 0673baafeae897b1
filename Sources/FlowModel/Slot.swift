/// One parameter of a flow.
package struct Slot: Sendable {
    /// Its name; an inlined sub-flow's parameters are prefixed by the use.
    package var name: String
    /// Its type, numbered as in a table: text, secret, digits, choice, list, map, bytes, session, flag, seconds.
    package var type: ValueType

    /// A slot.
    package init(name: String, type: ValueType) {
        self.name = name
        self.type = type
    }
}
