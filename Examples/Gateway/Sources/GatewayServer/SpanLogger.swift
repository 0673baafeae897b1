import InMemoryTracing
import Logging
import ServiceLifecycle
import Tracing

/// Writes finished spans to the log once a second. For a collector, bootstrap another tracer in its place.
struct SpanLogger: Service, CustomStringConvertible {
    var description: String { "SpanLogger" }
    let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                write()
            }
        }
        write()
    }

    private func write() {
        for span in tracer.popFinishedSpans() {
            // A client can choose the id, which must not look like other fields of the line.
            let trace = span.traceID.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(64)
            var metadata: Logger.Metadata = ["name": "\(span.operationName)", "trace": "\(trace)"]
            span.attributes.forEach { name, value in metadata[name] = "\(value)" }
            logger.info("span", metadata: metadata)
        }
    }
}
