/// Flags of a source of data.
package enum SourceFlag {
    /// The source is a literal string, not a slot.
    package static let literal = 1
    /// Another slot follows, used if the first is absent.
    package static let otherwise = 2
    /// A map is spread: one member per entry, the last path element being a prefix.
    package static let spread = 4
    /// A secret is disclosed on purpose.
    package static let disclosed = 8
    /// Traces leave the value out although its slot is not secret: the service or a handler takes it for one, such as a
    /// code, or a secret was passed on to it.
    package static let secret = 16
    /// Behind the source of an input follows how it is written: twice the ``InputSpelling``, plus one if a prefix follows.
    package static let spelled = 32
}
