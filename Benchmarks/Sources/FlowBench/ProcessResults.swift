#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the script `run` measured of whole processes: lines `name target unit ours reference`, and growth.
enum ProcessResults {
    /// Adds tables for the files `cold.txt` and `scale.txt` in a directory.
    ///
    /// A line of either is `NAME|WALL CPU KB STATUS|WALL CPU KB STATUS`, ours first, as `measure` prints it.
    static func add(_ directory: String, _ report: inout Report) {
        report.section(
            "Cold processes",
            "Each value is the median wall-clock time of a process: ours is `flowc check` (with a static Swift "
                + "library), and the reference is `xmllint --noout --relaxng`.")
        for line in lines(directory + "/cold.txt") {
            report.row(line.name, line.ours[0], line.reference[0], unit: "ms", atMost: 4)
        }
        report.section(
            "Embedded",
            "The WebAssembly module of `.ci/embedded` contains the interpreter, the table reader, the JSON reader "
                + "and an allocator.")
        let size = String(decoding: Files.read(directory + "/wasm.txt"), as: UTF8.self).filter(\.isNumber)
        report.row("module", Double(size) ?? 0, unit: "bytes", atMost: 32_767)
        addProofs(lines(directory + "/proofs.txt"), &report)
        let scale = lines(directory + "/scale.txt")
        report.section(
            "Growth",
            "This table compares `flowc compile` with xmllint, on generated flows with three transitions per step. If "
                + "an exponent is 1, time or memory grows in proportion to the number of steps.")
        for line in scale {
            let isLargest = line.name == scale.last?.name
            report.row(
                "\(line.name), processor time", line.ours[1], line.reference[1], unit: "ms", atMost: isLargest ? 3 : nil
            )
            report.row(
                "\(line.name), peak memory", line.ours[2] / 1024, line.reference[2] / 1024, unit: "MB", atMost: nil)
        }
        for index in scale.indices.dropFirst() {
            let (small, large) = (scale[index - 1], scale[index])
            let last = index == scale.count - 1
            for (what, column) in [("time", 1), ("memory", 2)] {
                let exponent = log10(large.ours[column] / small.ours[column])
                report.row(
                    "growth of \(what), \(small.name) to \(large.name)", exponent, unit: "(exponent)",
                    atMost: last ? 1.1 : nil)
            }
        }
    }

    /// Flows with guards and data, and how the time to check them grows.
    private static func addProofs(_ lines: [Line], _ report: inout Report) {
        report.section(
            "Proofs",
            "This table compares `flowc check` with xmllint, on generated flows that contain guards and data. If the "
                + "exponent is 1, the time grows in proportion to the number of nodes.")
        for line in lines {
            let isLargest = line.name == lines.last?.name
            report.row(
                "\(line.name), processor time", line.ours[1], line.reference[1], unit: "ms",
                atMost: isLargest ? 10 : nil)
        }
        for index in lines.indices.dropFirst() {
            let exponent = log10(lines[index].ours[1] / lines[index - 1].ours[1])
            report.row("growth of time to \(lines[index].name)", exponent, unit: "(exponent)", atMost: nil)
        }
    }

    private struct Line {
        let name: String
        let ours: [Double]
        let reference: [Double]
    }

    private static func lines(_ path: String) -> [Line] {
        String(decoding: Files.read(path), as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "|")
            guard parts.count == 3 else { return nil }
            let numbers = parts[1...].map { $0.split(separator: " ").compactMap { Double($0) } }
            guard numbers.allSatisfy({ $0.count == 4 }) else { return nil }
            return Line(name: String(parts[0]), ours: numbers[0], reference: numbers[1])
        }
    }
}
