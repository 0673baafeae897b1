// The types of this module whose values may be secret.

#if !hasFeature(Embedded)
    extension FlowAsk: Redacted {
        /// The ask's name, without values.
        public var description: String { "ask \(name)" }
    }
    extension FlowEntry: Redacted {}
    extension FlowNotification: Redacted {
        /// The notification's name, without values.
        public var description: String { "notification \(name)" }
    }
    extension FlowOutcome: Redacted {
        /// The outcome's name, without values.
        public var description: String { "outcome \(name)" }
    }
    extension FlowParameters: Redacted {}
    extension FlowPendingError: Redacted {
        /// The error's type, without its message.
        public var description: String { "error \(type)" }
    }
    extension FlowPresentation: Redacted {
        /// The step's name, without values.
        public var description: String { "step \(step)" }
    }
    extension FlowRequest: Redacted {
        /// The operation's name, without values.
        public var description: String { "request \(operation)" }
    }
    extension FlowSession: Redacted {}
    extension FlowSessionState: Redacted {}
    extension FlowValue: Redacted {}
    extension FlowWork: Redacted {
        /// The handler's name, without values.
        public var description: String { "work of \(handler)" }
    }
    extension JSONMember: Redacted {}
    extension JSONValue: Redacted {}
#endif
