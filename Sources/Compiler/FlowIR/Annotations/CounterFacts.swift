package import FlowDiagnostics

/// What a counter is for, and where conditions test it.
package struct CounterFacts: Sendable {
    /// The attribute for which the compiler added a counter.
    package enum Limit: Sendable, Hashable {
        /// The flow declares the counter, so no attribute added it.
        case none
        /// The counter counts the attempts of a transition.
        case attempts
    }

    /// The attribute for which the compiler added the counter, or ``Limit/none`` if the flow declares it.
    package var limit: Limit
    package var tests: Set<CounterTest>

    /// Creates the facts of a counter, by default of one that the flow declares and does not test.
    package init(limit: Limit = .none, tests: Set<CounterTest> = []) {
        self.limit = limit
        self.tests = tests
    }
}

/// A condition that a counter is below a number.
package struct CounterTest: Hashable, Sendable {
    /// The number.
    package var limit: Int
    /// The source range of the counter's name.
    package var range: SourceRange

    /// Creates a comparison with a limit.
    package init(limit: Int, range: SourceRange) {
        self.limit = limit
        self.range = range
    }
}
