#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A path as the system has it: bytes, which need not be UTF-8.
package struct SystemPath: Hashable, Sendable, CustomStringConvertible {
    /// The bytes, without a zero at their end.
    package let bytes: [UInt8]

    private static let slash = UInt8(ascii: "/")

    /// Creates a path from bytes, which end at the first zero.
    package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }

    /// Creates a path from a text.
    package init(_ text: String) { self.init(bytes: text.utf8) }

    /// The path as text, with U+FFFD for what is not UTF-8.
    package var description: String { String(decoding: bytes, as: UTF8.self) }

    var isEmpty: Bool { bytes.isEmpty }

    var isAbsolute: Bool { bytes.first == Self.slash }

    /// Whether the path has no component.
    var isRoot: Bool { bytes.allSatisfy { $0 == Self.slash } }

    /// The path without its last component; empty for the root, and for a relative path with one component.
    package var parent: SystemPath {
        let named = Self.withoutTrailingSlashes(bytes[...])
        guard let slash = named.lastIndex(of: Self.slash) else { return SystemPath(bytes: []) }
        let folder = Self.withoutTrailingSlashes(named[..<slash])
        return SystemPath(bytes: folder.isEmpty ? [Self.slash] : Array(folder))
    }

    /// Returns bytes without trailing slashes.
    private static func withoutTrailingSlashes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes[..<(bytes.lastIndex { $0 != slash }.map { $0 + 1 } ?? bytes.startIndex)]
    }

    /// Returns the path of a file in this folder, which is the working directory if the path is empty.
    func appending(_ name: String) -> SystemPath { appending(SystemPath(name)) }

    /// Returns a path resolved against this folder.
    func appending(_ path: SystemPath) -> SystemPath {
        if isEmpty || path.isAbsolute { return path }
        return SystemPath(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + path.bytes)
    }

    /// Returns whether the path is `folder` or lies in it. Both paths must be free of symbolic links.
    func isWithin(_ folder: SystemPath) -> Bool {
        if folder.isRoot { return isAbsolute }
        return self == folder || bytes.starts(with: folder.bytes + [Self.slash])
    }

    /// The path without symbolic links; nil if the file does not exist or cannot be reached.
    package var resolved: SystemPath? {
        withCString { path in
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return SystemPath(cString: resolved)
        }
    }

    /// The status of the file that the path leads to; nil if there is none, with the reason in `errno`.
    var status: stat? {
        var status = stat()
        return withCString { stat($0, &status) } == 0 ? status : nil
    }

    /// The path that a symbolic link contains; nil if this is not a link.
    var link: SystemPath? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let size = buffer.count
        let count = withCString { readlink($0, &buffer, size) }
        return count > 0 ? SystemPath(bytes: buffer.prefix(count).map { UInt8(bitPattern: $0) }) : nil
    }

    /// Creates a path from a C string.
    private init(cString: UnsafePointer<CChar>) {
        bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }

    /// Calls a function with the path in the system's form, a C string, and returns the function's result.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // The address is never nil, because the buffer contains at least the final zero.
                characters.baseAddress.map(body) ?? body("")
            }
        }
    }
}
