public import FlowRuntime
import FlowSealing

/// Why a host refused an event. Only ``current`` contains values.
public struct StepRefusal: Error, Sendable, Redacted {
    /// What the client can do.
    public enum Kind: String, Sendable, CaseIterable {
        /// The flow refused the event. The state is still valid. ``StepRefusal/parameter`` may name the faulty answer.
        case answer
        /// Continue with ``StepRefusal/current``, or start again: another event was accepted first.
        case superseded
        /// Send the event again later: another event of the sign-in is in progress.
        case busy
        /// Start again: the sign-in has ended or expired, its key or its version of the flow was removed, or its state
        /// could not be stored.
        case gone
        /// No retry helps: the state belongs to another user, client or pool.
        case forbidden
        /// Correct the request: the state is malformed, or there is no flow of this name.
        case malformed
        /// Send the event again later: Redis is unavailable, or this node shuts down.
        case unavailable
    }

    /// What the client can do.
    public let kind: Kind
    /// The stable code, such as `wrong-length`, `superseded` or `spent-snapshot`.
    public let code: String
    /// A sentence for people, without values.
    public let message: String
    /// The parameter at fault; nil if there is none.
    public let parameter: String?
    /// How long to wait before sending the event again; nil if that does not help.
    public let retryAfter: Duration?
    /// The current step, if the client may see it: Redis stores its state, or the client has repeated an event whose
    /// reply it did not receive.
    public internal(set) var current: HostedStep?

    init(
        _ kind: Kind, _ code: String, _ message: String, parameter: String? = nil, retryAfter: Duration? = nil,
        current: HostedStep? = nil
    ) {
        self.kind = kind
        self.code = code
        self.message = message
        self.parameter = parameter
        self.retryAfter = retryAfter
        self.current = current
    }

    /// Creates the refusal of an event that the flow refused.
    init(_ refusal: FlowRefusal) {
        let isParameter =
            switch refusal.reason {
            case .eventNotAccepted, .byFlow, .notRecorded, .unknownEvent, .notHandled, .busy, .cancelled, .superseded:
                false
            default: !refusal.subject.isEmpty
            }
        self.init(.answer, refusal.code, refusal.message, parameter: isParameter ? refusal.subject : nil)
    }

    /// Creates the refusal of a state that cannot be continued.
    init(_ error: FlowSnapshotError) {
        switch error {
        case .broken: self.init(.malformed, error.code, Self.malformedState)
        case .anotherBinding: self.init(.forbidden, error.code, "this sign-in belongs to somebody else")
        case .anotherTable:
            self.init(.gone, error.code, "this sign-in belongs to another flow, or to another version of it")
        case .expired: self.init(.gone, error.code, "this sign-in has expired")
        case .spent, .cannotSweep: self.init(.gone, error.code, "this sign-in has ended")
        case .unknownKey: self.init(.gone, error.code, "this sign-in can no longer be opened")
        case .notKept: self.init(.gone, error.code, "this sign-in could not be stored")
        case .guardUnavailable: self = .unavailable
        }
    }

    /// The message for a state that cannot be read.
    static let malformedState = "the state is malformed or was changed"

    /// Another event of the sign-in was accepted first.
    static var superseded: StepRefusal {
        StepRefusal(.superseded, "superseded", "this step was already answered")
    }

    /// An event of the sign-in is in progress, perhaps at another node.
    static var inProgress: StepRefusal {
        StepRefusal(.busy, "in-progress", "an earlier answer is still being checked", retryAfter: .seconds(1))
    }

    /// Redis is unavailable, or this node shuts down.
    static var unavailable: StepRefusal {
        StepRefusal(.unavailable, "unavailable", "sign-in is temporarily unavailable", retryAfter: .seconds(1))
    }

    /// The refusal as JSON, in the form of the line protocol.
    public var json: JSONValue {
        var members = [JSONMember("code", .string(code)), JSONMember("message", .string(message))]
        if let parameter { members.append(JSONMember("parameter", .string(parameter))) }
        return .object([JSONMember("refused", .object(members))])
    }

    /// The code and the message.
    public var description: String { code + ": " + message }
}
