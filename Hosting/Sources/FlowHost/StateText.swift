import FlowRuntime
import FlowSealing
import Foundation

/// The state that a client sends with an event.
enum StateText: Sendable, Redacted {
    /// The sealed state.
    case sealed([UInt8])
    /// The ids of a sign-in and of its snapshot, whose sealed state rests in Redis.
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

    private static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding).map { Array($0) }
    }
}
