/// Flags of a source, from which an input or a shown value is read.
package enum SourceFlag {
    /// The source is a literal string, not a slot.
    package static let literal = 1
    /// Another slot follows, used if the first is absent.
    package static let otherwise = 2
    /// A map is expanded into one member per entry. The last path element is a prefix.
    package static let spread = 4
    /// A secret that the flow discloses deliberately.
    package static let disclosed = 8
    /// Traces omit the value although its slot is not secret: the service or a handler declares it secret, such as a
    /// code, or it is derived from a secret.
    package static let secret = 16
    /// The input's encoding follows the source: twice the ``InputSpelling``, plus one if a prefix follows.
    package static let spelled = 32
}
