package import FlowDiagnostics

/// How a counter limits, and where it is tested.
package struct CounterFacts: Sendable {
    /// The attribute that a counter was made for.
    package enum Limit: Sendable, Hashable {
        /// The counter is one that the flow declares.
        case none
        /// It counts the attempts of a transition.
        case attempts
    }

    /// The limit that it was made for.
    package var limit: Limit
    /// The places in conditions that name it.
    package var tests: Set<CounterTest>

    /// Facts of a counter.
    package init(limit: Limit = .none, tests: Set<CounterTest> = []) {
        self.limit = limit
        self.tests = tests
    }
}

/// A condition that a counter is below a number.
package struct CounterTest: Hashable, Sendable {
    /// The number.
    package var limit: Int
    /// The place of the counter's name.
    package var range: SourceRange

    /// A test of a counter.
    package init(limit: Int, range: SourceRange) {
        self.limit = limit
        self.range = range
    }
}
