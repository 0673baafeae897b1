extension Sequence<UInt8> {
    /// The width of UTF-8 text: its number of Unicode scalars.
    var width: Int {
        var count = 0
        for byte in self where !Byte.continuesScalar(byte) { count += 1 }
        return count
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the width of a range, in columns.
    func width(of range: Range<Int>) -> Int { self[range].width }

    /// Returns the lines of a range, without their line feeds.
    func lines(of range: Range<Int>) -> [SourceLine] {
        var lines: [SourceLine] = []
        var start = range.lowerBound
        for index in range where self[index] == Byte.lineFeed {
            lines.append(SourceLine(self, start..<index))
            start = index + 1
        }
        lines.append(SourceLine(self, start..<range.upperBound))
        return lines
    }

    /// Returns the column of an offset, counted from 0.
    func column(of offset: Int) -> Int {
        var start = offset
        while start > 0, self[start - 1] != Byte.lineFeed { start -= 1 }
        return SourceLine.columns(of: self[start..<offset])
    }
}
