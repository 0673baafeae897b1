import CBench

/// Files of the benchmarks.
enum Files {
    /// The bytes of a file; ends the program where there is none, since nothing can be measured without.
    static func read(_ path: String) -> [UInt8] {
        var count = 0
        guard let bytes = bench_read(path, &count) else {
            print("cannot read '\(path)'")
            bench_exit(2)
            return []
        }
        defer { bench_free(bytes) }
        return bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    /// Writes a file.
    static func write(_ bytes: [UInt8], _ path: String) {
        let written = bytes.withUnsafeBytes { bench_write(path, $0.baseAddress, $0.count) }
        if written != 0 {
            print("cannot write '\(path)'")
            bench_exit(2)
        }
    }
}
