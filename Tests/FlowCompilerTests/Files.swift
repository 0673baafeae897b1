import FlowSyntax
import Foundation

/// Files in memory, for compilations without a file system.
struct MemoryLoader: SourceLoader {
    /// The bytes by path.
    var files: [String: [UInt8]]

    func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        files[path].map { .success($0) } ?? .failure(.notFound)
    }

    /// The same files with one of them changed.
    func replacing(_ path: String, with bytes: [UInt8]) -> MemoryLoader {
        var copy = self
        copy.files[path] = bytes
        return copy
    }
}

/// The package's own files, found from the place of this one.
enum PackageFiles {
    /// The root of the package.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The text of a file, by its path in the package.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// All XML files below a folder of the package, under their paths in the package.
    static func xml(below folder: String) throws -> [String: [UInt8]] {
        let start = root.appendingPathComponent(folder).resolvingSymlinksInPath()
        var files: [String: [UInt8]] = [:]
        for case let file as URL in FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil) ?? .init()
        where file.pathExtension == "xml" {
            let inner = file.resolvingSymlinksInPath().path.dropFirst(start.path.count)
            files[folder + inner] = Array(try Data(contentsOf: file))
        }
        return files
    }
}
