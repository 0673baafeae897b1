public import FlowCore

/// The secrets that a flow's values refer to by handle.
public struct FlowSecrets: Sendable, Redacted {
    /// The prefix of every handle. A text without it needs no lookup.
    private static let prefix = Array("secret.".utf8)
    /// The number of random hexadecimal digits in a handle, for 128 bits.
    private static let digitCount = 32
    /// The length of a handle in bytes.
    private static let handleLength = prefix.count + digitCount
    private static let digits = Array("0123456789abcdef".utf8)

    private var held: [String: FlowSecret] = [:]

    /// Creates a set without secrets.
    package init() {}

    package var isEmpty: Bool { held.isEmpty }

    /// Stores a secret under a new, random handle, and returns the handle.
    ///
    /// An empty secret is not stored, and its handle is empty.
    package mutating func hold(_ secret: FlowSecret) -> String {
        guard secret.count > 0 else { return "" }
        var generator = SystemRandomNumberGenerator()
        var handle = Self.prefix
        while handle.count < Self.handleLength {
            handle.append(Self.digits[Int.random(in: Self.digits.indices, using: &generator)])
        }
        let text = String(decoding: handle, as: UTF8.self)
        held[text] = secret
        return text
    }

    /// Stores secrets by name, and returns `object` with their handles as members.
    ///
    /// The handles replace members with the same names.
    package mutating func hold(_ secrets: [String: FlowSecret], in object: JSONValue) -> JSONValue {
        guard !secrets.isEmpty else { return object }
        let members = (object.members ?? []).filter { secrets[$0.name] == nil }
        let added = secrets.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string(hold($0.value))) }
        return .object(members + added)
    }

    /// Releases all secrets except those that a value of these sessions refers to.
    mutating func releaseAll(exceptIn sessions: FlowSession...) {
        guard !held.isEmpty else { return }
        var referenced: Set<String> = []
        for session in sessions {
            for case .text(let text)? in session.parameters.values where held[text] != nil { referenced.insert(text) }
        }
        held = held.filter { referenced.contains($0.key) }
    }

    /// Returns the secret that a handle refers to, or nil if no secret is stored under this text.
    package func secret(_ handle: String) -> FlowSecret? { held[handle] }

    /// Returns a JSON value with the texts of secrets in place of their handles.
    ///
    /// The texts are copies, which the runner cannot erase.
    public func revealed(_ value: JSONValue) -> JSONValue {
        if held.isEmpty { return value }
        switch value {
        case .string(let text): return held[text].map { .string($0.text) } ?? value
        case .array(let items): return .array(items.map(revealed))
        case .object(let members): return .object(members.map { JSONMember($0.name, revealed($0.value)) })
        default: return value
        }
    }

    /// Returns a session with the texts of secrets in place of their handles, so that it can leave the runner.
    package func revealed(_ session: FlowSession) -> FlowSession {
        if held.isEmpty { return session }
        var revealed = session
        for (slot, value) in session.parameters.values.enumerated() {
            guard case .text(let text)? = value, let secret = held[text] else { continue }
            revealed.parameters.set(slot, .text(secret.text))
        }
        revealed.parameters.commit()
        return revealed
    }

    /// Returns whether a value contains the handle of a secret.
    func areReferenced(in value: JSONValue) -> Bool {
        if held.isEmpty { return false }
        switch value {
        case .string(let text): return held[text] != nil
        case .array(let items): return items.contains(where: areReferenced)
        case .object(let members): return members.contains { areReferenced(in: $0.value) }
        default: return false
        }
    }

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
        var start = 0
        var index = 0
        while index + Self.handleLength <= json.count {
            let end = index + Self.handleLength
            guard json[index...].starts(with: Self.prefix),
                let found = secret(String(decoding: json[index..<end], as: UTF8.self))
            else {
                index += 1
                continue
            }
            parts += [.plain(json[start..<index]), .secret(found)]
            start = end
            index = end
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

/// A writer of JSON text to a buffer, which must be large enough.
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

/// A secret text whose memory is zeroed after its last use. Its description does not show the text.
///
/// Pass passwords to ``FlowRunner/start(_:secrets:)`` as secrets. In place of each secret, the flow then receives a
/// handle, which is a random text without meaning outside the runner. Handlers and the service receive the bytes. The
/// runner releases a secret as soon as no value of the flow refers to its handle.
///
/// The runner cannot zero a Swift string, so a password that was ever a `String` leaves copies in memory.
public final class FlowSecret: Sendable, Redacted {
    /// The text in UTF-8, and one more byte, so that an empty text has an address.
    ///
    /// Only the initializer and the deinitializer write it.
    private nonisolated(unsafe) let memory: UnsafeMutableBufferPointer<UInt8>

    /// The length in bytes.
    public let count: Int

    /// Creates a secret of `count` bytes, which a closure writes.
    package init(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        self.count = count
        memory = .allocate(capacity: count + 1)
        memory.initialize(repeating: 0)
        fill(UnsafeMutableBufferPointer(rebasing: memory[..<count]))
    }

    /// Creates a secret from bytes, and zeroes the array if no other reference to its memory exists.
    /// - Parameter bytes: the text in UTF-8. Other bytes would make the JSON of a request invalid.
    public convenience init(_ bytes: consuming [UInt8]) {
        self.init(count: bytes.count) { memory in _ = memory.update(from: bytes) }
        erase(&bytes)
    }

    /// Creates a secret with a copy of a string. The string's own memory is not zeroed.
    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit {
        erase(memory)
        memory.deallocate()
    }

    /// Calls a closure with the bytes, which are valid only during the call, and returns its result.
    public func withBytes<Result: ~Copyable>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Otherwise the optimizer could release this object, which zeroes the bytes, while the closure reads them.
        withExtendedLifetime(self) { body(UnsafeBufferPointer(rebasing: memory[..<count])) }
    }

    /// The address of the bytes, valid while this object lives.
    package var address: UnsafeRawPointer? { UnsafeRawPointer(memory.baseAddress) }

    /// A copy as a string, which cannot be zeroed.
    package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// A copy as an array, which is not zeroed.
    package var bytes: [UInt8] { withBytes { Array($0) } }
}

/// Overwrites the bytes of a buffer with zeros. The optimizer cannot remove the call, although nothing reads the zeros.
@inline(never) @_optimize(none)
package func erase(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes.update(repeating: 0)
}

/// Zeroes 16 KiB of the stack that earlier calls have used.
@inline(never) @_optimize(none)  // Nothing reads the zeros, and only a frame of its own lies where earlier calls did.
package func eraseStack() { eraseFrames(16) }

/// Zeroes 1 KiB in each of some nested calls. Swift allocates larger temporary memory on the heap.
@inline(never) @_optimize(none)
private func eraseFrames(_ count: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 10) { bytes in
        bytes.initialize(repeating: 0)
        if count > 1 { eraseFrames(count - 1) }
    }
}

/// Zeroes the bytes of an array. If the array shares its memory, this zeroes a copy.
package func erase(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBufferPointer { erase($0) }
}
