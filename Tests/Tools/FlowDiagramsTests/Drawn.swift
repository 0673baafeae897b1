import FlowCompiler
import FlowDiagrams
import FlowIR
import TestSupport
import Testing

/// Flows that tests draw.
enum Drawn {
    /// The shipped flows and those of other providers.
    static let shipped = ["flows", "flows/providers"].flatMap { folder in
        PackageFiles.names(in: folder).filter { $0.hasSuffix(".flow.xml") }.map { folder + "/" + $0 }
    }

    /// Compiles a shipped flow.
    static func compiled(_ path: String) throws -> Compilation {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        return FlowCompiler.compile(path: path, loader: loader)
    }

    /// Compiles a flow that stands alone.
    static func compiled(text: String) -> Compilation {
        FlowCompiler.compile(path: "f.flow.xml", loader: MemoryLoader(texts: ["f.flow.xml": text]))
    }
}
