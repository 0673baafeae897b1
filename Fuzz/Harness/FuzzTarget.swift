import UserPool

/// What reads bytes that others wrote. Each is given an input, must come back, and keeps what it promises.
enum FuzzTarget: String, CaseIterable {
    /// The verifier of tables; what it lets through runs.
    case table
    /// JSON: what was read is written so that it reads the same.
    case json
    /// CBOR: what was read is written and reads the same.
    case cbor
    /// Base64 and hexadecimal digits: what was read is written and reads the same.
    case base64
    /// XML, and the whole compiler behind it.
    case xml
    /// Snapshots, sealed and not.
    case snapshot
    /// The configuration files of the SDKs.
    case configuration
    /// The user pool's seed.
    case seed
    /// The line protocol.
    case lines
    /// The heads of HTTP answers.
    case heads
    /// A parser with a mistake: what is built in finds it, or is not built in.
    case planted

    func run(_ bytes: [UInt8]) {
        switch self {
        case .table: Self.table(bytes)
        case .json: Self.json(bytes)
        case .cbor: Self.cbor(bytes)
        case .base64: Self.base64(bytes)
        case .xml: Self.xml(bytes)
        case .snapshot: Self.snapshot(bytes)
        case .configuration: Self.configuration(bytes)
        case .seed: _ = try? PoolSeed(json: bytes)
        case .lines: Self.lines(bytes)
        case .heads: Self.heads(bytes)
        case .planted: Self.planted(bytes)
        }
    }

    /// Takes a count on trust, behind two bytes that a fuzzer has to find.
    private static func planted(_ bytes: [UInt8]) {
        guard bytes.count > 3, bytes[0] == 0x46, bytes[1] == 0x4C else { return }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        defer { copy.deallocate() }
        _ = copy.initialize(from: bytes)
        var sum = 0
        for index in 0..<Int(bytes[2]) { sum += Int(copy[index]) }
        if sum == .max { fail("a sum of bytes is too large") }
    }

    /// Writes inputs for the corpus, if the target has some that no other tool writes.
    func writeSeeds(to folder: String) {
        if self == .snapshot, let sealer = Self.sealer { Seeds.write(to: folder, sealer) }
        if self == .table { Seeds.writeTables(to: folder) }
    }
}
