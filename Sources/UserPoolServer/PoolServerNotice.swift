/// A notice for a server's operator.
package enum PoolServerNotice: Sendable, Equatable {
    /// Connections beyond the limit were rejected since the last notice.
    case refused(Int, open: Int)
    /// The process has no free descriptor, so clients wait.
    case outOfDescriptors(open: Int)

    /// The notice in one sentence.
    package var message: String {
        switch self {
        case .refused(let count, let open):
            "\(open) connections are open, which is the limit; refused: \(count)"
        case .outOfDescriptors(let open):
            "\(open) connections are open, and the process has no descriptor for another; new ones wait"
        }
    }
}
