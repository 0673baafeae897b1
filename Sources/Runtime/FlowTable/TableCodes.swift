/// The kinds of records in a table. Each comment lists the contents of a record.
///
/// All numbers are variable-length integers. A name, an operation or an outcome is the number of a string. A list is a
/// count, followed by that many elements; a path is a list of names. A source is a set of flags (``SourceFlag``),
/// followed by a slot or a string and, if the flags include ``SourceFlag/otherwise``, by another slot.
package enum RecordKind: UInt8 {
    /// Time limit (its kind, then the seconds, a slot or nothing), list of deadlines if the kind says so, list of
    /// shows, list of asks.
    case present
    /// Operation, list of inputs (path, source, encoding), record of the reply.
    case call
    /// Path of the challenge's name, path of the success member, list of outputs (slot, path, encoding, flags, and what
    /// follows the flags).
    case reply
    /// Name, list of inputs (port, source), list of outputs (port, slot, flags).
    case handler
    /// Outcome, presented step, list of shows.
    case end
    /// Name, list of shows.
    case notify
    /// List of asks for the flow's inputs.
    case start
}

/// The kinds of states, by what a state waits for. States are numbered by kind, in this order.
package enum StateKind: Int, CaseIterable {
    /// Waits for the host's answer to a presented step.
    case present
    /// Waits for the service's reply.
    case call
    /// Waits for a handler's result.
    case handler
    /// Does not wait, but runs code that leads to another state.
    case choice
    /// Waits for the host to start the flow again, or to send a command that the end accepts.
    case end
}

/// The types of a flow's slots, with their numbers in a table.
package enum SlotType: UInt8, CaseIterable, Sendable {
    case text, secret, digits, choice, list, map, bytes, session, flag, seconds
    /// The end of a deadline: milliseconds since 1970 in decimal digits.
    case instant

    /// Whether values of this type are secret.
    ///
    /// They must never reach a trace, a diagram, an error message, or a presentation that does not disclose them.
    package var isSecret: Bool { self == .secret || self == .session }

    /// The values of type ``seconds``, which are at most a day.
    package static var allSeconds: ClosedRange<Int> { 1...86_400 }

    /// Returns the number that a text of type ``seconds`` stands for, or nil if the text is not of this type.
    ///
    /// A text of this type consists of decimal digits without leading zeros, and its number is in ``allSeconds``.
    package static func seconds(_ text: UnsafeRawBufferPointer) -> Int? {
        let maxDigits = 5
        guard text.count <= maxDigits, let first = text.first, first != UInt8(ascii: "0") else { return nil }
        var number = 0
        for byte in text {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number <= allSeconds.upperBound ? number : nil
    }

    /// Returns the number that a text of type ``seconds`` stands for, or nil if the text is not of this type.
    package static func seconds(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { seconds(UnsafeRawBufferPointer($0)) }
    }
}

extension SlotType {
    /// The type's name in the flow language, which has no values of type ``instant``.
    package var name: String {
        switch self {
        case .text: "text"
        case .secret: "secret"
        case .digits: "digits"
        case .choice: "choice"
        case .list: "list"
        case .map: "map"
        case .bytes: "bytes"
        case .session: "session"
        case .flag: "flag"
        case .seconds: "seconds"
        case .instant: "instant"
        }
    }

    /// Creates the type with a name in the flow language; nil if there is none.
    package init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }
}

/// The flags of an ask, from the lowest bit. The operands of the set flags follow in this order.
package enum AskFlag: Int, CaseIterable, Sendable {
    /// The host must answer.
    case required
    /// Words and offered values are compared case-insensitively (ASCII).
    case ignoresCase
    /// A length in characters follows.
    case length
    /// A list of allowed words follows.
    case words
    /// A slot follows: the list of offered values.
    case offered
    /// A slot follows that receives the selected word in its declared spelling.
    case meant
    /// A pattern follows that the text must match.
    case pattern
    /// A string follows: the value if the host gives no answer.
    case fallback
    /// The ask is for a constant, which keeps its value when the flow starts again.
    case constant
    /// The text must not be empty.
    case nonEmpty

    /// The kind of the operand, or nil if the flag has none.
    package var operand: Operand? {
        switch self {
        case .length: .number
        case .words: .strings
        case .offered: .slot
        case .meant: .slotOfSameType
        case .pattern: .pattern
        case .fallback: .value
        default: nil
        }
    }

    /// The kind of an operand, which determines its bound. A `value` is a string of the type of the ask.
    package enum Operand {
        case number, strings, slot, slotOfSameType, pattern, value
    }
}

/// A set of flags of an ask.
package struct AskFlags: Hashable, Sendable {
    /// An exclusive upper bound for ``bits``.
    static var bound: Int { 1 << AskFlag.allCases.count }

    /// The set as the table stores it.
    package private(set) var bits: Int

    /// Creates the set that a table stores as a number.
    package init(bits: Int = 0) { self.bits = bits }

    /// Whether the set contains a flag.
    package subscript(flag: AskFlag) -> Bool {
        get { bits >> flag.rawValue & 1 != 0 }
        set { bits = bits & ~(1 << flag.rawValue) | (newValue ? 1 : 0) << flag.rawValue }
    }
}

/// The JSON encoding of an input in a request.
package enum InputEncoding: UInt8, CaseIterable, Sendable {
    /// The JSON type that corresponds to the value's type: a string, an array or an object.
    case text
    /// A JSON number, or a string if the text is not a number.
    case number
    /// A JSON boolean, or a string if the text is neither `true` nor `false`.
    case flag
    /// A JSON array of strings.
    case list
    /// A JSON object of strings.
    case map
    /// A string that contains a JSON array of strings.
    case jsonListString
    /// A string that contains a JSON object.
    case jsonMapString
    /// A string of items separated by commas.
    case csv
}

