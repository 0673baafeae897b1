import TestSupport
import Testing

/// The measure of growth tells work that grows with its size from work that grows much faster.
struct CostTests {
    /// All rounds count for what is looked at in the end, so that the optimiser can leave none out.
    private static func work(_ rounds: Int) {
        var (random, all) = (Seeded(1), UInt64(0))
        for _ in 0..<rounds { all ^= random.next() }
        #expect(all != 0)
    }

    @Test func workInProportionIsBelowTheBound() {
        let growth = Cost.growth(to: 80_000, of: { $0 }) { Self.work($0) }
        #expect(growth < Cost.maxGrowth)
    }

    /// The cube of the size, as a measurement that is disturbed may miss the square.
    @Test func workThatGrowsFasterIsAboveTheBound() {
        let growth = Cost.growth(to: 240, of: { $0 * $0 * $0 }) { Self.work($0) }
        #expect(growth > Cost.maxGrowth)
    }
}
