#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open file of this process. Its functions throw the error that the system reports.
///
/// `FileDescriptor` of swift-system would make each host of the plugins fetch that package.
struct Descriptor {
    static let standardInput = Descriptor(number: STDIN_FILENO)
    static let standardOutput = Descriptor(number: STDOUT_FILENO)
    static let standardError = Descriptor(number: STDERR_FILENO)

    /// The system's number of the file.
    let number: Int32

    /// Opens a file. `mode` counts only if the call creates the file.
    static func open(_ path: SystemPath, _ flags: Int32, mode: mode_t = 0) throws(FileError) -> Descriptor {
        Descriptor(
            number: try FileError.unlessNegative {
                path.withCString { systemOpen($0, flags | O_CLOEXEC, mode) }
            })
    }

    /// Reads up to a number of bytes. The result is empty at the end of the file.
    func read(atMost count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = try FileError.unlessNegative { systemRead(number, &bytes, count) }
        return Array(bytes.prefix(length))
    }

    /// Writes all bytes.
    func writeAll(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let length = try FileError.unlessNegative {
                rest.withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(length)
        }
    }

    /// Calls a closure, closes the file, and returns the closure's result.
    ///
    /// - Throws: the error of the closure or, if there is none, the error of closing, which can report a full disk
    func closing<Result>(after body: (Descriptor) throws(FileError) -> Result) throws(FileError) -> Result {
        let result: Result
        do {
            result = try body(self)
        } catch {
            close(number)
            throw error
        }
        guard close(number) == 0 else { throw .system(errno) }
        return result
    }

    /// The status of the file, or nil if the system does not know it.
    var status: stat? {
        var status = stat()
        return fstat(number, &status) == 0 ? status : nil
    }

    var isTerminal: Bool { isatty(number) == 1 }
}

// Other names of the system's functions, because the methods of the same names hide them.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(number, bytes, count)
}
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    bytes.map { write(number, $0, count) } ?? 0
}
