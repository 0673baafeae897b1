package import FlowTable

/// Writes a table in readable form. The lines cover every byte.
///
/// Each line has an offset, the bytes in hexadecimal, and their meaning. States are shown by name if the table has names,
/// otherwise by number. The output is deterministic for a table.
package enum Disassembler {
    /// The number of columns for the bytes of a line. A line with more bytes is longer.
    private static let hexWidth = 24

    package static func text(of table: TransitionTable) -> String {
        text(of: lines(of: table), bytes: Array(table.rawBytes))
    }

    /// Returns the text of a disassembly of bytes.
    ///
    /// If the bytes are not a valid table, the text shows the error and the raw bytes.
    package static func text(of bytes: [UInt8]) -> String {
        do throws(TableError) {
            return text(of: try TransitionTable(verifying: bytes))
        } catch {
            return text(of: lines(of: bytes, invalidDueTo: error), bytes: bytes)
        }
    }

    /// Returns the lines of a table's disassembly, in byte order.
    package static func lines(of table: TransitionTable) -> [DumpLine] {
        var dump = Dump(table)
        dump.addHeader()
        dump.addStrings()
        dump.addRows()
        dump.addCode()
        dump.addStates()
        dump.addRecords()
        dump.addRemainingSections()
        return dump.lines
    }

    /// Returns lines for the bytes of an invalid table.
    ///
    /// The error is the first heading, and the meaning of the line with the faulty byte.
    static func lines(of bytes: [UInt8], invalidDueTo error: TableError) -> [DumpLine] {
        let fault = "error [" + error.code.rawValue + "] at byte " + String(error.byteOffset)
        var lines = [DumpLine(range: 0..<0, meaning: fault)]
        for start in stride(from: 0, to: bytes.count, by: Dump.bytesPerLine) {
            let range = start..<min(start + Dump.bytesPerLine, bytes.count)
            lines.append(DumpLine(range: range, meaning: range.contains(error.byteOffset) ? fault : ""))
        }
        return lines
    }

    /// Returns lines as text, each with its offset, its bytes in hexadecimal and its meaning.
    ///
    /// A heading starts with `;`.
    private static func text(of lines: [DumpLine], bytes: [UInt8]) -> String {
        var text = ""
        for line in lines {
            if line.range.isEmpty {
                text += "; " + line.meaning + "\n"
                continue
            }
            let hex = line.range.map { DumpText.hex(UInt64(bytes[$0]), digits: 2) }.joined(separator: " ")
            text += DumpText.hex(UInt64(line.range.lowerBound), digits: 6) + "  " + hex
            if !line.meaning.utf8.isEmpty {
                text += String(repeating: " ", count: max(0, hexWidth - hex.utf8.count)) + "  " + line.meaning
            }
            text += "\n"
        }
        return text
    }
}
