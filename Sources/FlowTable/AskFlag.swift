/// Flags of an ask. The operands of the set flags follow in this order.
package enum AskFlag {
    /// The host must answer.
    package static let required = 1
    /// Words and offered values are compared case-insensitively (ASCII).
    package static let ignoresCase = 2
    /// A length in characters follows.
    package static let length = 4
    /// A list of allowed words follows.
    package static let words = 8
    /// A slot follows: the list of offered values.
    package static let offered = 16
    /// A slot follows that receives the selected word in its declared spelling.
    package static let meant = 32
    /// A pattern follows.
    package static let pattern = 64
    /// A string follows: the value if the host gives no answer.
    package static let fallback = 128
    /// The value is a constant, which keeps its value when the flow starts again.
    package static let constant = 256
    /// The text must not be empty.
    package static let nonEmpty = 512
    /// An exclusive upper bound for a set of these flags.
    static let bound = 1024
}
