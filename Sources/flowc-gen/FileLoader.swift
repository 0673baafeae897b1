import FlowLibrary
import FlowSyntax

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads files and the shipped ones.
struct FileLoader: SourceLoader {
    func load(_ path: String) -> Result<[UInt8], LoadFailure> { FlowLibrary.load(path) ?? Self.bytes(at: path) }

    func names(in folder: String) -> [String] { FlowLibrary.names(in: folder) ?? [] }

    /// Returns the bytes of a file.
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
