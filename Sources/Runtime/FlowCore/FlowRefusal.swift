/// Reports why an event was refused.
public struct FlowRefusal: Error, Sendable, Equatable {
    /// The reason for a refusal.
    public enum Reason: Sendable, Equatable {
        /// The current state does not accept this event.
        case eventNotAccepted
        /// The flow refuses the event under this name. If the event costs too much work, the name is `too-much-work`.
        case byFlow(String)
        /// The host's journal could not record the event, and reports an error with this code. The flow stays at the
        /// previous step.
        case notRecorded(String)
        /// The flow has no command with this name.
        case unknownEvent
        /// A required parameter is missing, or empty although text is required.
        case missingParameter
        /// No input or ask has this name.
        case unknownParameter
        /// The value has the wrong JSON type.
        case wrongType
        /// The text has the wrong length.
        case wrongLength
        /// The text contains characters other than the digits 0 to 9.
        case notDigits
        /// The value is not a number of seconds from 1 to 86,400.
        case notSeconds
        /// The word is not one of the choices.
        case notAChoice
        /// The word is not one of the offered words.
        case notOffered
        /// The text does not match the required pattern.
        case patternMismatch
        /// The flow has no transition for the reply or the handler's result, or generated Swift has no case for a step.
        case notHandled
        /// An earlier event is in progress, or a notification is pending.
        case busy
        /// The call was canceled, and the flow refused or could not complete `cancel`. The last step is still
        /// presented.
        case cancelled
        /// A start or a cancellation replaced this event, or the event answers a turn that has ended.
        case superseded

        /// The stable code: the reason in kebab case, or the name that the flow gives the refusal.
        public var code: String {
            switch self {
            case .eventNotAccepted: "event-not-accepted"
            case .byFlow(let name): name
            case .notRecorded(let code): code
            case .unknownEvent: "unknown-event"
            case .missingParameter: "missing-parameter"
            case .unknownParameter: "unknown-parameter"
            case .wrongType: "wrong-type"
            case .wrongLength: "wrong-length"
            case .notDigits: "not-digits"
            case .notSeconds: "not-seconds"
            case .notAChoice: "not-a-choice"
            case .notOffered: "not-offered"
            case .patternMismatch: "pattern-mismatch"
            case .notHandled: "not-handled"
            case .busy: "busy"
            case .cancelled: "cancelled"
            case .superseded: "superseded"
            }
        }

        /// Returns whether two reasons have the same code.
        public static func == (left: Reason, right: Reason) -> Bool {
            UTF8Text.isSame(left.code, right.code)
        }
    }

    /// The reason and the subject, stored by reference so that an effect fits into registers.
    private final class Details: Sendable {
        let reason: Reason
        let subject: String

        init(_ reason: Reason, _ subject: String) {
            self.reason = reason
            self.subject = subject
        }
    }

    /// The storage of a refusal. Two refusals of the machine, which have no subject, need no allocation.
    private enum Storage: Sendable {
        case eventNotAccepted
        case busy
        case details(Details)
    }

    private let storage: Storage

    /// Why the event was refused.
    public var reason: Reason {
        switch storage {
        case .eventNotAccepted: .eventNotAccepted
        case .busy: .busy
        case .details(let details): details.reason
        }
    }

    /// The name of what is at fault, such as a parameter or an event, never a value. It is empty if there is none.
    public var subject: String {
        if case .details(let details) = storage { details.subject } else { "" }
    }

    private init(_ storage: Storage) { self.storage = storage }

    /// The refusal of an event that the current state does not accept. The caller adds the event's name.
    static var notAccepted: FlowRefusal { FlowRefusal(Storage.eventNotAccepted) }

    /// Creates a refusal of an event.
    ///
    /// `subject` is the name of what is at fault, such as a parameter or an event, never a value.
    public init(_ reason: Reason, _ subject: String = "") {
        switch reason {
        case .eventNotAccepted where subject.utf8.isEmpty: storage = .eventNotAccepted
        case .busy where subject.utf8.isEmpty: storage = .busy
        default: storage = .details(Details(reason, subject))
        }
    }

    /// The name of the input or answer at fault, never its value; nil if the refusal concerns an event.
    ///
    /// The name is empty if the inputs or answers as a whole are at fault.
    package var parameter: String? {
        switch reason {
        case .missingParameter, .unknownParameter, .wrongType, .wrongLength, .notDigits, .notSeconds, .notAChoice,
            .notOffered, .patternMismatch:
            subject
        case .eventNotAccepted, .byFlow, .notRecorded, .unknownEvent, .notHandled, .busy, .cancelled, .superseded: nil
        }
    }

    /// The stable code.
    public var code: String { reason.code }

    /// A sentence for people that says what is wrong, without values.
    public var message: String {
        switch reason {
        case .eventNotAccepted: "the current step does not accept '" + subject + "'"
        case .byFlow: "the flow refuses '" + subject + "' here"
        case .notRecorded(let code): "the event was not recorded (" + code + "), so the flow did not advance"
        case .unknownEvent: "the flow has no command '" + subject + "'"
        case .missingParameter: "'" + subject + "' is required"
        case .unknownParameter: "there is no input or ask named '" + subject + "'"
        case .wrongType where subject.utf8.isEmpty: "the input is not a JSON object"
        case .wrongType: "'" + subject + "' has the wrong type"
        case .wrongLength: "'" + subject + "' has the wrong length"
        case .notDigits: "'" + subject + "' must consist of digits"
        case .notSeconds: "'" + subject + "' must be a whole number of seconds from 1 to 86400"
        case .notAChoice: "the value of '" + subject + "' is not one of the choices"
        case .notOffered: "the value of '" + subject + "' was not offered"
        case .patternMismatch: "'" + subject + "' does not match the required pattern"
        // Only generated Swift names no subject.
        case .notHandled where subject.utf8.isEmpty: "the session runs another flow"
        case .notHandled: "the flow has no transition for '" + subject + "'"
        case .busy: "an earlier event is still in progress"
        case .cancelled: "the call of '" + subject + "' was canceled"
        case .superseded: "another event replaced '" + subject + "'"
        }
    }

    /// Returns whether two refusals have the same reason and the same subject.
    public static func == (left: FlowRefusal, right: FlowRefusal) -> Bool {
        left.reason == right.reason && UTF8Text.isSame(left.subject, right.subject)
    }
}

extension FlowRefusal: CustomStringConvertible {
    /// The code and the message as one line, which contains no value.
    public var description: String {
        // Embedded builds favor size.
        #if hasFeature(Embedded)
            return code + ": " + message
        #else
            return (code + ": " + message).onOneLine
        #endif
    }
}

#if !hasFeature(Embedded)
    extension String {
        /// The text with U+FFFD in place of each control character and line separator, for a log.
        package var onOneLine: String {
            var line = UnicodeScalarView()
            for scalar in unicodeScalars {
                switch scalar.value {
                case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: line.append("\u{FFFD}")
                default: line.append(scalar)
                }
            }
            return String(line)
        }
    }
#endif
