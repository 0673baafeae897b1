package import FlowCore
package import FlowTable

/// Reports why a call of an SDK-style API failed. It contains no secrets.
package struct StyleFailure: Error, Sendable, Equatable {
    /// The name that the service, a handler or the flow gave the error, or the code of a refusal.
    package let type: String
    /// The message, for people.
    package let message: String
    /// The flow's class for the error; empty if it has none.
    package let category: String
    /// Whether the flow refused the call, so that nothing changed.
    package let isRefusal: Bool
    /// The outcome that ended the flow, if it has ended.
    package let outcome: String?
    /// The argument that is missing or was refused; empty if the failure does not concern an argument.
    package let field: String

    /// Creates a failure from its parts.
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

    /// Creates a failure from an error of a flow.
    /// - Parameters:
    ///   - error: the error that the flow shows or ended with.
    ///   - outcome: the outcome that ended the flow, if it has ended.
    ///   - arguments: the call's argument names, by the type of the error that reports them as missing.
    package init(_ error: FlowPendingError, outcome: String? = nil, arguments: [String: String] = [:]) {
        let field = arguments[error.type]
        let message = field.map { FlowRefusal(.missingParameter, $0).message } ?? error.message
        self.init(
            type: error.type, message: message, category: error.category, outcome: outcome, field: field ?? "")
    }

    /// Creates a failure from a flow's refusal.
    /// - Parameters:
    ///   - refusal: the reason why the flow did not accept the call.
    ///   - arguments: the call's argument names, by the flow's names for them: the refused parameter, the flow's own
    ///     refusal code, or the refused event.
    package init(_ refusal: FlowRefusal, arguments: [String: String] = [:]) {
        let field = refusal.argumentName(in: arguments)
        let message = field.map { FlowRefusal(refusal.reason, $0).message } ?? refusal.message
        self.init(type: refusal.code, message: message, isRefusal: true, field: field ?? "")
    }

    /// Returns the class of the error in another flow, or an empty text if it has none there.
    ///
    /// A style can thus use one set of classes for all flows.
    package func category(in flow: TransitionTable?) -> String { flow?.errorClass(of: type) ?? "" }

    /// The message, or the type if there is none.
    package var text: String { message.isEmpty ? type : message }
}

extension FlowRefusal {
    /// Returns the name of the refused argument, or nil if the refusal does not concern an argument.
    ///
    /// `arguments` contains the call's argument names, as in ``StyleFailure/init(_:arguments:)``.
    fileprivate func argumentName(in arguments: [String: String]) -> String? {
        switch reason {
        case .missingParameter, .unknownParameter, .wrongType, .wrongLength, .notDigits, .notSeconds, .notAChoice,
            .notOffered, .patternMismatch:
            arguments[subject] ?? subject
        case .byFlow: arguments[code] ?? arguments[subject]
        case .eventNotAccepted, .unknownEvent, .notHandled, .busy, .cancelled, .superseded: nil
        }
    }
}
