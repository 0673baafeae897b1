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

    init() throws {
        var template = Array("/tmp/store-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
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
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}

/// The failure of a call of a store.
func storeFailure(_ body: () async throws(FlowHandlerFailure) -> Void) async -> FlowHandlerFailure? {
    do throws(FlowHandlerFailure) {
        try await body()
        return nil
    } catch {
        return error
    }
}
