import FlowSyntax

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The package's own files, found from the place of this one.
///
/// Read with the C library: Foundation and libxml2 bring different copies of ICU, which do not fit into one test.
enum PackageFiles {
    /// A file that cannot be read or written.
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
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}

/// Files in memory, for compilations without a file system.
struct MemoryLoader: SourceLoader {
    /// The texts by path.
    let files: [String: String]

    func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        files[path].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
    }
}
