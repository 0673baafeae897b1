package import FlowDiagnostics

/// Formats flow, service and scenario files (see `Docs/Reference/Formatting.md`).
///
/// Formatting changes only white space, quotes and escapes that have no meaning. It is idempotent, and takes linear
/// time.
package enum Formatter {
    /// The maximum line length in columns, except for unbreakable text.
    package static let lineLength = 110

    /// Formats a file as UTF-8 without a byte order mark.
    ///
    /// If the file is not well-formed or exceeds a limit, the bag receives the problem. `id` is the file in its
    /// location.
    /// - Returns: the formatted bytes, or nil if the file cannot be parsed.
    package static func format(
        file: SourceFile, id: FileID, limits: ParseLimits = ParseLimits(), bag: inout DiagnosticBag
    ) -> [UInt8]? {
        guard let document = DocumentParser.parse(file: file, id: id, limits: limits, bag: &bag) else { return nil }
        let vocabulary = document.kind.map(Vocabulary.vocabulary)
        return normalized(file.bytes).withUnsafeBufferPointer { source in
            var reader = LayoutReader(source)
            let tags = TagReader(source, vocabulary)
            let nodes = InlineWidths.measured(reader.read(), source, tags)
            var writer = LayoutWriter(source, nodes, tags)
            return writer.write()
        }
    }

    /// Returns bytes without a byte order mark, and with line feeds as line ends.
    private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var last: UInt8 = 0
        let mark = "\u{FEFF}".utf8
        for byte in bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0) {
            if byte == Byte.carriageReturn {
                result.append(Byte.lineFeed)
            } else if byte != Byte.lineFeed || last != Byte.carriageReturn {
                result.append(byte)
            }
            last = byte
        }
        return result
    }
}
