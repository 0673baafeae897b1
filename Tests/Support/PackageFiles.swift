import FlowSyntax

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The package's own files, found from the place of this one.
///
/// Read with the C library: Foundation and libxml2 bring different copies of ICU, which do not fit into one test.
package enum PackageFiles {
    /// A file that cannot be read or written.
    package struct Failure: Error {
        /// The path that was asked for.
        package let path: String
    }

    /// The root of the package.
    private static let root = SourcePath.resolved("../..", relativeTo: #filePath)

    /// The absolute path of a file, by its path in the package; an absolute path stays as it is.
    package static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : root + "/" + path }

    /// The content of a file, by its path in the package.
    /// - Throws: ``Failure`` if it cannot be opened.
    package static func bytes(_ path: String) throws(Failure) -> [UInt8] {
        guard let file = fopen(absolute(path), "rb") else { throw Failure(path: path) }
        defer { fclose(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { result += buffer[..<count] }
        return result
    }

    /// The text of a file, by its path in the package.
    /// - Throws: ``Failure`` if it cannot be opened.
    package static func text(_ path: String) throws(Failure) -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// Writes a file, by its path in the package or an absolute one.
    /// - Throws: ``Failure`` if not all of it can be written.
    package static func write(_ text: String, to path: String) throws(Failure) {
        guard let file = fopen(absolute(path), "wb") else { throw Failure(path: path) }
        defer { fclose(file) }
        guard fwrite(Array(text.utf8), 1, text.utf8.count, file) == text.utf8.count else { throw Failure(path: path) }
    }

    /// The names in a folder of the package, sorted; nothing if it is not a folder.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(absolute(folder)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// All XML files below a folder of the package, under their paths in it.
    /// - Throws: ``Failure`` if one cannot be opened.
    package static func xml(below folder: String) throws(Failure) -> [String: [UInt8]] {
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
