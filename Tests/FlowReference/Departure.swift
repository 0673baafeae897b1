/// A point in which the compiler departs from Docs/Semantics.md today. This is the one list of them; it is to become empty.
///
/// The reference can be asked to depart likewise, so that what lies behind a known difference is compared, too.
package enum Departure: String, CaseIterable, Sendable {
    /// Section 10: "First the values of `derive` are computed ..., in the order of their names".
    case derivesInOrderOfKeys
    /// Section 10: "that a `send` of this request names in `from` or `else`": only those in `from` of sends without a guard are computed.
    case derivesOfPlainSendsOnly
    /// Section 10: "First the values of `derive` are computed ... Then for each key with guards the first `send` ... is chosen": chosen first.
    case sendsAreChosenBeforeDerives
    /// Section 10: "`flag` a boolean".
    case flagsAreSentAsTexts
    /// Section 1: "of two entries of one key the last counts"; random hosts and services write no such thing meanwhile.
    case repeatedKeysStay
    /// Section 7: "its inputs get what `pass` says, else their default": there are no defaults.
    case innerInputsHaveNoDefault
    /// Section 7: "all values of the sub-flow's instance become absent and its counters zero": they stay.
    case innerValuesStay
    /// Section 4: "a name that is no command as `unknown-event`": so is one that no transition listens to. Random hosts say none such.
    case unheardCommandsAreUnknown
    /// Section 6: "the reply was `invalid` after all": where a handler has worked since the reply, its result is refused instead.
    case lateInvalidRepliesAreRefused
    /// Section 4: "a handler's result ... that is refused is reported as `not-handled`": it is as `event-not-accepted`.
    case resultsAreNotAccepted
    /// Section 9: "`sent k`: the last request of this node carried the key"; random flows write no such guard meanwhile.
    case sentIsNotOfTheLastRequest
    /// Section 6: "the values named by their `left` absent"; random flows write no `left` meanwhile.
    case leftIsNotAlwaysCleared
    /// Section 11: "Every value that such a reply can bring ... is read": the machine reads those that the flow speaks of.
    case otherOutputsAreNotRead
    /// Section 11: "Every `receive` of the node's scopes": one of a challenge's parameter does nothing.
    case receivesOfParametersDoNothing
    /// Section 13: "an empty text or list that is required (`missing-parameter`)": the choice of all `select` is refused as `not-a-choice`.
    case choiceOfSelectsMayBeEmpty
    /// Section 14: the limit of time is "none if the value is absent or no number"; a timeout comes where it is no number, too.
    case timeoutsComeWithoutNumber
    /// Section 11: "with `required`, a reply that is described to bring it and lacks it": every reply must bring it.
    case requiredOfEveryReply
}
