/// What the person who runs a server has to know.
package enum PoolServerNotice: Sendable, Equatable {
    /// Connections were refused since the last notice, as there is room for no more.
    case refused(Int, open: Int)
    /// The process has no descriptor for a connection; clients wait.
    case outOfDescriptors(open: Int)

    /// The notice in a sentence.
    package var message: String {
        switch self {
        case .refused(let count, let open):
            "\(open) connections are open, which is the limit; refused: \(count)"
        case .outOfDescriptors(let open):
            "\(open) connections are open, and the process has no descriptor for another; new ones wait"
        }
    }
}
