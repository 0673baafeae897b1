/// A point in which the compiler departs from Docs/Semantics.md today. This is the one list of them; it is to become empty.
///
/// The reference can be asked to depart likewise, so that what lies behind a known difference is compared, too.
package enum Departure: String, CaseIterable, Sendable {
    /// Section 10: "First the values of `derive` are computed ..., in the order of their names".
    case derivesInOrderOfKeys
    /// Section 10: "`flag` a boolean".
    case flagsAreSentAsTexts
    /// Section 1: "A `flag` is the text `true` or `false`"; so `false` is a value.
    case falseFlagsAreAbsent
}
