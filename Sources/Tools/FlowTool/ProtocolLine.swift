package import FlowCompiler
import CognitoWire
package import FlowCore
package import FlowTesting
package import SystemPackage

/// A line of input in the line protocol.
package enum ProtocolLine {
    /// The host starts the flow with these inputs.
    case start(JSONValue)
    /// The host answers the step's asks.
    case submit(JSONValue)
    /// The host answers the step's only choice.
    case select(String)
    /// A command, optionally with the host's error.
    case event(String, error: (type: String, message: String)?)
    /// The service replies with this body.
    case reply(JSONValue)
    /// The service replies with an error.
    case error(type: String, message: String)
    case handled(JSONValue)
    case failed(name: String, message: String)

    /// The names of the commands that no flow defines.
    package static let back = "back", cancel = "cancel"

    /// The names of members, of which a line has exactly one. Only the member `event` can have an `error` beside it.
    package static let names = [
        "start", "submit", "select", "event", back, cancel, "timeout", "reply", "error", "handled", "failed",
    ]

    /// The reason why a line is invalid.
    package struct Fault: Error {
        /// The code of the refusal: `bad-line` or `line-too-long`.
        package var code = "bad-line"
        /// The reason in one sentence, for users.
        package let message: String
    }

    /// Parses an input line, or returns nil if the line is blank.
    /// - Throws: the reason why the line is invalid; it quotes no value, which could be a secret.
    package init?(_ line: InputLine) throws(Fault) {
        switch line {
        case .tooLong(let limit): throw Fault(code: "line-too-long", message: InputLine.tooLongMessage(limit: limit))
        case .text(let bytes):
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return nil }
            try self.init(bytes)
        }
    }

    /// Parses the bytes of a line that is not blank.
    /// - Throws: the reason why the line is invalid; it quotes no value, which could be a secret.
    package init(_ bytes: [UInt8]) throws(Fault) {
        guard let value = JSONValue(json: bytes) else { throw Fault(message: "the line is not JSON") }
        guard let members = value.members else { throw Fault(message: "the line is not a JSON object") }
        if members.count == 2, let name = value["event"], let error = value["error"] {
            let type = try Self.text("type", error["type"])
            self = .event(try Self.text("event", name), error: (type, Self.message(error)))
            return
        }
        guard members.count == 1 else { throw Self.wrongMembers }
        self = try Self.parse(members[0].name, members[0].value)
    }

    /// The fault of a line that does not have exactly one known member, or `event` and `error`.
    private static var wrongMembers: Fault {
        Fault(
            message: "a line must have exactly one of these members (or 'event' and 'error'): "
                + names.joined(separator: ", "))
    }

    /// Parses a line from the name and the value of its only member.
    private static func parse(_ name: String, _ value: JSONValue) throws(Fault) -> ProtocolLine {
        switch name {
        case "start": return .start(try object(name, value))
        case "submit": return .submit(try object(name, value))
        case "select": return .select(try text(name, value))
        case "event": return .event(try text(name, value), error: nil)
        case back, cancel, "timeout":
            guard value == .bool(true) else { throw Fault(message: "'\(name)' must be true") }
            return .event(name, error: nil)
        case "reply": return .reply(value)
        case "error": return .error(type: try text("type", try object(name, value)["type"]), message: message(value))
        case "handled": return .handled(try object(name, value))
        case "failed": return .failed(name: try text("name", try object(name, value)["name"]), message: message(value))
        default: throw wrongMembers
        }
    }

    /// Returns the value of the member with a name, which must be an object.
    private static func object(_ name: String, _ value: JSONValue) throws(Fault) -> JSONValue {
        guard case .object = value else { throw Fault(message: "'\(name)' must be an object") }
        return value
    }

    /// Returns the value of the member with a name, which must be a string.
    private static func text(_ name: String, _ value: JSONValue?) throws(Fault) -> String {
        guard let text = value?.string else { throw Fault(message: "'\(name)' must be a string") }
        return text
    }

    /// Returns the message of an error or failure, or an empty string if it has no message.
    private static func message(_ value: JSONValue) -> String { value["message"]?.string ?? "" }

    /// The sender of the line, as shown to users.
    package var speaker: String {
        switch self {
        case .start, .submit, .select, .event: "host"
        case .reply, .error: "service"
        case .handled, .failed: "handler"
        }
    }

    /// Passes the line to a session as an event, and returns what the session does next.
    package func apply(to session: inout FlowSession) -> FlowEffect {
        switch self {
        case .start(let inputs): session.start(inputs)
        case .submit(let answers): session.submit(answers)
        case .select(let word): session.select(word)
        case .event(let name, let error): session.send(name, error: error)
        // A string is a body as the service sent it, which need not be JSON.
        case .reply(.string(let body)): session.reply(Array(body.utf8))
        case .reply(let body): session.reply(body)
        case .error(let type, let message): session.fail(type: type, message: message)
        case .handled(let outputs): session.handled(outputs)
        case .failed(let name, let message): session.handlerFailed(name, message)
        }
    }

    /// The line as the flow reads it: a reply converted from its wire format, any other line unchanged.
    ///
    /// A scripted service replies with JSON, or with a string that contains the body.
    package var fromWireFormat: ProtocolLine {
        switch self {
        case .reply(.string(let body)):
            .reply(.string(String(decoding: WireForm.encodedReply(Array(body.utf8)), as: UTF8.self)))
        case .reply(let body): .reply(WireForm.convertedReply(body))
        default: self
        }
    }
}

