package import FlowSyntax

/// Files in memory, for compilations without a file system.
package struct MemoryLoader: SourceLoader, Sendable {
    /// The bytes by path.
    package let files: [String: [UInt8]]

    /// Files of bytes by path.
    package init(files: [String: [UInt8]]) { self.files = files }

    /// Files of text by path.
    package init(texts: [String: String]) { files = texts.mapValues { Array($0.utf8) } }

    /// Files of text; the first of a path counts.
    package init(_ texts: [(path: String, text: String)]) {
        files = Dictionary(texts.map { ($0.path, Array($0.text.utf8)) }) { first, _ in first }
    }

    /// The bytes of a file, or that there is none.
    package func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        files[path].map { .success($0) } ?? .failure(.notFound)
    }

    /// The same files with one of them changed.
    package func replacing(_ path: String, with bytes: [UInt8]) -> MemoryLoader {
        var changed = files
        changed[path] = bytes
        return MemoryLoader(files: changed)
    }
}
