import FlowCompiler
import FlowCore
import FlowDiagrams
import FlowRuntime

/// How much time and how many attempts the user has left at a step.
struct StepStatus {
    private let time: Duration?
    /// The fewest attempts that any limit leaves, or nil if nothing limits them.
    private let attempts: Int?

    /// Creates the status of the step that a session presents.
    /// - Parameters:
    ///   - session: the session, or nil if the flow presents no step.
    ///   - time: the time left, or nil if the step has no time limit.
    ///   - guide: knows the limits of attempts; nil for a compiled table.
    init(_ session: FlowSession?, time: Duration?, guide: FlowGuide?) {
        self.time = time
        guard let session, let guide else {
            attempts = nil
            return
        }
        let counters = session.machine.counters
        let limits = guide.attemptLimits(at: Int(session.machine.state)).filter {
            (0..<counters.scalarCount).contains($0.counter)
        }
        attempts = limits.map { max(0, $0.maximum - Int(counters[$0.counter])) }.min()
    }

    /// The status in words, such as `2 tries and 14 min 30 s left`; empty if nothing is limited.
    var text: SafeText {
        let parts = [attempts.map(Self.tries), time.map(Self.time)].compactMap(\.self)
        return parts.isEmpty ? "" : parts.joined(separator: " and ") + " left"
    }

    /// Returns a number of attempts in words.
    private static func tries(_ count: Int) -> SafeText { count == 1 ? "1 try" : "\(count) tries" }

    /// Returns a time in minutes and seconds, rounded up. From one hour, returns hours and minutes, rounded down.
    private static func time(_ duration: Duration) -> SafeText {
        let (seconds, fraction) = duration.components
        let total = fraction > 0 ? seconds + 1 : seconds
        if total >= 3600 { return join(total / 3600, "h", total % 3600 / 60, "min") }
        return join(total / 60, "min", total % 60, "s")
    }

    /// Returns two numbers with their units, and omits a number that is zero. If both are zero, returns the second.
    private static func join(_ large: Int64, _ largeUnit: SafeText, _ small: Int64, _ smallUnit: SafeText) -> SafeText {
        let last: SafeText = "\(small) \(smallUnit)"
        if large == 0 { return last }
        let first: SafeText = "\(large) \(largeUnit)"
        return small == 0 ? first : first + " " + last
    }
}
