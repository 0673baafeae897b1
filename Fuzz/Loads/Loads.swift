import FlowCore
import FlowTable
import Glibc
import TestSupport

/// Loads changed tables by the million, in a plain release build: what ships, without a sanitizer's costs.
///
/// Usage: `loads COUNT SEED TABLE...`. Each load is of a table with one to eight changes at random, with the length and the checksum that
/// it then has. What the verifier lets through is driven by random events. The seed and the tables, in their order, decide all of it.
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
        // Said first, so that a trap can be repeated, too.
        print("loads \(arguments.joined(separator: " "))")
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
        if random.chance(10) { bytes.removeLast(random.below(8)) }
        bytes.withUnsafeMutableBytes { bytes in
            TableMutation.change(bytes, &random)
            TableRepair.repair(bytes)
        }
        return bytes
    }
}
