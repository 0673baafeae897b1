import TestSupport
import Testing

/// The measure of growth tells work that grows with its size from work that grows much faster.
struct CostTests {
    private static func count(_ rounds: Int) -> Int { (0..<rounds).reduce(0) { $0 ^ $1 } }

    @Test func workInProportionIsBelowTheBound() {
        let growth = Cost.growth(to: 80_000, of: { $0 }) { _ = Self.count($0) }
        #expect(growth < Cost.mostGrowth)
    }

    /// The cube of the size, as a measurement that is disturbed may miss the square.
    @Test func workThatGrowsFasterIsAboveTheBound() {
        let growth = Cost.growth(to: 120, of: { $0 * $0 * $0 }) { _ = Self.count($0) }
        #expect(growth > Cost.mostGrowth)
    }
}
