/// A type that holds secrets: whoever prints, dumps or interpolates it sees its description, which has none.
package protocol Discreet: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Discreet {
    /// The description.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
