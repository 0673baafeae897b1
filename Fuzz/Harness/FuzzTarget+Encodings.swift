import CognitoClient
import CognitoHandlers
import FlowCore
import FlowSealing

// Forms of bytes and texts.
extension FuzzTarget {
    static func json(_ bytes: [UInt8]) {
        guard let value = JSONValue(json: bytes) else { return }
        guard let again = JSONValue(json: Array(value.jsonText.utf8)) else { fail("what was written cannot be read") }
        if again.jsonText != value.jsonText { fail("what was written reads otherwise") }
    }

    static func cbor(_ bytes: [UInt8]) {
        guard let value = try? CBORReader.value(bytes) else { return }
        let written = value.encoded
        guard let again = try? CBORReader.value(written) else { fail("what was written cannot be read") }
        if again.encoded != written { fail("what was written reads otherwise") }
    }

    static func base64(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if Base64.bytes(Base64.text(bytes)) != bytes { fail("Base64 reads otherwise") }
        if Base64.bytes(Base64.urlText(bytes)) != bytes { fail("Base64 for URLs reads otherwise") }
        if let read = Base64.bytes(text), Base64.bytes(Base64.text(read)) != read { fail("Base64 writes otherwise") }
        if !bytes.isEmpty, Hex.bytes(Hex.text(bytes)) != bytes { fail("hexadecimal digits read otherwise") }
        if let number = Hex.bytes(Hex.numberText(bytes)),
            Array(bytes.drop { $0 == 0 }) != Array(number.drop { $0 == 0 })
        {
            fail("a number reads otherwise")
        }
        _ = Hex.bytes(text)
    }

    static func heads(_ bytes: [UInt8]) {
        var head = ResponseHead()
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard head.append(line) else { break }
            _ = ResponseHead.isEnd(line)
        }
        if head.fields.contains(where: { $0.name.contains("\n") || $0.value.contains("\n") }) {
            fail("a field of several lines")
        }
    }
}
