package import FlowTable

/// Writes a table in readable form, with a line for every byte.
///
/// Each line has an offset, the bytes in hex, and their meaning. States are shown by name if the table has names,
/// otherwise by number. The output is deterministic for a table.
package enum Disassembler {
    /// Disassembles a table.
    package static func text(of table: TransitionTable) -> String {
        text(lines(of: table), Array(table.rawBytes))
    }

    /// Disassembles bytes. For an invalid table it shows the error and the raw bytes.
    package static func text(of bytes: [UInt8]) -> String {
        do throws(TableError) {
            return text(of: try TransitionTable(verifying: bytes))
        } catch {
            return text(lines(of: bytes, broken: error), bytes)
        }
    }

    /// The lines of a disassembly: headings and bytes, in byte order.
    package static func lines(of table: TransitionTable) -> [DumpLine] {
        var dump = Dump(table)
        dump.addHeader()
        dump.addStrings()
        dump.addRows()
        dump.addCode()
        dump.addStates()
        dump.addRecords()
        dump.addNames()
        return dump.lines
    }

    /// The bytes of an invalid table, with the error at its offset.
    static func lines(of bytes: [UInt8], broken error: TableError) -> [DumpLine] {
        let fault = "error [" + error.code.rawValue + "] at byte " + String(error.byteOffset)
        var lines = [DumpLine(range: 0..<0, meaning: fault)]
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let range = start..<min(start + 16, bytes.count)
            lines.append(DumpLine(range: range, meaning: range.contains(error.byteOffset) ? fault : ""))
        }
        return lines
    }

    private static func text(_ lines: [DumpLine], _ bytes: [UInt8]) -> String {
        var text = ""
        for line in lines {
            if line.range.isEmpty {
                text += "; " + line.meaning + "\n"
                continue
            }
            let hex = line.range.map { DumpText.hex(UInt64(bytes[$0]), digits: 2) }.joined(separator: " ")
            let padding = String(repeating: " ", count: max(0, 24 - hex.utf8.count))
            let whole = DumpText.hex(UInt64(line.range.lowerBound), digits: 6) + "  " + hex
            text += line.meaning.utf8.isEmpty ? whole : whole + padding + "  " + line.meaning
            text += "\n"
        }
        return text
    }
}
