/// A parameter of a flow.
package struct Slot: Sendable {
    /// The parameter's name. In an inlined sub-flow, the name of the use comes before it.
    package var name: String
    /// The parameter's type.
    package var type: ValueType

    /// Creates a slot for the parameter with this name and type.
    package init(name: String, type: ValueType) {
        self.name = name
        self.type = type
    }
}
