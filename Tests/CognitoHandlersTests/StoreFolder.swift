import FlowRuntime
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder of its own, removed after the test.
final class StoreFolder: Sendable {
    let path: String
    /// The store's file, which is not there yet.
    let file: String

    init(_ name: String) throws {
        var template = Array("/tmp/store-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
        file = path + "/" + name
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// The file's permissions.
    var mode: mode_t? {
        var status = stat()
        return stat(file, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    func write(_ text: String) throws {
        let stream = try #require(fopen(file, "w"))
        defer { fclose(stream) }
        fputs(text, stream)
    }

    func text() throws -> String {
        let stream = try #require(fopen(file, "r"))
        defer { fclose(stream) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        return String(decoding: buffer[..<fread(&buffer, 1, buffer.count, stream)], as: UTF8.self)
    }
}

/// What a call of a store fails with.
func storeFailure(_ body: () async throws(FlowHandlerFailure) -> Void) async -> FlowHandlerFailure? {
    do throws(FlowHandlerFailure) {
        try await body()
        return nil
    } catch {
        return error
    }
}
