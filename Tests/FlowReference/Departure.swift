/// A point in which the compiler departs from Docs/Semantics.md today. This is the one list of them; it is to become empty.
///
/// The reference can be asked to depart likewise, so that what lies behind a known difference is compared, too.
package enum Departure: String, CaseIterable, Sendable {
    /// Section 10: "that a `send` of this request names in `from` or `else`": only those in `from` of sends without a guard are computed.
    case derivesOfPlainSendsOnly
    /// Section 1: "of two entries of one key the last counts"; random hosts and services write no such thing meanwhile.
    case repeatedKeysStay
    /// Section 6: "the reply was `invalid` after all": where a handler has worked since the reply, its result is refused instead.
    case lateInvalidRepliesAreRefused
    /// Section 9: "`sent k`: the last request of this node carried the key"; random flows write no such guard meanwhile.
    case sentIsNotOfTheLastRequest
    /// Section 6: "the values named by their `left` absent"; random flows write no `left` meanwhile.
    case leftIsNotAlwaysCleared
}
