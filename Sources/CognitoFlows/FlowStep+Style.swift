import FlowCore
package import FlowRuntime

extension FlowStep {
    /// The outcomes of the shipped flows that are failures.
    private static let failures = ["failed", "cancelled", "expired"]

    /// Returns the current step or outcome. An outcome is named by its step, if it has one.
    /// - Parameter arguments: the call's argument names, by the flow's names for them.
    /// - Returns: the step or outcome. A step that is presented again after an error includes the error.
    /// - Throws: the error of an outcome that is a failure, or why the call was refused.
    package func standing(_ arguments: [String: String] = [:]) throws(StyleFailure) -> StyleStep {
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

    /// Returns the current step or outcome, unless an error led to the step.
    /// - Parameter arguments: the call's argument names, by the flow's names for them.
    /// - Returns: the step or outcome.
    /// - Throws: also the error of a step that is presented again.
    package func settled(_ arguments: [String: String] = [:]) throws(StyleFailure) -> StyleStep {
        let step = try standing(arguments)
        if !step.isOutcome, let error = step.error { throw StyleFailure(error) }
        return step
    }
}
