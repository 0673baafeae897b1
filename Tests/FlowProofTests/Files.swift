import FlowSyntax

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files in memory, for compilations without a file system.
struct MemoryLoader: SourceLoader {
    /// The texts by path.
    var files: [String: String]

    func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        files[path].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
    }
}

/// The package's own files, found from the place of this one.
enum PackageFiles {
    /// A file that cannot be read.
    struct Failure: Error {
        let path: String
    }

    private static let root = SourcePath.resolve("../..", relativeTo: #filePath)

    /// The text of a file, by its path in the package.
    static func text(_ path: String) throws -> String {
        guard let file = fopen(root + "/" + path, "rb") else { throw Failure(path: path) }
        defer { fclose(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { result += buffer[..<count] }
        return String(decoding: result, as: UTF8.self)
    }

    /// Writes a file to an absolute path.
    static func write(_ text: String, to path: String) {
        guard let file = fopen(path, "wb") else { return }
        defer { fclose(file) }
        _ = fwrite(Array(text.utf8), 1, text.utf8.count, file)
    }

    /// The value of an environment variable.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension PackageFiles {
    /// The names in a folder, sorted.
    static func names(in folder: String) throws -> [String] {
        guard let stream = opendir(absolute(folder)) else { throw Failure(path: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The absolute path of a file of the package.
    static func absolute(_ path: String) -> String { SourcePath.resolve("../../" + path, relativeTo: #filePath) }
}
