/// The page around the results.
enum Page {
    /// What stands before the tables.
    static let heading = """
        # Benchmarks

        Written by `Benchmarks/run`, which builds everything in release mode, measures, and prints this page; repeat it with
        `Benchmarks/run > Docs/Evidence/Benchmarks.md` (`make bench`). Times are processor times where nothing else is said, so that
        other work on the machine disturbs little; ratios within 1.3x of each other mean the same. All competitors of a row
        run in one process on the same input and take turns.

        The step varies most: 23 runs of the same machine code, on a shared machine with two cores, gave 1.53x to 2.71x of the
        C table (median 2.31x, 7 runs within 2x) and 0.68x to 1.25x of the Swift switch (median 0.92x, 18 runs within 1x). One
        run of this page, good or bad, says little about that row.

        """
}
