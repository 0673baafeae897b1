#if !hasFeature(Embedded)
    /// A type that holds a secret, or may hold one: printing, dumping and interpolating it shows its description alone.
    ///
    /// A description may say more than the type's name where that is no secret, such as the name of a step. Every public type is redacted
    /// or listed with the reason why it may be shown (`.ci/check-redaction`).
    package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

    extension Redacted {
        /// The type's name.
        public var description: String { "\(Self.self)(secret)" }
        /// The description.
        public var debugDescription: String { description }
        /// A mirror without children.
        public var customMirror: Mirror {
            Mirror(self, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
        }
    }
#endif