extension FlowOutput {
    /// The output as a scripted service receives it: a request in its wire format, any other output unchanged.
    package var inWireFormat: FlowOutput {
        guard case .call(let request) = self else { return self }
        return .call(FlowRequest(operation: request.operation, body: WireForm.convertedRequest(request.body)))
    }
}

/// Reads the lines of an input one by one.
///
/// The reader buffers at most one line and one chunk of the input.
package struct LineReader {
    /// The default maximum length of a line in bytes.
    package static let maxLineLength = 1 << 20
    private static let chunkSize = 65_536

    private let descriptor: FileDescriptor
    private let maxLength: Int
    /// The bytes that were read. Those before `start` belong to lines that were returned.
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Creates a reader, by default of standard input.
    /// - Parameters:
    ///   - descriptor: the input, which the reader does not close.
    ///   - maxLength: the maximum length of a line in bytes, including a carriage return, but not the line feed.
    package init(_ descriptor: FileDescriptor = .standardInput, maxLength: Int = LineReader.maxLineLength) {
        self.descriptor = descriptor
        self.maxLength = maxLength
    }

    /// Reads and returns the next line, or returns nil at the end. The last line needs no terminator.
    package mutating func next() -> InputLine? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return line(buffer[start..<end])
            }
            guard buffer.count - start <= maxLength else {
                skipLine()
                return .tooLong(limit: maxLength)
            }
            // Reading more moves the unreturned bytes, all of which have been searched, to the start of the buffer.
            searched = buffer.count - start
            if isAtEnd || !readMore() {
                defer { start = buffer.count }
                return start < buffer.count ? line(buffer[start...]) : nil
            }
        }
    }

    /// Moves the unreturned bytes to the start of the buffer, and reads another chunk.
    /// - Returns: false at the end of the input.
    private mutating func readMore() -> Bool {
        buffer.removeFirst(start)
        start = 0
        let chunk = readChunk()
        buffer += chunk
        return !chunk.isEmpty
    }

    /// Skips a line that is too long, chunk by chunk, up to and including its terminator.
    private mutating func skipLine() {
        buffer = []
        start = 0
        while true {
            let chunk = readChunk()
            if chunk.isEmpty { return }
            guard let end = chunk.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            buffer = Array(chunk[(end + 1)...])
            return
        }
    }

    /// Reads and returns the next chunk of the input, which is empty at the end or after an error.
    private mutating func readChunk() -> [UInt8] {
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { memory, count in
            count = (try? descriptor.read(into: UnsafeMutableRawBufferPointer(memory))) ?? 0
        }
        isAtEnd = chunk.isEmpty
        return chunk
    }

    /// Returns bytes as a line without its carriage return, or as ``InputLine/tooLong(limit:)``.
    private func line(_ bytes: ArraySlice<UInt8>) -> InputLine {
        if bytes.count > maxLength { return .tooLong(limit: maxLength) }
        return .text(Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes))
    }
}

/// A line of input, or the fact that a line was too long.
package enum InputLine: Sendable, Equatable {
    /// The bytes of a line, without its terminator.
    case text([UInt8])
    /// A line that exceeds the limit, which was skipped.
    case tooLong(limit: Int)

    /// Returns the text of the line. If the line was too long, passes a message to `report`, and returns nil.
    package func text(orReport report: (SafeText) -> Void) -> String? {
        switch self {
        case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .tooLong(let limit):
            report("! \(Self.tooLongMessage(limit: limit))\n")
            return nil
        }
    }

    static func tooLongMessage(limit: Int) -> String { "this line is longer than \(limit) bytes and was skipped" }
}
