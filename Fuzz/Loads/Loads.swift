import FlowCore
import FlowTable
import Glibc
import TestSupport

/// Loads changed tables by the million, in a plain release build: what ships, without a sanitizer's costs.
///
/// Usage: `loads COUNT SEED TABLE...`. Each load is of a table with one to eight changes at random, with the length and the checksum that
/// it then has. What the verifier lets through is driven by random events. A trap ends the process with the number of the load in its output.
@main
enum Loads {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().map { $0 }
        guard arguments.count > 2, let count = Int(arguments[0]), let seed = UInt64(arguments[1]) else {
            return usage()
        }
        let tables = arguments.dropFirst(2).compactMap { try? PackageFiles.bytes($0) }
        guard !tables.isEmpty else { return usage() }
        var random = Seeded(seed)
        var accepted = 0
        for _ in 0..<count {
            let bytes = changed(tables[random.below(tables.count)], &random)
            guard let table = try? TransitionTable(verifying: bytes) else { continue }
            accepted += 1
            RandomWalk.walk(table, events: 6, &random)
        }
        print("\(count) loads, \(accepted) of them accepted and driven")
    }

    private static func usage() {
        print("usage: loads COUNT SEED TABLE...")
        exit(64)
    }

    private static func changed(_ original: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = original
        for _ in 0...random.below(8) { change(&bytes, &random) }
        bytes.withUnsafeMutableBytes { TableRepair.repair($0) }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], _ random: inout Seeded) {
        guard bytes.count > TableFormat.headerSize else { return }
        let place = random.below(bytes.count)
        switch random.below(8) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes[place] ^= 1 << UInt8(random.below(8))
        case 2: bytes[place] = random.one(of: 0, 0xFF, 0x7F, 0x80, 1)
        case 3: bytes[place] &+= random.one(of: 1, 0xFF, 4)
        case 4: bytes[place] = bytes[random.below(bytes.count)]
        case 5: bytes.swapAt(place, random.below(bytes.count))
        case 6: copy(&bytes, from: random.below(bytes.count), to: place, count: 1 + random.below(16))
        default: if random.chance(10) { bytes.removeLast(1 + random.below(min(8, bytes.count - 1))) }
        }
    }

    private static func copy(_ bytes: inout [UInt8], from source: Int, to place: Int, count: Int) {
        for offset in 0..<min(count, bytes.count - max(source, place)) {
            bytes[place + offset] = bytes[source + offset]
        }
    }
}
