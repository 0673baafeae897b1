import Synchronization

/// What happened, in order: callbacks, notifications and requests.
final class Journal: Sendable {
    private let lines = Mutex<[String]>([])

    /// All lines so far.
    var all: [String] { lines.withLock { $0 } }

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    /// The lines so far; then it is empty.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
