public import FlowRuntime
import FlowSealing

/// Why a host refused an event. Only ``current`` contains values.
public struct StepRefusal: Error, Sendable, Redacted {
    /// What the client can do.
    public enum Kind: String, Sendable, CaseIterable {
        /// Correct the answer: the flow does not accept it. The state is still good.
        case answer
        /// Continue with ``StepRefusal/current``, or begin anew: another event was accepted first.
        case superseded
        /// Send the event again later: another event of the sign-in is in progress.
        case busy
        /// Begin anew: the sign-in has ended or expired, or its key or its version of the flow is gone.
        case gone
        /// Nothing: the state belongs to another user, client or pool.
        case forbidden
        /// Correct the request: the state or the flow's name is not one.
        case malformed
        /// Send the event again later: Redis is away, or this node ends.
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
    /// When to send the event again; nil if there is no use in it.
    public let retryAfter: Duration?
    /// The step that now stands, if the client may have it: it sent an event again whose reply it never saw, or its state
    /// rests in Redis.
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
        case .broken: self.init(.malformed, error.code, "this is not the state of a sign-in")
        case .anotherBinding: self.init(.forbidden, error.code, "this sign-in belongs to somebody else")
        case .anotherTable:
            self.init(.gone, error.code, "this sign-in belongs to another flow, or to another version of it")
        case .expired: self.init(.gone, error.code, "this sign-in has expired")
        case .unknownKey, .spent, .notKept, .cannotSweep: self.init(.gone, error.code, "this sign-in has ended")
        case .guardUnavailable: self = .away
        }
    }

    /// Another event of the sign-in was accepted first.
    static var superseded: StepRefusal {
        StepRefusal(.superseded, "superseded", "this step was already answered")
    }

    /// An event of the sign-in is in progress, perhaps at another node.
    static var inProgress: StepRefusal {
        StepRefusal(.busy, "in-progress", "an earlier answer is still being checked", retryAfter: .seconds(1))
    }

    /// Redis is away, or this node ends.
    static var away: StepRefusal {
        StepRefusal(.unavailable, "unavailable", "sign-in is unavailable for a moment", retryAfter: .seconds(1))
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
