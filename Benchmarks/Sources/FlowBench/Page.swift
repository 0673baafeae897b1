/// The page around the results.
enum Page {
    /// What stands before the tables.
    static let heading = """
        # Benchmarks

        Written by `Benchmarks/run`, which builds everything in release mode, measures, and prints this page. To repeat it:
        `Benchmarks/run > Docs/Evidence/Benchmarks.md` (`make bench`). Unless stated otherwise, times are CPU times, which other load
        on the machine affects little. Ratios within 1.3x of each other count as equal. All competitors of a row run in one process,
        alternately, on the same input.

        The step varies most. We ran the same machine code 23 times on a shared machine with two cores. It took 1.53x to 2.71x of the
        C table (median 2.31x, 7 runs within 2x) and 0.68x to 1.25x of the Swift switch (median 0.92x, 18 runs within 1x). So a
        single run of this page says little about that row.

        """
}
