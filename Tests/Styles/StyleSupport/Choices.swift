import Synchronization

/// The decisions of a run, from which the next run takes others, until every sequence of decisions has been run.
package final class Choices: Sendable {
    private struct Content {
        var path: [(chosen: Int, count: Int)] = []
        var position = 0
    }

    private let content = Mutex(Content())

    /// The first run takes the first option of each decision.
    package init() {}

    /// Decides; what was decided before stays as it was.
    /// - Parameter count: the number of options.
    /// - Returns: the option.
    package func pick(_ count: Int) -> Int {
        content.withLock { content in
            if content.position == content.path.count { content.path.append((0, count)) }
            defer { content.position += 1 }
            return content.path[content.position].chosen
        }
    }

    /// Goes on to the next run.
    /// - Returns: whether there is one.
    package func advance() -> Bool {
        content.withLock { content in
            content.position = 0
            while let last = content.path.popLast() {
                guard last.chosen + 1 < last.count else { continue }
                content.path.append((last.chosen + 1, last.count))
                return true
            }
            return false
        }
    }

    /// What was decided, for the message of a test.
    package var description: String { content.withLock { $0.path.map { "\($0.chosen)" }.joined() } }
}