/// Flags of a source, which is where an input or a shown value is read from.
package enum SourceFlag {
    /// The source is a literal string, not a slot.
    package static let literal = 1
    /// Another slot follows, used if the first is absent.
    package static let otherwise = 2
    /// The source is a map, and each of its entries becomes a separate member.
    ///
    /// The last name of the path is the prefix of the members' names.
    package static let spread = 4
    /// The source is a secret that the flow discloses deliberately.
    package static let disclosed = 8
    /// Traces replace the value, although the type of its slot is not secret.
    ///
    /// The service or a handler declares the input secret, such as a code, or the value is derived from a secret.
    package static let secret = 16
    /// The input's encoding follows the source: twice the ``InputEncoding``, plus one if a prefix follows.
    package static let encoded = 32
    /// An exclusive upper bound for a set of these flags.
    static let bound = 64

    /// The names of the flags without an operand, for a disassembly.
    package static var names: [(flag: Int, name: String)] {
        [(literal, "a literal"), (spread, "spread"), (disclosed, "disclosed"), (secret, "secret")]
    }
}

/// The JSON encoding of an output in a reply.
package enum OutputEncoding: UInt8, CaseIterable, Sendable {
    /// A JSON string, number or boolean, which is stored as text.
    case text
    /// A JSON array of strings.
    case list
    /// A JSON object; arrays and objects in it are stored as JSON text, and null members are omitted.
    case map
    /// A string that contains a JSON array of strings.
    case jsonListString
    /// A string that contains a JSON object.
    case jsonMapString
    /// A string of items separated by commas.
    case csv
}

/// Flags of an output of a reply or a handler.
package enum OutputFlag {
    /// The output is required: a reply without it is invalid, and a handler's result without it is a failure.
    package static let required = 1
    /// A string follows: a prefix to strip from each item of a list or each key of a map.
    package static let prefix = 2
    /// A set of replies follows: those that must contain the output. Without this flag, ``required`` applies to all
    /// replies.
    package static let demand = 4
    /// A set of replies follows: those that the output is read from. Without this flag, it is read from all replies.
    package static let reading = 8
    /// An exclusive upper bound for a set of these flags.
    static let bound = 16
}

/// Flags of a set of replies.
package enum ReplyFlag {
    /// The set contains success.
    package static let success = 1
    /// The set contains every challenge.
    package static let challenges = 2
    /// The set contains the challenges in the list that follows.
    package static let named = 4
    /// An exclusive upper bound for a set of these flags.
    static let bound = 8
}

/// The events that every flow has, with their numbers.
package enum BuiltinEvent: Int, CaseIterable {
    /// The host starts the flow, or starts it again.
    case start
    /// The host submits the answers to a step.
    case submit
    /// The host sends `cancel`.
    case cancel
    /// The host sends `back`.
    case back
    /// The time limit of the presented step has passed.
    case timeout
    /// A handler has returned a result.
    case handled
    /// The service's reply is a success.
    case success
    /// The service's reply is malformed or unexpected.
    case invalid
    /// The service returns a challenge that has no event of its own. In a flow, `*` names this event.
    case otherChallenge
    /// The service returns an error that has no event of its own. In a flow, `*` names this event.
    case otherError
    /// A handler fails with a name that has no event of its own. In a flow, `*` names this event.
    case otherFailure
}

/// The errors that the runtime raises itself, rather than the service or a handler.
///
/// The raw value is the type of the pending error. A `class` in a flow can name each of them.
package enum ReservedError: String, Sendable, CaseIterable {
    /// Raised by the interpreter if a reply is not a JSON object, for example if it is empty, HTML or truncated.
    case malformedReply = "malformed-reply"
    /// Raised by the interpreter if a reply is neither a challenge nor a success.
    case unrecognisedReply = "unrecognised-reply"
    /// Raised by the interpreter if the flow handles a challenge neither with a node nor with a transition.
    case unknownChallenge = "unknown-challenge"
    /// Raised by the interpreter if the service description rules out the reply.
    case unexpectedReply = "unexpected-reply"
    /// Raised by the interpreter if a reply lacks a parameter that the flow requires.
    case missingParameter = "missing-parameter"
    /// Raised by the interpreter if a parameter's JSON type contradicts the service description.
    case wrongType = "wrong-type"
    /// Raised by the interpreter if a handler's result lacks a required port.
    case missingOutput = "missing-output"
    /// Raised by the interpreter if a value in a handler's result has the wrong type.
    case wrongOutput = "wrong-output"
    /// Raised by a handler if a required port has no value.
    case missingInput = "missing-input"
    /// Raised by the runner if no handler is registered under a name.
    case noHandler = "no-handler"
    /// Raised by the runner if a handler exceeds its time limit.
    case noResult = "no-result"
    /// Raised by the runner if a request exceeds its time limit, or may have been carried out before an interruption.
    case noAnswer = "no-answer"
    /// Raised by the client if the transport fails.
    case network
    /// Raised by the client if its configuration is incomplete for a request.
    case configuration

    /// The kind of event that an error raises in the flow.
    package enum Event: Sendable {
        case invalid
        /// An error instead of a reply.
        case error
        case failure
    }

    /// The kind of event that the error raises.
    package var event: Event {
        switch self {
        case .malformedReply, .unrecognisedReply, .unknownChallenge, .unexpectedReply, .missingParameter, .wrongType:
            .invalid
        case .missingOutput, .wrongOutput, .missingInput, .noHandler, .noResult: .failure
        case .noAnswer, .network, .configuration: .error
        }
    }
}
