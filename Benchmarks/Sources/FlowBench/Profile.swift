import CBench
import FlowCompiler

/// Compiles one file again and again, for a profiler.
enum Profile {
    /// Compiles a file `times` times and prints the processor time of each.
    static func compile(_ path: String, times: Int) {
        for _ in 0..<times {
            let start = bench_cpu_ns()
            let compiled = FlowFile.compile(path, warnings: CompileBenchmark.warnings) { Files.read($0) }
            let end = bench_cpu_ns()
            print(compiled.report, terminator: "")
            print("\(compiled.table?.count ?? 0) bytes in \(Double(end - start) / 1e6) ms")
        }
    }
}
