import FlowRuntime
import FlowSealing
import Foundation

/// The state that a client sends with an event.
enum StateText: Sendable, Redacted {
    /// The sealed state.
    case sealed([UInt8])
    /// The ids of a sign-in and of its snapshot, whose sealed state Redis stores.
    case handle(SnapshotID, SnapshotID)

    /// What the text of a handle begins with. It is not in the alphabet of base64url.
    private static let mark = "r."

    /// Creates the state in a text; nil if the text is malformed.
    init?(_ text: String) {
        guard text.utf8.count <= FlowSnapshot.maximumSize * 4 / 3 + 4 else { return nil }
        if text.hasPrefix(Self.mark) {
            let size = SnapshotID.byteCount
            guard let bytes = Self.bytes(text.dropFirst(Self.mark.count)), bytes.count == 2 * size,
                let signIn = SnapshotID(Array(bytes[..<size])), let generation = SnapshotID(Array(bytes[size...]))
            else { return nil }
            self = .handle(signIn, generation)
        } else {
            guard let bytes = Self.bytes(text[...]), !bytes.isEmpty else { return nil }
            self = .sealed(bytes)
        }
    }

    /// The state as text.
    var text: String {
        switch self {
        case .sealed(let bytes): Self.text(bytes)
        case .handle(let signIn, let generation): Self.mark + Self.text(signIn.bytes + generation.bytes)
        }
    }

    /// Returns bytes in base64url without padding (RFC 4648, section 5).
    private static func text(_ bytes: [UInt8]) -> String {
        var digits = Array(Data(bytes).base64EncodedString().utf8)
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        for index in digits.indices {
            if digits[index] == UInt8(ascii: "+") { digits[index] = UInt8(ascii: "-") }
            if digits[index] == UInt8(ascii: "/") { digits[index] = UInt8(ascii: "_") }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes of base64url without padding; nil if the text is something else.
    private static func bytes(_ text: Substring) -> [UInt8]? {
        var digits = Array(text.utf8)
        for index in digits.indices {
            switch digits[index] {
            case UInt8(ascii: "-"): digits[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): digits[index] = UInt8(ascii: "/")
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: continue
            }
        }
        digits += [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        return Data(base64Encoded: Data(digits)).map { Array($0) }
    }
}
