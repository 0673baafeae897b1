import Foundation
import LegacyUserPoolStyle

/// What a user answers, one question after the other; a question without an answer waits.
///
/// Unchecked: all that changes is behind the lock.
final class Answers<Details>: @unchecked Sendable {
    typealias Source = AWSTaskCompletionSource<Details>

    private let lock = NSLock()
    private var answers: [(Source) -> Void] = []
    private var sources: [Source] = []

    /// Answers the next question with details.
    func give(_ details: @autoclosure @escaping () -> Details) { then { $0.set(result: details()) } }

    /// Answers the next question in any way.
    func then(_ answer: @escaping (Source) -> Void) { lock.withLock { answers.append(answer) } }

    /// A question.
    func ask(_ source: Source) {
        lock.lock()
        let answer = answers.isEmpty ? nil : answers.removeFirst()
        if answer == nil { sources.append(source) }
        lock.unlock()
        answer?(source)
    }

    /// Number of questions without an answer.
    var waiting: Int { lock.withLock { sources.count } }

    /// Lets go of the questions that wait.
    /// - Returns: their sources.
    @discardableResult
    func take() -> [Source] {
        lock.withLock {
            defer { sources = [] }
            return sources
        }
    }
}
