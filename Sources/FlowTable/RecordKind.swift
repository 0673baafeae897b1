/// The records of a table. All numbers are variable-length integers, texts are numbers of strings, a path is a count and as
/// many strings, a list is a count and as many elements, and a source is flags (``SourceFlag``), a slot or string, and another
/// slot if the flags say so.
package enum RecordKind: UInt8 {
    /// Time limit (0 none, 1 and seconds, 2 and a slot), list of shows, list of asks.
    case present
    /// Operation, list of inputs (path, source), reply record.
    case call
    /// Path of the challenge's name, path of the success member, list of outputs (slot, path, encoding, flags, prefix).
    case reply
    /// Name, list of inputs (port, source), list of outputs (port, slot, flags).
    case handler
    /// Outcome, presented step, list of shows.
    case end
    /// Name, list of shows.
    case notify
    /// List of asks: the inputs.
    case start
}

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
}

/// Flags of an ask; what a flag stands for follows in this order.
package enum AskFlag {
    package static let required = 1
    /// Words and offered values are compared without regard to ASCII case.
    package static let ignoresCase = 2
    /// A length in characters follows.
    package static let length = 4
    /// A list of allowed words follows.
    package static let words = 8
    /// A slot with the list of what was offered follows.
    package static let offered = 16
    /// A slot for the word as meant follows.
    package static let meant = 32
    /// A pattern follows.
    package static let pattern = 64
    /// A string with the value used when none is given follows.
    package static let fallback = 128
    /// The value is configuration: it survives a restart.
    package static let constant = 256
    /// A required text must not be empty.
    package static let nonEmpty = 512
}

/// Flags of an output of a reply or a handler.
package enum OutputFlag {
    /// A reply without it is invalid, a handler without it has failed.
    package static let required = 1
    /// A string follows: a prefix to strip from every item.
    package static let prefix = 2
}
