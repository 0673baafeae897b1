/// The work that the proofs of a flow have done, counted in operations and not in time, so that every run decides the same.
final class ProofWork {
    /// The work so far.
    private(set) var spent = 0
    /// The most work before no more situations are told apart.
    private let most: Int

    /// Operations that are run whatever the size of a flow is, and for each of its own operations.
    private static let (least, each) = (1 << 21, 1 << 8)

    /// The work for a flow of so many operations.
    init(operations: Int) { most = Self.least + Self.each * operations }

    /// Whether there was too much.
    var isSpent: Bool { spent > most }

    /// Adds operations.
    func add(_ operations: Int) { spent += operations }
}
