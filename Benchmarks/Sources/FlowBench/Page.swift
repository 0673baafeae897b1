/// The page around the results.
enum Page {
    /// What stands before the tables.
    static let heading = """
        # Benchmarks

        Written by `Benchmarks/run`, which builds everything in release mode, measures, and prints this page; repeat it with
        `Benchmarks/run > Docs/Benchmarks.md` (`make bench`). Times are processor times where nothing else is said, so that
        other work on the machine disturbs little; ratios within 1.3x of each other mean the same. All competitors of a row
        run in one process on the same input and take turns.

        """
}
