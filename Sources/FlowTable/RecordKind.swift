/// The kinds of records in a table. Each comment lists the contents of a record.
///
/// All numbers are variable-length integers. A text is the number of a string. A list is a count, followed by that many
/// elements; a path is a list of strings. A source is a set of flags (``SourceFlag``), followed by a slot or a string
/// and, if the flags include ``SourceFlag/otherwise``, by another slot.
package enum RecordKind: UInt8 {
    /// Time limit (its kind, then the seconds or a slot), list of deadlines if the kind says so, list of shows, list of
    /// asks.
    case present
    /// Operation, list of inputs (path, source), record of the reply.
    case call
    /// Path of the challenge's name, path of the success member, list of outputs (slot, path, encoding, flags, prefix).
    case reply
    /// Name, list of inputs (port, source), list of outputs (port, slot, flags).
    case handler
    /// Outcome, presented step, list of shows.
    case end
    /// Name, list of shows.
    case notify
    /// List of asks for the flow's inputs.
    case start
}
