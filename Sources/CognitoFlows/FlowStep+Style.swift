import FlowCore
package import FlowRuntime

extension FlowStep {
    /// The outcomes by which the shipped flows fail.
    private static let failures = ["failed", "cancelled", "expired"]

    /// What stands now; of an end its step name, where it has one.
    /// - Parameter arguments: the call's arguments, by the names that the flow has for them.
    /// - Returns: the step or outcome. A step that stands again after an error has it.
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

    /// What stands now, where no error led to it.
    /// - Parameter arguments: the call's arguments, by the names that the flow has for them.
    /// - Returns: the step or outcome.
    /// - Throws: also the error of a step that stands again.
    package func settled(_ arguments: [String: String] = [:]) throws(StyleFailure) -> StyleStep {
        let step = try standing(arguments)
        if !step.isOutcome, let error = step.error { throw StyleFailure(error) }
        return step
    }
}
