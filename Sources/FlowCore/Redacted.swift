#if !hasFeature(Embedded)
    /// A type that may contain secrets. Printing, dumping and interpolating it shows only its description.
    ///
    /// A description may add to the type's name what is not secret, such as the name of a step. Every public type is
    /// redacted, or listed with the reason why it need not be (`.ci/check-redaction`).
    package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

    extension Redacted {
        /// The type's name.
        public var description: String { "\(Self.self)(secret)" }
        /// The same as `description`.
        public var debugDescription: String { description }
        /// A mirror without children.
        public var customMirror: Mirror {
            Mirror(self, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
        }
    }
#endif
