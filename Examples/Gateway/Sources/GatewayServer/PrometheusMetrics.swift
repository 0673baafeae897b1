import CoreMetrics
import NIOConcurrencyHelpers

/// Metrics in the text format of Prometheus. A timer is a summary: its sum in seconds, and its count.
///
/// Labels must come from a small set, such as the names of flows; nothing that a client sends becomes one.
final class PrometheusMetrics: MetricsFactory, Sendable {
    private let series = NIOLockedValueBox<[String: Series]>([:])

    /// The current values.
    var text: String {
        series.withLockedValue { Array($0.values) }.map(\.lines).sorted().joined()
    }

    private func series(_ label: String, _ dimensions: [(String, String)], _ kind: Series.Kind) -> Series {
        let key = dimensions.reduce(into: label) { key, dimension in key += "," + dimension.0 + "=" + dimension.1 }
        return series.withLockedValue { all in
            if let known = all[key] { return known }
            let new = Series(label, dimensions, kind)
            all[key] = new
            return new
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter)
    }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(label, dimensions, aggregate ? .summary : .gauge)
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .summary)
    }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge)
    }
    func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter)
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// One series: a name with labels, and its value.
private final class Series: CounterHandler, FloatingPointCounterHandler, RecorderHandler, TimerHandler, MeterHandler,
    Sendable
{
    enum Kind { case counter, gauge, summary }

    private let name: String, labels: String
    private let kind: Kind
    private let value = NIOLockedValueBox((sum: 0.0, count: 0))

    init(_ label: String, _ dimensions: [(String, String)], _ kind: Kind) {
        name = Self.plain(label)
        let pairs = dimensions.map { Self.plain($0) + "=\"" + Self.quoted($1) + "\"" }
        labels = pairs.isEmpty ? "" : "{" + pairs.joined(separator: ",") + "}"
        self.kind = kind
    }

    var lines: String {
        let (sum, count) = value.withLockedValue { $0 }
        switch kind {
        case .counter, .gauge: return "\(name)\(labels) \(sum)\n"
        case .summary: return "\(name)_count\(labels) \(count)\n\(name)_sum\(labels) \(sum)\n"
        }
    }

    private func add(_ amount: Double) { value.withLockedValue { $0 = ($0.sum + amount, $0.count + 1) } }

    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func reset() { value.withLockedValue { $0 = (0, 0) } }
    func record(_ amount: Int64) { record(Double(amount)) }
    func record(_ amount: Double) { kind == .gauge ? set(amount) : add(amount) }
    func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
    func set(_ amount: Int64) { set(Double(amount)) }
    func set(_ amount: Double) { value.withLockedValue { $0 = (amount, 1) } }

    /// Returns a name in the letters that Prometheus allows.
    private static func plain(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func quoted(_ text: String) -> String {
        String(text.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }.prefix(100))
    }
}
