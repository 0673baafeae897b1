#if !hasFeature(Embedded)
    /// A type that may contain secrets. Printing, dumping or interpolating a value shows only its description.
    ///
    /// The default description is the type's name. A type may add what is not secret, such as the name of a step.
    /// `.ci/check-redaction` lists the public types that do not conform, each with a reason.
    public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

    extension Redacted {
        /// The type's name, and a note that the value is secret.
        public var description: String { "\(Self.self)(secret)" }
        /// The same as `description`.
        public var debugDescription: String { description }
        /// A mirror without children.
        public var customMirror: Mirror {
            Mirror(self, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
        }
    }
#endif
