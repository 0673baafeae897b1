/// The kinds of records in a table. All numbers are variable-length integers. A text is the number of a string, a path
/// a count and that many strings, a list a count and that many elements. A source is flags (``SourceFlag``), a slot or
/// string, and another slot if the flags say so.
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
