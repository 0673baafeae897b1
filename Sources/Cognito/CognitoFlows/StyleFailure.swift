package import FlowCore
package import FlowRuntime
package import FlowTable

/// Reports why a call of an SDK-style API failed. It contains no secrets.
package struct StyleFailure: Error, Sendable, Equatable {
    /// How a flow ends without success.
    package enum Ending: String, Sendable {
        /// An error ended the flow.
        case failed
        case cancelled
        /// A time limit has expired.
        case expired
    }

    /// The name of the error, the code of a refusal or, if there is neither, how the flow has ended.
    package let type: String
    /// What happened, for people; empty if the error has no message.
    package let message: String
    /// The flow's class for the error; empty if it has none.
    package let category: String
    /// Whether the flow refused the call, so that nothing changed.
    package let isRefusal: Bool
    /// How the flow has ended, if it has.
    package let ending: Ending?
    /// The argument that is missing or was refused; empty if the failure does not concern an argument.
    package let field: String

    package init(
        type: String, message: String, category: String = "", isRefusal: Bool = false, ending: Ending? = nil,
        field: String = ""
    ) {
        self.type = type
        self.message = message
        self.category = category
        self.isRefusal = isRefusal
        self.ending = ending
        self.field = field
    }

    /// The failure of a flow that the user has canceled.
    package static let cancelled = StyleFailure(type: Ending.cancelled.rawValue, message: "", ending: .cancelled)

    /// The failure of a flow whose time limit has expired, if no error was pending.
    package static let expired = StyleFailure(type: Ending.expired.rawValue, message: "", ending: .expired)

    /// Throws the error that a step shows, if there is one.
    package static func check<Kind>(_ error: FlowFailure<Kind>?) throws(StyleFailure) {
        if let error { throw StyleFailure(error) }
    }

    /// Creates a failure from the error that a step shows.
    package init<Kind>(_ error: FlowFailure<Kind>) {
        self.init(type: error.type, message: error.message, category: error.category)
    }

    /// Creates a failure from an outcome.
    /// - Parameters:
    ///   - error: the error; nil if the flow ended without one.
    ///   - ending: how the flow has ended.
    package init<Kind>(_ error: FlowFailure<Kind>?, _ ending: Ending) {
        self.init(
            type: error?.type ?? ending.rawValue, message: error?.message ?? "", category: error?.category ?? "",
            ending: ending)
    }

    /// Creates a failure from an error that a notification carries.
    package init(_ error: FlowPendingError) {
        self.init(type: error.type, message: error.message, category: error.category)
    }

    /// Creates a failure from a flow's refusal.
    /// - Parameters:
    ///   - refusal: the reason why the flow did not accept the call.
    ///   - argument: the name that the call gives the argument at fault; nil to use the flow's name.
    package init(_ refusal: FlowRefusal, argument: String? = nil) {
        // A refusal by the flow itself names no parameter. It concerns the argument that the caller passes, if any.
        let isByFlow = if case .byFlow = refusal.reason { true } else { false }
        let concernsArgument = isByFlow || refusal.parameter != nil
        let field = concernsArgument ? argument ?? refusal.parameter : nil
        let message = field.map { FlowRefusal(refusal.reason, $0).message } ?? refusal.message
        self.init(type: refusal.code, message: message, isRefusal: true, field: field ?? "")
    }

    /// Whether a refusal or an error of the flow says that an input is missing.
    var isMissingInput: Bool { type == FlowRefusal(.missingParameter).code }

    /// Returns the failure with `argument` in place of the input that the flow reports as missing.
    package func reporting(missing argument: String) -> StyleFailure {
        StyleFailure(
            type: type, message: FlowRefusal(.missingParameter, argument).message, category: category,
            isRefusal: isRefusal, ending: ending, field: argument)
    }

    /// Returns the failure with another ending.
    func ended(_ ending: Ending) -> StyleFailure {
        StyleFailure(
            type: type, message: message, category: category, isRefusal: isRefusal, ending: ending, field: field)
    }

    /// Returns the class of the error in another flow; empty if the flow is nil or has no class for the error.
    ///
    /// A style can thus use one set of classes for all flows.
    package func category(in flow: TransitionTable?) -> String { flow?.errorClass(of: type) ?? "" }

    /// The message, or the type if there is no message.
    package var text: String { message.isEmpty ? type : message }
}
