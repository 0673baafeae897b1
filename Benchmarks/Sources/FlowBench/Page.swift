/// The page around the results.
enum Page {
    /// What stands before the tables.
    static let heading = """
        # Benchmarks

        `Benchmarks/run` builds everything in release mode, takes the measurements, and prints this page. To repeat them, enter
        `Benchmarks/run > Docs/Evidence/Benchmarks.md` or `make bench`. If a row has a reference, the row or the text above its
        table names it. The measurements of a row run alternately. Unless stated otherwise, times are CPU times, which depend
        little on other load of the machine.

        """
}
