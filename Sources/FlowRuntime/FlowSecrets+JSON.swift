extension FlowSecrets {
    /// Returns JSON text in UTF-8 with the secrets in place of their handles.
    ///
    /// The secrets are escaped as RFC 8259, section 7 requires. All other bytes stay the same. The result's memory is
    /// zeroed after its last use.
    public func revealed(json: [UInt8]) -> FlowSecret {
        let parts = isEmpty ? [.plain(json[...])] : parts(of: json)
        return FlowSecret(count: parts.reduce(0) { $0 + $1.count }) { memory in
            var writer = JSONWriter(memory: memory)
            for part in parts { part.write(to: &writer) }
        }
    }

    /// Returns JSON text as parts: the secrets that its handles refer to, and the text between them.
    private func parts(of json: [UInt8]) -> [JSONPart] {
        var parts: [JSONPart] = []
        var (start, index) = (0, 0)
        while index + Self.handleCount <= json.count {
            let end = index + Self.handleCount
            guard json[index...].starts(with: Self.prefix),
                let found = secret(String(decoding: json[index..<end], as: UTF8.self))
            else {
                index += 1
                continue
            }
            parts += [.plain(json[start..<index]), .secret(found)]
            (start, index) = (end, end)
        }
        return parts + [.plain(json[start...])]
    }
}

/// A segment of JSON text.
private enum JSONPart {
    case plain(ArraySlice<UInt8>)
    case secret(FlowSecret)

    /// The number of bytes, including escapes.
    var count: Int {
        switch self {
        case .plain(let bytes): bytes.count
        case .secret(let secret): secret.withBytes { $0.reduce(0) { $0 + JSONWriter.count(of: $1) } }
        }
    }

    /// Writes the segment. The characters of a secret are escaped where JSON requires it.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .plain(let bytes): for byte in bytes { writer.append(byte) }
        case .secret(let secret): secret.withBytes { for byte in $0 { writer.appendEscaped(byte) } }
        }
    }
}

/// Writes JSON text to a buffer, which must be large enough.
private struct JSONWriter {
    private static let digits = Array("0123456789abcdef".utf8)

    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var end = 0

    /// Creates a writer that starts at the first byte of a buffer.
    init(memory: UnsafeMutableBufferPointer<UInt8>) {
        self.memory = memory
    }

    /// Returns how many bytes a byte of a string has after escaping.
    static func count(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): 2
        // A control character becomes an escape such as `\u001f`.
        case ..<0x20: 6
        default: 1
        }
    }

    /// Appends a byte as it is.
    mutating func append(_ byte: UInt8) {
        memory[end] = byte
        end += 1
    }

    /// Appends a byte of a string, escaped if necessary.
    mutating func appendEscaped(_ byte: UInt8) {
        switch Self.count(of: byte) {
        case 1: append(byte)
        case 2:
            append(UInt8(ascii: "\\"))
            append(byte)
        default:
            for character in "\\u00".utf8 { append(character) }
            append(Self.digits[Int(byte >> 4)])
            append(Self.digits[Int(byte & 15)])
        }
    }
}
