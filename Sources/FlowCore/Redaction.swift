// The types of this module that hold values, and so may hold secrets.

#if !hasFeature(Embedded)
    extension FlowAsk: Redacted {
        /// Its name, without values.
        public var description: String { "ask \(name)" }
    }
    extension FlowEntry: Redacted {}
    extension FlowNotification: Redacted {
        /// Its name, without values.
        public var description: String { "notification \(name)" }
    }
    extension FlowOutcome: Redacted {
        /// Its name, without values.
        public var description: String { "outcome \(name)" }
    }
    extension FlowParameters: Redacted {}
    extension FlowPendingError: Redacted {
        /// Its name, without values.
        public var description: String { "error \(type)" }
    }
    extension FlowPresentation: Redacted {
        /// Its name, without values.
        public var description: String { "step \(step)" }
    }
    extension FlowRequest: Redacted {
        /// Its name, without values.
        public var description: String { "request \(operation)" }
    }
    extension FlowSession: Redacted {}
    extension FlowSessionState: Redacted {}
    extension FlowValue: Redacted {}
    extension FlowWork: Redacted {
        /// Its name, without values.
        public var description: String { "work of \(handler)" }
    }
    extension JSONMember: Redacted {}
    extension JSONValue: Redacted {}
#endif
