/// Flags of a source, which is where an input or a shown value is read from.
package enum SourceFlag {
    /// The source is a literal string, not a slot.
    package static let literal = 1
    /// Another slot follows, used if the first is absent.
    package static let otherwise = 2
    /// The source is a map, and each of its entries becomes a separate member.
    ///
    /// The last name of the path is the prefix of the members' names.
    package static let spread = 4
    /// The source is a secret that the flow discloses deliberately.
    package static let disclosed = 8
    /// Traces replace the value, although the type of its slot is not secret.
    ///
    /// The service or a handler declares the input secret, such as a code, or the value is derived from a secret.
    package static let secret = 16
    /// The input's encoding follows the source: twice the ``InputSpelling``, plus one if a prefix follows.
    package static let spelled = 32
    /// An exclusive upper bound for a set of these flags.
    static let bound = 64
}
