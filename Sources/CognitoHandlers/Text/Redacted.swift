/// A type that holds a secret: printing, dumping and interpolating it shows its name alone.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The type's name.
    public var description: String { "\(Self.self)(secret)" }
    /// The type's name.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
