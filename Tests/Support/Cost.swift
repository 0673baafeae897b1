#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What work costs, in time of the processor: other than time on the wall, it is the same on a loaded machine.
///
/// Nothing is compared with a number of seconds, as machines differ, but with other work in the same run.
package enum Cost {
    /// What ``growth(to:of:_:)`` stays below where work grows with its size: that gives 8, and a square of the size 64.
    package static let maxGrowth = 24.0

    /// The processor time that this thread spends on work.
    /// - Throws: what the work throws.
    package static func of(_ work: () throws -> Void) rethrows -> Duration {
        let start = spent
        try work()
        return spent - start
    }

    /// How many times as much work on something of a size costs as on something of an eighth of it.
    ///
    /// What disturbs a measurement makes it greater: it is taken up to three times, and the least counts.
    /// - Parameters:
    ///   - size: the size.
    ///   - make: makes what is worked on, of a size; its own cost does not count.
    ///   - work: the work. Something must come of it, or the optimiser leaves it out.
    /// - Returns: how many times as much it costs.
    /// - Throws: what the work throws.
    package static func growth<Subject>(
        to size: Int, of make: (Int) -> Subject, _ work: (Subject) throws -> Void
    ) rethrows -> Double {
        let (small, large) = (make(size / 8), make(size))
        var least = Double.infinity
        for _ in 0..<3 where least >= maxGrowth {
            let base = try ofOnce { try work(small) }
            least = min(least, try ofOnce { try work(large) } / base)
        }
        return least
    }

    /// What work costs that can be done again: little work is, until it costs enough to be measured. Without that a square of
    /// the size would go unseen where all of it is little, as it is in a release build.
    private static func ofOnce(_ work: () throws -> Void) rethrows -> Duration {
        let start = spent
        var count = 0
        repeat {
            try work()
            count += 1
        } while spent - start < .milliseconds(2)
        return (spent - start) / count
    }

    /// The processor time that this thread has spent.
    private static var spent: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
