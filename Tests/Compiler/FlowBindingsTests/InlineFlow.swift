import FlowCompiler
import FlowDiagnostics
import FlowTable
import TestSupport
import Testing

/// A flow that a test contains as text.
struct InlineFlow {
    let compilation: Compilation

    /// Compiles a flow, which can refer to `others` by their paths.
    init(_ text: String, others: [String: String] = [:]) {
        let files = others.merging(["case.flow.xml": text]) { $1 }
        compilation = FlowCompiler.compile(path: "case.flow.xml", loader: MemoryLoader(texts: files))
    }

    /// What a host sees of the flow.
    var interface: HostInterface {
        get throws { try #require(HostInterface(compilation), "\(compilation.diagnostics.map(\.message))") }
    }

    /// The table of the flow.
    var table: TransitionTable {
        get throws { try TransitionTable(verifying: try #require(try compilation.table())) }
    }

    /// The generated Swift, with a table of no bytes.
    var swift: String {
        get throws {
            SwiftWriter.file(
                try interface, table: [], options: SwiftOptions(command: "case", version: "0.0.0"))
        }
    }
}
