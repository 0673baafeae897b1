import TestSupport

/// How much is tried. The environment can ask for more: `PROOF_FLOWS`, `PROOF_RUNS`, `PROOF_SEED`.
struct Settings {
    /// Number of random flows.
    let flows = Self.number("PROOF_FLOWS") ?? 300
    /// Number of random flows where each costs more.
    let fewerFlows = Self.number("PROOF_FLOWS") ?? 150
    /// Runs of each flow.
    let runs = Self.number("PROOF_RUNS") ?? 20
    /// Where all random numbers come from.
    let seed = UInt64(Self.number("PROOF_SEED") ?? 20_261)
    /// Runs of each shipped flow.
    var shippedRuns: Int { runs * 5 }

    private static func number(_ name: String) -> Int? { Environment.value(name).flatMap { Int($0) } }
}
