/// The page around the results.
enum Page {
    /// What stands before the tables.
    static let heading = """
        # Benchmarks

        `Benchmarks/run` builds everything in release mode, takes the measurements, and prints this page. To repeat them, enter
        `Benchmarks/run > Docs/Evidence/Benchmarks.md` or `make bench`. Unless stated otherwise, times are CPU times, which depend
        little on other load of the machine. Ratios within 1.3x of each other count as equal. The competitors of a row run in one
        process, one after the other, on the same input.

        The time of a step varies most between runs. We ran the same machine code 23 times on a shared machine with two cores. A step
        took 1.53x to 2.71x the time of the C table (median 2.31x, 7 runs within 2x). It took 0.68x to 1.25x the time of the Swift
        switch (median 0.92x, 18 runs within 1x). The results of a single run therefore say little about these two rows.

        """
}
