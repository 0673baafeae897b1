/// Why an event was refused.
public struct FlowRefusal: Error, Sendable, Equatable {
    /// What is wrong, as a stable code.
    public enum Reason: Sendable, Equatable {
        /// The current state does not take this event.
        case eventNotAccepted
        /// The flow refuses the event by this name (a string of the table).
        case byFlow(String)
        /// No command of this name exists in the flow.
        case unknownEvent
        /// A required parameter is missing, or empty where text is needed.
        case missingParameter
        /// A parameter that is not asked for.
        case unknownParameter
        /// A value of the wrong JSON type.
        case wrongType
        /// A text of the wrong length.
        case wrongLength
        /// Something else than the digits 0 to 9.
        case notDigits
        /// Something else than a number of seconds from 1 to 86,400.
        case notSeconds
        /// A word that is not among the choices.
        case notAChoice
        /// A choice that was not offered this time.
        case notOffered
        /// A text that does not match the pattern asked for.
        case patternMismatch
        /// A reply or handler result that the flow has no transition for.
        case notHandled
        /// An earlier event is still being worked on, or a notification has not been taken yet.
        case busy
        /// The wait was cancelled and the flow has no transition for that; the step presented last still stands.
        case cancelled
        /// Another start or a cancellation took the place of this event while it was being worked on.
        case superseded

        /// The code as text: the kebab-case name, or the flow's own.
        public var code: String {
            switch self {
            case .eventNotAccepted: "event-not-accepted"
            case .byFlow(let name): name
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

        /// Compares reasons, names byte by byte.
        public static func == (left: Reason, right: Reason) -> Bool {
            UTF8Text.same(left.code, right.code)
        }
    }

    /// What is wrong, and with what; kept elsewhere, so that effects are returned in registers and a bare refusal costs nothing.
    private final class Details: Sendable {
        let reason: Reason
        let subject: String

        init(_ reason: Reason, _ subject: String) {
            self.reason = reason
            self.subject = subject
        }
    }

    private enum Storage: Sendable {
        case eventNotAccepted
        case busy
        case details(Details)
    }

    private let storage: Storage

    /// What is wrong.
    public var reason: Reason {
        switch storage {
        case .eventNotAccepted: .eventNotAccepted
        case .busy: .busy
        case .details(let details): details.reason
        }
    }

    /// The parameter or event that is meant; empty if none. Never a value.
    public var subject: String {
        if case .details(let details) = storage { details.subject } else { "" }
    }

    private init(_ storage: Storage) { self.storage = storage }

    /// The current state does not take an event that the caller names.
    static var notAccepted: FlowRefusal { FlowRefusal(Storage.eventNotAccepted) }

    /// A refusal.
    public init(_ reason: Reason, _ subject: String = "") {
        switch reason {
        case .eventNotAccepted where subject.utf8.isEmpty: storage = .eventNotAccepted
        case .busy where subject.utf8.isEmpty: storage = .busy
        default: storage = .details(Details(reason, subject))
        }
    }

    /// The stable code.
    public var code: String { reason.code }

    /// One sentence for people; never holds a value.
    public var message: String {
        switch reason {
        case .eventNotAccepted: "the current step does not take '" + subject + "'"
        case .byFlow: "the flow refuses '" + subject + "' here"
        case .unknownEvent: "the flow has no command '" + subject + "'"
        case .missingParameter: "'" + subject + "' is required"
        case .unknownParameter: "'" + subject + "' is not asked for"
        case .wrongType: "'" + subject + "' has the wrong type"
        case .wrongLength: "'" + subject + "' has the wrong length"
        case .notDigits: "'" + subject + "' must consist of digits"
        case .notSeconds: "'" + subject + "' must be a whole number of seconds from 1 to 86400"
        case .notAChoice: "the value of '" + subject + "' is not one of the choices"
        case .notOffered: "the value of '" + subject + "' was not offered"
        case .patternMismatch: "'" + subject + "' does not have the form asked for"
        case .notHandled: "the flow has no transition for '" + subject + "'"
        case .busy: "an earlier event is still being worked on"
        case .cancelled: "the wait for '" + subject + "' was cancelled"
        case .superseded: "another event took the place of '" + subject + "'"
        }
    }

    /// Compares reason and subject.
    public static func == (left: FlowRefusal, right: FlowRefusal) -> Bool {
        left.reason == right.reason && UTF8Text.same(left.subject, right.subject)
    }
}

extension FlowRefusal: CustomStringConvertible {
    /// Code and message: a refusal quotes no value.
    public var description: String { code + ": " + message }
}
