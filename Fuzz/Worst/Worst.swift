import FlowTable
import Glibc
import TestSupport

/// Searches for tables that keep a machine busy longest, among those that the loader accepts.
///
/// Usage: `worst SECONDS SEED FOLDER`. Programs are made at random; those that took longest are changed. The five worst, each of another
/// kind, are written to the folder: `make bench` times them.
@main
enum Worst {
    private struct Found {
        let time: Double
        let program: BusyProgram
        let table: [UInt8]
    }

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let seconds = Double(arguments[1]), let seed = UInt64(arguments[2]) else {
            print("usage: worst SECONDS SEED FOLDER")
            exit(64)
        }
        print("worst \(arguments.dropFirst().joined(separator: " "))")
        var random = Seeded(seed)
        var found: [String: Found] = [:]
        var tried = 0
        let end = now() + seconds
        while now() < end {
            let worst = found.values.sorted { $0.time > $1.time }.prefix(8).map(\.program)
            let isNew = worst.isEmpty || random.chance(30)
            let program = isNew ? BusyProgram(&random) : worst[random.below(worst.count)].changed(&random)
            guard let table = program.table(), let time = time(table) else { continue }
            tried += 1
            if time > found[program.kind]?.time ?? 0 {
                found[program.kind] = Found(time: time, program: program, table: table)
            }
        }
        print("\(tried) tables were tried")
        for (kind, one) in found.sorted(by: { $0.value.time > $1.value.time }).prefix(5) {
            let name = kind.split(separator: " ").joined(separator: "-")
            print("\(kind): \(Int(one.time * 1000)) ms, \(one.table.count) bytes")
            write(one.table, to: "\(arguments[3])/\(name).flow")
        }
    }

    /// Seconds that the event takes, of two runs the shorter; nil if the loader refuses the table.
    private static func time(_ bytes: [UInt8]) -> Double? {
        guard let table = try? TransitionTable(verifying: bytes) else { return nil }
        let event = WorstEvent(table)
        var shortest = Double.infinity
        for _ in 0..<2 {
            let start = now()
            _ = event.run()
            shortest = min(shortest, now() - start)
        }
        return shortest
    }

    /// Processor time of this process, in seconds.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "wb") else { return print("cannot write '\(path)'") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
