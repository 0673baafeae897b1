package import FlowCore
package import FlowTable

/// Why a call of a style did not do what it is for. Holds no secret.
package struct StyleFailure: Error, Sendable, Equatable {
    /// The error's name, as the service, a handler or the flow gave it, or the code of a refusal.
    package let type: String
    /// The message, for people.
    package let message: String
    /// The class that the flow has for the error; empty if none.
    package let category: String
    /// Whether the flow refused the call, so that nothing changed.
    package let isRefusal: Bool
    /// The outcome by which the flow ended, if it did.
    package let outcome: String?

    /// A failure.
    package init(type: String, message: String, category: String = "", isRefusal: Bool = false, outcome: String? = nil)
    {
        self.type = type
        self.message = message
        self.category = category
        self.isRefusal = isRefusal
        self.outcome = outcome
    }

    /// The error that a flow told.
    package init(_ error: FlowPendingError, outcome: String? = nil) {
        self.init(type: error.type, message: error.message, category: error.category, outcome: outcome)
    }

    /// The class that another flow has for the error, so that a style has one set of classes for all flows.
    package func category(in flow: TransitionTable?) -> String { flow?.errorClass(of: type) ?? "" }

    /// A sentence in any case.
    package var text: String { message.isEmpty ? type : message }
}
