/// A notice for the operator of a server.
package enum PoolServerNotice: Sendable, Equatable {
    /// The number of connections beyond the limit that were rejected since the last notice.
    case refused(Int, open: Int)
    /// The process has no free descriptor, so clients wait.
    case outOfDescriptors(open: Int)

    /// The notice in one sentence.
    package var message: String {
        switch self {
        case .refused(let count, let open):
            "the server has reached its limit of connections; open connections: \(open), rejected connections: \(count)"
        case .outOfDescriptors(let open):
            "the process has no file descriptor for another connection, so new ones wait; open connections: \(open)"
        }
    }
}
