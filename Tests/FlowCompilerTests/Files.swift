import FlowSyntax

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
///
/// Read with the C library: Foundation and libxml2 bring different copies of ICU, which do not fit into one test.
enum PackageFiles {
    /// A file that cannot be read or written.
    struct Failure: Error {
        let path: String
    }

    /// The root of the package.
    static let root = SourcePath.resolve("../..", relativeTo: #filePath)

    /// The content of a file, by its path in the package.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(root + "/" + path, "rb") else { throw Failure(path: path) }
        defer { fclose(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { result += buffer[..<count] }
        return result
    }

    /// The text of a file, by its path in the package.
    static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

    /// Writes a file.
    static func write(_ text: String, to path: String) throws {
        guard let file = fopen(root + "/" + path, "wb") else { throw Failure(path: path) }
        defer { fclose(file) }
        guard fwrite(Array(text.utf8), 1, text.utf8.count, file) == text.utf8.count else { throw Failure(path: path) }
    }

    /// The names in a folder, sorted; nothing if it is not a folder.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(root + "/" + folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// All XML files below a folder, under their paths in the package.
    static func xml(below folder: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in names(in: folder) {
            let path = folder + "/" + name
            if name.hasSuffix(".xml") {
                files[path] = try bytes(path)
            } else {
                files.merge(try xml(below: path)) { $1 }
            }
        }
        return files
    }
}
