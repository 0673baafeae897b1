import FlowResources
import FlowSyntax

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Text files and folders, without Foundation. Failures are written to standard error.
enum TextFile {
    /// Returns the text of a file, or nil if it cannot be read.
    static func text(at path: String) -> String? {
        (try? FileLoader.bytes(at: path).get()).map { String(decoding: $0, as: UTF8.self) }
    }

    static func write(_ text: String, to path: String) -> Bool {
        guard let file = fopen(path, "wb") else { return failed(path) }
        let written = fputs(text, file) >= 0
        return fclose(file) == 0 && written || failed(path)
    }

    /// Creates a folder and its parents unless they exist, and returns whether it exists.
    static func makeFolder(_ path: String) -> Bool {
        if mkdir(path, 0o777) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { return failed(path) }
        return makeFolder(String(path[..<slash])) && (mkdir(path, 0o777) == 0 || failed(path))
    }

    static func remove(_ path: String) -> Bool { unlink(path) == 0 || failed(path) }

    /// Returns the names in a folder in order; none if the folder cannot be read.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.sorted()
    }

    /// Reports that a file cannot be written.
    private static func failed(_ path: String) -> Bool {
        report("error: cannot write '\(path)': \(String(cString: strerror(errno)))\n")
        return false
    }
}

/// Reads files and the shipped ones.
struct FileLoader: SourceLoader {
    /// Returns the bytes of a file from the library or, if it has no such file, from the disk.
    func load(_ path: String) -> Result<[UInt8], LoadFailure> { FlowLibrary.load(path) ?? Self.bytes(at: path) }

    /// Returns the names of the files in a folder of the library, which are none for a folder on the disk.
    func names(in folder: String) -> [String] { FlowLibrary.names(in: folder) ?? [] }

    static func bytes(at path: String) -> Result<[UInt8], LoadFailure> {
        guard let file = fopen(path, "rb") else {
            return .failure(errno == ENOENT ? .notFound : .unreadable(String(cString: strerror(errno))))
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return ferror(file) == 0 ? .success(bytes) : .failure(.unreadable(String(cString: strerror(errno))))
    }
}
