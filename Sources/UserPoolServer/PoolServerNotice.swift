/// A notice for the operator of a server.
package enum PoolServerNotice: Sendable, Equatable {
    /// A number of connections beyond the limit were rejected since the last notice.
    case refused(Int, open: Int)
    /// The process has no free descriptor, so clients wait.
    case outOfDescriptors(open: Int)

    /// The notice in one sentence.
    package var message: String {
        switch self {
        case .refused(let count, let open):
            "\(open) connections are open, which is the limit; rejected connections: \(count)"
        case .outOfDescriptors(let open):
            "\(open) connections are open, and the process has no file descriptor for another; new connections wait"
        }
    }
}
