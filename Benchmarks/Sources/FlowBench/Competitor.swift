import CBench

/// One way to do the same work.
struct Competitor {
    /// What it is called in the tables.
    let name: String
    /// Does the work once; what it gives must be the same for all competitors.
    let run: () -> Int
}

/// The medians of competitors that took turns.
struct Medians {
    /// By competitor: nanoseconds of processor time per unit of work.
    let nanoseconds: [Double]

    /// Runs every competitor `rounds` times, each round beginning with the next one, so that none profits from its place.
    /// - Parameters:
    ///   - competitors: what to run.
    ///   - rounds: how often; the median counts.
    ///   - units: how many units of work one run is.
    init(_ competitors: [Competitor], rounds: Int, units: Int) {
        var samples = [[Double]](repeating: [], count: competitors.count)
        let expected = competitors.first?.run()
        for round in 0..<rounds {
            for turn in competitors.indices {
                let index = (turn + round) % competitors.count
                let start = bench_cpu_ns()
                let result = competitors[index].run()
                samples[index].append(Double(bench_cpu_ns() - start) / Double(units))
                if result != expected { print("warning: '\(competitors[index].name)' came to another result") }
            }
        }
        nanoseconds = samples.map { $0.sorted()[$0.count / 2] }
    }
}
