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
    /// The argument of the call that is missing or was refused; empty if none.
    package let field: String

    /// A failure.
    package init(
        type: String, message: String, category: String = "", isRefusal: Bool = false, outcome: String? = nil,
        field: String = ""
    ) {
        self.type = type
        self.message = message
        self.category = category
        self.isRefusal = isRefusal
        self.outcome = outcome
        self.field = field
    }

    /// The error of a flow.
    /// - Parameters:
    ///   - error: the error.
    ///   - outcome: the outcome by which the flow ended, if it did.
    ///   - arguments: the arguments that the flow misses, by the error's type.
    package init(_ error: FlowPendingError, outcome: String? = nil, arguments: [String: String] = [:]) {
        let field = arguments[error.type]
        self.init(
            type: error.type, message: field.map { FlowRefusal(.missingParameter, $0).message } ?? error.message,
            category: error.category, outcome: outcome, field: field ?? "")
    }

    /// The refusal of a flow.
    /// - Parameters:
    ///   - refusal: the refusal.
    ///   - arguments: the call's arguments, by the parameter that is refused, or by the flow's own code or the event that it refuses.
    package init(_ refusal: FlowRefusal, arguments: [String: String] = [:]) {
        let field = refusal.field(arguments)
        let message = field.map { FlowRefusal(refusal.reason, $0).message } ?? refusal.message
        self.init(type: refusal.code, message: message, isRefusal: true, field: field ?? "")
    }

    /// The class that another flow has for the error, so that a style has one set of classes for all flows.
    package func category(in flow: TransitionTable?) -> String { flow?.errorClass(of: type) ?? "" }

    /// A sentence in any case.
    package var text: String { message.isEmpty ? type : message }
}

extension FlowRefusal {
    /// The argument that is refused; nil if the call has no place here.
    fileprivate func field(_ arguments: [String: String]) -> String? {
        switch reason {
        case .missingParameter, .unknownParameter, .wrongType, .wrongLength, .notDigits, .notSeconds, .notAChoice,
            .notOffered, .patternMismatch:
            arguments[subject] ?? subject
        case .byFlow: arguments[code] ?? arguments[subject]
        case .eventNotAccepted, .unknownEvent, .notHandled, .busy, .cancelled, .superseded: nil
        }
    }
}
