package import FlowDiagnostics

/// Lays out flow, service and scenario files in the one way that `Docs/Reference/Formatting.md` describes.
///
/// Elements, values, comments and instructions stay what they are; only what has no meaning changes. The result is its
/// own layout: formatting it again changes nothing. Time grows with the size of the file.
package enum Formatter {
    /// The columns that a line may have; only what cannot be broken is longer.
    package static let lineLength = 110

    /// The layout of a file, as UTF-8 without a byte order mark.
    /// - Parameters:
    ///   - file: the file as it is.
    ///   - id: its number, for findings.
    ///   - limits: the bounds within which it is read.
    ///   - bag: takes what keeps the file from being read.
    /// - Returns: the bytes, or nothing if the file is not well-formed or exceeds a bound, which is then in the bag.
    package static func format(
        file: SourceFile, id: FileID, limits: ParseLimits = ParseLimits(), bag: inout DiagnosticBag
    ) -> [UInt8]? {
        guard let document = DocumentParser.parse(file: file, id: id, limits: limits, bag: &bag) else { return nil }
        let vocabulary = document.kind.map(Vocabulary.vocabulary)
        return withoutCarriageReturns(file.bytes).withUnsafeBufferPointer { source in
            var reader = LayoutReader(source)
            let tags = TagReader(source, vocabulary)
            let nodes = InlineWidths.added(to: reader.read(), source, tags)
            var writer = LayoutWriter(source, nodes, tags)
            return writer.write()
        }
    }

    /// The bytes without a byte order mark, every line end a line feed, as XML reads them.
    private static func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var last: UInt8 = 0
        for byte in bytes.dropFirst(bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0) {
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
