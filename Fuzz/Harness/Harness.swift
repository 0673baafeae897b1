import Glibc
import TestSupport

/// What is attacked: one of ``FuzzTarget``, by the environment variable `FUZZ_TARGET`.
private let target = getenv("FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// libFuzzer's loop, which reads the options and calls a function with each input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ testOneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum Harness {
    static func main() {
        var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
        exit(runFuzzer(&count, &arguments) { testOneInput($0, $1) })
    }
}

/// Runs the target on an input.
private func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else {
        tell("FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue))")
        exit(64)
    }
    if let folder = getenv("FUZZ_SEEDS").map({ String(cString: $0) }) {
        target.writeSeeds(to: folder)
        exit(0)
    }
    target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

/// libFuzzer's own mutations.
@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

/// Called by libFuzzer to change an input.
///
/// Most changes of a table leave its parts in place, and it gets the length and the checksum that it then has: the reader
/// comes past both, and the parts behind them are reached.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt) -> Int
{
    guard target == .table else { return mutate(bytes, count, limit) }
    let staysInPlace = seed % 4 != 0
    let size = staysInPlace ? count : mutate(bytes, count, limit)
    let table = UnsafeMutableRawBufferPointer(start: bytes, count: size)
    var random = Seeded(UInt64(seed))
    if staysInPlace { TableMutation.change(table, &random) }
    TableRepair.repair(table)
    return size
}

/// Ends the process with a reason: libFuzzer keeps the input.
func fail(_ reason: String) -> Never {
    tell(reason)
    abort()
}

private func tell(_ text: String) {
    let line = Array("fuzz: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
