import Glibc

/// What is attacked: one of ``FuzzTarget``, by the environment variable `FUZZ_TARGET`.
private let target = getenv("FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
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

/// Called by libFuzzer to change an input: a table gets the length and the checksum that it then has, so that what is behind them
/// is reached.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt) -> Int
{
    let size = mutate(bytes, count, limit)
    if target == .table { TableRepair.repair(UnsafeMutableRawBufferPointer(start: bytes, count: size)) }
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
