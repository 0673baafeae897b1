import FlowCore
package import FlowRuntime

extension FlowStep {
    /// The outcomes of the shipped flows that are failures.
    private static let failures = ["failed", "cancelled", "expired"]

    /// Returns this step or outcome in the form of an SDK-style API.
    /// - Parameter arguments: the argument names of the style's call, by the flow's names for them.
    /// - Returns: the step or outcome. A step that is presented again after an error includes the error. An outcome has
    ///   the name of its step, if it has one.
    /// - Throws: the error of an outcome that is a failure, or the flow's refusal.
    package func result(_ arguments: [String: String] = [:]) throws(StyleFailure) -> StyleStep {
        switch self {
        case .refused(let refusal): throw StyleFailure(refusal, arguments: arguments)
        case .present(let step):
            return StyleStep(
                name: step.step, parameters: step.parameters, asks: step.asks, isOutcome: false, error: step.error)
        case .end(let outcome):
            if Self.failures.contains(outcome.name) {
                throw outcome.error.map { StyleFailure($0, outcome: outcome.name, arguments: arguments) }
                    ?? StyleFailure(type: outcome.name, message: "", outcome: outcome.name)
            }
            return StyleStep(
                name: outcome.step.isEmpty ? outcome.name : outcome.step, parameters: outcome.parameters, asks: [],
                isOutcome: true, error: outcome.error)
        }
    }

    /// Returns this step or outcome in the form of an SDK-style API. If the step shows an error, it throws the error.
    /// - Parameter arguments: the argument names of the style's call, by the flow's names for them.
    /// - Returns: the step or outcome.
    /// - Throws: the error that the step shows, or any error that ``result(_:)`` throws.
    package func resultWithoutError(_ arguments: [String: String] = [:]) throws(StyleFailure) -> StyleStep {
        let step = try result(arguments)
        if !step.isOutcome, let error = step.error { throw StyleFailure(error) }
        return step
    }
}
